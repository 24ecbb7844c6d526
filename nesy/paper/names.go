package paper

// Names as tables show them.

var datasetNames = map[string]string{CIFAR100: "CIFAR-100", INat2021: "iNaturalist 2021"}

var tnormNames = map[string]string{"godel": "Gödel", "product": "Product", "lukasiewicz": "Łukasiewicz"}

var membershipNames = map[string]string{"gaussian": "Gaussian", "triangular": "Triangular", "trapezoidal": "Trapezoidal"}

func warmupName(warmup bool) string {
	if warmup {
		return "with warm-up"
	}
	return "no warm-up"
}

func membershipName(c Configuration) string {
	return membershipNames[c.Membership] + " membership, " + warmupName(c.Warmup)
}

func modelName(c Configuration) string {
	switch c.Model {
	case Base:
		return "Base (softmax)"
	case RSNN:
		return "RS-NN"
	}
	return "NeSy, " + tnormNames[c.TNorm] + ", " + membershipNames[c.Membership] + ", " + warmupName(c.Warmup)
}

// String returns the key as findings quote it, such as
// "CIFAR-100, NeSy, Product, Triangular, with warm-up (0.4, 0.5)".
func (k Key) String() string {
	name, ok := datasetNames[k.Dataset]
	if !ok {
		name = k.Dataset
	}
	s := name + ", " + modelName(k.Configuration)
	if k.Model == NeSy {
		s += " " + k.Thresholds.String()
	}
	return s
}

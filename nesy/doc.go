// Package nesy is the tested library, a folder an idea. It has no code of its own.
// Data flows down this list:
//
//	hierarchy    labels, levels, pi and Pi                                section 3.1
//	embedding    features in two or three dimensions: PCA, t-SNE
//	focal        sets, families, inducing them from embeddings            section 3.2
//	belief       masses, Omega, BetP, bounds, penalties                   equations 2 to 6
//	fuzzy        memberships and t-norms                                  sections 3.3.2, 3.3.3
//	consistency  feasibility, kappa, specificity, Cons in three forms     equations 11 to 17
//	dataset      images, splits, encodings, augmentation                  appendix D
//	backbone     what frozen networks have in common                      section 1
//	swin         the Swin Transformer and its weights                     appendix C.1
//	resnet       ResNet-18 and ResNet-50, with torchvision's weights      section 1
//	vgg          VGG16, the same                                          section 1
//	vit          the Vision Transformer, the same                         section 1
//	features     the frozen backbone over a data set, cached
//	model        projection and heads: base, RS-NN, NeSy                  equation 1
//	objective    the loss                                                 equations 7 and 8
//	train        AdamW, schedules, early stopping, exact resuming         section 4, appendix C
//	pretrain     a command that trains the small Swin from random weights
//	decode       constrained output                                       equations 18 to 21
//	metrics      every column of the paper's tables                       section 4
//	paper        the paper's tables as data, its claims as tests          section 4, appendix E
//	experiment   profiles, stages, manifests, the ablation grid
//	notebook     what cells say often: show, assert, quote
//
// The rest serves all of them: backend chooses what computes the graphs, parallel
// spreads loops over processors, npy and safetensors are file formats, atomicfile and
// checkout deal with files and folders.
package nesy

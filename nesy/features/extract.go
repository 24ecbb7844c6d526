package features

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone"
	"nesybook/nesy/backend"
	"nesybook/nesy/dataset"
	"nesybook/nesy/npy"
)

// DefaultBatch returns the number of images in one call of the backbone. On the Go
// backend it is the one that is about fastest: 32 for the small Swin, whose
// activations then still fit the processor's cache, and fewer for larger networks: at
// 224×224, 4 for Swin-T, 2 for a ResNet or ViT-B/16 and 1 for VGG16. Elsewhere it is
// 128, which has not been measured.
func DefaultBatch(b compute.Backend, n backbone.Network) int {
	if !backend.IsGo(b) {
		return 128
	}
	const values = 1 << 20
	return min(max(1, (values+n.Widest()-1)/n.Widest()), 32)
}

// Spec says which features to compute.
type Spec struct {
	Data          *dataset.Dataset
	Network       backbone.Network
	Resize        Interpolation // where the network's images are not of the data's size
	Normalisation dataset.Normalisation

	Views        int                  // at least 1; view 0 shows the images as they are
	Augmentation dataset.Augmentation // of the views after the first
	Seed         uint64               // of the augmentation
	Augmented    []int                // the images that the augmented views cover, usually the training part; nil for all

	Batch int // images in one call of the backbone; 0 for DefaultBatch
}

// Extract returns the features of each view, [views][images][features]; a view
// that does not cover an image has nil in its place. All rows of a view share one
// array.
//
// The features are kept in the folder dir, which is created: view0.npy,
// view1.npy … and manifest.json, which says what they were made from. Views that
// the manifest vouches for are read back. A view that an earlier call did not
// finish, because ctx was cancelled or the process killed, is continued, and ends
// with the same bytes as if it had not been interrupted. A file that is torn, from
// elsewhere or made from something else is computed anew.
//
// progress, if not nil, is called with the number of feature vectors that are done
// and the number wanted, at the start and after each batch.
func Extract(ctx context.Context, b compute.Backend, spec Spec, dir string, progress func(done, total int)) ([][][]float32, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	if spec.Batch == 0 {
		spec.Batch = DefaultBatch(b, spec.Network)
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	x := &extraction{spec: spec, backend: b, dir: dir}
	defer x.close()
	known := readManifest(dir)
	known.keepFor(spec)

	done, total := 0, 0
	for v := range spec.Views {
		total += len(spec.covered(v))
	}
	views := make([][][]float32, spec.Views)
	for v := range views {
		path := filepath.Join(dir, viewFile(v))
		if !known.vouchesFor(spec, v, path) {
			base := done
			sum, err := x.view(ctx, v, func(rows int) { progress(base+rows, total) })
			if err != nil {
				return nil, err
			}
			// The manifest first: a file it does not know yet would be computed anew,
			// one that is still called partial is only renamed.
			if err := known.add(spec, v, sum, dir); err != nil {
				return nil, err
			}
			if err := x.finish(v); err != nil {
				return nil, err
			}
		}
		rows, err := npy.Read(path)
		if err != nil {
			return nil, fmt.Errorf("features: %w", err)
		}
		views[v] = spec.spread(v, rows)
		done += len(rows)
		progress(done, total)
	}
	return views, nil
}

func (s Spec) check() error {
	if s.Views < 1 {
		return fmt.Errorf("features: %d views, want at least 1", s.Views)
	}
	if s.Batch < 0 {
		return fmt.Errorf("features: batch of %d images", s.Batch)
	}
	if s.Data.Len() == 0 {
		return fmt.Errorf("features: data set %s has no images", s.Data.Name)
	}
	for k, i := range s.Augmented {
		if i < 0 || i >= s.Data.Len() || k > 0 && i <= s.Augmented[k-1] {
			return fmt.Errorf("features: image %d of the augmented ones is out of order or not among the %d of the data set", i, s.Data.Len())
		}
	}
	return nil
}

// covered lists the images of a view.
func (s Spec) covered(view int) []int {
	if view > 0 && s.Augmented != nil {
		return s.Augmented
	}
	all := make([]int, s.Data.Len())
	for i := range all {
		all[i] = i
	}
	return all
}

// spread puts the rows of a view in the places of their images.
func (s Spec) spread(view int, rows [][]float32) [][]float32 {
	images := make([][]float32, s.Data.Len())
	for k, i := range s.covered(view) {
		images[i] = rows[k]
	}
	return images
}

// extraction is the state of one call of Extract.
type extraction struct {
	spec    Spec
	backend compute.Backend
	dir     string
	encoder *model.Exec // of Spec.Graph, compiled when first needed
}

// view computes what is missing of a view's partial file and returns the hash of
// the whole.
func (x *extraction) view(ctx context.Context, view int, progress func(rows int)) (sum string, err error) {
	images := x.spec.covered(view)
	p, err := openPartial(x.dir, view, x.identity(view), len(images), x.spec.Network.Features(), x.spec.Batch)
	if err != nil {
		return "", err
	}
	defer p.close()
	progress(p.rows)
	if p.rows < len(images) {
		if err := x.compile(); err != nil {
			return "", err
		}
		err := inOrder(ctx, p.rows/x.spec.Batch, (len(images)+x.spec.Batch-1)/x.spec.Batch, x.workers(),
			func(k int) ([][]float32, error) {
				return x.batch(view, images[k*x.spec.Batch:min((k+1)*x.spec.Batch, len(images))])
			},
			func(rows [][]float32) error {
				if err := p.append(rows); err != nil {
					return err
				}
				progress(p.rows)
				return nil
			})
		if err != nil {
			return "", fmt.Errorf("features: view %d stopped after %d of %d images, which the next run continues: %w", view, p.rows, len(images), err)
		}
	}
	return p.sum()
}

// batch returns the features of at most a batch of images. An incomplete one is
// filled with black images, since another size would be another graph to compile.
func (x *extraction) batch(view int, images []int) ([][]float32, error) {
	data, size := x.spec.Data, x.spec.Data.Size()
	pixels := make([]byte, x.spec.Batch*size)
	for k, i := range images {
		picture := pixels[k*size : (k+1)*size]
		if err := data.Image(i, picture); err != nil {
			return nil, err
		}
		if view > 0 {
			x.spec.Augmentation.Apply(x.spec.Seed, view, i, data.Side, picture)
		}
	}
	encoded, err := x.encode(pixels)
	if err != nil {
		return nil, err
	}
	rows, width := make([][]float32, len(images)), x.spec.Network.Features()
	for k := range rows {
		rows[k] = encoded[k*width : (k+1)*width]
	}
	return rows, nil
}

// workers returns how many batches to compute side by side. The Go backend runs
// most operations on one core, so as many as there are cores; others use the whole
// device for one.
func (x *extraction) workers() int {
	if backend.IsGo(x.backend) {
		return runtime.GOMAXPROCS(0)
	}
	return 2 // one computes while the other's images are read
}

// compile makes the encoder, if there is none. Its first call compiles; later ones
// may then run side by side.
func (x *extraction) compile() (err error) {
	if x.encoder != nil {
		return nil
	}
	x.encoder, err = model.NewExec(x.backend, model.NewStore(), func(scope *model.Scope, images *graph.Node) *graph.Node {
		return x.spec.Graph(scope, nil, images)
	})
	if err != nil {
		return fmt.Errorf("features: %w", err)
	}
	_, err = x.encode(make([]byte, x.spec.Batch*x.spec.Data.Size()))
	return err
}

// encode returns the features of a batch of images, one after another.
func (x *extraction) encode(pixels []byte) ([]float32, error) {
	side := x.spec.Data.Side
	images := tensors.FromFlatDataAndDimensions(pixels, x.spec.Batch, 3, side, side)
	defer images.FinalizeAll()
	pooled, err := x.encoder.Call1(images)
	if err != nil {
		return nil, fmt.Errorf("features: encoding %d images: %w", x.spec.Batch, err)
	}
	defer pooled.FinalizeAll()
	encoded, err := tensors.CopyFlatData[float32](pooled)
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	return encoded, nil
}

func (x *extraction) close() {
	if x.encoder != nil {
		x.encoder.Finalize()
	}
}

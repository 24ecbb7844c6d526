"""Swin-T at 224 pixels in PyTorch: images a second of the forward pass, in bfloat16,
channels last and compiled, as gpu_checks.sh measures it in Go. Prints lines like Go's
benchmarks. Needs a GPU and torch; the network is timm's, or else torchvision's.
"""

import time

import torch


def network():
    try:
        import timm

        return "timm", timm.create_model("swin_tiny_patch4_window7_224", pretrained=False, num_classes=0)
    except ImportError:
        import torchvision

        model = torchvision.models.swin_t(weights=None)
        model.head = torch.nn.Identity()
        return "torchvision", model


def rate(call, images, seconds=2.0):
    """Images a second of call, which takes so many, and milliseconds a call."""
    for _ in range(5):  # compiles, and warms up
        call()
    torch.cuda.synchronize()
    calls, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        call()
        torch.cuda.synchronize()
        calls += 1
    took = time.perf_counter() - began
    return images * calls / took, 1e3 * took / calls, calls


def main():
    origin, model = network()
    print(f"pkg: torch {torch.__version__}, {origin}")
    model = model.cuda().eval().to(torch.bfloat16, memory_format=torch.channels_last)
    for way, forward in [("eager", model), ("compiled", torch.compile(model, dynamic=False))]:
        for batch in [128, 256, 512]:
            images = torch.randn(batch, 3, 224, 224, device="cuda", dtype=torch.bfloat16)
            images = images.to(memory_format=torch.channels_last)
            with torch.inference_mode():
                speed, milliseconds, calls = rate(lambda: forward(images), batch)
            name = f"BenchmarkTorch/tiny/{way}/batch={batch}"
            print(f"{name}\t{calls}\t{milliseconds:.3f} ms/op\t{speed:.1f} images/s", flush=True)


if __name__ == "__main__":
    main()

# Makes the golden values of resnet, vgg and vit with torchvision, whose weights
# are drawn by the rule of ../backbonetest/draw.go. Run from the module's folder:
#
#     python3 nesy/backbone/testdata/golden.py
#
# The committed files were made with Debian 12's python3-torch 1.13.0 and
# python3-torchvision 0.14.1, in float32 on a CPU. For each network it writes
# testdata/NAME.names, the names and shapes of the published network's tensors, and
# testdata/NAME.safetensors: what comes out of each stage (256 values of it, in the
# order batch, row, column, channel) and the whole feature vectors of two images.

import json
import math
import struct

import numpy as np
import torch
import torchvision
from torchvision.models import resnet18, resnet50, vgg16, vit_b_16
from torchvision.models.vgg import VGG, make_layers
from torchvision.models.vision_transformer import VisionTransformer


def draw(name, n, mean, spread):
    state = 0xCBF29CE484222325
    for byte in name.encode():
        state = ((state ^ byte) * 0x100000001B3) % 2**64
    z = np.uint64(state) + np.uint64(0x9E3779B97F4A7C15) * np.arange(1, n + 1, dtype=np.uint64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    uniform = (z >> np.uint64(11)).astype(np.float64) / 2**52 - 1
    return (mean + spread * uniform).astype(np.float32)


def weights(network):
    state = network.state_dict()
    for name, tensor in state.items():
        dims, size = list(tensor.shape), tensor.numel()
        if name.endswith(".num_batches_tracked"):
            continue
        mean, spread = 0.0, 0.2
        if name.endswith(".running_var"):
            mean, spread = 1, 0.5
        elif len(dims) > 1 and dims[0] == 1:
            spread = 0.02
        elif len(dims) > 1:
            spread = math.sqrt(6 * float(dims[0]) / float(size))
        elif name.endswith(".weight"):
            mean = 1
        state[name] = torch.from_numpy(draw(name, size, mean, spread).reshape(dims))
    network.load_state_dict(state)
    return network.eval()


def images(side):
    return torch.from_numpy(draw("images", 2 * 3 * side * side, 0, 2).reshape(2, 3, side, side))


def sample(x):
    if x.dim() == 4:
        x = x.permute(0, 2, 3, 1)
    flat = x.flatten()
    return flat[torch.arange(256) * 7919 % flat.numel()]


def write(package, name, side, stages, features):
    tensors = {f"stage{i}": sample(x) for i, x in enumerate(stages)}
    tensors["features"] = features
    header = {"__metadata__": {
        "torch": torch.__version__, "torchvision": torchvision.__version__,
        "command": "python3 nesy/backbone/testdata/golden.py", "side": str(side),
    }}
    data = b""
    for key, x in tensors.items():
        raw = x.contiguous().numpy().astype("<f4").tobytes()
        header[key] = {"dtype": "F32", "shape": list(x.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(f"nesy/{package}/testdata/{name}.safetensors", "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


def names(package, name, network):
    with open(f"nesy/{package}/testdata/{name}.names", "w") as f:
        for key, tensor in network.state_dict().items():
            print(key, *tensor.shape, file=f)


@torch.no_grad()
def main():
    for name, make, side in (("resnet18", resnet18, 64), ("resnet50", resnet50, 64), ("resnet18_33", resnet18, 33)):
        network = weights(make())
        if side == 64:
            names("resnet", name, network)
        x, stages = images(side), []
        x = network.maxpool(network.relu(network.bn1(network.conv1(x))))
        for layer in (network.layer1, network.layer2, network.layer3, network.layer4):
            x = layer(x)
            stages.append(x)
        write("resnet", name, side, stages, network.avgpool(x).flatten(1))

    names("vgg", "vgg16", vgg16())
    for name, side in (("vgg_224", 224), ("vgg_96", 96), ("vgg_32", 32)):
        network = VGG(make_layers([4, 4, "M", 6, 6, "M", 8, 8, 8, "M", 10, 10, 10, "M", 10, 10, 10, "M"]))
        network.classifier = torch.nn.Sequential(
            torch.nn.Linear(10 * 7 * 7, 48), torch.nn.ReLU(), torch.nn.Dropout(),
            torch.nn.Linear(48, 48), torch.nn.ReLU(), torch.nn.Dropout(), torch.nn.Linear(48, 5))
        weights(network)
        x, stages = images(side), []
        for layer in network.features:
            x = layer(x)
            if isinstance(layer, torch.nn.MaxPool2d):
                stages.append(x)
        stages.append(network.avgpool(x))
        write("vgg", name, side, stages, network.classifier[:5](network.avgpool(x).flatten(1)))

    names("vit", "vit_b_16", vit_b_16())
    network = weights(VisionTransformer(image_size=24, patch_size=8, num_layers=3, num_heads=2, hidden_dim=12, mlp_dim=20, num_classes=5))
    x, stages = images(24), []
    x = torch.cat([network.class_token.expand(2, -1, -1), network._process_input(x)], dim=1)
    x = x + network.encoder.pos_embedding
    stages.append(x)
    for layer in network.encoder.layers:
        x = layer(x)
        stages.append(x)
    write("vit", "vit_small", 24, stages, network.encoder.ln(x)[:, 0])


main()

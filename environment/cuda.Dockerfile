# nesybook on an NVIDIA GPU: XLA's CUDA plugin and NVIDIA's libraries from JAX's
# wheels (no JAX is run), beside Go and Jupyter. The host needs a driver for CUDA 13
# (580 or newer) and NVIDIA's container toolkit. Build from the checkout's root:
#
#   docker build -f environment/cuda.Dockerfile -t nesybook-cuda .
#   docker run --rm --gpus all nesybook-cuda environment/gpu_checks.sh
#   docker run --rm --gpus all -p 127.0.0.1:8888:8888 nesybook-cuda
#
# Pass --build-arg JAX=X.Y.Z for the version to pin; without it, the newest.
FROM golang:1.26.8-bookworm AS go

FROM nvidia/cuda:13.0.1-base-ubuntu24.04
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
COPY --from=go /usr/local/go /usr/local/go
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates gcc git libc6-dev python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --shell /bin/bash gopher
ARG JAX=
RUN python3 -m venv /opt/jax \
    && /opt/jax/bin/pip install --no-cache-dir "jax[cuda13]${JAX:+==$JAX}" jupyterlab \
    && site=$(/opt/jax/bin/python -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])') \
    && ln -s "$site" /opt/jax/site \
    && ls -d "$site"/nvidia/*/lib >/etc/ld.so.conf.d/nvidia-wheels.conf \
    && ldconfig \
    && test -f /opt/jax/site/jax_plugins/xla_cuda13/xla_cuda_plugin.so
# Absolute paths: go-xla then neither searches nor downloads. Every go command
# builds with XLA, notebooks too.
ENV PATH=/opt/jax/bin:/opt/jax/site/nvidia/cu13/bin:/usr/local/go/bin:$PATH \
    GOTOOLCHAIN=local GOEXPERIMENT=simd GOFLAGS=-tags=xla GOMLX_NO_AUTO_INSTALL=1 GOPJRT_CUDA_CHECKS=0 \
    PJRT_PLUGIN=/opt/jax/site/jax_plugins/xla_cuda13/xla_cuda_plugin.so \
    GOMLX_BACKEND=xla:/opt/jax/site/jax_plugins/xla_cuda13/xla_cuda_plugin.so,tf32=false \
    XLA_FLAGS="--xla_gpu_cuda_data_dir=/opt/jax/site/nvidia/cu13 --xla_gpu_deterministic_ops=true"
USER gopher
RUN mkdir /home/gopher/nesybook
WORKDIR /home/gopher/nesybook
COPY --chown=gopher:gopher go.mod go.sum ./
RUN go mod download
COPY --chown=gopher:gopher . .
# A build has no GPU: the kernel is installed here, notebooks run in the container.
RUN go run ./kernelsetup install && go build ./...
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser", "--notebook-dir=notebooks"]

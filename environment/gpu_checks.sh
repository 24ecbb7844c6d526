#!/usr/bin/env bash
# Every check and measurement that needs an NVIDIA GPU, in one go, within ten
# minutes. Run it from anywhere in the checkout:
#
#   environment/gpu_checks.sh [RESULTS]      # default runs/gpu/results.jsonl
#
# RESULTS gets one JSON object a line; the output of every step stands beside it
# in a .log of its own. A step that fails is recorded and the next one runs.
#
# The plugin is $PJRT_PLUGIN (an absolute path), or the one that "kernelsetup
# install -xla" chose, or what go-xla's installer left, or what JAX's wheels brought.
# Nothing is downloaded. Where python3 has PyTorch, the same network is measured in
# it too. $GPU_CHECKS_SECONDS sets another limit for the whole.
#
# Exit codes: 0 all passed, 1 a step failed or ran out of time, 2 this machine
# cannot run them, with one line that says what is missing.
set -uo pipefail

cd "$(dirname "$0")/.." || exit 2
results=${1:-runs/gpu/results.jsonl}
limit=${GPU_CHECKS_SECONDS:-600}
failed=0

# --- what must be there ---------------------------------------------------------

# plugin prints the path of the first CUDA plugin found.
plugin() {
  local folder file
  if [ -n "${PJRT_PLUGIN:-}" ]; then
    printf '%s\n' "$PJRT_PLUGIN"
    return
  fi
  if [ -f .kernel/xla/env.sh ]; then
    # shellcheck source=/dev/null
    (. .kernel/xla/env.sh && printf '%s\n' "$PJRT_PLUGIN")
    return
  fi
  for folder in "$HOME/.local/lib/go-xla/nvidia" /usr/local/lib/go-xla/nvidia; do
    file=$folder/pjrt_c_api_cuda_plugin.so
    [ -f "$file" ] && { printf '%s\n' "$file"; return; }
  done
  for folder in $(site_packages); do
    for file in "$folder"/jax_plugins/xla_cuda*/xla_cuda_plugin.so; do
      [ -f "$file" ] && { printf '%s\n' "$file"; return; }
    done
  done
}

# site_packages prints the folders where pip installs, if there is a Python.
site_packages() {
  command -v python3 >/dev/null || return 0
  python3 -c 'import site, sysconfig; print(sysconfig.get_paths()["purelib"], *site.getsitepackages(), site.getusersitepackages())' 2>/dev/null
}

missing=()
command -v go >/dev/null || missing+=("Go (https://go.dev/dl)")
command -v gcc >/dev/null || missing+=("gcc, which links XLA (apt-get install gcc libc6-dev)")
if ! gpu=$(nvidia-smi --query-gpu=name,memory.total,driver_version,compute_cap --format=csv,noheader 2>/dev/null) || [ -z "$gpu" ]; then
  missing+=("an NVIDIA GPU (nvidia-smi names none)")
fi
plugin=$(plugin)
case $plugin in
  '') missing+=("a PJRT CUDA plugin (set PJRT_PLUGIN to its path; environment/cuda.md tells how to get one)") ;;
  /*) [ -f "$plugin" ] || missing+=("the plugin $plugin, which PJRT_PLUGIN names") ;;
  *) missing+=("an absolute path in PJRT_PLUGIN in place of $plugin") ;;
esac
if [ ${#missing[@]} -gt 0 ]; then
  printf -v line '%s; ' "${missing[@]}"
  printf 'gpu_checks: missing: %s\n' "${line%; }" >&2
  exit 2
fi

# --- where the plugin finds NVIDIA's libraries ----------------------------------

nvidia=
for folder in "$(dirname "$plugin")" "$(dirname "$(dirname "$plugin")")/nvidia" "$(dirname "$(dirname "$(dirname "$plugin")")")/nvidia"; do
  [ -d "$folder/cu13" ] || [ -d "$folder/cuda_nvcc" ] || continue
  nvidia=$(cd "$folder" && pwd)
  break
done
deterministic=--xla_gpu_deterministic_ops=true
flags=${XLA_FLAGS:-}
if [ -n "$nvidia" ]; then
  libraries=$(find "$nvidia" -mindepth 2 -maxdepth 2 -name lib -type d | paste -sd:)
  export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  for folder in "$nvidia/cu13" "$nvidia/cuda_nvcc"; do
    [ -d "$folder/bin" ] || continue
    export PATH="$folder/bin:$PATH"
    flags="$flags --xla_gpu_cuda_data_dir=$folder"
    break
  done
fi
export GOMLX_NO_AUTO_INSTALL=1 GOPJRT_CUDA_CHECKS=0 GOEXPERIMENT=simd
exact="xla:$plugin,tf32=false" fast="xla:$plugin,tf32=true"

# --- recording ------------------------------------------------------------------

mkdir -p "$(dirname "$results")" || exit 2
logs=$(cd "$(dirname "$results")" && pwd)
: >"$results" || exit 2
start=$SECONDS

# quoted TEXT prints a JSON string.
quoted() {
  local s=${1//\\/\\\\}
  s=${s//\"/\\\"}
  s=${s//$'\t'/ }
  printf '"%s"' "${s//$'\n'/; }"
}

# record NAME VALUE... appends a line; values come as key and JSON in turn.
record() {
  printf '{"check":%s' "$(quoted "$1")"
  shift
  while [ $# -gt 1 ]; do printf ',"%s":%s' "$1" "$2"; shift 2; done
  printf '}\n'
} >>"$results"

# step NAME SECONDS COMMAND... runs a command into NAME.log and records how it
# ended. It stops at its own limit or at the script's, whichever is first.
step() {
  local name=$1 most=$2 began=$SECONDS left rc
  shift 2
  left=$((limit - (SECONDS - start)))
  [ "$left" -lt "$most" ] && most=$left
  if [ "$most" -lt 5 ]; then
    record "$name" status '"no time left"'
    printf '%-28s no time left\n' "$name"
    failed=1
    return 1
  fi
  timeout --kill-after=5 "$most" "$@" >"$logs/$name.log" 2>&1 </dev/null
  rc=$?
  case $rc in
    0) record "$name" status '"ok"' seconds $((SECONDS - began)) ;;
    124 | 137) record "$name" status '"out of time"' seconds $((SECONDS - began)) ;;
    *) record "$name" status '"failed"' seconds $((SECONDS - began)) last "$(quoted "$(grep -vE '^(FAIL|PASS|ok|exit status|\s*$)' "$logs/$name.log" | tail -n 1)")" ;;
  esac
  printf '%-28s %s, %d s\n' "$name" "$([ $rc -eq 0 ] && echo ok || echo "FAILED ($rc), see $logs/$name.log")" $((SECONDS - began))
  [ $rc -eq 0 ] || failed=1
  return $rc
}

# benchmarks NAME records each line "BenchmarkX-16  30  123 ns/op  4 images/s" of a
# log, with the package that go test printed above it.
benchmarks() {
  local name=$1 package='' words fields i
  while read -r -a words; do
    case ${words[0]:-} in
      pkg:) package=${words[1]} ;;
      Benchmark*)
        fields=(status '"measured"' package "$(quoted "$package")" benchmark "$(quoted "${words[0]}")")
        for ((i = 2; i + 1 < ${#words[@]}; i += 2)); do fields+=("${words[i + 1]}" "${words[i]}"); done
        record "$name" "${fields[@]}"
        ;;
    esac
  done <"$logs/$name.log"
}

# --- the checks -----------------------------------------------------------------

record machine gpu "$(quoted "$gpu")" cpus "$(nproc)" go "$(quoted "$(go env GOVERSION)")" \
  commit "$(quoted "$(git describe --always --dirty 2>/dev/null)")" \
  plugin "$(quoted "$plugin")" nvidia_libraries "$(quoted "$nvidia")" deterministic_flag "$(quoted "$deterministic")"
printf '%s\nplugin %s\n' "$gpu" "$plugin"

step build 240 go build -tags xla ./...

export GOMLX_BACKEND=$exact XLA_FLAGS="$flags $deterministic"
if ! step starts 60 go test -count=1 -tags xla -run TestXLAStarts -v ./nesy/backend; then
  echo "gpu_checks: the plugin does not start; the other checks would all fail" >&2
  exit 1
fi

# The tests of the packages that compute: the others say nothing about a GPU. All of
# them take their backend from nesy/backend, and so from GOMLX_BACKEND.
mapfile -t computing < <(grep -rlE 'backend\.New\(\)|backbonetest\.' --include='*_test.go' nesy | xargs -r -n 1 dirname | sort -u | sed 's|^|./|')
step test 200 go test -count=1 -tags xla "${computing[@]}"

# Measurements, what they are for, and the packages that hold them. A new benchmark
# goes into this list. A package has 50 seconds in each mode, the fast one (TF32, any
# order of summation) and the deterministic one; it skips on the Go backend what is too
# large for it.
#
#   MatMul         the chip's rate in float32 and bfloat16
#   Tiny, Nano32   the Swin's forward pass from float32 pixels of the host
#   TinyOnDevice   the same from pixels on the device, in float32 and bfloat16
#   OnTheFly       features from bytes, with and without the paper's augmentation
#   OnTheFlyStep   a training step on images augmented anew
#   Step           a training step on cached features; pretraining the small Swin
#   Graph          the consistency term alone; the augmentation alone
measured='^Benchmark(MatMul|Tiny|TinyOnDevice|Nano32|OnTheFly|OnTheFlyStep|Step|Graph)$'
mapfile -t measuring < <(grep -rlE "^func ${measured:1:-1}\(" --include='*_test.go' nesy | xargs -r -n 1 dirname | sort -u | sed 's|^|./|')
measure() { # measure MODE
  local package name
  for package in "${measuring[@]}"; do
    name=$1_$(basename "$package")
    step "$name" 50 go test -count=1 -tags xla -run '^$' -bench "$measured" -benchtime 1s "$package"
    benchmarks "$name" # also of a step that ran out of time: what it got to
  done
}
export GOMLX_BACKEND=$fast XLA_FLAGS="$flags"
measure fast
# Larger batches of Swin-T in bfloat16, to choose one by.
for batch in 512 1024; do
  NESY_BENCH_BATCH=$batch step "fast_swin_$batch" 50 go test -count=1 -tags xla -run '^$' -bench 'TinyOnDevice/bfloat16' -benchtime 1s ./nesy/swin
  benchmarks "fast_swin_$batch"
done
export GOMLX_BACKEND=$exact XLA_FLAGS="$flags $deterministic"
measure deterministic

# The same network in PyTorch, to compare with, if it is at hand.
if command -v python3 >/dev/null && python3 -c 'import torch' 2>/dev/null; then
  step torch 120 python3 environment/torch_throughput.py
  benchmarks torch
else
  record torch status '"absent"' why '"python3 has no torch"'
  printf '%-28s absent, python3 has no torch\n' torch
fi

# The notebooks of the quick profile on the GPU, and the training once more: what is
# trained twice in deterministic mode must have the same bytes.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-tags=xla"
runs=$(mktemp -d) # new folders: a stage that is done already is not run again
trap 'rm -rf "$runs"' EXIT
NESY_RUNS=$runs/first step notebooks 240 go run ./kernelsetup run -profile quick -out "$logs/notebooks"
NESY_RUNS=$runs/second step training_again 120 go run ./kernelsetup run -profile quick -only 06 -out "$logs/notebooks_again"
sums() { (cd "$runs/$1" 2>/dev/null && find . -name '*.safetensors' -exec sha256sum {} + | sort -k 2); }
again=$(sums second)
if [ -n "$again" ]; then
  # What the second run wrote must stand in the first with the same hash.
  if ! grep -qvxF -f <(sums first) <<<"$again"; then
    record same_bytes_twice status '"ok"' files "$(wc -l <<<"$again")"
  else
    record same_bytes_twice status '"failed"'
    failed=1
  fi
fi

# What a training step on the fly means for the paper's 40,000 images, its 300 epochs,
# without early stopping, and its 18 configurations.
while read -r benchmark speed; do
  record epochs benchmark "$(quoted "$benchmark")" \
    epoch_seconds "$(awk -v s="$speed" 'BEGIN { printf "%.2f", 40000 / s }')" \
    configuration_minutes "$(awk -v s="$speed" 'BEGIN { printf "%.1f", 300 * 40000 / s / 60 }')" \
    grid_hours "$(awk -v s="$speed" 'BEGIN { printf "%.2f", 18 * 300 * 40000 / s / 3600 }')"
done < <(awk '/^BenchmarkOnTheFlyStep/ { for (i = 3; i < NF; i += 2) if ($(i + 1) == "images/s") print $1, $i }' "$logs/fast_train.log" 2>/dev/null)

record total seconds $((SECONDS - start)) failed $failed
printf 'results in %s\n' "$results"
exit $failed

# SPDX-License-Identifier: Apache-2.0
#
# The front door. `make` builds the tool at build/sinter; `make run` shows it at work; `make test`
# runs every test that needs no peer. Everything else is CMake: see CMakePresets.json.

PACKAGES = build-essential cmake ninja-build pkg-config libcmocka-dev libjansson-dev libstb-dev

.PHONY: all run test check full bless random trainings asan mutants planted agree compiled peers \
        onnx torch python examples firmware portable wasm browser fuzz corpus soak install deb \
        deb-test package clean deps

all: build/sinter

# ---- packages -----------------------------------------------------------------------------------
# Names what is missing; installs it only as root, or when asked to with `make deps`.
deps:
	@tools/need-packages.sh --install $(PACKAGES)

build/build.ninja: CMakeLists.txt CMakePresets.json
	@tools/need-packages.sh $(PACKAGES)
	@cmake --preset release >/dev/null

.PHONY: build/sinter
build/sinter: build/build.ninja
	@cmake --build build

# ---- the main job, on a network that sinter makes itself ----------------------------------------
run: build/sinter
	@mkdir -p build/example
	build/sinter zoo mobilenet_v2 -o build/example/mobilenet_v2.param
	build/sinter optimize build/example/mobilenet_v2.param -o build/example/fused.param
	build/sinter verify build/example/mobilenet_v2.param build/example/fused.param
	build/sinter compile build/example/fused.param -o build/example/c --prefix fused

# ---- tests ---------------------------------------------------------------------------------------
build-dev/build.ninja: CMakeLists.txt CMakePresets.json
	@tools/need-packages.sh $(PACKAGES)
	@cmake --preset dev >/dev/null

.PHONY: build-dev
build-dev: build-dev/build.ninja
	@cmake --build build-dev

# All that needs no peer.
test: build-dev
	@ctest --test-dir build-dev -j2 --output-on-failure --no-tests=error

# The fast path: without the real models, the random graphs and the kernels' shapes.
check: build-dev
	@ctest --test-dir build-dev -j2 --output-on-failure -LE 'slow|kernels' --no-tests=error

# What the tests give to cases by turns, all of it: each kernel's cases on all machines, each bit of
# damaged files.
full: build-dev
	@SINTER_FULL=1 ctest --test-dir build-dev -j2 --output-on-failure \
	    -R '^(kernels\.|formats.test_bad_files)' --no-tests=error

# Rewrites the expectations of the data tests; read the diff.
bless: build-dev
	@SINTER_BLESS=1 SINTER=$(CURDIR)/build-dev/sinter SINTER_TESTS=$(CURDIR)/tests \
	    build-dev/tests/run_data tests/data $(T)
	@git --no-pager diff --stat -- tests

# Random networks on all processors, seeds FIRST and the SEEDS - 1 that follow; failures are left in
# build-dev/random as data tests.
SEEDS ?= 100000
FIRST ?= 1
random: build-dev
	@build-dev/tests/random.test_random --seeds $(FIRST)..$$(($(FIRST) + $(SEEDS) - 1)) \
	    --keep-going --save build-dev/random

# Random trainings, in the interpreter and compiled, in each form of batch norms; failures are left
# in build-dev/trainings.
trainings: SEEDS := 200
trainings: build-dev
	@tools/need-packages.sh python3 gcc
	@python3 tests/random/trainings.py --sinter build-dev/sinter --jobs $$(nproc) --reduce \
	    --seeds $(FIRST)..$$(($(FIRST) + $(SEEDS) - 1)) --save build-dev/trainings

asan:
	@tools/need-packages.sh $(PACKAGES)
	@cmake --preset asan >/dev/null
	@cmake --build build-asan
	@ctest --test-dir build-asan -j2 --output-on-failure -LE 'slow|kernels|docs' --no-tests=error

# Wrong rewrites, planted into a copy: the checks must catch them, and bisect must name them.
mutants:
	@tools/need-packages.sh $(PACKAGES) python3
	@python3 tests/mutants/run.py . build-mutants -G Ninja

# Mistakes planted into networks: verify must not take them for the same. A part of it:
# T="--layers 3 zoo:squeezenet".
planted: build-dev
	@tools/need-packages.sh python3
	@python3 tests/planted/run.py build-dev/tests/planted $(T)

# What `agree` and `peers` leave to others by turns: only an N-th of it is done.
SHARE ?= 1

# Compiled networks against the interpreter: all models at hand, generated code under sanitizers,
# for other machines. With SHARE=N each network meets an N-th of the sanitizers and machines.
agree: build/sinter
	@tools/need-packages.sh python3 gcc clang gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
	@python3 tests/compiled/agree.py --sinter build/sinter --share $(SHARE) $(T)

# And mistakes planted into generated code.
compiled: agree
	@python3 tests/compiled/miscompiled.py --sinter build/sinter --table $(T)

# Real ncnn as the oracle, in a virtual environment that is made on the first run. SHARE=N: an N-th
# of the random cases.
peers: build/sinter
	@tools/need-packages.sh python3 python3-venv
	@tests/peer/run.sh build/sinter --share $(SHARE)

# All about ONNX: operators, the official tests by interpreter and by compiled code, real models.
onnx: build/sinter
	@tools/need-packages.sh python3 python3-venv
	@TESTS="$$(cd tests/peer && ls test_o*.py test_control.py | sed 's/\.py//')" \
	    tests/peer/run.sh build/sinter $(T)
	@TESTS=test_onnx_backend tests/peer/run.sh build/sinter --through compiled $(T)

# The Python package, and its wheel (NOT=wheel: without it); numpy and the like go into .venv on the
# first run.
python: build-dev
	@tools/need-packages.sh python3 python3-venv
	@[ -x .venv/bin/python ] || python3 -m venv .venv
	@.venv/bin/python -c "import numpy, onnx, scikit_build_core" 2>/dev/null || \
	    .venv/bin/python -m pip install --quiet numpy onnx scikit-build-core
	@ctest --test-dir build-dev -R "^python\." $(if $(NOT),-E $(NOT)) --output-on-failure \
	    --no-tests=error

# Training against PyTorch, which is installed into .venv-torch on the first run (4 GB).
torch: build/sinter
	@tools/need-packages.sh python3 python3-venv
	@tests/torch/run.sh build/sinter $(T)

# The examples of C, C++ and Android; installs a JDK, a cross compiler and Android's headers.
examples: build/sinter
	@tests/examples/run.sh build

# Networks, and a training, on emulated microcontrollers and small processors; installs compilers
# and QEMU for them.
firmware: build/sinter
	@tests/firmware/inference.sh build/sinter
	@tests/firmware/run.sh build/sinter

# Generated C under other compilers: C99, C++, clang, tcc, mingw-w64.
portable: build/sinter
	@tests/firmware/portable.sh build/sinter

# Networks as WebAssembly, in node.
wasm: build/sinter
	@tests/wasm/run.sh build/sinter --time $(T)

# The page of examples/browser in headless Chromium: MODEL=DETECTOR.param, and of IMAGES, FILE=CLASS
# each, the class that must be found.
browser: build/sinter
	@[ -n "$(MODEL)" ] || { echo "make browser MODEL=DETECTOR.param is expected"; exit 1; }
	@tools/need-packages.sh cmake clang lld wasi-libc libclang-rt-dev-wasm32 python3 chromium \
	    chromium-driver
	@tests/wasm/browser.py --sinter build/sinter --model $(MODEL) \
	    $(foreach image,$(IMAGES),--image $(image)) $(T)

# Each target under libFuzzer for SECONDS, from the committed corpus and seeds made from the tests.
SECONDS ?= 60
fuzz: build-fuzz
	@for target in build-fuzz/fuzz/fuzz_*; do \
	    [ -f $$target ] && [ -x $$target ] || continue; \
	    name=$${target##*/}; \
	    fuzz/seeds.py $$name build-fuzz/seeds/$$name build-fuzz/$$name.dict && \
	        mkdir -p build-fuzz/corpus/$$name || exit 1; \
	    $$target -max_total_time=$(SECONDS) -rss_limit_mb=4096 -timeout=60 -max_len=2048 \
	        -dict=build-fuzz/$$name.dict \
	        build-fuzz/corpus/$$name fuzz/corpus/$$name build-fuzz/seeds/$$name || exit 1; \
	done

.PHONY: build-fuzz
build-fuzz:
	@tools/need-packages.sh $(PACKAGES) clang python3
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz

# Long runs on all processors: random networks with fresh seeds, fuzz targets, allocations that
# fail, kills.
MINUTES ?= 10
soak: build-dev build-fuzz
	@tools/soak.sh $(MINUTES) build-dev build-fuzz

# The committed corpus anew: what the fuzzer has found, as few files as cover it.
corpus: build-fuzz
	@fuzz/minimise.sh build-fuzz

# What is installed, and programs that are built with it; manual pages and completion, with the
# formatters and shells that read them.
package: build-dev
	@tools/need-packages.sh python3 python3-yaml g++ man-db groff-base mandoc zsh fish
	@ctest --test-dir build-dev -R '^package\.' --output-on-failure --no-tests=error

# Debian packages, in build-deb: sinter, the library, and what programs are built with.
deb:
	@tools/need-packages.sh $(PACKAGES) file dpkg-dev lintian
	@rm -f build-deb/*.deb
	@cmake --preset deb >/dev/null
	@cmake --build build-deb
	@cd build-deb && cpack >cpack.log 2>&1 || { cat cpack.log; exit 1; }
	@lintian --fail-on error build-deb/*.deb
	@ls -l build-deb/*.deb

# Installs them into a clean system in a folder, and runs what is there.
deb-test: deb
	@tools/need-packages.sh python3 debootstrap
	@python3 tests/package/deb.py build-deb

# sinter.pc, CMake's package, manual pages, completion: docs/install.md.
install: build/sinter
	@cmake --install build

clean:
	rm -rf build build-dev build-asan build-deb build-fuzz build-mutants

# Rostrum. `make help` lists what there is.

SWIFT ?= swift
ROSTRUM := .build/release/rostrum
DEMO := Scenes/Book/9.1.yaml Scenes/Book/10.5.yaml Scenes/Book/10.6.yaml
FIGURES := $(wildcard Scenes/Book/Figures/*.yaml Scenes/Papers/Figures/*.yaml)
SOURCES := Package.swift Sources Tests
# One build serves the commands and the tests: tests draw thousands of pictures, and optimised they take a fifth of the
# time, which is more than the longer build costs. Lines for debuggers are a tenth of the build; `swift build` has them.
RELEASE := -c release -debug-info-format none -Xswiftc -enable-testing
# The programs that are packed are built without what tests need, in a folder of their own.
PACKED := -c release --scratch-path .build-dist
# What `--version` says of the commit, for the programs that are made for people.
COMMIT = $(shell git describe --tags --always --dirty 2>/dev/null)
BUILD = ROSTRUM_BUILD=$(COMMIT) $(SWIFT) build
PREFIX ?= /usr/local
# The benchmarks are a package of their own.
BENCHMARKS := -c release $(if $(filter Linux,$(shell uname)),--static-swift-stdlib) --package-path Tests/Benchmarks --scratch-path .build-bench
BENCHMARK := .build-bench/release/Benchmarks
# The fuzzers are one too: every module of it reports an input's coverage to libFuzzer.
FUZZ := -c release --package-path Tests/Fuzz --scratch-path .build-fuzz --sanitize fuzzer \
  -Xswiftc -enable-testing -Xcc -fsanitize=fuzzer-no-link
TARGET ?= all
SECONDS ?= 60
COUNT ?= 10000
PAGES ?= 300
# The documentation's compiler comes with Swift. RostrumKit hands on the modules that are documented with it.
DOCC ?= $(shell command -v docc || xcrun --find docc 2>/dev/null)
CATALOGUE := Sources/Command/RostrumKit/RostrumKit.docc
RESOURCES := $(CATALOGUE)/Resources
DOCUMENTED := RostrumKit RostrumFigures RostrumSceneFile RostrumLayerTree RostrumTiming RostrumGeometry RostrumMedia

.DEFAULT_GOAL := help
.PHONY: help deps command build install programs dist bundle wheel image test-dist demo figures test torture damage mutants recipes fuzz sanitize differ test-farm oracle gallery cookbook bench bench-peers bench-films bench-lotties bench-preview reference pictures docs lint format clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the system packages that are missing (apt; names Homebrew's)
	@.ci/deps

# The command alone, without the server of its preview.
command: deps
	@$(BUILD) $(RELEASE) --product rostrum

build: command ## Build the command in release: .build/release/rostrum
	@$(BUILD) $(RELEASE) --product rostrum-preview

install: build ## Install the command, completions and the manual below PREFIX, /usr/local unless given
	@SWIFT=$(SWIFT) .ci/install "$(DESTDIR)$(PREFIX)"

# The programs that are packed: with no more of ICU's data than they need.
programs: deps
	@.ci/deps dist
	@mkdir -p .build
	@if [ "$$(uname)" = Linux ]; then python3 .ci/icu-data.py \
	  "$$(dirname "$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")")/lib/swift_static/linux/lib_FoundationICU.a" \
	  .build/icu-data.o; fi
	@icu=$$(ls $(CURDIR)/.build/icu-data.o 2>/dev/null); for product in rostrum rostrum-preview; do \
	  ROSTRUM_BUILD=$(COMMIT) $${icu:+env ROSTRUM_ICU=$$icu} $(SWIFT) build $(PACKED) --product $$product || exit; done

dist: programs ## Pack all: bundle, wheel, package for Debian, formula, sources, checksums: Output/dist
	@SWIFT=$(SWIFT) .ci/dist

bundle: programs ## Pack a folder that runs on every Linux, with its libraries and fonts; EMOJI=1 with emoji
	@SWIFT=$(SWIFT) .ci/dist bundle

wheel: programs ## Pack a wheel for Python with the program inside (Linux)
	@SWIFT=$(SWIFT) .ci/dist wheel

image: programs ## Make an image for containers, rostrum:VERSION, by podman, buildah or docker (Debian)
	@SWIFT=$(SWIFT) .ci/dist image

test-dist: dist ## Install the package into a clean root, try bundle, wheel and image (needs root)
	@.ci/test-dist

demo: command ## Set up, build, and render three scenes of the book into Output/
	@$(ROSTRUM) render $(DEMO) -o Output --format png,mp4
	@echo "Open the videos: $(patsubst Scenes/Book/%.yaml,Output/%.mp4,$(DEMO))"

figures: command ## Draw every figure of the package into Output/figures, as SVG, PDF and PNG, and in Chinese
	@$(ROSTRUM) figure $(FIGURES) -o Output/figures --format svg,pdf,png
	@$(ROSTRUM) figure $(FIGURES) -o Output/figures/zh --format svg,pdf,png --language zh \
	  || { [ $$? -eq 66 ] && echo "So the figures in Chinese, Output/figures/zh, are left out."; }
	@echo "Open the figures: Output/figures"

test: ## Check the formatting, pass every test, say how long each part took; ONLY="SceneFile UsageTests" for some
	@SWIFT=$(SWIFT) RELEASE="$(RELEASE)" .ci/test $(ONLY)

torture: deps ## Fail every system call once, then kill a thousand runs (Linux, as root)
	@.ci/deps test
	@$(BUILD) $(RELEASE) --product rostrum
	@python3 Tests/Faults/torture.py faults
	@python3 Tests/Faults/torture.py signals
	@python3 Tests/Faults/torture.py kills

damage: deps ## Cut a file of each format off at each byte, change each byte, and read all of them (Linux)
	@.ci/deps test
	@$(BUILD) $(RELEASE) --product rostrum
	@python3 Tests/Faults/changes.py $(ROSTRUM)

mutants: deps ## Change a hundred places subtly, and see whether the tests notice
	@SWIFT=$(SWIFT) python3 Tests/Mutants/mutants.py run

recipes: deps ## Add one of each kind by the recipes of Architecture.md to a copy, build it, and try it
	@SWIFT=$(SWIFT) python3 Tests/Recipes/recipes.py

fuzz: deps ## Try inputs that reach new code: TARGET=scene SECONDS=600; all kinds unless given
	@$(SWIFT) build $(FUZZ)
	@python3 Tests/Fuzz/fuzz.py run $(TARGET) $(SECONDS)

sanitize: deps ## Test with address, undefined-behaviour and thread sanitizers: ONLY=thread for one
	@.ci/deps test
	@SWIFT=$(SWIFT) .ci/sanitize $(ONLY)

differ: deps ## Compare ways to one picture, with COUNT generated scenes and PAGES for Chromium
	@.ci/deps test
	@.ci/deps browser
	@$(BUILD) $(RELEASE) --build-tests
	@ROSTRUM_GENERATED_SCENES=$(COUNT) $(SWIFT) test $(RELEASE) --skip-build --filter \
	  'BakeTests|DamageTests|CropTests|RenderingTests.ScaleTests|JSONSceneTests'
	@$(BUILD) $(RELEASE) --product Oracle
	@.build/release/Oracle --generated $(PAGES)

oracle: deps ## Compare scenes with what headless Chromium makes of their CSS twins
	@.ci/deps browser
	@$(BUILD) $(RELEASE) --product Oracle
	@.build/release/Oracle

test-farm: build ## Render through the Open Job Description's runner, Slurm and GNU parallel (installs them)
	@.ci/test-farm

gallery: command ## Draw a frame of every scene that shows one idea: Output/gallery.png
	@mkdir -p Output
	@$(ROSTRUM) sheet $(wildcard Scenes/Layers/*.yaml Scenes/Effects/*.yaml Scenes/Transforms/*.yaml) \
	  --columns 6 --width 960 -o Output/gallery.png
	@echo "Open the pictures: Output/gallery.png"

cookbook: command ## Draw frames of every scene of the cookbook: Output/cookbook
	@mkdir -p Output/cookbook
	@for scene in Scenes/Cookbook/*.yaml; do $(ROSTRUM) sheet $$scene --columns 4 --width 800 \
	  -o Output/cookbook/$$(basename $$scene .yaml).png || exit; done
	@echo "Open the pictures: Output/cookbook"

bench: build ## Measure speed: medians, as a table; ONLY=comparison for a part of it
	@$(SWIFT) build $(BENCHMARKS)
	@$(BENCHMARK) --rostrum $(ROSTRUM) $(ONLY)

bench-peers: build ## Measure what others would use beside it; installs them below .build/peers
	@$(SWIFT) build $(BENCHMARKS)
	@.ci/peers $(ROSTRUM) $(BENCHMARK)

bench-films: build ## Measure films of photographs, gradients, blurs and text beside others
	@$(SWIFT) build $(BENCHMARKS)
	@.ci/peers $(ROSTRUM) $(BENCHMARK) films $(ONLY)

bench-lotties: build ## Measure the Lotties of LOTTIES=FOLDER beside rlottie and ThorVG; ONLY=NAME for some
	@test -n "$(LOTTIES)" || { echo "usage: make bench-lotties LOTTIES=FOLDER" >&2; exit 2; }
	@.ci/peers $(ROSTRUM) - lotties "$(LOTTIES)" $(ONLY)

bench-preview: build ## Measure a preview's time from a save to the picture, on eight scenes; ONLY=shapes for one
	@python3 Tests/Benchmarks/Preview/latency.py $(ROSTRUM) $(ONLY)

reference: deps ## Rewrite the tables of the reference from the vocabulary
	@$(SWIFT) run --quiet Reference

pictures: build ## Draw the documentation's pictures of scenes and of the preview
	@.ci/deps browser
	@for scene in Scenes/Cookbook/*.yaml; do $(ROSTRUM) sheet $$scene --columns 4 --width 640 \
	  -o $(RESOURCES)/cookbook-$$(basename $$scene .yaml).png || exit; done
	@for folder in Layers Effects Transforms; do for scene in Scenes/$$folder/*.yaml; do \
	  $(ROSTRUM) sheet $$scene --count 3 --width 640 -o \
	  $(RESOURCES)/gallery-$$folder-$$(basename $$scene .yaml).png || exit; done; done
	@$(BUILD) $(RELEASE) --product PreviewPictures
	@.build/release/PreviewPictures $(ROSTRUM) $(RESOURCES)

docs: deps ## Build the documentation into Output/docs, without a warning
	@rm -rf .build/graphs .build/RostrumKit.docc && mkdir -p .build/graphs Output
	@.ci/pages $(CATALOGUE) .build/RostrumKit.docc
	@from=$$($(SWIFT) package dump-symbol-graph --minimum-access-level public 2>&1 \
	  | sed -n 's/^Files written to //p') && \
	  for module in $(DOCUMENTED); do cp "$$from"/$$module*.symbols.json .build/graphs; done
	@$(DOCC) convert .build/RostrumKit.docc --additional-symbol-graph-dir .build/graphs \
	  --fallback-display-name RostrumKit --fallback-bundle-identifier RostrumKit \
	  --transform-for-static-hosting --warnings-as-errors --output-path Output/docs
	@echo "Read it: python3 -m http.server --directory Output/docs, then open" \
	  "http://localhost:8000/documentation/rostrumkit"

lint: ## Check the formatting of every Swift file
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format: ## Format every Swift file
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

clean: ## Remove what was built and rendered
	@rm -rf .build .build-bench .build-dist .build-fuzz .build-mutants .build-sanitize .build-test Output/*

# Rostrum. `make help` lists what there is.

SWIFT ?= swift
ROSTRUM := .build/release/rostrum
DEMO := Scenes/Book/9.1.yaml Scenes/Book/10.5.yaml Scenes/Book/10.6.yaml
FIGURES := $(wildcard Scenes/Book/Figures/*.yaml)
SOURCES := Package.swift Sources Tests

.DEFAULT_GOAL := help
.PHONY: help deps build demo figures test bench lint format clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the system packages that are missing (apt; names Homebrew's)
	@.ci/deps

build: deps ## Build the command in release: .build/release/rostrum
	@$(SWIFT) build -c release --product rostrum

demo: build ## Set up, build, and render three scenes of the book into Output/
	@$(ROSTRUM) render $(DEMO) -o Output --format png,mp4
	@echo "Open the videos: $(patsubst Scenes/Book/%.yaml,Output/%.mp4,$(DEMO))"

figures: build ## Draw every figure of the book into Output/figures, as SVG, PDF and PNG
	@$(ROSTRUM) figure $(FIGURES) -o Output/figures --format svg,pdf,png
	@echo "Open the figures: Output/figures"

test: deps lint ## Set up, check the formatting, and pass every test
	@$(SWIFT) build --build-tests
	@$(SWIFT) test --skip-build

bench: deps ## Measure speed: medians, as a table
	@$(SWIFT) run -c release Benchmarks

lint: ## Check the formatting of every Swift file
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format: ## Format every Swift file
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

clean: ## Remove what was built and rendered
	@rm -rf .build Output/*

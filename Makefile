# Two commands do everything: `make run` and `make test`. Both set up what they need and are quick the second time.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON ?= python3
BIN := .venv/bin
GAMES ?= 1000
TITLE ?= budapest56

.PHONY: run test test-wide setup setup-dev client lint unit chromium random-play pairwise twins bench bench-bots pictures los lock clean

run: setup client ## serve on an embedded database, ready to play
	@echo "Hexfog: http://$${HOST:-127.0.0.1}:$${PORT:-8000} (end with Ctrl-C)"
	@$(BIN)/python -m app

test: setup-dev client chromium lint unit ## everything

setup: .make/run
setup-dev: .make/dev
client: .make/client

.make/venv:
	@mkdir -p .make
	$(PYTHON) -m venv .venv
	@touch $@

.make/run: .make/venv requirements/run.txt
	@test -e .make/dev || $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	@touch $@

.make/dev: .make/venv requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@ .make/run

.make/npm: web/package.json web/package-lock.json web/.npmrc
	@mkdir -p .make
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.make/client: .make/npm $(shell find web/src web/index.html web/vite.config.js web/public -type f 2>/dev/null)
	cd web && npm run --silent build
	@touch $@

chromium: ## the browser of the browser tests: Debian's
	@command -v chromium >/dev/null || { test -z "$${CI:-}" && echo "no chromium: the browser tests are skipped"; } || scripts/install-chromium

lint: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: setup-dev client
	cd web && npm test --silent
	$(BIN)/pytest -n 2 --dist worksteal

test-wide: setup-dev ## the tests that play a sample in `make test`, in full
	HEXFOG_WIDE=1 $(BIN)/pytest -n 2 --dist worksteal $$(grep -rlE "samples import|secrecy import.* samples" tests --include="test_*.py")

pairwise: setup-dev ## GAMES random games with every combination of an all-pairs set of options; of TITLE, or of both Cold War Battles
	$(BIN)/python -m tests.engine.random_play --each $(if $(filter-out file,$(origin GAMES)),$(GAMES),200) $(if $(filter-out file,$(origin TITLE)),$(TITLE),angola87 budapest56)

random-play: setup-dev ## GAMES random games to the end, twins on a step in ten; of every title, or GAMES=300 TITLE=cityfight SCENARIO=54 TWINS=0.02
	$(BIN)/python -m tests.engine.random_play $(GAMES) $(if $(filter-out file,$(origin TITLE)),$(TITLE)) $(if $(SCENARIO),--scenario $(SCENARIO)) $(if $(TWINS),--twins $(TWINS))

twins: setup-dev ## the wide run of the secrecy tests
	$(BIN)/python -m tests.secrecy.wide

bench: setup-dev client ## figures: the engine alone, then the whole stack
	$(BIN)/python -m tests.bench.engine
	$(BIN)/python -m tests.bench.stack
	$(BIN)/python -m tests.bench.stack --title cityfight --scenario 55

bench-bots: setup-dev ## bots against each other: GAMES=100 TITLE=cityfight SCENARIO=52
	$(BIN)/python -m tests.bench.bots $(TITLE) --games $(GAMES) $(if $(SCENARIO),--scenario $(SCENARIO))

pictures: setup-dev client chromium ## the pictures of the README, out of the browser tests
	HEXFOG_PICTURES=1 $(BIN)/pytest tests/web/test_picture.py

los: setup-dev ## renew the tables of lines of sight after a change of Cityfight's map
	$(BIN)/python -m engine.titles.cityfight.build_los

lock: .make/venv ## renew the dependency locks
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-emit-index-url --no-header --quiet pyproject.toml -o requirements/run.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-emit-index-url --no-header --quiet --extra dev pyproject.toml -o requirements/dev.txt

clean:
	rm -rf .make .venv web/node_modules web/dist

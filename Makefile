# make run      set up, build, and hear a voice go through the mesh and back
# make test     set up and run every test
# make check    format, layers, Apple files, what binaries link
# make bench    measure; fails when a limit is missed
# make fuzz     a million runs against each parser of hostile bytes
# make docs     the reference documentation
# make install  PREFIX=/usr/local

PREFIX ?= /usr/local
SHELL := /bin/bash
DEMO ?=
# Tests that talk through real sockets in real time: beside what takes all cores they would wait too long.
SOCKET_TESTS := PTTLinkTests|PTTKitTests

.PHONY: run test check bench fuzz docs install clean packages tools

run: packages
	@. Scripts/toolchain && swift build --configuration release --product ptt
	@.build/release/ptt demo $(DEMO)

test: tools
	@. Scripts/toolchain && swift test --skip "$(SOCKET_TESTS)|SystemTests"
	@. Scripts/toolchain && swift test --skip-build --filter "$(SOCKET_TESTS)"
	@. Scripts/toolchain && swift test --skip-build --no-parallel --filter SystemTests

check: packages
	@Scripts/check

bench: tools
	@Scripts/bench

fuzz: packages
	@Scripts/fuzz

docs: packages
	@Scripts/docs

install: packages
	@. Scripts/toolchain && swift build --configuration release --product ptt --static-swift-stdlib
	install -s -D -m 0755 .build/release/ptt $(DESTDIR)$(PREFIX)/bin/ptt
	@for shell in bash zsh fish; do \
	    .build/release/ptt completion $$shell >.build/ptt.$$shell || exit 1; \
	done
	install -D -m 0644 .build/ptt.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/ptt
	install -D -m 0644 .build/ptt.zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_ptt
	install -D -m 0644 .build/ptt.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/ptt.fish

clean:
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build

packages:
	@Scripts/bootstrap --packages

tools:
	@Scripts/bootstrap

# ghc-openmp: build, test, install.  `make help` lists the targets.
ifeq ($(origin CC),default)
CC := gcc
endif
GHC ?= ghc
PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib
INCDIR ?= $(PREFIX)/include
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/ghcomp
OPT ?= -O2 -g

WARN := -Wall -Wextra -Wundef -Wmissing-prototypes -Wshadow
TLS := $(shell echo 'int main(void){return 0;}' | $(CC) -mtls-dialect=gnu2 -x c -o /dev/null - 2>/dev/null && echo -mtls-dialect=gnu2)
CFLAGS_ALL := -std=gnu11 $(OPT) -fPIC -fvisibility=hidden $(TLS) $(WARN) -Iruntime -Iinclude -pthread $(CPPFLAGS) $(CFLAGS)
LDFLAGS_ALL := -shared -pthread -Wl,-z,defs -Wl,-z,nodelete -Wl,-z,now -Wl,--version-script=runtime/abi/libgomp.map $(LDFLAGS)

# Where GHC's RTS is: asked, not guessed.
HAVE_GHC := $(shell command -v $(GHC) 2>/dev/null)
ifneq ($(HAVE_GHC),)
GHC_PKG := $(shell command -v $(dir $(HAVE_GHC))ghc-pkg 2>/dev/null || command -v ghc-pkg)
RTS_DIR := $(shell $(GHC_PKG) field rts dynamic-library-dirs,library-dirs 2>/dev/null | sed 's/^[a-z-]*: *//')
RTS_SO := $(firstword $(wildcard $(addsuffix /libHSrts*_thr-ghc*.so,$(RTS_DIR))))
RTS_INC := $(addprefix -isystem ,$(shell $(GHC_PKG) field rts include-dirs --simple-output 2>/dev/null))
endif

COMMON := $(wildcard runtime/base/*.c runtime/core/*.c runtime/abi/*.c) runtime/backend/plain_thread.c
GHC_SRC := $(COMMON) $(wildcard runtime/backend/ghc_*.c)
PTHREAD_SRC := $(COMMON) runtime/backend/pthread.c
HEADERS := $(wildcard runtime/*/*.h include/*.h)

ghc_objects = $(GHC_SRC:%.c=build/obj/ghc/%.o)
pthread_objects = $(PTHREAD_SRC:%.c=build/obj/pthread/%.o)
tsan_objects = $(PTHREAD_SRC:%.c=build/obj/tsan/%.o)
asan_objects = $(PTHREAD_SRC:%.c=build/obj/asan/%.o)

.PHONY: FORCE all build-all test-all check check-all check-apps soak tsan asan cross bench bench-dgemm bench-corun bench-trace bench-pages costs \
  demo demos docs docs-serve fmt lint install deb clean help pthread
.DELETE_ON_ERROR:

ifneq ($(HAVE_GHC),)
all: build/libghcomp.so build/compat/libgomp.so.1 build/ghcomp.pc pthread
else
all: pthread
	@echo "ghc was not found: only build/pthread/libghcomp.so (plain threads) was built" >&2
endif
pthread: build/pthread/libghcomp.so build/pthread/compat/libgomp.so.1
build-all: all build/tsan/libghcomp.so build/asan/libghcomp.so

help:
	@echo "all build-all check check-all check-apps test-all soak tsan asan cross demo demos"
	@echo "bench bench-dgemm bench-corun bench-trace bench-pages costs docs docs-serve fmt lint install deb clean"

build/obj/ghc/%.o: %.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(RTS_INC) -c $< -o $@
build/obj/pthread/%.o: %.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -c $< -o $@
build/obj/tsan/%.o: %.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -fsanitize=thread -c $< -o $@
build/obj/asan/%.o: %.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -DGHO_DEBUG -fsanitize=address,undefined -c $< -o $@

# One link line for each name: the soname differs, the objects do not.
define library
$(1): $$($(2)_objects) runtime/abi/libgomp.map
	@mkdir -p $$(@D)
	$$(CC) $$(LDFLAGS_ALL) $(4) -Wl,-soname,$(3) -o $$@ $$($(2)_objects) -ldl
endef
$(eval $(call library,build/libghcomp.so,ghc,libghcomp.so.1,))
$(eval $(call library,build/compat/libgomp.so.1,ghc,libgomp.so.1,))
$(eval $(call library,build/pthread/libghcomp.so,pthread,libghcomp.so.1,))
$(eval $(call library,build/pthread/compat/libgomp.so.1,pthread,libgomp.so.1,))
$(eval $(call library,build/tsan/pthread/compat/libgomp.so.1,tsan,libgomp.so.1,-fsanitize=thread))
$(eval $(call library,build/tsan/libghcomp.so,tsan,libghcomp.so.1,-fsanitize=thread))
$(eval $(call library,build/asan/pthread/compat/libgomp.so.1,asan,libgomp.so.1,-fsanitize=address -fsanitize=undefined))
$(eval $(call library,build/asan/libghcomp.so,asan,libghcomp.so.1,-fsanitize=address -fsanitize=undefined))

# The library that brings GHC's RTS into a process that has none; loaded at the first region.
build/libghcomp-rts.so: runtime/backend/rts_shim.c
	@mkdir -p build/rts
	$(GHC) -v0 -shared -dynamic -fPIC -no-hs-main -outputdir build/rts -o $@ $< \
	  -optl-Wl,--no-as-needed -optl$(RTS_SO) -optl-Wl,-rpath,$(dir $(RTS_SO))
build/compat/libghcomp-rts.so: build/libghcomp-rts.so
	@mkdir -p $(@D)
	ln -sf ../libghcomp-rts.so $@
ifneq ($(HAVE_GHC),)
all: build/libghcomp-rts.so build/compat/libghcomp-rts.so build/libghcomp.so.1 build/libgomp.so
endif
build/libghcomp.so.1: build/libghcomp.so
	ln -sf libghcomp.so $@
# gcc -fopenmp adds -lgomp to the link line itself: with -L of this folder it finds this library
# again, and the program asks for libghcomp.so.1 only.
build/libgomp.so: build/libghcomp.so
	ln -sf libghcomp.so $@

# Names the folders of this make, not those of an earlier one. An installation writes its own, because another
# make may write this one meanwhile.
PC_DIRS = -e 's|@prefix@|$(PREFIX)|' -e 's|@libdir@|$(LIBDIR)|' -e 's|@includedir@|$(INCDIR)|'
build/ghcomp.pc: data/ghcomp.pc.in FORCE
	@mkdir -p $(@D)
	@sed $(PC_DIRS) $< > $@

check: all
	tests/run
check-all: all build/tsan/pthread/compat/libgomp.so.1
	tests/run --all
	scripts/cross || [ $$? = 77 ]
# Random programs under changing settings, for SOAK_SECONDS.
soak: all
	scripts/soak $(SOAK_SECONDS)
# aarch64 and riscv64 with plain threads, under qemu-user.
cross:
	scripts/cross
test-all: check-all
check-apps: all
	tests/apps/run $(APPS)
demo: all
	demos/run.sh
demos: all
	demos/run.sh all
tsan: build/tsan/pthread/compat/libgomp.so.1
	BUILD=build/tsan CC="$(CC) -fsanitize=thread" CXX="g++ -fsanitize=thread" FC="gfortran -fsanitize=thread" \
	  TEST_TIME_FACTOR=5 tests/run -l pthread $(FILTER)
asan: build/asan/pthread/compat/libgomp.so.1
	BUILD=build/asan CC="$(CC) -fsanitize=address" CXX="g++ -fsanitize=address" FC="gfortran -fsanitize=address" \
	  ASAN_OPTIONS=detect_leaks=0 TEST_TIME_FACTOR=5 tests/run -l pthread $(FILTER)

bench: all
	bench/run
bench-dgemm: all
	bench/run dgemm
bench-corun: all
	bench/run corun
bench-trace: all
	bench/trace
costs: all
	bench/count

# What is made of data/bench.json and tests/apps/results.json: pages, the table of README.md, and pictures.
bench-pages: build/charts/charts
	scripts/benchmarks-page >build/page.md && mv build/page.md docs/benchmarks.md
	scripts/benchmarks-page --readme >build/page.md && mv build/page.md README.md
	scripts/apps-table >build/page.md && mv build/page.md docs/apps.md
	rm -f docs/charts/*.svg
	build/charts/charts data/bench.json docs/charts
	for picture in docs/charts/*.svg; do echo "<!-- of data/bench.json $$(cksum <data/bench.json) -->" >>$$picture; done
	build/charts/charts tests/apps/results.json docs/charts
	echo "<!-- of tests/apps/results.json $$(cksum <tests/apps/results.json) -->" >>docs/charts/apps.svg

build/charts/charts: scripts/charts/Charts.hs
	@mkdir -p $(@D)
	$(GHC) -v0 -Wall -Wno-name-shadowing -dynamic -outputdir $(@D)/o $< -o $@

# Pages in build/site, from Debian's mkdocs-material; nothing from the network.
docs:
	scripts/site build
docs-serve:
	scripts/site serve

fmt:
	clang-format -i runtime/*/*.c runtime/*/*.h include/*.h
lint:
	cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr -Iruntime -Iinclude runtime

# Without GHC the library on plain threads.
INSTALLED := build$(if $(HAVE_GHC),,/pthread)
PAGES := $(shell find docs -name '*.md' -o -name '*.svg')
install: all
	install -d $(addprefix $(DESTDIR),$(LIBDIR)/pkgconfig $(LIBDIR)/ghcomp/compat $(INCDIR) $(BINDIR) $(MANDIR)/man1 $(MANDIR)/man7)
	install -m 755 $(INSTALLED)/libghcomp.so $(DESTDIR)$(LIBDIR)/libghcomp.so.1
	ln -sf libghcomp.so.1 $(DESTDIR)$(LIBDIR)/libghcomp.so
	ln -sf ../libghcomp.so.1 $(DESTDIR)$(LIBDIR)/ghcomp/libgomp.so
	install -m 755 $(INSTALLED)/compat/libgomp.so.1 $(DESTDIR)$(LIBDIR)/ghcomp/compat/libgomp.so.1
ifneq ($(HAVE_GHC),)
	install -m 755 build/libghcomp-rts.so $(DESTDIR)$(LIBDIR)/ghcomp/libghcomp-rts.so
	ln -sf ../libghcomp-rts.so $(DESTDIR)$(LIBDIR)/ghcomp/compat/libghcomp-rts.so
endif
	install -m 644 include/ghc_openmp.h $(DESTDIR)$(INCDIR)/ghc_openmp.h
	sed $(PC_DIRS) data/ghcomp.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/ghcomp.pc
	chmod 644 $(DESTDIR)$(LIBDIR)/pkgconfig/ghcomp.pc
	sed 's|@libdir@|$(shell realpath -ms --relative-to=$(BINDIR) $(LIBDIR))|' scripts/ghcomp-run > $(DESTDIR)$(BINDIR)/ghcomp-run
	chmod 755 $(DESTDIR)$(BINDIR)/ghcomp-run
	install -m 755 scripts/ghcomp-where $(DESTDIR)$(BINDIR)/ghcomp-where
	install -m 644 data/man/ghcomp-run.1 data/man/ghcomp-where.1 $(DESTDIR)$(MANDIR)/man1/
	install -m 644 data/man/ghcomp.7 $(DESTDIR)$(MANDIR)/man7/
	install -d $(addprefix $(DESTDIR)$(DOCDIR)/,$(sort $(dir $(PAGES))))
	install -m 644 README.md CHANGELOG.md CONTRIBUTING.md LICENSE $(DESTDIR)$(DOCDIR)/
	for page in $(PAGES); do install -m 644 $$page $(DESTDIR)$(DOCDIR)/$$page || exit 1; done

# Debian packages in build/deb, from debian/; needs debhelper.
deb:
	scripts/deb

clean:
	rm -rf build

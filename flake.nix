# nix build .#build | .#docs     nix run .#test-all | .#bench | .#bench-dgemm     nix develop
{
  description = "An OpenMP runtime on the threads of GHC's runtime system";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.05";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});

      # GHC is asked where its RTS is; readelf and nm are of binutils.
      toBuild = pkgs: [ pkgs.gcc pkgs.gnumake pkgs.binutils pkgs.ghc pkgs.python3 ];
      toTest = pkgs: toBuild pkgs ++ [ pkgs.gfortran pkgs.cabal-install pkgs.openblas pkgs.procps pkgs.perl pkgs.pkg-config ];
      toDocument = pkgs: [ pkgs.gnumake (pkgs.python3.withPackages (python: [ python.mkdocs python.mkdocs-material ])) ];

      # A target of the Makefile, run in the tree where the command is given: results stay in its build/.
      target = pkgs: inputs: name: {
        type = "app";
        program = "${pkgs.writeShellApplication {
          inherit name;
          runtimeInputs = inputs pkgs;
          text = "exec make -j2 ${name}";
        }}/bin/${name}";
      };
    in
    {
      packages = each (pkgs: rec {
        default = build;
        build = pkgs.stdenv.mkDerivation {
          pname = "ghc-openmp";
          version = "0.1.0";
          src = self;
          nativeBuildInputs = toBuild pkgs;
          enableParallelBuilding = true;
          postPatch = "patchShebangs scripts";
          makeFlags = [ "PREFIX=$(out)" ];
        };
        docs = pkgs.stdenv.mkDerivation {
          pname = "ghc-openmp-docs";
          version = "0.1.0";
          src = self;
          nativeBuildInputs = toDocument pkgs;
          postPatch = "patchShebangs scripts";
          buildPhase = "make docs";
          installPhase = "cp -r build/site $out";
        };
      });

      apps = each (pkgs: {
        test-all = target pkgs toTest "test-all";
        bench = target pkgs toTest "bench";
        bench-dgemm = target pkgs toTest "bench-dgemm";
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell {
          packages = toTest pkgs ++ toDocument pkgs ++ [ pkgs.gdb pkgs.valgrind pkgs.clang-tools pkgs.cppcheck ];
        };
      });
    };
}

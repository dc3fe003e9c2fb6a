# As much of nixpkgs as the project's flake uses, with nothing behind it: for tests/abi/flake.sh.
{
  outputs = { self }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      genAttrs = names: make: builtins.listToAttrs (map (name: { inherit name; value = make name; }) names);
      # Text and lists of an attribute set of arguments become what a builder would get.
      made = system: name: arguments: derivation (arguments // { inherit name system; builder = "/bin/sh"; });
      tools = system: genAttrs [
        "gcc" "gnumake" "binutils" "ghc" "gfortran" "cabal-install" "openblas" "procps" "perl" "pkg-config" "gdb" "valgrind"
        "clang-tools" "cppcheck"
      ] (name: made system name { });
    in
    {
      lib = { inherit genAttrs; };
      legacyPackages = genAttrs systems (system: tools system // {
        python3 = made system "python3" { } // {
          withPackages = choose: made system "python3-env" {
            packages = choose (genAttrs [ "mkdocs" "mkdocs-material" ] (name: made system name { }));
          };
        };
        stdenv.mkDerivation = arguments: made system "${arguments.pname}-${arguments.version}" arguments;
        mkShell = arguments: made system "shell" arguments;
        writeShellApplication = { name, runtimeInputs, text }: made system name { inherit runtimeInputs text; };
      });
    };
}

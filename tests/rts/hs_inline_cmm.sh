#!/bin/sh
# inline-cmm: what it makes works in static, dynamic and profiled code, and a mistake is reported with
# the line of the Haskell module.
# LIMIT: 300
. "$(dirname -- "$0")/hs/lib.sh"
inline=$root/inline-cmm
work=$out/$name.o
program=$out/$name

build_and_run () {
  way=$1
  shift
  quietly "$GHC" -v0 -Wall -O0 -threaded -rtsopts "-i$inline/src:$inline/tests" -outputdir "$work/$way" \
    "$@" "$inline/tests/Features.hs" -o "$program"
  run 20 0 "$program"
}

# wrong LINE WORDS: the module on standard input must not compile, and its error names this line.
wrong () {
  cat >"$work/Wrong.hs"
  if timeout 100 "$GHC" -v0 -O0 "-i$inline/src" -outputdir "$work/static" --make "$work/Wrong.hs" >"$out/$name.log" 2>&1; then
    fail "this compiled: $(cat "$work/Wrong.hs")"
  fi
  # The words stand on the same line or on the next one.
  tr '\n' ' ' <"$out/$name.log" | grep -q "Wrong.hs:$1:[0-9]*: *error:.\{0,90\}$2" && return 0
  cat "$out/$name.log"
  fail "no error in line $1 that says: $2"
}

mkdir -p "$work"
build_and_run static
build_and_run dynamic -dynamic
# Profiled: GHC runs the quoter from dynamic code without profiling, which lies beside.
profiled=$(find "$("$GHC" --print-libdir)/.." -path '*/base-*' -name Prelude.p_hi 2>/dev/null | head -n 1)
if [ -n "$profiled" ]; then
  quietly "$GHC" -v0 -O0 -dynamic -osuf dyn_o -hisuf dyn_hi "-i$inline/src:$inline/tests" -outputdir "$work/prof" \
    --make "$inline/tests/Quoter.hs"
  build_and_run prof -prof -osuf p_o -hisuf p_hi
fi

head='{-# LANGUAGE GHCForeignImportPrim, MagicHash, QuasiQuotes, UnboxedTuples, UnliftedFFITypes #-}
module Wrong where
import Language.Cmm.Inline'

wrong 8 "parse error" <<END
$head

[cmm|
f (x :: Word) :: Word
{
  return (x + ;
}
|]
END
wrong 11 "parse error" <<END
$head

[cmm|
f (x :: Word,
   y :: Word)
  :: Word
{
  if (x < y) { return (x); }
  return (x + y]);
}
|]
END
wrong 5 "unknown primitive nonsense" <<END
$head

[cmm|f (x :: Word) :: Word { W_ y; (y) = prim %nonsense (x); return (y); }|]
END
wrong 8 "too small" <<END
$head
[cmm|
f (x :: Word) :: Word
{ return (x); }
#if 1 > 0
#error too small
#endif
|]
END
wrong 6 "argument" <<END
$head
[cmm|
/* A comment. */
f (W_ x) :: Word { return (x); }
|]
END
wrong 5 "no closing brace" <<END
$head
[cmm|
f (x :: Word) :: Word {
  return (x);
|]
END
wrong 7 "is not a type" <<END
$head
[cmm|
f (x :: Word) :: Word { return (x); }

g (x :: [Int]) :: Word { return (0); }
|]
END
wrong 4 "without arguments" <<END
$head
[cmm| f () :: Int { return (1); } |]
END

# The whole place: after it a tool finds the column too.
cat >"$work/Column.hs" <<END
$head
[cmm|
f (x :: Word) :: Word
{
    return (x $ x);
}
|]
END
timeout 100 "$GHC" -v0 -O0 "-i$inline/src" -outputdir "$work/static" --make "$work/Column.hs" >"$out/$name.log" 2>&1
grep -q 'Column.hs:7:15: *error' "$out/$name.log" || { cat "$out/$name.log"; fail "not line 7, column 15"; }

# Extensions that are missing are named.
cat >"$work/Bare.hs" <<END
{-# LANGUAGE QuasiQuotes #-}
module Bare where
import Language.Cmm.Inline
[cmm| f (x :: Word) :: Word { return (x); } |]
END
timeout 100 "$GHC" -v0 -O0 "-i$inline/src" -outputdir "$work/static" --make "$work/Bare.hs" >"$out/$name.log" 2>&1
grep -q 'GHCForeignImportPrim' "$out/$name.log" || { cat "$out/$name.log"; fail "no word about GHCForeignImportPrim"; }

# GHCi makes object code of such a module, also after it was changed and loaded again.
cat >"$work/Session.hs" <<END
{-# LANGUAGE GHCForeignImportPrim, MagicHash, QuasiQuotes, UnboxedTuples, UnliftedFFITypes #-}
module Session where
import Language.Cmm.Inline
[cmm| add (x :: Word, y :: Word) :: Word { return (x + y + 40000); } |]
END
sed 's/40000/50000/' "$work/Session.hs" >"$work/Session.next"
answers=$(printf 'add 1 2\n:!cp %s %s\n:reload\nadd 1 2\n' "$work/Session.next" "$work/Session.hs" |
  timeout 100 "$GHC" --interactive -v0 -ignore-dot-ghci -fobject-code "-i$inline/src" -outputdir "$work/ghci" "$work/Session.hs" 2>&1)
case $answers in
  *40003*50003*) ;;
  *) fail "GHCi: $answers" ;;
esac
# Without object code there is nothing that GHCi could load: it must say so.
sed -i 's/50000/60000/' "$work/Session.hs"
answers=$(echo 'add 1 2' | timeout 100 "$GHC" --interactive -v0 -ignore-dot-ghci "-i$inline/src" "$work/Session.hs" 2>&1)
case $answers in
  *60003* | *rror* | *object*) ;;
  *) fail "GHCi without object code: $answers" ;;
esac
exit 0

{-# LANGUAGE GHCForeignImportPrim, MagicHash, QuasiQuotes, UnboxedTuples, UnliftedFFITypes #-}
-- | Every kind of header and type; exits with 1 after a wrong result.
module Main (main) where

import Control.Monad (unless)
import Control.Monad.ST (ST, runST)
import Data.IORef
import Foreign.Marshal.Alloc (alloca)
import Foreign.Ptr
import Foreign.Storable
import GHC.Exts
import GHC.IO (IO (IO))
import Language.Cmm.Inline
import Quoter (cmmStep)
import System.Exit (exitFailure)
import System.Mem (performGC)

[cmm|
#define TWICE(x) \
  ((x) + (x))
/* A comment with a brace { and what looks like a header: no (x :: Word) :: Word { */
// and another one }
section "rodata" {
  inline_cmm_test_text : bits8[] "a string with } and /* in it";
}

addWords (x :: Word, y :: Word) :: (Word, Word)
{
  W_ sum;
  sum = x + y;
  if (sum < x) {
    return (sum, 1);
  }
  return (sum, 0);
}

plusHash (x :: Word#, y :: Word#) :: Word# { return (x + y); }
bothWays (x :: Word#, y :: Word#) :: (# Word#, Word# #) { return (x - y, y - x); }
negateInt (x :: Int) :: Int { return (-x); }
nextChar (c :: Char) :: Char { return (c + 1); }
twice (x :: Int) :: Int { return (TWICE (x)); }
/* Spread over lines, with a comment in it. */
scale
  ( x :: Double   /* times */
  , k :: Float
  ) :: Double
{
  return (%fmul (x, %f2f64 (k)));
}
halve (x :: Float) :: Float { return (%fquot (x, 2.0 :: bits32)); }
readWord (p :: Ptr Word) :: IO Word { return (W_[p]); }
writeWord (p :: Ptr Word, x :: Word) :: IO () { W_[p] = x; return (); }
nextPtr (p :: Ptr a) :: Ptr a { return (p + 1); }
flipPair (x :: a, y :: b) :: (b, a) { return (y, x); }
keep (x :: Maybe Int) :: IO (Maybe Int) { return (x); }
swap (x :: Int, y :: Int) :: IO (Int, Int) { return (y, x); }
withToken (x :: Int#, s :: State# s) :: (# State# s, Int# #) { return (x * 2); }
inST (x :: Int) :: ST s Int { return (x * 3); }
noArgument () :: IO Int { return (42); }
sizeOfBytes (a :: ByteArray#) :: Int# { return (StgArrBytes_bytes (a)); }

/* Allocates, and so can run a collection. */
newBytes (n :: Int#, s :: State# s) :: (# State# s, MutableByteArray# s #)
{
  (gcptr array) = call stg_newByteArrayzh (n);
  return (array);
}

/* Only Cmm calls this one. */
inline_cmm_test_square (W_ x) { return (x * x); }
squarePlus (x :: Word, y :: Word) :: Word
{
  (W_ square) = call inline_cmm_test_square (x);
  (W_ sum) = call plusHash (square, y);
  return (sum);
}
|]

[cmmStep| step (x :: Int) :: Int { return (x + STEP); } |]

stInt :: Int -> Int
stInt x = runST (inST x :: ST s Int)

main :: IO ()
main = do
  failures <- newIORef (0 :: Int)
  let is :: (Eq a, Show a) => String -> a -> a -> IO ()
      is what want got = unless (want == got) $ do
        putStrLn ("wrong: " ++ what ++ ": " ++ show got ++ " instead of " ++ show want)
        modifyIORef failures (+ 1)
  is "two results" [(7, 0), (3, 1)] [addWords 3 4, addWords maxBound 4]
  is "hashes" 7 (W# (plusHash 3## 4##))
  is "two results with hashes" (2, maxBound - 1) (case bothWays 5## 3## of (# a, b #) -> (W# a, W# b))
  is "Int" (-9) (negateInt 9)
  is "Char" 'b' (nextChar 'a')
  is "macro" 14 (twice 7)
  is "Double and Float" 3.75 (scale 2.5 1.5)
  is "Float" 1.25 (halve 2.5)
  alloca $ \p -> do
    writeWord p 77
    peek p >>= is "write" 77
    readWord p >>= is "read" 77
  is "Ptr" (nullPtr `plusPtr` 8) (nextPtr (nullPtr `plusPtr` 7))
  is "lifted" ("x", 3 :: Int) (flipPair 3 "x")
  is "lazy" "kept" (fst (flipPair (undefined :: Int) "kept"))
  keep (Just 5) >>= is "lifted in IO" (Just 5)
  swap 1 2 >>= is "tuple in IO" (2, 1)
  is "state token" 12 =<< IO (\s -> case withToken 6# s of (# s', n #) -> (# s', I# n #))
  is "ST" 12 (stInt 4)
  noArgument >>= is "no argument" 42
  sizes <- mapM size [0, 16, 100000]
  performGC
  is "allocation" [0, 16, 100000] sizes
  is "calls between functions" 53 (squarePlus 7 4)
  is "flags" 12 (step 7)
  bad <- readIORef failures
  unless (bad == 0) exitFailure
 where
  size (I# n) = IO $ \s -> case newBytes n s of
    (# s1, m #) -> case unsafeFreezeByteArray# m s1 of
      (# s2, a #) -> (# s2, I# (sizeOfBytes a) #)

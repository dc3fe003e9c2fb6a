{-# LANGUAGE GHCForeignImportPrim, MagicHash, QuasiQuotes, UnboxedTuples, UnliftedFFITypes #-}
-- DEMO: flags=-iinline-cmm/src rts=-N2
-- | Cmm inside of a Haskell module.
module Main (main) where

import Control.Concurrent
import Control.Monad
import Data.Bits (popCount, shiftL, shiftR, (.|.))
import Data.IORef
import Language.Cmm.Inline
import System.Exit (exitFailure)
import Text.Printf (printf)

[cmm|
/* The sum of two words, and 1 when it does not fit into one. */
addCarry (x :: Word, y :: Word) :: (Word, Word)
{
  W_ sum;
  sum = x + y;
  return (sum, sum < x);
}

/* Bits that are set: one instruction where the processor has it. */
countBits (x :: Word) :: Word
{
  W_ n;
  (n) = prim %popcnt64 (x);
  return (n);
}

/* The order of two values changed, whatever they are; nothing is evaluated. */
flipPair (x :: a, y :: b) :: (b, a)
{
  return (y, x);
}

/* What no C function can tell without a call into the RTS. */
whereAmI () :: IO (Int, Int)
{
  return (TO_W_ (Capability_no (MyCapability ())), TO_W_ (StgTSO_id (CurrentTSO)));
}
|]

main :: IO ()
main = do
  failures <- newIORef (0 :: Int)
  let check name right = unless right $ do
        putStrLn ("  WRONG: " ++ name)
        modifyIORef' failures (+ 1)
      samples = [0, 1, 5, maxBound, maxBound - 1, 0x0123456789abcdef] :: [Word]

  -- A number of 128 bits, from two words each.
  let wide (lo, hi) = fromIntegral hi `shiftL` 64 .|. fromIntegral lo :: Integer
  forM_ [(x, y) | x <- samples, y <- samples] $ \(x, y) ->
    check (printf "%d + %d" x y) (wide (addCarry x y) == fromIntegral x + fromIntegral y)
  printf "  2^64 - 1 plus 5: %d, carry %d\n" (fst (addCarry maxBound 5)) (snd (addCarry maxBound 5))

  forM_ (samples ++ map (`shiftR` 3) samples) $ \x ->
    check (printf "bits of %d" x) (countBits x == fromIntegral (popCount x))
  printf "  0x0123456789abcdef has %d bits set\n" (countBits 0x0123456789abcdef)

  let (s, n) = flipPair (undefined :: Int) "not evaluated"
  putStrLn ("  a pair turned around: " ++ s)
  check "the pair" (s == "not evaluated" && length [n] == 1)

  caps <- getNumCapabilities
  forM_ [0 .. caps - 1] $ \k -> do
    box <- newEmptyMVar
    _ <- forkOn k $ (,) <$> whereAmI <*> myThreadId >>= putMVar box
    ((capability, thread), me) <- takeMVar box
    printf "  thread %d is on Capability %d\n" thread capability
    check "Capability" (capability == k)
    check "thread" (show me == "ThreadId " ++ show thread)

  bad <- readIORef failures
  when (bad > 0) exitFailure

-- | From which size on a parallel region pays, and what one costs from Haskell.
-- DEMO: needs=HsCrossover.c rts=-N2
module Main (main) where

import Control.Concurrent
import Control.Monad
import Demo
import Foreign.C.Types
import Text.Printf (printf)

-- A region may wait for its threads: safe. The serial kernel of small size is what an unsafe import is
-- for.
foreign import ccall safe "crossover" c_parallel :: CInt -> CLong -> IO CLong
foreign import ccall unsafe "crossover_serial" c_serial :: CLong -> IO CLong

main :: IO ()
main = demo 1000 $ \d -> do
  caps <- getNumCapabilities
  let team = max 2 caps
      sizes = [4 ^ k | k <- [0 .. 10 :: Int]] :: [CLong]
  -- The team is there before the clock starts.
  replicateM_ 100 (c_parallel (fromIntegral team) 1)
  (_, empty) <- best 5 (replicateM_ 100 (c_parallel (fromIntegral team) 0))
  say (printf "an empty region of %d threads, safe call included: %s" team (us (empty / 100)))
  say "iterations      serial    parallel"
  rows <- forM sizes $ \n -> do
    -- Enough calls for the clock, few enough for the patient.
    let times = max 1 (min 200 (200000 `div` fromIntegral n)) :: Int
        per act = do
          (r, t) <- best 5 (last <$> replicateM times act)
          pure (r, t / fromIntegral times)
    (want, serial) <- per (c_serial n)
    (got, parallel) <- per (c_parallel (fromIntegral team) n)
    checkEq d (printf "result for %d" (fromIntegral n :: Int)) want got
    say (printf "%10d %8.2f us %8.2f us  %s" (fromIntegral n :: Int) (serial * 1e6) (parallel * 1e6)
      (if parallel < serial then printf "parallel %.2f times as fast" (serial / parallel) else "" :: String))
    pure (n, parallel < serial)
  -- The first size from which the parallel loop wins at every larger one.
  case dropWhile (not . snd) (dropLosing rows) of
    ((n, _) : _) -> say (printf "the parallel loop wins from %d iterations on" (fromIntegral n :: Int))
    [] -> say "the parallel loop does not win here (one CPU, or busy ones)"
  small <- c_parallel (fromIntegral team) 1000
  checkEq d "the same in Haskell" (sum [i * i `mod` 1000003 | i <- [0 .. 999]]) small
 where
  dropLosing rows = reverse (takeWhile snd (reverse rows))

{-# LANGUAGE BangPatterns #-}
-- | OpenMP regions, or barriers, of one Haskell thread beside green threads that never pause.
--
-- Usage: corun KIND WORK GREEN [MILLISECONDS]
--
-- * KIND: @regions@ (of 2 threads, about 20 microseconds of work), @barriers@ (of 2 threads), or
--   @none@: the green threads alone.
-- * WORK of the GREEN threads: @busy@ computes, @alloc@ allocates and keeps some of it.
--
-- Prints operations of that kind per second, units of Haskell work per second, and garbage
-- collections per second in the whole run. Exit status 1 when a result was wrong.
module Main (main) where

import Control.Concurrent
import Control.Exception (evaluate)
import Control.Monad
import Data.Int (Int64)
import qualified Data.IntMap.Strict as IntMap
import Data.IORef
import Data.Word (Word64)
import Foreign.C.Types
import Foreign.Marshal.Alloc (alloca, callocBytes)
import Foreign.Ptr
import Foreign.Storable (peek, poke)
import GHC.Clock (getMonotonicTime)
import GHC.Stats (gcs, getRTSStats, getRTSStatsEnabled)
import System.Environment (getArgs)
import System.Exit (die)
import Text.Printf (printf)
import Text.Read (readMaybe)

-- Runs for the whole measurement: safe, so that the Haskell threads go on.
foreign import ccall safe corun_measure
  :: CInt -> CInt -> CLong -> CDouble -> CDouble -> Ptr Int64 -> CInt -> Ptr CDouble -> Ptr CDouble
  -> IO CInt

main :: IO ()
main = do
  args <- getArgs
  (kind, work, green, milliseconds) <- case args of
    [k, w, g] -> settings k w g "300"
    [k, w, g, m] -> settings k w g m
    _ -> usage
  started <- getMonotonicTime
  counters <- callocBytes (128 * max 1 green)
  stop <- newIORef False
  results <- forM [0 .. green - 1] $ \i -> do
    result <- newEmptyMVar
    let counter = counters `plusPtr` (128 * i)
    _ <- forkIO (work stop counter i >>= putMVar result)
    pure (counter, result)
  -- All of them have begun.
  forM_ results $ \(counter, _) -> do
    let wait = peek counter >>= \n -> when (n == (0 :: Int64)) (threadDelay 500 >> wait)
    wait
  measured <- newEmptyMVar
  _ <- forkIO . alloca $ \operations -> alloca $ \units -> do
    wrong <- corun_measure kind 2 16000 (fromIntegral milliseconds / 10000)
      (fromIntegral milliseconds / 1000) counters (fromIntegral green) operations units
    r <- (,) <$> peek operations <*> peek units
    putMVar measured (wrong, r)
  (wrong, (operations, units)) <- takeMVar measured
  writeIORef stop True
  rights <- mapM (takeMVar . snd) results
  ended <- getMonotonicTime
  enabled <- getRTSStatsEnabled
  collections <- if enabled then fromIntegral . gcs <$> getRTSStats else pure (0 :: Double)
  when (wrong /= 0) $ die "corun: a wrong answer from OpenMP"
  unless (and rights) $ die "corun: a wrong answer from Haskell"
  printf "%.1f %.1f %.1f\n" (realToFrac operations :: Double) (realToFrac units :: Double)
    (collections / (ended - started))
 where
  usage = die "usage: corun none|regions|barriers busy|alloc GREEN [MILLISECONDS]"
  settings k w g m =
    case (lookup k kinds, lookup w works, readMaybe g, readMaybe m) of
      (Just kind, Just work, Just green, Just ms) | green >= (0 :: Int), ms > (0 :: Int) ->
        pure (kind, work, green, ms)
      _ -> usage
  kinds = [("none", 0), ("regions", 1), ("barriers", 2)]
  works = [("busy", busy), ("alloc", alloc)]

-- | Units of work until told to stop, counted in memory; says whether the outcome is right.
type Work = IORef Bool -> Ptr Int64 -> Int -> IO Bool

-- | Steps of a generator: no allocation inside a unit.
busy :: Work
busy stop counter index = go 0 seed
 where
  seed = fromIntegral index :: Word64
  go :: Int -> Word64 -> IO Bool
  go !n !x = do
    halt <- readIORef stop
    if halt then pure (x == jump (n * unit) seed) else do
      x' <- evaluate (steps unit x)
      poke counter (fromIntegral (n + 1))
      go (n + 1) x'
  unit = 2000

steps :: Int -> Word64 -> Word64
steps 0 !x = x
steps k x = steps (k - 1) (x * multiplier + increment)

multiplier, increment :: Word64
multiplier = 6364136223846793005
increment = 1442695040888963407

-- | The same number of steps at once: powers of the affine map, by squaring.
jump :: Int -> Word64 -> Word64
jump = go multiplier increment
 where
  go _ _ 0 !x = x
  go a c k x =
    go (a * a) (a * c + c) (k `div` 2) (if odd k then a * x + c else x)

-- | A map that is always being rebuilt: allocates most of a gigabyte per second, and keeps a few
-- megabytes that each collection of the old generation has to copy.
alloc :: Work
alloc stop counter index = go 0 (IntMap.fromList [(k, 0) | k <- [0 .. keys - 1]]) index
 where
  go :: Int -> IntMap.IntMap Int -> Int -> IO Bool
  go !n !m !key = do
    halt <- readIORef stop
    if halt then pure (IntMap.size m == keys && IntMap.foldl' (+) 0 m == n * unit) else do
      m' <- evaluate (bump unit m key)
      poke counter (fromIntegral (n + 1))
      go (n + 1) m' ((key + unit * stride) `mod` keys)
  bump :: Int -> IntMap.IntMap Int -> Int -> IntMap.IntMap Int
  bump 0 m _ = m
  bump k m key = bump (k - 1) (IntMap.adjust (+ 1) key m) ((key + stride) `mod` keys)
  unit = 100
  keys = 20011
  stride = 7919

-- | Parallel regions and Haskell threads on the same cores, neither of which ever pauses
-- DEMO: needs=HsCoRun.c flags=-fno-omit-yields rts=-N2
--
-- What each does alone, and what is left of it together: half each is a fair share.
-- @-fno-omit-yields@ lets the busy loops be interrupted although they allocate nothing.
{-# LANGUAGE BangPatterns #-}
module Main (main) where

import Control.Concurrent
import Control.Exception (evaluate)
import Control.Monad
import Data.Int (Int64)
import Data.IORef
import Data.Word (Word64)
import Foreign.C.Types
import Foreign.Marshal.Alloc (alloca, callocBytes)
import Foreign.Ptr
import Foreign.Storable (peek, poke)
import System.Exit (exitFailure)
import Text.Printf (printf)

-- Runs for a while: safe, so that the other Haskell threads go on.
foreign import ccall safe corun_window
  :: CInt -> CDouble -> Ptr Int64 -> CInt -> Ptr CDouble -> Ptr CDouble -> IO CInt

-- | Regions per second, steps per second of the Haskell threads, and wrong results.
window :: Bool -> Ptr Int64 -> Int -> IO (Double, Double, Int)
window regions counters n = alloca $ \opened -> alloca $ \gained -> do
  wrong <- corun_window (if regions then 1 else 0) 0.5 counters (fromIntegral n) opened gained
  (,,) <$> (realToFrac <$> peek opened) <*> (realToFrac <$> peek gained) <*> pure (fromIntegral wrong)

main :: IO ()
main = do
  counters <- callocBytes (128 * green)
  (alone, _, wrong1) <- window True counters 0
  stop <- newIORef False
  results <- forM [0 .. green - 1] $ \i -> do
    result <- newEmptyMVar
    _ <- forkIO (busy stop (counters `plusPtr` (128 * i)) (fromIntegral i) >>= putMVar result)
    pure result
  (_, haskellAlone, _) <- window False counters green
  (together, haskell, wrong2) <- window True counters green
  writeIORef stop True
  rights <- mapM takeMVar results
  printf "  alone:    %6.0f regions of 2 threads per second\n" alone
  printf "  alone:    %6.0f thousand Haskell steps per second, by %d green threads\n" (haskellAlone / 1000) green
  printf "  together: %6.0f regions per second (%.0f %%), %.0f thousand Haskell steps (%.0f %%)\n" together
    (100 * together / alone) (haskell / 1000) (100 * haskell / haskellAlone)
  unless (wrong1 + wrong2 == 0) $ putStrLn "  WRONG: a region had a wrong result" >> exitFailure
  unless (and rights) $ putStrLn "  WRONG: a Haskell thread had a wrong result" >> exitFailure
  unless (together > 0 && haskell > 0) $ putStrLn "  WRONG: one side stood still" >> exitFailure
 where
  green = 2

-- | Count in memory how often a thousand steps of a generator were done, until told to stop; then
-- the value must be what the closed form of that many steps gives.
busy :: IORef Bool -> Ptr Int64 -> Word64 -> IO Bool
busy stop counter seed = go 0 seed
 where
  go :: Int -> Word64 -> IO Bool
  go !n !x = do
    halt <- readIORef stop
    if halt then pure (x == jump multiplier increment (1000 * n) seed) else do
      x' <- evaluate (steps 1000 x)
      poke counter (fromIntegral (n + 1))
      go (n + 1) x'

steps :: Int -> Word64 -> Word64
steps 0 !x = x
steps k x = steps (k - 1) (x * multiplier + increment)

multiplier, increment :: Word64
multiplier = 6364136223846793005
increment = 1442695040888963407

-- | k times x -> a x + c, by squaring that map.
jump :: Word64 -> Word64 -> Int -> Word64 -> Word64
jump _ _ 0 !x = x
jump a c k x = jump (a * a) (a * c + c) (k `div` 2) (if odd k then a * x + c else x)

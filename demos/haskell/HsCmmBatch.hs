-- DEMO: rts=-N2
-- | Batches: n calls of a C function for one hand-over of the Capability.
module Main (main) where

import Control.Concurrent
import Control.Monad
import Data.IORef
import Foreign.C.Types
import Foreign.Marshal.Array
import Foreign.Ptr
import Foreign.Storable
import GHC.Clock (getMonotonicTimeNSec)
import GHC.OpenMP.Batch
import System.Exit (exitFailure)
import System.Mem (performGC)
import Text.Printf (printf)

-- The same function of the C library in three ways: that is what is compared.
foreign import ccall unsafe "abs" absUnsafe :: CInt -> IO CInt
foreign import ccall safe "abs" absSafe :: CInt -> IO CInt
foreign import ccall "&abs" absPtr :: FunPtr (CInt -> IO CInt)
foreign import ccall "&usleep" usleepPtr :: FunPtr (CUInt -> IO CInt)

size :: Int
size = 1000

main :: IO ()
main = do
  failures <- newIORef (0 :: Int)
  let check name right = unless right $ do
        putStrLn ("  WRONG: " ++ name)
        modifyIORef' failures (+ 1)

  withArray [negate (fromIntegral i) | i <- [1 .. size]] $ \args -> allocaArray size $ \results -> do
    -- Nanoseconds per call over the whole array, the least of some rounds.
    let cost rounds f = do
          ts <- replicateM rounds $ do
            pokeArray results (replicate size 0)
            t0 <- getMonotonicTimeNSec
            () <- f
            t1 <- getMonotonicTimeNSec
            pure (fromIntegral (t1 - t0) / fromIntegral size :: Double)
          rs <- peekArray size results
          check "absolute values" (rs == [1 .. fromIntegral size])
          pure (minimum ts)
        oneByOne f = forM_ [0 .. size - 1] $ \i -> peekElemOff args i >>= f >>= pokeElemOff results i
        batches n = forM_ [0, n .. size - 1] $ \i ->
          callBatch absPtr (advancePtr args i) (advancePtr results i) (min n (size - i))
    unsafe <- cost 200 (oneByOne absUnsafe)
    safe <- cost 50 (oneByOne absSafe)
    printf "  unsafe calls    %6.2f ns each\n" unsafe
    printf "  safe calls      %6.2f ns each\n" safe
    times <- forM [1, 10, 100, 1000] $ \n -> do
      t <- cost (if n == 1 then 50 else 200) (batches n)
      printf "  batches of %-4d %6.2f ns each\n" n t
      pure t
    team <- cost 50 (callBatchTeam Nothing absPtr args results size)
    printf "  a team's batch  %6.2f ns each, with %d threads\n" team =<< getNumCapabilities
    check "a call in a batch of 1000 costs less than a safe call" (last times < safe)

  -- Collections go on during a batch.
  collections <- newIORef (0 :: Int)
  collector <- forkIO . forever $ performGC >> modifyIORef' collections (+ 1) >> yield
  before <- readIORef collections
  rs <- mapBatch usleepPtr (replicate 100 2000)
  after <- readIORef collections
  killThread collector
  printf "  during a batch of 100 naps of 2 ms: %d collections\n" (after - before)
  check "results of the naps" (rs == replicate 100 0)
  check "collections ran during the batch" (after > before)

  bad <- readIORef failures
  when (bad > 0) exitFailure

-- | Parallel regions beside heavy allocation and forced major collections.
-- DEMO: needs=HsGCStress.c flags=-fno-omit-yields rts=-N2,-qn1,-T
--
-- 1. 500 regions of about 400 microseconds, alone and beside another Haskell thread that allocates
--    and forces major collections. The region's own clock is read in C: when the region is done, the
--    Haskell thread that called it waits for a collection as any Haskell thread does.
-- 2. The proof that no region waits for a collection: one long region whose threads count. The
--    collecting thread reads the counters before and after each major collection; all Haskell code
--    stands still in between, the counters must not.
module Main (main) where

import Control.Concurrent
import Control.Exception (evaluate)
import Control.Monad
import Data.IORef
import qualified Data.IntMap.Strict as IntMap
import Data.List (transpose)
import Demo
import Foreign.C.Types
import Foreign.Marshal.Array (allocaArray, peekArray)
import Foreign.Ptr (Ptr)
import GHC.Stats
import System.Mem (performMajorGC)
import Text.Printf (printf)

-- Regions: safe. They return the region's own seconds.
foreign import ccall safe "gcstress_region" c_region :: CInt -> CLong -> IO CDouble
foreign import ccall safe "gcstress_count" c_count :: CInt -> IO ()

-- A few loads and stores.
foreign import ccall unsafe "gcstress_read" c_read :: CInt -> Ptr CLong -> IO ()
foreign import ccall unsafe "gcstress_stop" c_stop :: IO ()

main :: IO ()
main = demo 500 $ \d -> do
  caps <- getNumCapabilities
  -- Live data, so that a major collection takes milliseconds.
  live <- newIORef (IntMap.fromList [(i, i) | i <- [1 .. 50000 :: Int]])
  readIORef live >>= evaluate . IntMap.size >>= checkEq d "live data" 50000

  -- How much work is 400 microseconds?
  trial <- replicateM 20 (c_region 1 200000)
  let steps = round (200000 * 400e-6 / realToFrac (median (map realToFrac trial)) :: Double) :: CLong

  forM_ [t | t <- [1 .. caps], t == 1 || t == caps - 1 || t == caps] $ \threads -> do
    let regions = replicateM 500 (timed (c_region (fromIntegral threads) steps))
    alone <- regions
    (beside, gcs, gcTime) <- collecting live regions
    let inC = map (realToFrac . fst)
        fromHaskell = map snd
        (a, b) = (median (inC alone), median (inC beside))
    say (printf "500 regions of %d thread%s; beside them %d major collections of %s:" threads
      (if threads == 1 then "" else "s" :: String) gcs (ms (gcTime / fromIntegral (max 1 gcs))))
    note (printf "median alone %s, beside %s: %+.1f %%  (99th percentile %s, %s)" (us a) (us b)
      (100 * (b - a) / a) (us (percentile 99 (inC alone))) (us (percentile 99 (inC beside))))
    note (printf "seen by the calling Haskell thread: %s, %s  (99th percentile %s, %s)"
      (us (median (fromHaskell alone))) (us (median (fromHaskell beside)))
      (us (percentile 99 (fromHaskell alone))) (us (percentile 99 (fromHaskell beside))))
    check d "major collections ran meanwhile" (gcs > 5)

  -- The trace.
  let team = max 2 caps
  done <- newEmptyMVar
  _ <- forkIO (c_count (fromIntegral team) >> putMVar done ())
  moved <- allocaArray team $ \p -> do
    let counters = c_read (fromIntegral team) p >> peekArray team p
        started = do
          now <- counters
          unless (all (> 0) now) (threadDelay 100 >> started)
    started
    replicateM 20 $ do
      before <- counters
      (_, t) <- timed performMajorGC
      after <- counters
      pure (t, zipWith (-) after before)
  c_stop
  takeMVar done
  let collections = length moved
      still = length [() | (_, by) <- moved, all (<= 0) by]
      movedBy = [length (filter (> 0) by) | by <- transpose (map snd moved)]
      rate = sum [sum (map fromIntegral by) | (_, by) <- moved] / sum [t | (t, _) <- moved] :: Double
  say (printf "a region of %d threads during %d major collections of %s (median) counted %.0f per us;"
    team collections (ms (median (map fst moved))) (rate / 1e6))
  note (printf "it moved during %d of them; its threads during %s" (collections - still) (unwords (map show movedBy)))
  -- There are more threads than CPUs, so the operating system keeps some off theirs for milliseconds;
  -- a thread that waited for collections would move in none.
  check d "the region waited for collections" (2 * still < collections)
  forM_ (zip [0 :: Int ..] movedBy) $ \(n, times) ->
    check d (printf "thread %d moved during %d of %d collections only" n times collections) (4 * times >= collections)
  readIORef live >>= checkEq d "live data at the end" 50000 . IntMap.size

-- | Runs the action beside a Haskell thread that allocates and forces major collections; also their
-- number and seconds.
collecting :: IORef (IntMap.IntMap Int) -> IO a -> IO (a, Int, Double)
collecting live act = do
  stop <- newIORef False
  end <- newEmptyMVar
  before <- getRTSStats
  _ <- forkIO $ do
    let go = do
          modifyIORef' live (IntMap.map (+ 1))
          performMajorGC
          halt <- readIORef stop
          if halt then putMVar end () else go
    go
  r <- act
  writeIORef stop True
  takeMVar end
  after <- getRTSStats
  pure ( r, fromIntegral (major_gcs after - major_gcs before)
       , fromIntegral (gc_elapsed_ns after - gc_elapsed_ns before) / 1e9 )

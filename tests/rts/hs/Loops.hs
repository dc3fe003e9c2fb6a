-- | Loops and regions with Haskell bodies: every schedule and many sizes against plain loops, from bound
-- and unbound threads, nested, from many threads at once, and beside a collector.
module Main (main) where

import Check
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import Data.List (nub, sort)
import Data.Monoid
import Foreign.Marshal.Array (mallocArray, peekArray, pokeArray)
import Foreign.Marshal.Alloc (free)
import Foreign.Ptr (Ptr)
import Foreign.Storable (peekElemOff, pokeElemOff)
import GHC.OpenMP
import System.Mem (performGC)

schedules :: [Schedule]
schedules = [Static, StaticChunk 1, StaticChunk 7, Dynamic 1, Dynamic 16, Guided 1, Guided 5, Auto, Runtime]

with :: Schedule -> Int -> LoopOptions
with s n = defaultLoop { loopSchedule = s, loopThreads = Just n }

-- | Each iteration counts itself: all of them exactly once.
onceEach :: Checks -> String -> LoopOptions -> Int -> Int -> IO ()
onceEach c what options first end = do
  let size = max 0 (end - first)
  counts <- mallocArray (size + 1) :: IO (Ptr Int)
  pokeArray counts (replicate (size + 1) 0)
  parallelFor options first end $ \i -> do
    n <- peekElemOff counts (i - first)
    pokeElemOff counts (i - first) (n + 1)
  got <- peekArray size counts
  free counts
  check c (what ++ " from " ++ show first ++ " to " ++ show end) (got == replicate size 1)

chunksOnce :: Checks -> String -> LoopOptions -> Int -> Int -> IO ()
chunksOnce c what options first end = do
  seen <- newIORef []
  parallelForChunks options first end $ \lo hi -> do
    check c (what ++ ": an empty chunk") (lo < hi)
    atomicModifyIORef' seen (\s -> ((lo, hi) : s, ()))
  got <- sort <$> readIORef seen
  checkEq c what [first .. end - 1] (concat [[lo .. hi - 1] | (lo, hi) <- got])

spawn :: (IO () -> IO ThreadId) -> IO () -> IO (MVar (Either SomeException ()))
spawn fork act = do
  done <- newEmptyMVar
  _ <- fork (try act >>= putMVar done)
  pure done

reap :: Checks -> MVar (Either SomeException ()) -> IO ()
reap c done = takeMVar done >>= \r -> case r of
  Right () -> pure ()
  Left e -> check c ("a thread died: " ++ show e) False

main :: IO ()
main = runChecks $ \c -> do
  let sizes = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 63, 64, 100, 1000]
  forM_ schedules $ \s -> forM_ [1, 2, 3, 4, 8] $ \n -> do
    forM_ sizes $ \size -> onceEach c (show (s, n)) (with s n) 0 size
    onceEach c (show (s, n)) (with s n) (-50) 51
    onceEach c (show (s, n)) (with s n) 10 3
    chunksOnce c (show (s, n) ++ " chunks") (with s n) (-3) 200
  -- Near the ends of Int.
  ends <- newIORef []
  parallelFor (with (Dynamic 2) 3) (maxBound - 5) maxBound (\i -> atomicModifyIORef' ends (\l -> (i : l, ())))
  readIORef ends >>= checkEq c "near maxBound" [maxBound - 5 .. maxBound - 1] . sort
  chunksOnce c "near minBound" (with Static 3) minBound (minBound + 9)

  -- Every chunk of a schedule has its size.
  sizesSeen <- newIORef []
  parallelForChunks (with (StaticChunk 7) 3) 0 70 (\lo hi -> atomicModifyIORef' sizesSeen (\l -> (hi - lo : l, ())))
  readIORef sizesSeen >>= checkEq c "sizes of chunks" (replicate 10 7)

  -- The team.
  forM_ [1, 2, 4, 6] $ \n -> do
    members <- newIORef []
    parallel (with Static n) $ \num -> do
      facts <- (,,) <$> ompGetThreadNum <*> ompGetNumThreads <*> ompGetLevel
      atomicModifyIORef' members (\l -> ((num, facts) : l, ()))
    got <- sort <$> readIORef members
    checkEq c "members" [(i, (i, n, 1)) | i <- [0 .. n - 1]] got
  caps <- getNumCapabilities
  team <- newIORef (0 :: Int)
  parallel defaultLoop (\_ -> atomicModifyIORef' team (\k -> (k + 1, ())))
  readIORef team >>= checkEq c "the default team" caps
  withNumThreads 3 $ do
    writeIORef team 0
    parallel defaultLoop (\_ -> atomicModifyIORef' team (\k -> (k + 1, ())))
    readIORef team >>= checkEq c "the team inside withNumThreads" 3
  -- A schedule left to the run time.
  starts <- newIORef []
  withSchedule (StaticChunk 25) $
    parallelForChunks (with Runtime 2) 0 100 (\lo hi -> atomicModifyIORef' starts (\l -> ((lo, hi) : l, ())))
  (sort <$> readIORef starts) >>= checkEq c "withSchedule" [(0, 25), (25, 50), (50, 75), (75, 100)]

  -- Barriers.
  forM_ [1, 2, 5] $ \n -> do
    arrived <- newIORef (0 :: Int)
    short <- newIORef []
    parallel (with Static n) $ \_ -> forM_ [1 .. 20] $ \k -> do
      atomicModifyIORef' arrived (\a -> (a + 1, ()))
      teamBarrier
      a <- readIORef arrived
      when (a < k * n) $ atomicModifyIORef' short (\l -> ((k, a) : l, ()))
      teamBarrier
    readIORef short >>= checkEq c ("barriers of " ++ show n) []

  -- Reductions: lists keep the order, floating point is reproducible.
  forM_ schedules $ \s -> forM_ [1, 2, 3, 5] $ \n -> forM_ [0, 1, 2, 10, 77, 1000] $ \size -> do
    parallelReduce (with s n) 0 size (\i -> pure [i]) >>= checkEq c (show (s, n) ++ " lists") [0 .. size - 1]
    Sum total <- parallelReduceWith AnyOrder (with s n) 0 size (pure . Sum)
    checkEq c (show (s, n) ++ " sums") (size * (size - 1) `div` 2) total
    parallelReduceWith Reproducible (with s n) 3 (3 + size) (\i -> pure [i])
      >>= checkEq c (show (s, n) ++ " reproducible lists") [3 .. size + 2]
  let term :: Int -> IO (Sum Double)
      term i = pure (Sum (1 / fromIntegral (i + 1) ** 1.3))
  results <- forM ((,) <$> schedules <*> [1, 2, 3, 7]) $ \(s, n) ->
    parallelReduceWith Reproducible (with s n) 0 20011 term
  checkEq c "reproducible sums" 1 (length (nub (map getSum results)))

  -- Nested, with inner teams of one, and with inner teams of two.
  forM_ [1, 2] $ \levels -> do
    ompSetMaxActiveLevels levels
    total <- newIORef (0 :: Int)
    bad <- newIORef []
    parallelFor (with (Dynamic 1) 3) 0 6 $ \i ->
      parallelFor (with (Dynamic 2) 2) 0 20 $ \j -> do
        level <- ompGetLevel
        size <- ompGetNumThreads
        when ((level, size) /= (2, levels)) $ atomicModifyIORef' bad (\l -> ((level, size) : l, ()))
        atomicModifyIORef' total (\t -> (t + i * 20 + j, ()))
    readIORef total >>= checkEq c "a nested sum" (sum [0 .. 119])
    readIORef bad >>= checkEq c "level and team of a nested loop" []
  ompSetMaxActiveLevels 1
  -- A body that calls a kernel, and waits for other Haskell threads.
  kernels <- newIORef (0 :: Int)
  parallelFor (with (Dynamic 1) 3) 0 12 $ \_ -> do
    r <- kernelSum 2 1000
    box <- newEmptyMVar
    _ <- forkIO (putMVar box $! fromIntegral r)
    v <- takeMVar box
    atomicModifyIORef' kernels (\k -> (k + v, ()))
  readIORef kernels >>= checkEq c "kernels inside bodies" (12 * 499500)

  -- Callers of every kind, at once, while the heap is collected.
  collector <- forkIO . forever $ performGC >> threadDelay 1000
  let job i = do
        onceEach c ("caller " ++ show i) (with (schedules !! (i `mod` length schedules)) (i `mod` 5 + 1)) 0 (i * 3)
        parallelReduce (with (Dynamic 3) 2) 0 i (\k -> pure [k]) >>= checkEq c "a caller's list" [0 .. i - 1]
  forM_ [1 .. 50 :: Int] job
  mapM (spawn forkIO . job) [1 .. 30] >>= mapM_ (reap c)
  mapM (spawn forkOS . job) [1 .. 30] >>= mapM_ (reap c)
  forM_ [1 .. 20] (runInBoundThread . job)
  forM_ [1 .. 20] (runInUnboundThread . job)
  killThread collector
  threads <- osThreads
  check c ("OS threads: " ++ show threads) (threads < 400)

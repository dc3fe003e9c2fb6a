-- | The Cmm primitives against the library functions that answer the same.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Data.List (nub, sort)
import Data.IORef
import Foreign.Ptr (freeHaskellFunPtr)
import GHC.OpenMP.Prim
import System.Mem (performGC)
import System.Timeout (timeout)

inThread :: (IO () -> IO ThreadId) -> IO a -> IO a
inThread fork act = do
  box <- newEmptyMVar
  _ <- fork (act >>= putMVar box)
  takeMVar box

main :: IO ()
main = runChecks $ \c -> do
  started <- getNumCapabilities
  forM_ [1, 3, started] $ \n -> do
    setNumCapabilities n
    enabledCapabilities >>= checkEq c "Capabilities in use" n
    forM_ [0 .. n - 1] $ \k ->
      inThread (forkOn k) capabilityNumber >>= checkEq c "number of the Capability of a pinned thread" k

  -- Ids: those of show, and no two alike.
  ids <- replicateM 200 . inThread forkIO $ do
    shown <- show <$> myThreadId
    n <- haskellThread
    checkEq c "id of the thread" shown ("ThreadId " ++ show n)
    pure n
  checkEq c "number of different ids" 200 (length (nub (sort ids)))
  shown <- show <$> myThreadId
  n <- haskellThread
  checkEq c "id of the main thread" shown ("ThreadId " ++ show n)

  -- In callbacks from all threads of a team.
  -- (A caller without a preferred Capability may come by one that is no longer in use.)
  caps <- getNumCapabilities
  let most = max 3 caps
  bad <- newIORef (0 :: Int)
  call <- newCall $ \_ -> do
    me <- myThreadId
    here <- capabilityNumber
    k <- haskellThread
    let right = here >= 0 && here < most && show me == "ThreadId " ++ show k
    unless right (atomicModifyIORef' bad (\b -> (b + 1, ())))
  _ <- kernelEach 4 100 call
  freeHaskellFunPtr call
  readIORef bad >>= checkEq c "wrong answers in callbacks" 0

  -- A loop that never allocates ends because it is asked to; else the collection below would wait
  -- for it until the process is ended from outside.
  when (caps > 1) $ do
    asked <- replicateM 100 (yield >> stopRequested)
    check c "nobody asks this thread to stop all the time" (not (and asked))
    running <- newEmptyMVar
    ended <- newEmptyMVar
    _ <- forkOn 1 $ putMVar running () >> untilStop >>= putMVar ended
    takeMVar running
    performGC
    timeout 5000000 (takeMVar ended) >>= checkEq c "the loop saw the request" (Just True)

-- | Polls until the Capability is asked to stop; False when that took longer than any collection.
untilStop :: IO Bool
untilStop = go (20000000000 :: Int)
 where
  go 0 = pure False
  go k = do
    stop <- stopRequested
    if stop then pure True else go (k - 1)

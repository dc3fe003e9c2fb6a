-- DEMO: rts=-N2
-- | Three ways to leave Haskell, and what the cheapest of them can tell.
module Main (main) where

import Control.Concurrent
import Control.Monad
import Data.IORef
import Foreign.C.Types
import GHC.Clock (getMonotonicTimeNSec)
import GHC.OpenMP.Prim
import System.Exit (exitFailure)
import System.Mem (performGC)
import Text.Printf (printf)

-- The same function of the C library, twice: that is what is compared.
foreign import ccall unsafe "abs" absUnsafe :: CInt -> IO CInt
foreign import ccall safe "abs" absSafe :: CInt -> IO CInt

-- | Nanoseconds per turn, the least of seven rounds.
cost :: Int -> (Int -> IO Bool) -> IO Double
cost n run = minimum <$> replicateM 7 (do
  t0 <- getMonotonicTimeNSec
  right <- run n
  t1 <- getMonotonicTimeNSec
  pure $! if right then fromIntegral (t1 - t0) / fromIntegral n else 1 / 0)

loop :: (CInt -> IO CInt) -> Int -> IO Bool
loop f n = go n 0
 where
  go :: Int -> CInt -> IO Bool
  go 0 x = pure (x == fromIntegral n)
  go k x = f x >>= \y -> (go (k - 1) $! y + 1)
{-# INLINE loop #-}

main :: IO ()
main = do
  failures <- newIORef (0 :: Int)
  let check name right = unless right $ do
        putStrLn ("  WRONG: " ++ name)
        modifyIORef' failures (+ 1)
  caps <- getNumCapabilities

  -- What a primitive knows.
  inUse <- enabledCapabilities
  check "number of Capabilities" (inUse == caps)
  forM_ [0 .. caps - 1] $ \k -> do
    box <- newEmptyMVar
    _ <- forkOn k $ do
      me <- myThreadId
      here <- capabilityNumber
      n <- haskellThread
      putMVar box (here, n, show me)
    (here, n, me) <- takeMVar box
    printf "  thread %d runs on Capability %d of %d\n" (fromIntegral n :: Int) here inUse
    check "the Capability of a pinned thread" (here == k)
    check "the thread's id" (me == "ThreadId " ++ show n)

  -- A loop that never allocates cannot be stopped, unless it asks.
  when (caps > 1) $ do
    running <- newEmptyMVar
    ended <- newEmptyMVar
    _ <- forkOn 1 $ do
      putMVar running ()
      let spin :: Int -> IO Int
          spin k = do
            stop <- stopRequested
            if stop || k == 4000000000 then pure k else spin (k + 1)
      spin 0 >>= putMVar ended
    takeMVar running
    performGC
    turns <- takeMVar ended
    printf "  a loop without allocation stopped for a collection after %d turns\n" turns
    check "the loop was asked to stop" (turns < 4000000000)

  -- What the ways cost.
  empty <- cost 1000000 (loop pure)
  prim <- cost 1000000 (loop (\x -> capabilityNumber >>= \c -> pure $! if c < 0 then -1 else x))
  unsafe <- cost 1000000 (loop absUnsafe)
  safe <- cost 100000 (loop absSafe)
  printf "  a loop turn without a call %6.2f ns\n" empty
  printf "    with a prim call         %6.2f ns\n" prim
  printf "    with an unsafe call      %6.2f ns\n" unsafe
  printf "    with a safe call         %6.2f ns\n" safe
  check "results of the loops" (all (< 1 / 0) [empty, prim, unsafe, safe])
  check "a prim call costs less than a safe one" (prim < safe)
  bad <- readIORef failures
  when (bad > 0) exitFailure

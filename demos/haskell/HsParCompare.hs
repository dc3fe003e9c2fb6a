-- | One problem, three ways to use the cores: forkIO, sparks, and OpenMP.
-- DEMO: needs=HsParCompare.c flags=-O2 rts=-N2
--
-- The longest Collatz chain below a limit: integers only, no memory, and very unequal iterations.
-- Each way cuts the range into the same chunks. Times stand beside the serial loop in the same
-- language, so that the way is compared and not the compiler.
module Main (main) where

import Control.Concurrent
import Control.Exception (evaluate)
import Control.Monad
import Data.IORef
import Demo
import Foreign.C.Types
import GHC.Conc (numCapabilities, par, pseq)
import Text.Printf (printf)

foreign import ccall safe "collatz" c_collatz :: CInt -> CLong -> CLong -> IO CLong
foreign import ccall safe "collatz_serial" c_serial :: CLong -> IO CLong

limit, chunk :: Int
limit = 200000
chunk = 2000

main :: IO ()
main = demo 3 $ \d -> do
  let chunks = [(lo, min limit (lo + chunk)) | lo <- [1, 1 + chunk .. limit - 1]]
      show' name base t =
        note (printf "%-40s %9s  %.2f times the serial loop" (name :: String) (ms t) (base / t :: Double))
      -- The clock runs until the value is there; a new argument each time, or the value is shared.
      run name base act = do
        (r, t) <- best 3 act
        checkEq d name 382 r
        show' name (if base > 0 then base else t) t
        pure t
  say (printf "longest Collatz chain below %d, chunks of %d, %d Capabilities" limit chunk numCapabilities)
  haskell <- run "Haskell, serial" 0 (evaluate =<< longest <$> fresh 1 <*> pure limit)
  _ <- run "Haskell, forkIO, one thread a chunk" haskell $ do
    ends <- forM chunks $ \(lo, hi) -> do
      end <- newEmptyMVar
      _ <- forkIO (evaluate (longest lo hi) >>= putMVar end)
      pure end
    maximum <$> mapM takeMVar ends
  _ <- run "Haskell, forkIO, workers share a counter" haskell $ do
    next <- newIORef 1
    ends <- replicateM numCapabilities $ do
      end <- newEmptyMVar
      let work best' = do
            lo <- atomicModifyIORef' next (\n -> (n + chunk, n))
            if lo >= limit then putMVar end best' else do
              r <- evaluate (longest lo (min limit (lo + chunk)))
              work $! max best' r
      _ <- forkIO (work 0)
      pure end
    maximum <$> mapM takeMVar ends
  _ <- run "Haskell, sparks, one a chunk" haskell $ do
    one <- fresh 1
    evaluate (sparked [longest (lo + one - 1) hi | (lo, hi) <- chunks])
  c <- run "C, serial" 0 (fromIntegral <$> c_serial (fromIntegral limit))
  forM_ [1 .. numCapabilities] $ \n ->
    run (printf "C, OpenMP dynamic, %d thread%s" n (if n == 1 then "" else "s" :: String)) c $
      fromIntegral <$> c_collatz (fromIntegral n) (fromIntegral limit) (fromIntegral chunk)

-- | The same number, unknown to the optimizer.
fresh :: Int -> IO Int
fresh n = newIORef n >>= readIORef
{-# NOINLINE fresh #-}

-- | Sparks all elements, then takes the greatest.
sparked :: [Int] -> Int
sparked [] = 0
sparked (x : xs) = x `par` (rest `pseq` max x rest)
 where
  rest = sparked xs

-- | The longest chain that starts in [lo, hi).
longest :: Int -> Int -> Int
longest lo hi = go lo 0
 where
  go n acc | n >= hi = acc
           | otherwise = go (n + 1) (max acc (chain n 0))
  chain :: Int -> Int -> Int
  chain 1 steps = steps
  chain n steps = chain (if even n then n `quot` 2 else 3 * n + 1) (steps + 1)
{-# NOINLINE longest #-}

-- DEMO: needs=arrays_kernels.c rts=-N2
-- | Shared memory 2: the defensive barrier. Two Haskell threads run kernels on the halves of one array. The
-- types know nothing of halves, so the program must wait for both after each step, and must get
-- the bounds right itself.
module Main (main) where

import Control.Concurrent
import Control.Exception (throwIO)
import Control.Monad
import Foreign.C.Types
import Foreign.Ptr (Ptr)
import Foreign.Marshal.Array (advancePtr)
import GHC.OpenMP.Array
import System.Exit (exitFailure)
import Text.Printf (printf)

-- safe: regions.
foreign import ccall safe arrays_increment :: Ptr CDouble -> CSize -> IO ()
foreign import ccall safe arrays_scale :: CDouble -> Ptr CDouble -> CSize -> IO ()

-- | Runs both, and waits for both: the barrier.
both :: IO () -> IO () -> IO ()
both left right = do
  done <- newEmptyMVar
  _ <- forkFinally left (putMVar done)
  right
  takeMVar done >>= either throwIO pure

main :: IO ()
main = do
  let n = 2000
      half = n `div` 2
      steps = 50 :: Int
      part first size' k p _ = k (p `advancePtr` first) (fromIntegral (size' :: Int))
  array <- newPinned n
  forM_ [1 .. steps] $ \_ -> do
    both (withMutable array (part 0 half arrays_increment))
         (withMutable array (part half (n - half) arrays_increment))
    -- Without the wait in `both` this would read what a kernel still writes.
    edge <- (,) <$> readElem array (half - 1) <*> readElem array half
    both (withMutable array (part 0 half (arrays_scale (if fst edge > 8 then 0 else 1))))
         (withMutable array (part half (n - half) (arrays_scale (if snd edge > 8 then 0 else 1))))
  got <- readElems array
  -- Counts up to 8, then starts again from 0 instead of 9.
  let want = fromIntegral (iterate (\x -> if x + 1 > 8 then 0 else x + 1) (0 :: Int) !! steps)
  printf "  %d steps of two kernels each, a barrier after each step: all %d elements are %.0f\n"
    (2 * steps) n (realToFrac (minimum got) :: Double)
  unless (all (== want) got) $ putStrLn "  WRONG" >> exitFailure

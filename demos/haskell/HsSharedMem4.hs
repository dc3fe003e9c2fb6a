{-# LANGUAGE LinearTypes #-}
-- DEMO: needs=arrays_kernels.c rts=-N2
-- | Shared memory 4: what goes wrong without proof. Two threads whose parts overlap by one element, because
-- of a wrong bound. Each thread reads, then waits for the other, then writes, so that the bad interleaving
-- happens each time: one of the two updates is lost. Then the same mistake with linear arrays.
module Main (main) where

import Control.Concurrent
import Control.Exception (evaluate, try)
import Control.Monad
import Data.Array.Linear (unur, (&))
import qualified Data.Array.Linear as Array
import Foreign.C.Types
import GHC.OpenMP.Array
import System.Exit (exitFailure)
import Text.Printf (printf)

-- | Adds 1 to the elements from first to last; between reading and writing it meets the other thread.
addOne :: MutablePinnedArray CDouble -> IO () -> Int -> Int -> IO ()
addOne array meet first last' = do
  xs <- mapM (readElem array) [first .. last']
  meet
  zipWithM_ (writeElem array) [first .. last'] (map (+ 1) xs)

-- | Runs both; the parts are given as first and last element.
together :: Int -> (Int, Int) -> (Int, Int) -> IO [CDouble]
together n left right = do
  array <- newPinned n
  here <- newEmptyMVar
  there <- newEmptyMVar
  done <- newEmptyMVar
  _ <- forkIO $ do
    uncurry (addOne array (putMVar there () >> takeMVar here)) left
    putMVar done ()
  uncurry (addOne array (putMVar here () >> takeMVar there)) right
  takeMVar done
  readElems array

main :: IO ()
main = do
  let n = 10
  -- Each element should be raised once by each part that holds it.
  wrongBound <- together n (0, 5) (5, 9)
  let overlap = wrongBound !! 5
  printf "  parts 0..5 and 5..9: two threads add 1 to element 5, which becomes %.0f: a lost update\n"
    (realToFrac overlap :: Double)
  rightBound <- together n (0, 4) (5, 9)
  printf "  parts 0..4 and 5..9: all elements are %s\n" (show (map truncate rightBound :: [Int]))
  -- With linear arrays there is no second name for element 5. To split at a wrong place, or to join
  -- parts that do not belong together, gives other parts or an exception, never an overlap.
  let shifted = unur (Array.alloc n (0 :: CDouble) (\a -> Array.toList
        (Array.parCombineAt 6 (Array.map (+ 1)) (Array.map (+ 1)) a)))
  swapped <- try (evaluate (unur (Array.alloc n (0 :: CDouble) (\a ->
    Array.halve a & \(l, r) -> Array.toList (Array.combine r l)))))
  printf "  linear, split at the wrong place: still each element once: %s\n" (show (all (== 1) shifted))
  printf "  linear, joined in the wrong order: %s\n" (either show (const "no error") (swapped :: Either ArrayError [CDouble]))
  unless (overlap == 1 && all (== 1) rightBound && all (== 1) shifted && swapped == Left NotAdjacent) $
    putStrLn "  WRONG" >> exitFailure

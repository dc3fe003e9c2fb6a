{-# LANGUAGE LinearTypes #-}
-- DEMO: needs=arrays_kernels.c rts=-N2
-- | A pure function that changes an array in place: parts, Haskell steps and C kernels.
module Main (main) where

import Control.Monad
import Data.Array.Linear (Array, Ur (..), unur, (&))
import qualified Data.Array.Linear as Array
import Foreign.C.Types
import Foreign.Ptr (Ptr)
import GHC.OpenMP.Array (PinnedArray, pinnedToList)
import System.Exit (exitFailure)

-- safe: regions.
foreign import ccall safe arrays_scale :: CDouble -> Ptr CDouble -> CSize -> IO ()
foreign import ccall safe arrays_sum :: Ptr CDouble -> CSize -> IO CDouble

-- | Insertion sort of a small array, in place.
sorted :: [Int] -> [Int]
sorted xs = unur (Array.fromList xs (\a -> Array.toList (outer 1 a)))
 where
  n = length xs
  outer, inner :: Int -> Array Int %1 -> Array Int
  outer i a
    | i >= n = a
    | otherwise = outer (i + 1) (inner i a)
  inner 0 a = a
  inner i a = Array.read (i - 1) a & \(Ur x, b) -> Array.read i b & \(Ur y, c) -> place i x y c
  place :: Int -> Int -> Int -> Array Int %1 -> Array Int
  place i x y a
    | x <= y = a
    | otherwise = inner (i - 1) (Array.write i x (Array.write (i - 1) y a))

-- | The first half times 10 by a kernel, the rest by Haskell; the sum; and the result for all to read.
parts :: Ur (Double, PinnedArray CDouble)
parts = Array.fromList [1 .. 8] (\a -> Array.halve a & \(l, r) ->
  Array.combine (Array.kernel (arrays_scale 10) l) (Array.map negate r) & \b ->
    Array.kernelWith arrays_sum b & \(Ur s, c) -> Array.freeze c & \(Ur p) -> Ur (realToFrac s, p))

main :: IO ()
main = do
  let Ur (total, p) = parts
      want = [10, 20, 30, 40, -5, -6, -7, -8]
      xs = [(i * 7919) `mod` 101 | i <- [1 .. 60]]
      ys = sorted xs
  putStrLn ("  sorted in place by pure code: " ++ show (take 12 ys) ++ " ...")
  putStrLn ("  half by a kernel, half by Haskell: " ++ show (map truncate (pinnedToList p) :: [Int]) ++ ", sum " ++ show total)
  let right = and (zipWith (<=) ys (drop 1 ys)) && sum ys == sum xs && length ys == length xs
        && pinnedToList p == want && total == 74
  unless right $ putStrLn "  WRONG" >> exitFailure

{-# LANGUAGE LinearTypes #-}
-- DEMO: needs=arrays_kernels.c rts=-N2
-- | Shared memory 5: sparks with parCombine. A tree of halves, each left side a spark, Haskell code at the
-- leaves; then an OpenMP kernel on the whole. Pure from outside.
module Main (main) where

import Control.Concurrent (getNumCapabilities)
import Control.Monad
import Data.Array.Linear (Array, Ur (..), unur, (&))
import qualified Data.Array.Linear as Array
import Foreign.C.Types
import Foreign.Ptr (Ptr)
import GHC.OpenMP (ompGetWtime)
import System.Exit (exitFailure)
import Text.Printf (printf)

-- safe: regions.
foreign import ccall safe arrays_sum :: Ptr CDouble -> CSize -> IO CDouble

leaf :: Array CDouble %1 -> Array CDouble
leaf = Array.map (\x -> fromIntegral (steps 40 (truncate x) `mod` 1000))

steps :: Int -> Int -> Int
steps 0 x = x
steps k x = steps (k - 1) ((x * 1103515245 + 12345) `mod` 2147483648)

tree :: Int -> Array CDouble %1 -> Array CDouble
tree 0 = leaf
tree depth = Array.parCombine (tree (depth - 1)) (tree (depth - 1))

total :: Int -> Int -> Double
total n depth = unur (Array.fromList (map fromIntegral [1 .. n]) (\a -> summed (tree depth a)))
 where
  summed :: Array CDouble %1 -> Ur Double
  summed a = Array.kernelWith arrays_sum a & \(Ur s, b) -> Array.free b & \() -> Ur (realToFrac s)

main :: IO ()
main = do
  capabilities <- getNumCapabilities
  let n = 50000
      want = sum [fromIntegral (steps 40 x `mod` 1000) | x <- [1 .. n]] :: Double
  results <- forM [0, 3, 6] $ \depth -> do
    t0 <- ompGetWtime
    let s = total n depth
    t1 <- s `seq` ompGetWtime
    printf "  %2d leaves, %d Capabilities: sum %.0f, %.3f s\n" (2 ^ depth :: Int) capabilities s (t1 - t0)
    pure s
  unless (all (== want) results) $ putStrLn "  WRONG" >> exitFailure

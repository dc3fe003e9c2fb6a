{-# LANGUAGE LinearTypes #-}
-- DEMO: needs=arrays_kernels.c rts=-N2
-- | Shared memory 3: linear types instead of care. What HsSharedMem2 does, with nothing to get wrong: a half
-- is a value, it knows its bounds, and the whole cannot be touched before both halves are back.
module Main (main) where

import Control.Monad
import Data.Array.Linear (Array, Ur (..), unur, (&))
import qualified Data.Array.Linear as Array
import Foreign.C.Types
import Foreign.Ptr (Ptr)
import System.Exit (exitFailure)
import Text.Printf (printf)

-- safe: regions.
foreign import ccall safe arrays_increment :: Ptr CDouble -> CSize -> IO ()
foreign import ccall safe arrays_scale :: CDouble -> Ptr CDouble -> CSize -> IO ()

step :: Array CDouble %1 -> Array CDouble
step a = Array.parCombine side side (Array.parCombine (Array.kernel arrays_increment) (Array.kernel arrays_increment) a)
 where
  side :: Array CDouble %1 -> Array CDouble
  side part = Array.read 0 part & \(Ur x, part') -> Array.kernel (arrays_scale (if x > 8 then 0 else 1)) part'

-- This does not compile: `a` was given away.
--
-- > step a = Array.halve a & \(l, r) -> Array.combine (Array.write 0 1 l) r & \b -> (a, b)

main :: IO ()
main = do
  let n = 2000
      steps = 50 :: Int
      times :: Int -> Array CDouble %1 -> Array CDouble
      times 0 a = a
      times k a = times (k - 1) (step a)
      got = unur (Array.alloc n 0 (\a -> Array.toList (times steps a)))
      want = fromIntegral (iterate (\x -> if x + 1 > 8 then 0 else x + 1) (0 :: Int) !! steps)
  printf "  %d steps on two halves by parCombine: all %d elements are %.0f\n"
    (2 * steps) (length got) (realToFrac (minimum got) :: Double)
  unless (length got == n && all (== want) got) $ putStrLn "  WRONG" >> exitFailure

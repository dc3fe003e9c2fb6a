{-# LANGUAGE CPP #-}
{-# LANGUAGE LinearTypes #-}
-- | One program for each macro: the compiler must reject it as not linear. Without a macro: the control,
-- which is right.
module Main (main) where

import Data.Array.Linear (Array, Ur (..), unur, (&))
import qualified Data.Array.Linear as Array

type A = Array Int

control :: [Int]
control = unur (Array.alloc 4 0 (\a -> Array.halve a & \(l, r) ->
  Array.toList (Array.combine (Array.write 0 1 l) (Array.write 0 2 r))))

#if defined(USE_TWICE)
bad :: A %1 -> (A, A)
bad a = (Array.write 0 1 a, Array.write 0 2 a)
#elif defined(DROP)
bad :: A %1 -> Int
bad _ = 3
#elif defined(DROP_HALF)
bad :: A %1 -> A
bad a = Array.halve a & \(l, _) -> l
#elif defined(WHOLE_AFTER_SPLIT)
bad :: A %1 -> (A, A)
bad a = Array.split 1 a & \(l, r) -> (Array.combine l r, Array.write 0 1 a)
#elif defined(LEAK)
bad :: Ur A
bad = Array.alloc 4 0 (\a -> Ur a)
#elif defined(LEAK_CLOSURE)
bad :: Ur (() -> A)
bad = Array.alloc 4 0 (\a -> Ur (\() -> Array.write 0 1 a))
#elif defined(LEAK_LAZY)
bad :: Ur [Int]
bad = Array.alloc 4 0 (\a -> Ur (unur (Array.toList a)))
#elif defined(WRITE_AFTER_FREEZE)
bad :: A %1 -> Ur ()
bad a = Array.freeze a & \(Ur _) -> Array.free (Array.write 0 1 a) & \() -> Ur ()
#elif defined(SAME_PART_ON_BOTH_SIDES)
bad :: A %1 -> (A, A)
bad a = Array.par (Array.write 0 1) (Array.write 0 2) a a
#elif defined(SIDE_USES_WHOLE)
bad :: A %1 -> A
bad a = Array.parCombine (Array.write 0 1) (\r -> Array.free r & \() -> a) a
#elif defined(SIDE_CAPTURES)
bad :: A %1 -> A %1 -> A
bad a b = Array.parCombine (\l -> Array.free b & \() -> l) (\r -> r) a
#elif defined(KERNEL_AND_WRITE)
bad :: A %1 -> (A, A)
bad a = (Array.kernel (\_ _ -> pure ()) a, Array.write 0 1 a)
#elif defined(UNRESTRICTED_FUNCTION)
bad :: A %1 -> A
bad a = twice a where { twice :: A -> A; twice x = Array.combine x x }
#elif defined(LET_ALIAS)
bad :: A %1 -> (A, A)
bad a = let b = a in (b, Array.write 0 1 a)
#elif defined(ONE_BRANCH)
bad :: Bool -> A %1 -> Ur Int
bad True a = Array.free a & \() -> Ur 0
bad False _ = Ur 1
#endif

main :: IO ()
main = print control

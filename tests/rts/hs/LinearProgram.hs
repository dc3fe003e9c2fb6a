{-# LANGUAGE LinearTypes #-}
-- | Random programs over linear arrays, and what they do to a list.
module Main (main) where

import Control.Exception
import Control.Monad
import Data.Array.Linear (Array, Ur (..), unur, (&))
import qualified Data.Array.Linear as Array
import Data.Bits (shiftR, xor)
import Data.Int (Int64)
import qualified Data.List as List
import Foreign.C.Types
import Foreign.Ptr (FunPtr, Ptr)
import GHC.OpenMP.Array (ArrayError (..), PinnedArray)
import qualified GHC.OpenMP.Array as Pinned
import System.Environment (getArgs)

import Check

-- safe: regions. Adds its second argument to each element; the sum of all.
foreign import ccall safe "kernel_add" kernelAdd :: Int64 -> Ptr Int64 -> CSize -> IO ()
foreign import ccall safe "kernel_total" kernelTotal :: Ptr Int64 -> CSize -> IO Int64
foreign import ccall unsafe "&kernel_double" kernelDouble :: FunPtr (Ptr Int64 -> CSize -> IO ())

data Op
  = Write Int Int64
  | Modify Int Int64       -- x * 3 + this
  | CopyWithin Int Int     -- read here, write there
  | ReadTwice Int Int64    -- read, write, read again: the sum of both reads goes back
  | MapXor Int64
  | AddFold                -- the fold of all is added to the first element
  | Kernel Int64
  | KernelSum Int
  | KernelPointer
  | Split Int [Op] [Op]    -- one side after the other
  | Halve [Op] [Op]        -- the right side first
  | Par [Op] [Op]
  | ParAt Int [Op] [Op]
  | Nested [Op]            -- on an array of its own, whose sum is added to the first element
  deriving Show

-- Linear side.
runAll :: [Op] -> Array Int64 %1 -> Array Int64
runAll [] a = a
runAll (op : ops) a = runAll ops (run op a)

run :: Op -> Array Int64 %1 -> Array Int64
run op a = Array.size a & \(Ur n, b) -> step n op b

step :: Int -> Op -> Array Int64 %1 -> Array Int64
step 0 op = case op of
  Split _ l r -> inTurn 0 l r
  ParAt _ l r -> Array.parCombineAt 0 (runAll l) (runAll r)
  Kernel x -> Array.kernel (kernelAdd x)
  _ -> \a -> a
step n op = case op of
  Write i x -> Array.write (i `mod` n) x
  Modify i x -> Array.modify (i `mod` n) (\y -> y * 3 + x)
  CopyWithin i j -> \a -> Array.read (i `mod` n) a & \(Ur x, b) -> Array.write (j `mod` n) x b
  ReadTwice i x -> \a ->
    Array.read (i `mod` n) a & \(Ur y, b) ->
      Array.read (i `mod` n) (Array.write (i `mod` n) (y + x) b) & \(Ur z, c) ->
        Array.write (i `mod` n) (y + z) c
  MapXor x -> Array.map (xor x)
  AddFold -> \a -> Array.fold (\s y -> s * 31 + y) 7 a & \(Ur s, b) -> Array.modify 0 (+ s) b
  Kernel x -> Array.kernel (kernelAdd x)
  KernelSum i -> \a -> Array.kernelWith kernelTotal a & \(Ur s, b) -> Array.write (i `mod` n) s b
  KernelPointer -> Array.callKernel kernelDouble
  Split i l r -> inTurn (i `mod` (n + 1)) l r
  Halve l r -> \a -> Array.halve a & \(x, y) -> rightFirst l r x y
  Par l r -> Array.parCombine (runAll l) (runAll r)
  ParAt i l r -> Array.parCombineAt (i `mod` (n + 1)) (runAll l) (runAll r)
  Nested ops -> \a -> Array.read 0 a & \(Ur x, b) -> Array.write 0 (x + inner x ops) b
 where
  inner x ops = unur (Array.fromList [x, 1, 2] (\b -> sumOf (runAll ops b)))
  sumOf :: Array Int64 %1 -> Ur Int64
  sumOf b = Array.kernelWith kernelTotal b & \(Ur s, c) -> Array.free c & \() -> Ur s

inTurn :: Int -> [Op] -> [Op] -> Array Int64 %1 -> Array Int64
inTurn i l r a = Array.split i a & \(x, y) -> Array.combine (runAll l x) (runAll r y)

rightFirst :: [Op] -> [Op] -> Array Int64 %1 -> Array Int64 %1 -> Array Int64
rightFirst l r x y = Array.size (runAll r y) & \(Ur _, y') -> Array.combine (runAll l x) y'

-- List side.
model :: [Op] -> [Int64] -> [Int64]
model ops xs = List.foldl' (flip modelStep) xs ops

modelStep :: Op -> [Int64] -> [Int64]
modelStep op [] = case op of
  _ -> []
modelStep op xs = case op of
  Write i x -> at i (const x)
  Modify i x -> at i (\y -> y * 3 + x)
  CopyWithin i j -> at j (const (xs !! (i `mod` n)))
  ReadTwice i x -> at i (\y -> y + (y + x))
  MapXor x -> map (xor x) xs
  AddFold -> at 0 (+ List.foldl' (\s y -> s * 31 + y) 7 xs)
  Kernel x -> map (+ x) xs
  KernelSum i -> at i (const (sum xs))
  KernelPointer -> map (* 2) xs
  Split i l r -> sides (i `mod` (n + 1)) l r
  Halve l r -> sides (n `div` 2) l r
  Par l r -> sides (n `div` 2) l r
  ParAt i l r -> sides (i `mod` (n + 1)) l r
  Nested ops -> at 0 (\x -> x + sum (model ops [x, 1, 2]))
 where
  n = length xs
  at i f = [if k == i `mod` n then f x else x | (k, x) <- zip [0 ..] xs]
  sides i l r = model l (take i xs) ++ model r (drop i xs)

-- Random programs: a 64-bit mix of the seed and a counter.
newtype Gen a = Gen (Int -> (a, Int))
instance Functor Gen where fmap = liftM
instance Applicative Gen where { pure x = Gen (\s -> (x, s)); (<*>) = ap }
instance Monad Gen where
  Gen f >>= k = Gen $ \s -> case f s of (x, s') -> case k x of Gen g -> g s'

below :: Int -> Gen Int
below n = Gen $ \s ->
  let a = s * 6364136223846793005 + 1442695040888963407
      b = (a `xor` (a `shiftR` 29)) * 0x1b873593
  in (((b `xor` (b `shiftR` 32)) `shiftR` 3) `mod` n, a)

number :: Gen Int64
number = subtract 500 . fromIntegral <$> below 1000

genOps :: Int -> Gen [Op]
genOps depth = below 7 >>= \n -> replicateM n (genOp depth)

genOp :: Int -> Gen Op
genOp depth = below (if depth == 0 then 9 else 14) >>= \k -> case k of
  0 -> Write <$> below 100 <*> number
  1 -> Modify <$> below 100 <*> number
  2 -> CopyWithin <$> below 100 <*> below 100
  3 -> ReadTwice <$> below 100 <*> number
  4 -> MapXor <$> number
  5 -> pure AddFold
  6 -> Kernel <$> number
  7 -> KernelSum <$> below 100
  8 -> pure KernelPointer
  9 -> Split <$> below 100 <*> genOps (depth - 1) <*> genOps (depth - 1)
  10 -> Halve <$> genOps (depth - 1) <*> genOps (depth - 1)
  11 -> Par <$> genOps (depth - 1) <*> genOps (depth - 1)
  12 -> ParAt <$> below 100 <*> genOps (depth - 1) <*> genOps (depth - 1)
  _ -> Nested <$> genOps (depth - 1)

-- Same sides, many elements, many times: a side that ran twice would count twice.
countUp :: Int -> Array Int64 %1 -> Array Int64
countUp rounds = go rounds
 where
  go :: Int -> Array Int64 %1 -> Array Int64
  go 0 a = a
  go k a = Array.size a & \(Ur n, b) -> go (k - 1) (each (n - 1) b)
  each :: Int -> Array Int64 %1 -> Array Int64
  each (-1) a = a
  each i a = each (i - 1) (Array.modify i (+ 1) a)

-- Known indexes, and everything inlined: the steps look alike to the optimiser, and only their order
-- tells them apart.
straight :: Array Int64 %1 -> Ur [Int64]
straight a =
  Array.read 0 a & \(Ur x, b) -> Array.read 0 (Array.write 0 11 b) & \(Ur y, c) ->
    Array.read 0 (Array.write 0 22 c) & \(Ur z, d) -> Array.write 0 33 d & \e ->
      Array.freeze (Array.write 1 44 e) & \(Ur p) -> Ur [x, y, z, Pinned.index p 0, Pinned.index p 1]

-- Two arrays that are made by equal expressions.
twins :: Ur [Int64]
twins = Array.alloc 2 5 (\a -> Array.alloc 2 5 (\b -> both (Array.write 0 6 a) (Array.write 1 7 b)))
 where
  both :: Array Int64 %1 -> Array Int64 %1 -> Ur [Int64]
  both a b = Array.toList a & \(Ur xs) -> Array.toList b & \(Ur ys) -> Ur (xs ++ ys)

-- The halves of known sizes, each read and written at index 0, then read as a whole.
halves :: Array Int64 %1 -> Ur [Int64]
halves a = Array.halve a & \(l, r) ->
  Array.read 0 l & \(Ur x, l') -> Array.read 0 r & \(Ur y, r') ->
    Array.combine (Array.write 0 (y + 100) l') (Array.write 0 (x + 200) r') & \b ->
      Array.read 0 b & \(Ur v, c) -> Array.read 1 c & \(Ur w, d) -> Array.free d & \() -> Ur [x, y, v, w]

tree :: Int -> Array Int64 %1 -> Array Int64
tree 0 = countUp 20
tree d = Array.parCombine (tree (d - 1)) (tree (d - 1))

frozenAndGoingOn :: Ur (PinnedArray Int64, [Int64])
frozenAndGoingOn = Array.fromList [1 .. 10] (\a -> Array.split 4 a & \(l, r) -> done l r)
 where
  done :: Array Int64 %1 -> Array Int64 %1 -> Ur (PinnedArray Int64, [Int64])
  done l r = Array.freeze (Array.write 0 50 l) & \(Ur p) ->
    Array.toList (Array.write 5 60 (Array.map (+ Pinned.index p 0) r)) & \(Ur xs) -> Ur (p, xs)

throws :: ArrayError -> Ur b -> IO Bool
throws want value = either (== want) (const False) <$> try (evaluate value)

main :: IO ()
main = runChecks $ \c -> do
  args <- getArgs
  let count = case args of { (n : _) -> read n; [] -> 500 }
  forM_ [1 .. count :: Int] $ \seed -> do
    let Gen g = do { n <- below 40; xs <- replicateM n number; ops <- genOps 3; pure (xs, ops) }
        ((start, program), _) = g (seed * 7919)
        want = model program start
        got = unur (Array.fromList start (\a -> Array.toList (runAll program a)))
        frozen = unur (Array.fromPinned (Pinned.pinnedFromList start) (\a -> Array.freeze (runAll program a)))
    check c ("seed " ++ show seed ++ " from " ++ show start ++ ": " ++ show program ++ ": "
             ++ show got ++ " instead of " ++ show want) (got == want)
    checkEq c ("frozen, seed " ++ show seed) want (Pinned.pinnedToList frozen)

  forM_ [1 .. 60 :: Int64] $ \k ->
    checkEq c "each element counted once per round" (replicate 2000 (k + 20))
      (unur (Array.alloc 2000 k (\a -> Array.toList (tree 4 a))))

  -- A long left side, and a right side that ends while the left one runs on another Capability: the
  -- caller then comes to evaluate what is being evaluated.
  forM_ [1 .. fromIntegral (count `div` 10)] $ \k ->
    checkEq c "a long side runs once" (replicate 4000 (k + 100) ++ replicate 400 (k + 100))
      (unur (Array.alloc 4400 k (\a -> Array.toList (Array.parCombineAt 4000 (countUp 100) (countUp 100) a))))

  checkEq c "steps in order" [1, 11, 22, 33, 44] (unur (Array.fromList [1, 2] straight))
  checkEq c "two equal arrays" [6, 5, 5, 7] (unur twins)
  checkEq c "two halves" [1, 2, 102, 201] (unur (Array.fromList [1, 2] halves))

  let Ur (left, right) = frozenAndGoingOn
  checkEq c "the frozen part" [50, 2, 3, 4] (Pinned.pinnedToList left)
  checkEq c "the part that went on" [55, 56, 57, 58, 59, 60] right

  -- Two arrays in one scope.
  checkEq c "two arrays" [4, 5, 6 :: Int64] $
    unur (Array.fromList [1, 2, 3] (\a -> Array.fromList [3 :: Int64] (\b ->
      Array.read 0 b & \(Ur x, b') -> Array.free b' & \() -> Array.toList (Array.map (+ x) a))))

  let on f = Array.alloc 5 (0 :: Int64) (\a -> Array.toList (f a))
  forM_ [-1, 5, maxBound, minBound] $ \i -> do
    check c "read outside" =<< throws (OutOfBounds i 5) (on (\a -> Array.read i a & \(Ur _, b) -> b))
    check c "write outside" =<< throws (OutOfBounds i 5) (on (Array.write i 1))
    check c "modify outside" =<< throws (OutOfBounds i 5) (on (Array.modify i (+ 1)))
  check c "split outside" =<< throws (OutOfBounds 6 5) (on (\a -> Array.split 6 a & \(l, r) -> Array.combine l r))
  check c "the wrong order" =<< throws NotAdjacent (on (\a -> Array.halve a & \(l, r) -> Array.combine r l))
  check c "a side lost a part" =<< throws NotAdjacent
    (on (Array.parCombine (\a -> Array.halve a & \(l, r) -> Array.free r & \() -> l) (\a -> a)))
  check c "parts of two arrays" =<< throws NotAdjacent
    (on (\a -> Array.halve a & \(l, r) ->
      unur (Array.fromList [1, 2] (\b -> Array.free r & \() -> consume (Array.combine l b))) & \() -> lost))
  check c "a negative size" =<< throws (BadSize (-1)) (Array.alloc (-1) (0 :: Int64) Array.toList)
  check c "a size too large" =<< throws (BadSize maxBound) (Array.alloc maxBound (0 :: Int64) Array.toList)
  -- An exception in a side reaches the caller, and the next program is right.
  forM_ [\f -> Array.parCombine f (\a -> a), Array.parCombine (\a -> a)] $ \sidesOf -> do
    r <- try (evaluate (on (sidesOf (Array.modify 0 (\_ -> error "side")))))
    check c "an exception in a side" (either (\(ErrorCall m) -> m == "side") (const False) r)
 where
  consume :: Array Int64 %1 -> Ur ()
  consume a = Array.free a & \() -> Ur ()
  lost :: Array Int64
  lost = error "not reached"

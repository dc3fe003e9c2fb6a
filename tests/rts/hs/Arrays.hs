{-# LANGUAGE MagicHash #-}
{-# LANGUAGE UnboxedTuples #-}
-- | C kernels on memory of every kind, from several threads, while another thread collects garbage
-- without pause. Argument: calls by each thread.
module Main (main) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.Int (Int64)
import Data.IORef
import Foreign.C.Types
import Foreign.ForeignPtr (FinalizerEnvPtr, newForeignPtrEnv)
import Foreign.Marshal.Alloc (malloc)
import Foreign.Marshal.Array (allocaArray, mallocArray, peekArray, pokeArray)
import Foreign.Ptr (FunPtr, Ptr)
import Foreign.Storable (poke)
import GHC.Exts
  ( ByteArray#, Int (..), isTrue#, newByteArray#, isByteArrayPinned#, runRW#, setByteArray#
  , unsafeFreezeByteArray# )
import System.Environment (getArgs)
import System.Mem (performMajorGC)

import Check
import GHC.OpenMP.Array

-- safe: collections run meanwhile.
foreign import ccall safe "kernel_add" kernelAdd :: Int64 -> Ptr Int64 -> CSize -> IO ()
foreign import ccall safe "kernel_total" kernelTotal :: Ptr Int64 -> CSize -> IO Int64
foreign import ccall safe "kernel_slow_total" kernelSlowTotal :: Ptr Int64 -> CSize -> IO Int64
foreign import ccall unsafe "&kernel_double" kernelDouble :: FunPtr (Kernel Int64)
foreign import ccall unsafe "&kernel_copy_negated" kernelCopyNegated
  :: FunPtr (Ptr Int64 -> Ptr Int64 -> CSize -> IO ())
foreign import ccall unsafe "&kernel_poison" kernelPoison :: FinalizerEnvPtr CSize Int64
foreign import ccall unsafe "kernel_poisoned" kernelPoisoned :: IO CSize

data Bytes = Bytes ByteArray#

-- | Memory whose finalizer overwrites it.
poisonedArray :: Int -> IO (ForeignArray Int64)
poisonedArray n = do
  memory <- mallocArray n
  count <- malloc
  poke count (fromIntegral n)
  owned <- newForeignPtrEnv kernelPoison count memory
  fromForeignPtr owned n

worker :: Checks -> Int -> Int -> IO ()
worker c me calls = forM_ [1 .. calls] $ \k -> do
  let n = 1 + (k * 7 + me) `mod` (if k `mod` 50 == 0 then 600 else 8)
      xs = [fromIntegral (k * 1000 + me + i) | i <- [1 .. n]]
      want = map (\x -> 2 * (x + 5)) xs
      what kind = kind ++ ", thread " ++ show me ++ ", call " ++ show k
      inPlace :: MutableMemory m => m Int64 -> IO ()
      inPlace array = do
        writeElems array xs
        withMutable array (kernelAdd 5)
        callKernel kernelDouble array
  case k `mod` 4 of
    0 -> do
      array <- newPinned n
      inPlace array
      got <- readElems array
      checkEq c (what "pinned") want got
      frozen <- unsafeFreeze array
      negated <- newForeignArray n
      callKernel2 kernelCopyNegated frozen negated
      back <- readElems negated
      checkEq c (what "in and out") (map negate want) back
    1 -> do
      array <- poisonedArray n
      inPlace array
      -- Last use of the array: nothing but the call keeps it alive.
      total <- withMemory array (if k `mod` 100 == 1 then kernelSlowTotal else kernelTotal)
      checkEq c (what "ForeignPtr") (sum want) total
    2 -> allocaArray n $ \p -> do
      pokeArray p xs
      kernelAdd 5 p (fromIntegral n)
      got <- peekArray n p
      checkEq c (what "Storable memory") (map (+ 5) xs) got
    _ -> do
      let array = pinnedFromList xs
      total <- withMemory array kernelTotal
      checkEq c (what "immutable") (sum xs) total
      array' <- newPinned n
      inPlace array'
      -- The same memory under two names, the first of which is forgotten.
      alias <- fromForeignPtr (toForeignPtr array') n
      total' <- withMemory alias (if k `mod` 100 == 3 then kernelSlowTotal else kernelTotal)
      checkEq c (what "alias") (sum want) total'

conversions :: Checks -> IO ()
conversions c = do
  let byteArray (I# k) = case runRW# (\s0 -> case newByteArray# k s0 of
        (# s1, m #) -> case setByteArray# m 0# k 1# s1 of
          s2 -> case unsafeFreezeByteArray# m s2 of (# s3, b #) -> (# s3, Bytes b #)) of (# _, r #) -> r
      one = 0x0101010101010101 :: Int64
  case byteArray 24 of
    Bytes b -> do
      check c "a small array can move" (not (isTrue# (isByteArrayPinned# b)))
      check c "a small array is not taken as it is" (pinnedByteArray b == (Nothing :: Maybe (PinnedArray Int64)))
      checkEq c "its copy" [one, one, one] (pinnedToList (pinByteArray b))
  case byteArray 80003 of
    Bytes b -> do
      -- Large objects do not move; from GHC 9.6 on isByteArrayPinned# says so only of those made pinned.
      check c "a large array is taken as it is, where it counts as pinned"
        (maybe (not (isTrue# (isByteArrayPinned# b))) ((== replicate 10000 one) . pinnedToList) (pinnedByteArray b))
  case toByteArray (pinnedFromList [one, one]) of
    (# b, _, _ #) -> checkEq c "there and back" (Just [one, one]) (pinnedToList <$> pinnedByteArray b)
  array <- newPinned 3 :: IO (MutablePinnedArray Int64)
  checkEq c "new arrays are 0" [0, 0, 0] =<< readElems array
  frozen <- freeze array
  writeElem array 1 9
  checkEq c "freeze copies" [0, 0, 0] (pinnedToList frozen)
  thawed <- thaw frozen
  writeElem thawed 0 8
  checkEq c "thaw copies" ([0, 0, 0], [8, 0, 0]) . (,) (pinnedToList frozen) =<< readElems thawed
  let throws want act = either (== want) (const False) <$> try act
  check c "read outside" =<< throws (OutOfBounds 3 3) (readElem array 3)
  check c "write outside" =<< throws (OutOfBounds (-1) 3) (writeElem array (-1) 0)
  check c "index outside" =<< throws (OutOfBounds 3 3) (evaluate (index frozen 3))
  check c "negative" =<< throws (BadSize (-1)) (void (newPinned (-1) :: IO (MutablePinnedArray Int64)))
  check c "too large" =<< throws (BadSize maxBound) (void (newForeignArray maxBound :: IO (ForeignArray Int64)))
  two <- newPinned 2
  check c "unequal sizes" =<< throws (SizesDiffer 3 2) (callKernel2 kernelCopyNegated frozen two)
  -- An exception leaves the memory usable.
  r <- try (withMemory array (\_ _ -> throwIO (userError "inside"))) :: IO (Either IOException ())
  check c "an exception inside" (either (const True) (const False) r)
  checkEq c "after it" [0, 9, 0] =<< readElems array

main :: IO ()
main = runChecks $ \c -> do
  args <- getArgs
  let calls = case args of { (n : _) -> read n; [] -> 1000 }
  conversions c
  collections <- newIORef (0 :: Int)
  collector <- forkIO . forever $ performMajorGC >> modifyIORef' collections (+ 1) >> yield
  done <- forM [1 .. 4] $ \me -> do
    box <- newEmptyMVar
    -- Until the collector, which competes for a Capability, has had its turns.
    let work = do
          worker c me calls
          n <- readIORef collections
          when (n <= 20) work
    _ <- forkFinally work (putMVar box)
    pure box
  results <- mapM takeMVar done
  killThread collector
  forM_ results (either throwIO pure)
  performMajorGC
  threadDelay 10000
  n <- readIORef collections
  poisoned <- kernelPoisoned
  check c ("collections: " ++ show n) (n > 10)
  -- Finalizers ran, so the memory was really given back while the others worked.
  check c ("finalizers: " ++ show poisoned) (fromIntegral poisoned > calls `div` 2)

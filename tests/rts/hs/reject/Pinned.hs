{-# LANGUAGE CPP #-}
{-# LANGUAGE MagicHash #-}
{-# LANGUAGE UnboxedTuples #-}
-- | One program for each macro: the compiler must reject it, because the memory could move, or C would
-- write to what nobody may change. Without a macro: the control, which is right.
module Main (main) where

import Foreign.C.Types (CSize)
import Foreign.Ptr (Ptr)
import GHC.Exts (ByteArray#)
import GHC.OpenMP.Array

#if defined(UNBOXED_ARRAY)
import Data.Array.Unboxed (UArray)
#endif

count :: Ptr Int -> CSize -> IO Int
count _ n = pure (fromIntegral n)

-- Not a Memory: nothing says that it stays where it is.
data Bytes a = Bytes ByteArray#

#if defined(OWN_BYTES)
bad :: Bytes Int -> IO Int
bad array = withMemory array count
#elif defined(UNBOXED_ARRAY)
bad :: UArray Int Int -> IO Int
bad array = withMemory array count
#elif defined(LIST)
bad :: [Int] -> IO Int
bad array = withMemory array count
#elif defined(CONSTRUCTOR)
bad :: Bytes Int -> PinnedArray Int
bad (Bytes bytes) = PinnedArray bytes 0# 1#
#elif defined(WRITE_TO_FROZEN)
bad :: PinnedArray Int -> IO Int
bad array = withMutable array count
#elif defined(UNCHECKED)
bad :: Bytes Int -> IO Int
bad (Bytes bytes) = withMemory (pinnedByteArray bytes) count
#endif

main :: IO ()
main = case toByteArray (pinnedFromList [1, 2, 3 :: Int]) of
  (# bytes, _, _ #) -> maybe (pure 0) (`withMemory` count) (pinnedByteArray bytes) >>= print

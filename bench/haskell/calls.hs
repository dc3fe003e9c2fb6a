{-# LANGUAGE GHCForeignImportPrim #-}
{-# LANGUAGE InterruptibleFFI #-}
{-# LANGUAGE MagicHash #-}
{-# LANGUAGE UnboxedTuples #-}
{-# LANGUAGE UnliftedFFITypes #-}
-- | What each way out of Haskell costs. Prints a table in Markdown.
--
-- Every figure is the least of some rounds, in which the ways take turns: other programs on the
-- machine only ever add time. All results are checked; the exit status is 1 when one is wrong.
--
-- Usage: calls [ROUNDS]
module Main (main) where

import Control.Monad
import Data.IORef
import Foreign.C.Types
import Foreign.Marshal.Array
import Foreign.Ptr
import Foreign.Storable
import GHC.Clock (getMonotonicTimeNSec)
import GHC.Exts (Addr#, Int (I#), Int#, Ptr (Ptr), State#)
import GHC.IO (IO (IO))
import GHC.OpenMP.Batch
import GHC.OpenMP.Prim
import System.Environment (getArgs)
import System.Exit
import Text.Printf (printf)

-- The same function in each kind of import, to compare them.
foreign import ccall unsafe "calls_next" nextUnsafe :: CInt -> IO CInt
foreign import ccall safe "calls_next" nextSafe :: CInt -> IO CInt
foreign import ccall interruptible "calls_next" nextInterruptible :: CInt -> IO CInt
foreign import ccall "&calls_next" nextPtr :: FunPtr (CInt -> IO CInt)
foreign import ccall unsafe "dynamic" callUnsafe :: FunPtr (CInt -> IO CInt) -> CInt -> IO CInt
foreign import ccall unsafe "calls_loop" cLoop :: FunPtr (CInt -> IO CInt) -> Ptr CInt -> Ptr CInt -> CLong -> IO ()
foreign import ccall "wrapper" newNext :: (CInt -> IO CInt) -> IO (FunPtr (CInt -> IO CInt))
foreign import ccall safe "dynamic" callSafe :: FunPtr (CInt -> IO CInt) -> CInt -> IO CInt
foreign import prim "calls_batch_suspend" batchSuspend# :: Addr# -> Addr# -> Int# -> State# s -> (# State# s #)

batchSuspend :: Ptr CInt -> Ptr CInt -> Int -> IO ()
batchSuspend (Ptr a) (Ptr r) (I# n) = IO $ \s -> case batchSuspend# a r n s of (# s' #) -> (# s', () #)

-- | One way: its name, what it is compared with, how many calls a run makes, and the run, which
-- tells whether its result was right.
data Way = Way String Int (Int -> IO Bool)

-- | A loop of n turns around one call. The counter goes through the call where that is possible.
loop :: (CInt -> IO CInt) -> Int -> IO Bool
loop f n = go n 0
 where
  go :: Int -> CInt -> IO Bool
  go 0 x = pure (x == fromIntegral n)
  go k x = f x >>= go (k - 1)
{-# INLINE loop #-}

size :: Int
size = 1000

-- | Calls over an array in pieces of @block@; each call reads an element and writes one.
pieces :: Int -> (Ptr CInt -> Ptr CInt -> Int -> IO ()) -> Ptr CInt -> Ptr CInt -> Int -> IO Bool
pieces block f args results n = do
  let go k | k == 0 = pure ()
           | otherwise = sweep 0 >> go (k - 1 :: Int)
      sweep i | i >= size = pure ()
              | otherwise = f (advancePtr args i) (advancePtr results i) (min block (size - i)) >> sweep (i + block)
  poke results 0
  go (n `div` size)
  rs <- peekArray size results
  pure (rs == [1 .. fromIntegral size])
{-# INLINE pieces #-}

each :: (CInt -> IO CInt) -> Ptr CInt -> Ptr CInt -> Int -> IO ()
each f args results n = go 0
 where
  go i | i == n = pure ()
       | otherwise = peekElemOff args i >>= f >>= pokeElemOff results i >> go (i + 1)
{-# INLINE each #-}

main :: IO ()
main = do
  arguments <- getArgs
  let rounds = case arguments of { (r : _) -> read r; [] -> 15 :: Int }
  haskell <- newNext (\x -> pure $! x + 1)
  withArray [0 .. fromIntegral size - 1] $ \args -> allocaArray size $ \results -> do
    let over name n block f = Way name n (pieces block f args results)
        single =
          [ Way "nothing: the loop alone" 1000000 (loop (\x -> pure $! x + 1))
          , Way "`prim`: `capabilityNumber`" 1000000 (loop (\x -> capabilityNumber >>= \c -> pure $! if c < 0 then x else x + 1))
          , Way "`unsafe`" 1000000 (loop nextUnsafe)
          , Way "`unsafe`, through a `FunPtr`" 1000000 (loop (callUnsafe nextPtr))
          , Way "`safe`" 100000 (loop nextSafe)
          , Way "`interruptible`" 100000 (loop nextInterruptible)
          , Way "`safe`, and back into Haskell" 20000 (loop (callSafe haskell))
          ]
        arrays =
          [ over "a loop in C" 1000000 size (\a r n -> cLoop nextPtr a r (fromIntegral n))
          , over "`unsafe`, one by one" 1000000 size (each nextUnsafe)
          , over "`safe`, one by one" 100000 size (each nextSafe)
          , over "`callBatch` of 1" 100000 1 (callBatch nextPtr)
          , over "`callBatch` of 10" 500000 10 (callBatch nextPtr)
          , over "`callBatch` of 100" 1000000 100 (callBatch nextPtr)
          , over "`callBatch` of 1000" 1000000 1000 (callBatch nextPtr)
          , over "Cmm that suspends, 100 at a time" 1000000 100 batchSuspend
          , over "`callBatchTeam` of 2, 1000 at a time" 1000000 1000 (callBatchTeam (Just 2) nextPtr)
          ]
    wrong <- newIORef []
    best <- foldM
      (\before _ -> zipWithM
          (\old (Way name n run) -> do
              t0 <- getMonotonicTimeNSec
              right <- run n
              t1 <- getMonotonicTimeNSec
              unless right (modifyIORef wrong (name :))
              pure $! min old (fromIntegral (t1 - t0) / fromIntegral n))
          before (single ++ arrays))
      (map (const (1 / 0)) (single ++ arrays)) [1 .. rounds]
    let (one, many) = splitAt (length single) best
        table :: String -> String -> Double -> [Way] -> [Double] -> IO ()
        table title against base ways times = do
          printf "| %s | ns per call | %s |\n|---|---|---|\n" title against
          forM_ (zip ways times) $ \(Way name _ _, t) ->
            printf "| %s | %.2f | %s |\n" name t (if against == "over the loop, ns" then printf "%.2f" (t - base) else printf "%.2f" (t / base) :: String)
    case (one, many) of
      (empty : _, _ : unsafe : _) -> do
        table "One call in each turn of a loop" "over the loop, ns" empty single one
        putStrLn ""
        table "From one array into another" "times `unsafe`" unsafe arrays many
      _ -> pure ()
    bad <- readIORef wrong
    unless (null bad) $ do
      putStrLn ("wrong results: " ++ unwords bad)
      exitFailure

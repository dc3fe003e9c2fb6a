{-# LANGUAGE BangPatterns #-}
-- |
-- Module      : GHC.OpenMP.Loop
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- Parallel regions and loops whose body is Haskell. "GHC.OpenMP" exports all of this.
--
-- Each thread of the team enters Haskell once and then takes one chunk after the other, so an iteration
-- of a 'Static' loop costs little more than in a plain loop, and a chunk of a 'Dynamic' one an atomic
-- addition. A body that runs needs a Capability: a loop uses at most as many cores as there are
-- Capabilities (@+RTS -N@), however many threads its team has.
--
-- == Callers
--
-- Loops work from bound and unbound threads, from several threads at once, and inside each other: a loop
-- started by a body is a nested region, which has one thread unless 'GHC.OpenMP.ompSetMaxActiveLevels'
-- allows more. The caller waits without holding a Capability.
--
-- == Exceptions
--
-- When a body throws, the loop is cancelled: no thread begins another iteration (or chunk, for
-- 'parallelForChunks'), bodies that run get the asynchronous exception 'GHC.OpenMP.Cancelled', and when
-- all threads have left the region the first exception is rethrown in the caller. An asynchronous
-- exception to the caller, 'System.Timeout.timeout' for one, does the same. A loop function never returns
-- while a body runs. Bodies run in the masking state of the caller.
--
-- A thread that is inside a foreign call gets 'GHC.OpenMP.Cancelled' when that returns. So it is with the
-- caller of a nested loop; the nested loop is cancelled together with the loop around it, and ends before
-- its next iteration.
module GHC.OpenMP.Loop
  ( LoopOptions (..)
  , defaultLoop
  , parallelFor
  , parallelForChunks
  , Combination (..)
  , parallelReduce
  , parallelReduceWith
  , parallel
  , teamBarrier
    -- * For the implementation
  , prepareFor
  , prepareParallel
  , chunkOf
  ) where

import Control.Exception (MaskingState, getMaskingState, mask_, throwIO)
import Control.Monad (when)
import Data.IORef
import Data.List (sortBy)
import Data.Ord (comparing)
import Foreign.C.Types (CLong)
import Foreign.Marshal.Alloc (allocaBytes)
import Foreign.Ptr (Ptr, plusPtr)
import Foreign.Storable (peek)

import GHC.OpenMP.Internal.FFI
import GHC.OpenMP.Internal.Run
import GHC.OpenMP.Internal.Trace
import GHC.OpenMP.Settings (Schedule (..), scheduleCode)

-- | How to run a loop or region.
--
-- @since 0.1.0
data LoopOptions = LoopOptions
  { loopSchedule :: !Schedule
    -- ^ How iterations are shared out. 'parallel' does not use it.
  , loopThreads :: !(Maybe Int)
    -- ^ Size of the team; Nothing: 'GHC.OpenMP.ompGetMaxThreads'. A number below 1 counts as 1.
  , loopName :: String
    -- ^ Name in the eventlog.
  }

-- | 'Static', with a team of the default size.
--
-- @since 0.1.0
defaultLoop :: LoopOptions
defaultLoop = LoopOptions { loopSchedule = Static, loopThreads = Nothing, loopName = "parallel loop" }

-- | @parallelFor options first end body@ runs @body i@ for each i from first to end - 1.
--
-- > parallelFor defaultLoop { loopSchedule = Dynamic 16 } 0 n $ \i -> ...
--
-- @since 0.1.0
parallelFor :: LoopOptions -> Int -> Int -> (Int -> IO ()) -> IO ()
parallelFor options first end body = loop options first end (\job lo hi -> chunkOf body job lo hi)
{-# INLINE parallelFor #-}

-- | A chunk of single iterations, which looks for a cancellation before each.
chunkOf :: (Int -> IO ()) -> JobPtr -> Int -> Int -> IO ()
chunkOf body job = go
 where
  go !i !end
    | i >= end = pure ()
    | otherwise = do
        stopped <- isStopped job
        if stopped then pure () else body i >> go (i + 1) end
{-# INLINE chunkOf #-}

-- | @parallelForChunks options first end body@ calls @body lo hi@ for each chunk of iterations, lo to
-- hi - 1; together the chunks are first to end - 1. None is empty.
--
-- @since 0.1.0
parallelForChunks :: LoopOptions -> Int -> Int -> (Int -> Int -> IO ()) -> IO ()
parallelForChunks options first end body = loop options first end (\_ lo hi -> body lo hi)

loop :: LoopOptions -> Int -> Int -> (JobPtr -> Int -> Int -> IO ()) -> IO ()
loop options first end chunk = region options (\state -> prepareFor options state first end chunk)

-- | A loop, not yet run.
prepareFor :: LoopOptions -> MaskingState -> Int -> Int -> (JobPtr -> Int -> Int -> IO ()) -> IO Run
prepareFor options state first end chunk = newLoop state first end kind size (threadsOf options) (chunks chunk)
 where
  (kind, size) = scheduleCode (loopSchedule options)

threadsOf :: LoopOptions -> Int
threadsOf = maybe 0 (max 1 . min 65536) . loopThreads

-- | A member's part of a loop.
chunks :: (JobPtr -> Int -> Int -> IO ()) -> JobPtr -> Int -> IO ()
chunks chunk job _ = allocaBytes 16 $ \bounds -> go bounds (bounds `plusPtr` 8)
 where
  go :: Ptr CLong -> Ptr CLong -> IO ()
  go lo hi = do
    more <- c_loop_next lo hi
    when (more /= 0) $ do
      a <- peek lo
      b <- peek hi
      chunk job (fromIntegral a) (fromIntegral b)
      go lo hi

region :: LoopOptions -> (MaskingState -> IO Run) -> IO ()
region options prepare = do
  state <- getMaskingState
  mask_ $ do
    run <- prepare state
    traced (loopName options) (inCaller run)

-- | @parallel options body@ runs @body thread@ once on each thread of a team, with its number.
--
-- @since 0.1.0
parallel :: LoopOptions -> (Int -> IO ()) -> IO ()
parallel options body = region options (\state -> prepareParallel options state body)

-- | A region without a loop, not yet run.
prepareParallel :: LoopOptions -> MaskingState -> (Int -> IO ()) -> IO Run
prepareParallel options state body = newLoop state 0 0 (-1) 0 (threadsOf options) (const body)

-- | Waits until all threads of the team have come here. Legal in the body of 'parallel' only, and each
-- thread of the team must come. Throws v'Cancelled' when the region is cancelled meanwhile, because a
-- thread has thrown, for instance. No Capability is held while waiting.
--
-- @since 0.1.0
teamBarrier :: IO ()
teamBarrier = do
  cancelled <- c_loop_barrier
  when (cancelled /= 0) $ throwIO Cancelled

-- | How the results of iterations are put together.
--
-- @since 0.1.0
data Combination
  = IterationOrder
    -- ^ In the order of the iterations: right for every monoid. Where 'mappend' is only nearly associative,
    -- as floating-point addition is, rounding may differ with the schedule and the team.
  | AnyOrder
    -- ^ In whatever order threads get ready: for commutative monoids.
  | Reproducible
    -- ^ In the order of the iterations, and bracketed in a way that depends on the range of the loop
    -- only: the same result, to the last bit, whatever the schedule and the number of threads.
  deriving (Eq, Show)

-- | @parallelReduce options first end f@ combines the results of @f i@ for each i from first to end - 1,
-- in this order; 'mempty' when there are none. Partial results are evaluated to weak head normal form.
--
-- > Sum total <- parallelReduce defaultLoop 0 n (\i -> pure (Sum (i * i)))
--
-- @since 0.1.0
parallelReduce :: Monoid m => LoopOptions -> Int -> Int -> (Int -> IO m) -> IO m
parallelReduce = parallelReduceWith IterationOrder
{-# INLINE parallelReduce #-}

-- | 'parallelReduce' with another combination.
--
-- @since 0.1.0
parallelReduceWith :: Monoid m => Combination -> LoopOptions -> Int -> Int -> (Int -> IO m) -> IO m
parallelReduceWith combination options first end f = case combination of
  AnyOrder -> do
    total <- newIORef mempty
    loop options first end $ \job lo hi -> do
      part <- partOf f job lo hi
      atomicModifyIORef' total (\t -> (t <> part, ()))
    readIORef total
  IterationOrder -> collect options first end (partOf f)
  Reproducible
    | end <= first -> pure mempty
    | otherwise ->
        let trips = fromIntegral end - fromIntegral first :: Integer
            size = fromIntegral ((trips + blocksMost - 1) `div` blocksMost)
            blocks = fromIntegral ((trips + toInteger size - 1) `div` toInteger size)
            block job b =
              let lo = first + b * size
              in partOf f job lo (if end - lo < size && end - lo > 0 then end else lo + size)
        in collect options { loopSchedule = blockwise (loopSchedule options) } 0 blocks $ \job lo hi ->
             if hi == lo + 1 then block job lo else error "GHC.OpenMP: a chunk of several blocks"
{-# INLINE parallelReduceWith #-}

-- | Number of blocks of a reproducible reduction.
blocksMost :: Integer
blocksMost = 512

-- | One block at a time.
blockwise :: Schedule -> Schedule
blockwise s = case s of
  Static -> StaticChunk 1
  StaticChunk _ -> StaticChunk 1
  _ -> Dynamic 1

-- | Combines the results of chunks in the order of their iterations.
collect :: Monoid m => LoopOptions -> Int -> Int -> (JobPtr -> Int -> Int -> IO m) -> IO m
collect options first end part = do
  parts <- newIORef []
  loop options first end $ \job lo hi -> do
    p <- part job lo hi
    atomicModifyIORef' parts (\ps -> ((lo, p) : ps, ()))
  foldStrict (<>) mempty . map snd . sortBy (comparing fst) <$> readIORef parts
 where
  foldStrict g = go where { go !z [] = z; go !z (x : xs) = go (g z x) xs }

-- | The combined results of a chunk.
partOf :: Monoid m => (Int -> IO m) -> JobPtr -> Int -> Int -> IO m
partOf f job lo hi = if lo >= hi then pure mempty else f lo >>= go (lo + 1)
 where
  go !i !acc
    | i >= hi = pure acc
    | otherwise = do
        stopped <- isStopped job
        if stopped then pure acc else f i >>= \x -> go (i + 1) (acc <> x)
{-# INLINE partOf #-}

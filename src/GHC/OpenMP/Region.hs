{-# LANGUAGE ScopedTypeVariables #-}
-- |
-- Module      : GHC.OpenMP.Region
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- Regions that can be waited for, timed out and cancelled. "GHC.OpenMP" exports all of this.
--
-- A submitted region runs on one of a few threads that the runtime keeps for this ('setJobThreads'),
-- however many have been submitted; the others wait their turn, the oldest first. So a region must not
-- wait for one that is submitted later, unless it submits that one itself. Waiting for a region holds no
-- OS thread and no Capability, and asynchronous exceptions reach the waiting thread at once.
--
-- == Cancelling a kernel
--
-- A C kernel leaves early where OpenMP lets it: at cancellation points, cancel constructs, and barriers
-- of parallel regions that have such, whether @OMP_CANCELLATION@ is set or not. GCC keeps cancellation
-- points only in regions that have a cancel construct too. One whose condition is never true will do, if the
-- compiler does not know that, and a cancel construct is a cancellation point itself:
--
-- > #pragma omp parallel
-- > {
-- >   #pragma omp for
-- >   for (long i = 0; i < n; i++)
-- >     {
-- >       #pragma omp cancel for if (failed)
-- >       work (i);
-- >     }
-- > }
--
-- A kernel can also ask @ghc_omp_cancelled()@ (@ghc_openmp.h@). One that does neither runs to its end.
module GHC.OpenMP.Region
  ( Region
  , submitKernel
  , submitFor
  , submit
  , wait
  , poll
  , cancel
  , runKernel
  , KernelOptions (..)
  , defaultKernel
  , setJobThreads
  , isCancelled
  ) where

import Control.Concurrent (forkIO, myThreadId, threadCapability)
import Control.Concurrent.MVar
import Control.Exception
import Control.Monad (void)
import Foreign.Ptr (FunPtr, Ptr)
import GHC.Conc (newStablePtrPrimMVar)

import GHC.OpenMP.Internal.FFI
import GHC.OpenMP.Internal.Run
import GHC.OpenMP.Internal.Trace
import GHC.OpenMP.Loop

-- | A region that has been submitted. It goes on when nobody refers to it any more.
--
-- @since 0.1.0
data Region = Region
  { regionResult :: !(MVar (Either SomeException ()))
  , regionStop :: !(MVar (Maybe (IO ())))
    -- ^ Cancels it; Nothing once it has ended.
  }

-- | How to run a kernel.
--
-- @since 0.1.0
data KernelOptions = KernelOptions
  { kernelThreads :: !(Maybe Int)
    -- ^ Team size of those of its regions that have no @num_threads@ clause; Nothing: the default.
  , kernelName :: String
    -- ^ Name in the eventlog.
  }

-- | Teams of the default size.
--
-- @since 0.1.0
defaultKernel :: KernelOptions
defaultKernel = KernelOptions { kernelThreads = Nothing, kernelName = "kernel" }

-- | Submits @function argument@. The memory that the argument points to must stay valid until the region
-- has ended.
--
-- @since 0.1.0
submitKernel :: KernelOptions -> FunPtr (Ptr a -> IO ()) -> Ptr a -> IO Region
submitKernel options function argument = mask_ $ do
  job <- c_job_new function argument (maybe 0 (fromIntegral . max 1 . min 65536) (kernelThreads options))
  launch (kernelName options) job (c_job_cancel job) (c_job_release job) $ do
    cancelled <- c_job_was_cancelled job
    pure (if cancelled /= 0 then Just (toException Cancelled) else Nothing)

-- | Submits a 'parallelFor'.
--
-- @since 0.1.0
submitFor :: LoopOptions -> Int -> Int -> (Int -> IO ()) -> IO Region
submitFor options first end body = submitRun options $ \state ->
  prepareFor options state first end (\job lo hi -> chunkOf body job lo hi)
{-# INLINE submitFor #-}

-- | Submits a 'parallel'.
--
-- @since 0.1.0
submit :: LoopOptions -> (Int -> IO ()) -> IO Region
submit options body = submitRun options (\state -> prepareParallel options state body)

submitRun :: LoopOptions -> (MaskingState -> IO Run) -> IO Region
submitRun options prepare = do
  state <- getMaskingState
  mask_ $ do
    run <- prepare state
    launch (loopName options) (runJob run) (stopWith run) (freeRun run) (failure run)
 where
  stopWith run = failWith run (toException Cancelled)

-- | Hands a job over. Called masked; release is called once, after its end.
launch :: String -> JobPtr -> IO () -> IO () -> IO (Maybe SomeException) -> IO Region
launch name job stopJob release outcome = do
  ended <- newEmptyMVar
  result <- newEmptyMVar
  stopper <- newMVar (Just stopJob)
  begun <- spanBegin name
  -- This thread belongs to nobody: nothing interrupts it. It costs a few words while it waits.
  _ <- forkIO $ uninterruptibleMask_ $ do
    takeMVar ended
    spanEnd begun
    _ <- swapMVar stopper Nothing
    failed <- outcome
    release
    putMVar result (maybe (Right ()) Left failed)
  (capability, _) <- threadCapability =<< myThreadId
  notify <- newStablePtrPrimMVar ended
  c_job_submit job hsTryPutMVar (fromIntegral capability) notify
  pure (Region result stopper)

-- | Waits until the region has ended, and rethrows the first exception of its body; throws v'Cancelled' if
-- it was cancelled. The region goes on when this wait is interrupted. Any thread may wait, and several.
--
-- @since 0.1.0
wait :: Region -> IO ()
wait = (either throwIO pure =<<) . readMVar . regionResult

-- | The outcome of the region if it has ended. Does not block.
--
-- @since 0.1.0
poll :: Region -> IO (Maybe (Either SomeException ()))
poll = tryReadMVar . regionResult

-- | Cancels the region: one that has not begun never will, one that runs leaves early where it can. Does
-- not wait for its end; does nothing to a region that has ended.
--
-- @since 0.1.0
cancel :: Region -> IO ()
cancel region = mask_ . withMVar (regionStop region) $ maybe (pure ()) id

-- | Runs a kernel and waits for it. Unlike a foreign call this wait can be interrupted: an asynchronous
-- exception cancels the kernel, and is rethrown when it has ended, so the memory behind the argument is
-- not in use any more.
--
-- > done <- timeout 500000 (runKernel defaultKernel kernel argument)
--
-- @since 0.1.0
runKernel :: KernelOptions -> FunPtr (Ptr a -> IO ()) -> Ptr a -> IO ()
runKernel options function argument = mask_ $ do
  region <- submitKernel options function argument
  result <- readMVar (regionResult region) `catch` \(e :: SomeException) -> do
    uninterruptibleMask_ $ do
      cancel region
      void (readMVar (regionResult region))
    throwIO e
  either throwIO pure result

-- | Sets how many threads run submitted regions: at least 1, 4 at first. Threads that exist stay.
-- Regions that are submitted from inside a region do not wait for one of these.
--
-- @since 0.1.0
setJobThreads :: Int -> IO ()
setJobThreads = c_set_job_threads . fromIntegral . max 1 . min 65536

-- | Whether the region whose body the caller runs has been cancelled. False outside any.
--
-- @since 0.1.0
isCancelled :: IO Bool
isCancelled = (/= 0) <$> c_cancelled

{-# LANGUAGE ScopedTypeVariables #-}
-- |
-- Module      : GHC.OpenMP.Internal.Run
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : internal
-- Portability : GHC
--
-- Running Haskell code on the threads of a team: entry, exceptions, cancellation. This module keeps
-- no promises between versions: import "GHC.OpenMP".
module GHC.OpenMP.Internal.Run
  ( Cancelled (..)
  , Run
  , newLoop
  , runJob
  , stop
  , failure
  , failWith
  , freeRun
  , inCaller
  , isStopped
  , JobPtr
  ) where

import Control.Concurrent (ThreadId, forkIO, myThreadId)
import Control.Concurrent.MVar
import Control.Exception
import Control.Monad (forM_, void, when)
import Data.IORef
import Data.Word (Word32)
import Foreign.Ptr (Ptr, nullFunPtr)
import Foreign.StablePtr (StablePtr, freeStablePtr, newStablePtr)
import Foreign.Storable (peekByteOff)
import GHC.IO (unsafeUnmask)

import GHC.OpenMP.Internal.FFI

-- | Thrown in threads that work for a region which has been cancelled, and by
-- 'GHC.OpenMP.wait' for a region that somebody cancelled.
--
-- It is an asynchronous exception: code that catches all synchronous ones lets it pass.
--
-- @since 0.1.0
data Cancelled = Cancelled
  deriving (Eq, Show)

instance Exception Cancelled where
  toException = asyncExceptionToException
  fromException = asyncExceptionFromException
  displayException Cancelled = "the OpenMP region was cancelled"

-- | A job in the C runtime.
type JobPtr = Ptr Job

-- | A Haskell region: its job, the first exception, and the Haskell threads that work for it.
data Run = Run
  { runJob :: !JobPtr
    -- ^ The job.
  , runMember :: !(StablePtr (IO ()))
  , runFailure :: !(IORef (Maybe SomeException))
  , runSlots :: !(IORef (Maybe [Slot]))
    -- ^ Members that have entered; Nothing once the region is stopped.
  }

-- Note [Striking members]
-- A region that is stopped throws Cancelled to each thread that runs a body for it, so that a body
-- that is blocked ends too. The exception must reach the body and nothing after it, because the
-- thread belongs to C. So a slot goes from Working to Left (by its member) or to Struck (by the
-- stopper), never both; a member that finds itself Struck waits, inside its own handlers, until the
-- stopper's throwTo has returned. After that nobody of this module throws to the thread.
data Slot = Slot !ThreadId !(IORef Phase) !(MVar ())

data Phase = Working | Left' | Struck
  deriving (Eq)

-- | Whether the job is cancelled: one load.
isStopped :: JobPtr -> IO Bool
isStopped job = do
  word <- peekByteOff job 0 :: IO Word32
  pure (word /= 0)
{-# INLINE isStopped #-}

-- | A region whose threads run @body job thread@: first and end of the loop, schedule kind (-1: no
-- loop), chunk, number of threads (0: the default). The body runs in this masking state. Call it masked,
-- and see that 'freeRun' is called once.
newLoop :: MaskingState -> Int -> Int -> Int -> Int -> Int -> (JobPtr -> Int -> IO ()) -> IO Run
newLoop state first end kind chunk threads body = do
  failed <- newIORef Nothing
  slots <- newIORef (Just [])
  self <- newEmptyMVar
  member <- newStablePtr $ do
    run <- readMVar self
    num <- c_omp_get_thread_num
    enterMember run (inherit state (body (runJob run) (fromIntegral num)))
  job <- c_loop_new nullFunPtr member (fromIntegral first) (fromIntegral end) (fromIntegral kind)
                    (fromIntegral chunk) (fromIntegral threads)
  let run = Run job member failed slots
  putMVar self run
  pure run

-- | Runs in a masked thread.
inherit :: MaskingState -> IO a -> IO a
inherit Unmasked = unsafeUnmask
inherit MaskedInterruptible = id
inherit MaskedUninterruptible = uninterruptibleMask_

-- | A member's whole work. The C side starts it masked, and it never unmasks but for the body, so nothing
-- is thrown to the thread outside the handlers.
enterMember :: Run -> IO () -> IO ()
enterMember run body = guarded `catch` failWith run
 where
  guarded = do
    me <- myThreadId
    phase <- newIORef Working
    delivered <- newEmptyMVar
    let slot = Slot me phase delivered
    open <- atomicModifyIORef' (runSlots run) $ \known -> case known of
      Nothing -> (Nothing, False)
      Just slots -> (Just (slot : slots), True)
    when open $ do
      result <- try body
      before <- atomicModifyIORef' phase (\p -> if p == Working then (Left', p) else (p, p))
      when (before == Struck) $ settle delivered
      either (failWith run) pure result
  settle delivered = takeMVar delivered `catch` \(_ :: SomeException) -> settle delivered

-- | Notes the exception if it is the first, and stops the region.
failWith :: Run -> SomeException -> IO ()
failWith run e = do
  first <- atomicModifyIORef' (runFailure run) $ \known -> case known of
    Nothing -> (Just e, True)
    Just _ -> (known, False)
  when first $ stop run

-- | The first exception, if there was one. Final when the region has ended.
failure :: Run -> IO (Maybe SomeException)
failure = readIORef . runFailure

-- | Cancels the region and interrupts the bodies that run. Does not wait. Only while it has not ended.
stop :: Run -> IO ()
stop run = mask_ $ do
  c_job_cancel (runJob run)
  slots <- atomicModifyIORef' (runSlots run) (\known -> (Nothing, maybe [] id known))
  forM_ slots $ \(Slot thread phase delivered) -> do
    before <- atomicModifyIORef' phase (\p -> if p == Working then (Struck, p) else (p, p))
    -- A thread of its own for each: throwTo waits for a target that is masked.
    when (before == Working) . void . forkIO $
      throwTo thread Cancelled >> putMVar delivered ()

-- | Gives the memory of an ended region back.
freeRun :: Run -> IO ()
freeRun run = do
  freeStablePtr (runMember run)
  c_job_release (runJob run)

-- | Runs the region and returns when all its threads have left it; then rethrows the first exception of
-- a body.
--
-- Outside any region a thread of its own makes the foreign call, and the caller waits for it, so that
-- asynchronous exceptions reach the caller: they stop the region and are rethrown after its end. Inside
-- a region the call is made here: the new region is nested in that one, and is cancelled with it. Call it
-- masked.
inCaller :: Run -> IO ()
inCaller run = do
  level <- c_omp_get_level
  if level > 0
    then c_loop_run (runJob run) `finally` freeRun run
    else do
      done <- newEmptyMVar
      _ <- forkIO (c_loop_run (runJob run) >> putMVar done ())
      takeMVar done `catch` \(e :: SomeException) -> do
        _ <- atomicModifyIORef' (runFailure run) (\known -> (Just (maybe e id known), ()))
        stop run
        uninterruptibleMask_ (takeMVar done)
        freeRun run
        throwIO e
      freeRun run
  failure run >>= maybe (pure ()) throwIO

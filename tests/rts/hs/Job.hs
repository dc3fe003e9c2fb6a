-- | The kernels of jobs.c.
module Job
  ( Job, Kernel, withJob, cancellable, jobLoop, jobDeaf, jobCalls, newLongCall
  , jobLevel, jobTeam, jobStarted, jobEnded, jobDone, within
  ) where

import Control.Concurrent (threadDelay)
import Data.Int (Int32, Int64)
import Foreign.C.Types (CInt (..), CLong (..))
import Foreign.Marshal.Alloc (allocaBytes)
import Foreign.Marshal.Utils (fillBytes)
import Foreign.Ptr (FunPtr, Ptr)
import Foreign.Storable (peekByteOff, pokeByteOff)
import GHC.OpenMP (ompGetWtime)

data Job
type Kernel = FunPtr (Ptr Job -> IO ())

foreign import ccall "&job_loop" jobLoop :: Kernel
foreign import ccall "&job_barriers" jobBarriers :: Kernel
foreign import ccall "&job_tasks" jobTasks :: Kernel
foreign import ccall "&job_nested" jobNested :: Kernel
foreign import ccall "&job_polls" jobPolls :: Kernel
foreign import ccall "&job_deaf" jobDeaf :: Kernel

-- | Threads, number, callback: see jobs.h.
foreign import ccall safe "job_calls" jobCalls :: CInt -> CLong -> FunPtr (CLong -> IO ()) -> IO CLong
foreign import ccall "wrapper" newLongCall :: (CLong -> IO ()) -> IO (FunPtr (CLong -> IO ()))

-- | The kernels that notice a cancellation.
cancellable :: [(String, Kernel)]
cancellable =
  [ ("loop", jobLoop), ("barriers", jobBarriers), ("tasks", jobTasks), ("nested", jobNested), ("polls", jobPolls) ]

-- | A record for a kernel with that many threads (0: the default) that takes so many milliseconds.
withJob :: Int -> Int -> (Ptr Job -> IO a) -> IO a
withJob threads milliseconds act = allocaBytes 40 $ \job -> do
  fillBytes job 0 40
  pokeByteOff job 0 (fromIntegral threads :: Int32)
  pokeByteOff job 4 (fromIntegral milliseconds :: Int32)
  act job

jobLevel, jobTeam, jobDone :: Ptr Job -> IO Int
jobLevel job = fromIntegral <$> (peekByteOff job 8 :: IO Int32)
jobTeam job = fromIntegral <$> (peekByteOff job 12 :: IO Int32)
jobDone job = fromIntegral <$> (peekByteOff job 24 :: IO Int64)

jobStarted, jobEnded :: Ptr Job -> IO Bool
jobStarted job = (/= 0) <$> (peekByteOff job 16 :: IO Int32)
jobEnded job = (/= 0) <$> (peekByteOff job 20 :: IO Int32)

-- | Waits, a number of seconds at most, until it is true.
within :: Double -> IO Bool -> IO Bool
within seconds ask = ompGetWtime >>= go
 where
  go start = do
    yes <- ask
    now <- ompGetWtime
    if yes then pure True else if now - start > seconds then pure False else threadDelay 500 >> go start

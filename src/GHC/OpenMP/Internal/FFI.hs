{-# LANGUAGE CApiFFI #-}
-- |
-- Module      : GHC.OpenMP.Internal.FFI
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : internal
-- Portability : GHC
--
-- Every foreign import of the package, with the reason for its kind. This module keeps no promises
-- between versions: import "GHC.OpenMP".
--
-- Imports go through @capi@: the C compiler checks each against the prototype in the compiler's own
-- @omp.h@ or in @ghc_openmp.h@. Those that pass function pointers are @ccall@, because @capi@ has no
-- type for them.
module GHC.OpenMP.Internal.FFI
  ( -- * Queries
    c_omp_get_num_threads
  , c_omp_get_thread_num
  , c_omp_get_max_threads
  , c_omp_get_num_procs
  , c_omp_in_parallel
  , c_omp_get_level
  , c_omp_get_active_level
  , c_omp_get_ancestor_thread_num
  , c_omp_get_team_size
  , c_omp_get_thread_limit
  , c_omp_get_dynamic
  , c_omp_get_max_active_levels
  , c_omp_get_supported_active_levels
  , c_omp_get_cancellation
  , c_omp_get_max_task_priority
  , c_omp_in_final
  , c_omp_get_num_teams
  , c_omp_get_team_num
  , c_omp_get_num_places
  , c_omp_get_place_num
  , c_omp_get_proc_bind
  , c_omp_get_num_devices
  , c_omp_get_schedule
    -- * Settings
  , c_set_default_num_threads
  , c_get_default_num_threads
  , c_set_default_schedule
  , c_get_default_schedule
  , c_set_default_dynamic
  , c_set_default_max_active_levels
  , c_set_job_threads
    -- * Time
  , c_omp_get_wtime
  , c_omp_get_wtick
    -- * About the library
  , c_version
  , c_backend
  , c_regions_served
    -- * Jobs and loops
  , Job
  , c_job_new
  , c_job_submit
  , c_job_cancel
  , c_job_was_cancelled
  , c_job_release
  , c_loop_new
  , c_loop_run
  , c_loop_next
  , c_loop_barrier
  , c_cancelled
  , hsTryPutMVar
  ) where

import Foreign.C.String (CString)
import Foreign.C.Types (CDouble (..), CInt (..), CLong (..))
import Foreign.Ptr (FunPtr, Ptr)
import Foreign.StablePtr (StablePtr)
import GHC.Conc (PrimMVar)

-- unsafe, all of these: a few loads and stores on the calling thread's own record; they never
-- block and never call Haskell. The first call of a process also reads the OMP_* environment,
-- once, which takes some microseconds.

-- | @omp_get_num_threads@.
foreign import capi unsafe "omp.h omp_get_num_threads" c_omp_get_num_threads :: IO CInt

-- | @omp_get_thread_num@.
foreign import capi unsafe "omp.h omp_get_thread_num" c_omp_get_thread_num :: IO CInt

-- | @omp_get_max_threads@.
foreign import capi unsafe "omp.h omp_get_max_threads" c_omp_get_max_threads :: IO CInt

-- | @omp_get_num_procs@.
foreign import capi unsafe "omp.h omp_get_num_procs" c_omp_get_num_procs :: IO CInt

-- | @omp_in_parallel@.
foreign import capi unsafe "omp.h omp_in_parallel" c_omp_in_parallel :: IO CInt

-- | @omp_get_level@.
foreign import capi unsafe "omp.h omp_get_level" c_omp_get_level :: IO CInt

-- | @omp_get_active_level@.
foreign import capi unsafe "omp.h omp_get_active_level" c_omp_get_active_level :: IO CInt

-- | @omp_get_ancestor_thread_num@.
foreign import capi unsafe "omp.h omp_get_ancestor_thread_num" c_omp_get_ancestor_thread_num :: CInt -> IO CInt

-- | @omp_get_team_size@.
foreign import capi unsafe "omp.h omp_get_team_size" c_omp_get_team_size :: CInt -> IO CInt

-- | @omp_get_thread_limit@.
foreign import capi unsafe "omp.h omp_get_thread_limit" c_omp_get_thread_limit :: IO CInt

-- | @omp_get_dynamic@.
foreign import capi unsafe "omp.h omp_get_dynamic" c_omp_get_dynamic :: IO CInt

-- | @omp_get_max_active_levels@.
foreign import capi unsafe "omp.h omp_get_max_active_levels" c_omp_get_max_active_levels :: IO CInt

-- | @omp_get_supported_active_levels@.
foreign import capi unsafe "omp.h omp_get_supported_active_levels" c_omp_get_supported_active_levels :: IO CInt

-- | @omp_get_cancellation@.
foreign import capi unsafe "omp.h omp_get_cancellation" c_omp_get_cancellation :: IO CInt

-- | @omp_get_max_task_priority@.
foreign import capi unsafe "omp.h omp_get_max_task_priority" c_omp_get_max_task_priority :: IO CInt

-- | @omp_in_final@.
foreign import capi unsafe "omp.h omp_in_final" c_omp_in_final :: IO CInt

-- | @omp_get_num_teams@.
foreign import capi unsafe "omp.h omp_get_num_teams" c_omp_get_num_teams :: IO CInt

-- | @omp_get_team_num@.
foreign import capi unsafe "omp.h omp_get_team_num" c_omp_get_team_num :: IO CInt

-- | @omp_get_num_places@.
foreign import capi unsafe "omp.h omp_get_num_places" c_omp_get_num_places :: IO CInt

-- | @omp_get_place_num@.
foreign import capi unsafe "omp.h omp_get_place_num" c_omp_get_place_num :: IO CInt

-- | @omp_get_proc_bind@. Its result is an enumeration, hence @ccall@.
foreign import ccall unsafe "omp_get_proc_bind" c_omp_get_proc_bind :: IO CInt

-- | @omp_get_num_devices@.
foreign import capi unsafe "omp.h omp_get_num_devices" c_omp_get_num_devices :: IO CInt

-- | @omp_get_schedule@. Its first argument points to an enumeration, hence @ccall@.
foreign import ccall unsafe "omp_get_schedule" c_omp_get_schedule :: Ptr CInt -> Ptr CInt -> IO ()

-- unsafe: relaxed stores and loads of process-wide words.

-- | @ghc_omp_set_default_num_threads@.
foreign import capi unsafe "ghc_openmp.h ghc_omp_set_default_num_threads" c_set_default_num_threads :: CInt -> IO ()

-- | @ghc_omp_get_default_num_threads@.
foreign import capi unsafe "ghc_openmp.h ghc_omp_get_default_num_threads" c_get_default_num_threads :: IO CInt

-- | @ghc_omp_set_default_schedule@.
foreign import capi unsafe "ghc_openmp.h ghc_omp_set_default_schedule" c_set_default_schedule :: CInt -> CInt -> IO ()

-- | @ghc_omp_get_default_schedule@.
foreign import capi unsafe "ghc_openmp.h ghc_omp_get_default_schedule" c_get_default_schedule
  :: Ptr CInt -> Ptr CInt -> IO ()

-- | @ghc_omp_set_default_dynamic@.
foreign import capi unsafe "ghc_openmp.h ghc_omp_set_default_dynamic" c_set_default_dynamic :: CInt -> IO ()

-- | @ghc_omp_set_default_max_active_levels@.
foreign import capi unsafe "ghc_openmp.h ghc_omp_set_default_max_active_levels" c_set_default_max_active_levels
  :: CInt -> IO ()

-- | @ghc_omp_set_job_threads@. Takes a lock that is held for a few instructions only.
foreign import capi unsafe "ghc_openmp.h ghc_omp_set_job_threads" c_set_job_threads :: CInt -> IO ()

-- | @omp_get_wtime@.
foreign import capi unsafe "omp.h omp_get_wtime" c_omp_get_wtime :: IO CDouble

-- | @omp_get_wtick@.
foreign import capi unsafe "omp.h omp_get_wtick" c_omp_get_wtick :: IO CDouble

-- | @ghc_omp_version@; the string is static. The result is @const@, which @capi@ would warn about.
foreign import ccall unsafe "ghc_omp_version" c_version :: IO CString

-- | @ghc_omp_backend@; the string is static.
foreign import ccall unsafe "ghc_omp_backend" c_backend :: IO CString

-- | @ghc_omp_regions_served@. Takes the pool's lock, which is held while a thread is made: safe.
foreign import capi safe "ghc_openmp.h ghc_omp_regions_served" c_regions_served :: IO CLong

-- | The runtime's record of a job or loop. Its first word, 32 bits, is not 0 once it is cancelled.
data Job

-- | @ghc_omp_job_new@. unsafe: allocates.
foreign import ccall unsafe "ghc_omp_job_new" c_job_new :: FunPtr (Ptr a -> IO ()) -> Ptr a -> CInt -> IO (Ptr Job)

-- | @ghc_omp_job_submit@. safe: it may make a thread, and runs the job where none can be made.
foreign import ccall safe "ghc_omp_job_submit" c_job_submit
  :: Ptr Job -> FunPtr (CInt -> StablePtr PrimMVar -> IO ()) -> CInt -> StablePtr PrimMVar -> IO ()

-- | @ghc_omp_job_cancel@. safe: it wakes threads, and may notify Haskell.
foreign import ccall safe "ghc_omp_job_cancel" c_job_cancel :: Ptr Job -> IO ()

-- | @ghc_omp_job_was_cancelled@. unsafe: a load.
foreign import ccall unsafe "ghc_omp_job_was_cancelled" c_job_was_cancelled :: Ptr Job -> IO CInt

-- | @ghc_omp_job_release@. unsafe: a subtraction, and a @free@.
foreign import ccall unsafe "ghc_omp_job_release" c_job_release :: Ptr Job -> IO ()

-- | @ghc_omp_loop_new@. unsafe: allocates.
foreign import ccall unsafe "ghc_omp_loop_new" c_loop_new
  :: FunPtr () -> StablePtr (IO ()) -> CLong -> CLong -> CInt -> CLong -> CInt
  -> IO (Ptr Job)

-- | @ghc_omp_loop_run@. safe: it runs the loop, whose members are Haskell.
foreign import ccall safe "ghc_omp_loop_run" c_loop_run :: Ptr Job -> IO ()

-- | @ghc_omp_loop_next@. unsafe: an atomic addition at most. It never waits for another thread.
foreign import ccall unsafe "ghc_omp_loop_next" c_loop_next :: Ptr CLong -> Ptr CLong -> IO CInt

-- | @ghc_omp_loop_barrier@. safe: it waits for the team.
foreign import capi safe "ghc_openmp.h ghc_omp_loop_barrier" c_loop_barrier :: IO CInt

-- | @ghc_omp_cancelled@. unsafe: two loads.
foreign import capi unsafe "ghc_openmp.h ghc_omp_cancelled" c_cancelled :: IO CInt

-- | The RTS's own way to fill an MVar from C, to be called by the thread that ends a job.
foreign import ccall "&hs_try_putmvar" hsTryPutMVar :: FunPtr (CInt -> StablePtr PrimMVar -> IO ())

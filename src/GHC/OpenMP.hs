-- |
-- Module      : GHC.OpenMP
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- OpenMP beside Haskell, on one pool of threads. A program that depends on this package contains
-- the OpenMP runtime: C, C++ and Fortran code built with @gcc -fopenmp@ and linked into the program
-- runs on it. Link with @-threaded@.
--
-- == Calling a kernel
--
-- > foreign import ccall safe "my_kernel" myKernel :: CInt -> IO CDouble
--
-- Use a @safe@ import for a function that runs parallel regions: other Haskell threads keep the
-- Capability while it works, and Haskell callbacks from inside a region are legal, from each thread of
-- the team and from explicit tasks. An @unsafe@ import works too, but holds the Capability, and with it
-- every garbage collection, until the function returns; a callback then ends the program. A foreign
-- call cannot be interrupted. Where that matters, use 'runKernel':
--
-- > foreign import ccall "&my_kernel" myKernel :: FunPtr (Ptr CDouble -> IO ())
-- >
-- > done <- timeout 500000 (runKernel defaultKernel myKernel memory)
--
-- == Haskell loops
--
-- > parallelFor defaultLoop 0 n $ \i -> pokeElemOff out i (f i)
--
-- == Which thread a question is about
--
-- OpenMP answers for the OS thread that asks. A Haskell function called from inside a parallel
-- region sees that region: its team, its thread number, its level. Everywhere else a Haskell
-- thread is outside any region: it is thread 0 of a team of one. An unbound Haskell thread may move
-- to another OS thread between two calls; a bound thread ('Control.Concurrent.forkOS',
-- 'Control.Concurrent.runInBoundThread', @main@) stays. Settings are the process's, so they do not
-- depend on it.
--
-- All queries and settings are legal inside and outside regions, never block, and keep the calling
-- thread's Capability for the few nanoseconds that they take.
--
-- == Other run-time systems
--
-- At @-N1@ everything works; bodies take turns on the one Capability. With the non-threaded RTS regions
-- have one thread, after one line on stderr. In the child of 'System.Posix.Process.forkProcess' the
-- workers are plain OS threads, and everything works; regions submitted before do not exist there.
module GHC.OpenMP
  ( -- * Queries and settings
    module GHC.OpenMP.Settings
    -- * Loops and regions with Haskell bodies
  , LoopOptions (..)
  , defaultLoop
  , parallelFor
  , parallelForChunks
  , parallelReduce
  , Combination (..)
  , parallelReduceWith
  , parallel
  , teamBarrier
    -- * Regions that can be waited for and cancelled
  , Region
  , submitFor
  , submit
  , submitKernel
  , wait
  , poll
  , cancel
  , Cancelled (..)
  , isCancelled
  , runKernel
  , KernelOptions (..)
  , defaultKernel
  , setJobThreads
  ) where

import GHC.OpenMP.Internal.Run (Cancelled (..))
import GHC.OpenMP.Loop
import GHC.OpenMP.Region
import GHC.OpenMP.Settings hiding (scheduleCode)

-- |
-- Module      : GHC.OpenMP.Settings
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- The routines of OpenMP's host API (OpenMP 5.2, chapter 18) that make sense in Haskell. "GHC.OpenMP"
-- exports all of this.
--
-- Questions are about the OS thread that asks. Settings are the whole process's: an unbound Haskell
-- thread moves between OS threads, and a setting of one OS thread would be lost on the way. They hold for
-- every region and loop that starts afterwards, in C code too, except in OS threads on which C code has
-- called @omp_set_...@ itself. To size one loop, use its options.
module GHC.OpenMP.Settings
  ( -- * Teams
    ompGetNumThreads
  , ompGetThreadNum
  , ompGetMaxThreads
  , ompSetNumThreads
  , withNumThreads
  , ompGetNumProcs
  , ompGetDynamic
  , ompSetDynamic
  , ompGetThreadLimit
    -- * Where the caller is
  , ompInParallel
  , ompGetLevel
  , ompGetActiveLevel
  , ompGetAncestorThreadNum
  , ompGetTeamSize
  , ompInFinal
  , ompGetNumTeams
  , ompGetTeamNum
    -- * Nesting
  , ompGetMaxActiveLevels
  , ompSetMaxActiveLevels
  , ompGetSupportedActiveLevels
    -- * Schedules
  , Schedule (..)
  , ompGetSchedule
  , ompSetSchedule
  , withSchedule
    -- * Other settings of the process
  , ompGetCancellation
  , ompGetMaxTaskPriority
  , ompGetNumDevices
    -- * Places
  , ompGetNumPlaces
  , ompGetPlaceNum
  , ProcBind (..)
  , ompGetProcBind
    -- * Time
  , ompGetWtime
  , ompGetWtick
    -- * The library
  , ghcOmpVersion
  , ghcOmpBackend
  , ghcOmpRegionsServed
    -- * For the implementation
  , scheduleCode
  ) where

import Control.Exception (bracket_)
import Data.Bits (clearBit)
import Data.Unique (Unique, newUnique)
import Foreign.C.String (peekCString)
import Foreign.C.Types (CInt)
import Foreign.Marshal.Alloc (alloca)
import Foreign.Ptr (Ptr)
import Foreign.Storable (peek)
import Control.Concurrent.MVar
import System.IO.Unsafe (unsafePerformIO)

import GHC.OpenMP.Internal.FFI

int :: Int -> CInt
int = fromIntegral . max (-1) . min 2147483647

-- | Number of threads in the team that runs the caller: 1 outside a parallel region
-- (@omp_get_num_threads@).
--
-- @since 0.1.0
ompGetNumThreads :: IO Int
ompGetNumThreads = fromIntegral <$> c_omp_get_num_threads

-- | Number of the calling thread within its team, from 0 to 'ompGetNumThreads' minus 1; 0 outside
-- a parallel region (@omp_get_thread_num@).
--
-- @since 0.1.0
ompGetThreadNum :: IO Int
ompGetThreadNum = fromIntegral <$> c_omp_get_thread_num

-- | Number of threads that a region started here, without a size of its own, would ask for
-- (@omp_get_max_threads@). By default that is the number of Capabilities, and it follows
-- 'Control.Concurrent.setNumCapabilities'; @OMP_NUM_THREADS@ and 'ompSetNumThreads' win over it.
--
-- @since 0.1.0
ompGetMaxThreads :: IO Int
ompGetMaxThreads = fromIntegral <$> c_omp_get_max_threads

-- | Sets how many threads the regions of this process ask for, when they have no size of their own. A
-- number below 1 counts as 1. Inside 'withNumThreads' the setting lasts until its end.
--
-- @since 0.1.0
ompSetNumThreads :: Int -> IO ()
ompSetNumThreads = setScoped numThreadsScope . int . max 1

-- | 'ompSetNumThreads' for the time of an action, undone when it ends in whatever way. The setting is the
-- process's. Scopes of several threads may overlap: the one opened last counts, and when all have
-- ended the old setting is back.
--
-- @since 0.1.0
withNumThreads :: Int -> IO a -> IO a
withNumThreads = withScoped numThreadsScope . int . max 1

-- | Number of processors that OpenMP threads may use (@omp_get_num_procs@).
--
-- @since 0.1.0
ompGetNumProcs :: IO Int
ompGetNumProcs = fromIntegral <$> c_omp_get_num_procs

-- | Whether the runtime may give a region fewer threads than it asks for (@omp_get_dynamic@).
--
-- @since 0.1.0
ompGetDynamic :: IO Bool
ompGetDynamic = (/= 0) <$> c_omp_get_dynamic

-- | Sets 'ompGetDynamic' for the process: teams then have at most as many threads as there are
-- Capabilities.
--
-- @since 0.1.0
ompSetDynamic :: Bool -> IO ()
ompSetDynamic = c_set_default_dynamic . fromIntegral . fromEnum

-- | Most threads that the regions of one initial thread may have at a time (@omp_get_thread_limit@).
--
-- @since 0.1.0
ompGetThreadLimit :: IO Int
ompGetThreadLimit = fromIntegral <$> c_omp_get_thread_limit

-- | Whether the caller runs inside a parallel region of more than one thread (@omp_in_parallel@).
--
-- @since 0.1.0
ompInParallel :: IO Bool
ompInParallel = (/= 0) <$> c_omp_in_parallel

-- | Number of nested parallel regions around the caller, those of one thread included
-- (@omp_get_level@).
--
-- @since 0.1.0
ompGetLevel :: IO Int
ompGetLevel = fromIntegral <$> c_omp_get_level

-- | Number of nested parallel regions of more than one thread around the caller
-- (@omp_get_active_level@).
--
-- @since 0.1.0
ompGetActiveLevel :: IO Int
ompGetActiveLevel = fromIntegral <$> c_omp_get_active_level

-- | Thread number that the caller or its ancestor has at a level, from 0 to 'ompGetLevel'; Nothing for
-- other levels (@omp_get_ancestor_thread_num@).
--
-- @since 0.1.0
ompGetAncestorThreadNum :: Int -> IO (Maybe Int)
ompGetAncestorThreadNum = fmap natural . c_omp_get_ancestor_thread_num . int

-- | Size of the team that the caller or its ancestor belongs to at a level, from 0 to 'ompGetLevel';
-- Nothing for other levels (@omp_get_team_size@).
--
-- @since 0.1.0
ompGetTeamSize :: Int -> IO (Maybe Int)
ompGetTeamSize = fmap natural . c_omp_get_team_size . int

natural :: CInt -> Maybe Int
natural n = if n < 0 then Nothing else Just (fromIntegral n)

-- | Whether the caller runs inside a final task (@omp_in_final@).
--
-- @since 0.1.0
ompInFinal :: IO Bool
ompInFinal = (/= 0) <$> c_omp_in_final

-- | Number of teams in the @teams@ region around the caller, 1 outside (@omp_get_num_teams@).
--
-- @since 0.1.0
ompGetNumTeams :: IO Int
ompGetNumTeams = fromIntegral <$> c_omp_get_num_teams

-- | Number of the caller's team in that region, 0 outside (@omp_get_team_num@).
--
-- @since 0.1.0
ompGetTeamNum :: IO Int
ompGetTeamNum = fromIntegral <$> c_omp_get_team_num

-- | How many nested regions may have more than one thread (@omp_get_max_active_levels@); 1 unless
-- the environment or the program says more.
--
-- @since 0.1.0
ompGetMaxActiveLevels :: IO Int
ompGetMaxActiveLevels = fromIntegral <$> c_omp_get_max_active_levels

-- | Sets 'ompGetMaxActiveLevels' for the process, up to 'ompGetSupportedActiveLevels'; a negative number
-- changes nothing.
--
-- @since 0.1.0
ompSetMaxActiveLevels :: Int -> IO ()
ompSetMaxActiveLevels = c_set_default_max_active_levels . int

-- | The largest value for 'ompSetMaxActiveLevels' (@omp_get_supported_active_levels@).
--
-- @since 0.1.0
ompGetSupportedActiveLevels :: IO Int
ompGetSupportedActiveLevels = fromIntegral <$> c_omp_get_supported_active_levels

-- | How the iterations of a loop are shared out (OpenMP 5.2, 11.5.3). A chunk below 1 counts as 1.
--
-- @since 0.1.0
data Schedule
  = Static
    -- ^ One block of nearly equal size for each thread.
  | StaticChunk !Int
    -- ^ Chunks of this size, dealt out in turns.
  | Dynamic !Int
    -- ^ Chunks of this size, taken by whichever thread is free.
  | Guided !Int
    -- ^ Chunks that shrink with the work that is left, but not below this size.
  | Auto
    -- ^ The runtime's choice.
  | Runtime
    -- ^ What 'ompGetSchedule' says when the loop starts.
  deriving (Eq, Show)

-- | OpenMP's number for a kind, and the chunk.
scheduleCode :: Schedule -> (Int, Int)
scheduleCode s = case s of
  Runtime -> (0, 0)
  Static -> (1, 0)
  StaticChunk n -> (1, size n)
  Dynamic n -> (2, size n)
  Guided n -> (3, size n)
  Auto -> (4, 0)
 where
  size = max 1 . min 2147483647

readSchedule :: (Ptr CInt -> Ptr CInt -> IO ()) -> IO Schedule
readSchedule ask = alloca $ \kind -> alloca $ \chunk -> do
  ask kind chunk
  k <- peek kind
  c <- fromIntegral <$> peek chunk
  -- Bit 31 is the monotonic modifier.
  pure $ case k `clearBit` 31 of
    1 | c == 0 -> Static
      | otherwise -> StaticChunk c
    2 -> Dynamic c
    3 -> Guided c
    _ -> Auto

-- | The schedule of loops that leave it to the run time: @schedule(runtime)@ in C, 'Runtime' here
-- (@omp_get_schedule@).
--
-- @since 0.1.0
ompGetSchedule :: IO Schedule
ompGetSchedule = readSchedule c_omp_get_schedule

-- | Sets 'ompGetSchedule' for the process. 'Runtime' changes nothing. Inside 'withSchedule' the
-- setting lasts until its end.
--
-- @since 0.1.0
ompSetSchedule :: Schedule -> IO ()
ompSetSchedule Runtime = pure ()
ompSetSchedule s = setScoped scheduleScope s

-- | 'ompSetSchedule' for the time of an action, as 'withNumThreads'.
--
-- @since 0.1.0
withSchedule :: Schedule -> IO a -> IO a
withSchedule Runtime = id
withSchedule s = withScoped scheduleScope s

-- | Whether cancellation is on for the process: @OMP_CANCELLATION@ (@omp_get_cancellation@). Regions
-- submitted by this package can be cancelled whatever it says.
--
-- @since 0.1.0
ompGetCancellation :: IO Bool
ompGetCancellation = (/= 0) <$> c_omp_get_cancellation

-- | The largest priority of a task: @OMP_MAX_TASK_PRIORITY@ (@omp_get_max_task_priority@).
--
-- @since 0.1.0
ompGetMaxTaskPriority :: IO Int
ompGetMaxTaskPriority = fromIntegral <$> c_omp_get_max_task_priority

-- | Number of devices that are not the host: 0 (@omp_get_num_devices@).
--
-- @since 0.1.0
ompGetNumDevices :: IO Int
ompGetNumDevices = fromIntegral <$> c_omp_get_num_devices

-- | Number of places: 0 unless @OMP_PLACES@ or @OMP_PROC_BIND@ asks for binding
-- (@omp_get_num_places@).
--
-- @since 0.1.0
ompGetNumPlaces :: IO Int
ompGetNumPlaces = fromIntegral <$> c_omp_get_num_places

-- | Number of the place that the calling OS thread is bound to; Nothing when it is not bound
-- (@omp_get_place_num@).
--
-- @since 0.1.0
ompGetPlaceNum :: IO (Maybe Int)
ompGetPlaceNum = natural <$> c_omp_get_place_num

-- | How the threads of teams are bound to places (OpenMP 5.2, 10.1.3).
--
-- @since 0.1.0
data ProcBind
  = BindFalse
    -- ^ Not at all.
  | BindTrue
    -- ^ Somehow.
  | BindPrimary
    -- ^ All on the place of the primary thread.
  | BindClose
    -- ^ On neighbouring places.
  | BindSpread
    -- ^ Evenly over the places.
  deriving (Eq, Show, Enum, Bounded)

-- | The binding of regions that say nothing about it (@omp_get_proc_bind@).
--
-- @since 0.1.0
ompGetProcBind :: IO ProcBind
ompGetProcBind = toEnum . max 0 . min 4 . fromIntegral <$> c_omp_get_proc_bind

-- | Seconds since some time in the past that stays the same while the process runs
-- (@omp_get_wtime@).
--
-- @since 0.1.0
ompGetWtime :: IO Double
ompGetWtime = realToFrac <$> c_omp_get_wtime

-- | Seconds between two ticks of the clock of 'ompGetWtime' (@omp_get_wtick@).
--
-- @since 0.1.0
ompGetWtick :: IO Double
ompGetWtick = realToFrac <$> c_omp_get_wtick

-- | Version of the OpenMP runtime.
--
-- @since 0.1.0
ghcOmpVersion :: IO String
ghcOmpVersion = c_version >>= peekCString

-- | Who runs the workers: @"ghc"@ in a program with the threaded RTS. Final after the first region of
-- more than one thread.
--
-- @since 0.1.0
ghcOmpBackend :: IO String
ghcOmpBackend = c_backend >>= peekCString

-- | Number of parallel regions of more than one thread that this process has run.
--
-- @since 0.1.0
ghcOmpRegionsServed :: IO Int
ghcOmpRegionsServed = fromIntegral <$> c_regions_served

-- ---- scopes ----

-- | A setting of the process: how to read and write it, and the scopes that are open, newest first. The
-- last component of the state is the value without any scope.
data Scope v = Scope (IO v) (v -> IO ()) (MVar ([(Unique, v)], v))

numThreadsScope :: Scope CInt
numThreadsScope = newScope c_get_default_num_threads c_set_default_num_threads
{-# NOINLINE numThreadsScope #-}

scheduleScope :: Scope Schedule
scheduleScope = newScope (readSchedule c_get_default_schedule) $ \s ->
  let (kind, chunk) = scheduleCode s in c_set_default_schedule (int kind) (int chunk)
{-# NOINLINE scheduleScope #-}

newScope :: IO v -> (v -> IO ()) -> Scope v
newScope get set = unsafePerformIO (Scope get set <$> (get >>= \v -> newMVar ([], v)))
{-# NOINLINE newScope #-}

-- | Sets the newest scope's value, or the process's.
setScoped :: Scope v -> v -> IO ()
setScoped (Scope _ set state) v = modifyMVar_ state $ \(open, base) -> do
  set v
  pure $ case open of
    (key, _) : rest -> ((key, v) : rest, base)
    [] -> ([], v)

withScoped :: Scope v -> v -> IO a -> IO a
withScoped (Scope get set state) v act = do
  key <- newUnique
  bracket_ (modifyMVar_ state (enter key)) (modifyMVar_ state (leave key)) act
 where
  -- The value may have been changed by C code while no scope was open.
  enter key ([], _) = do
    base <- get
    set v
    pure ([(key, v)], base)
  enter key (open, base) = set v >> pure ((key, v) : open, base)
  leave key (open, base) = do
    let rest = filter ((/= key) . fst) open
    set (case rest of { (_, newest) : _ -> newest; [] -> base })
    pure (rest, base)

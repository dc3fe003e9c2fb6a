-- | What the demonstrations share: checks that count, clocks, and who served the program.
module Demo
  ( Demo, demo, say, check, checkEq, note
  , timed, timesOf, best, median, percentile, ms, us
  , residentKiB, osThreads, regionsServed
  ) where

import Control.Exception (SomeException, displayException, try)
import Control.Monad
import Data.IORef
import Data.List (isInfixOf, isPrefixOf, sort)
import Foreign.C.String (CString, peekCString)
import Foreign.C.Types
import System.Directory (listDirectory)
import System.Exit
import System.IO
import Text.Printf (printf)

-- Short, and they never call Haskell.
foreign import ccall unsafe "omp_get_wtime" c_wtime :: IO CDouble
foreign import ccall unsafe "ghc_omp_version" c_version :: IO CString
foreign import ccall unsafe "ghc_omp_backend" c_backend :: IO CString
foreign import ccall unsafe "ghc_omp_regions_served" c_served :: IO CLong

-- | The number of wrong results so far.
newtype Demo = Demo (IORef Int)

-- | Runs a demonstration, then shows which runtime served it. Exit status 1 after a wrong result or
-- an exception. regions: how many parallel regions of more than one thread have run at the least.
demo :: Int -> (Demo -> IO ()) -> IO ()
demo regions act = do
  hSetBuffering stdout LineBuffering
  failures <- newIORef 0
  let d = Demo failures
  result <- try (act d)
  case result of
    Right () -> pure ()
    Left e -> check d ("ended by an exception: " ++ displayException (e :: SomeException)) False
  version <- c_version >>= peekCString
  backend <- c_backend >>= peekCString
  served <- regionsServed
  maps <- readFile "/proc/self/maps"
  let second = "libgomp" `isInfixOf` maps
  printf "  served by ghc-openmp %s, back end \"%s\": %d regions; libgomp in the process: %s\n"
    version backend served (if second then "yes" else "no" :: String)
  checkEq d "back end" "ghc" backend
  check d ("at least " ++ show regions ++ " regions") (served >= regions)
  check d "no second OpenMP runtime in the process" (not second)
  wrong <- readIORef failures
  when (wrong > 0) $ exitWith (ExitFailure 1)

-- | A line of the story.
say :: String -> IO ()
say line = putStrLn ("  " ++ line)

-- | A line below another one.
note :: String -> IO ()
note line = putStrLn ("    " ++ line)

check :: Demo -> String -> Bool -> IO ()
check (Demo failures) what right = unless right $ do
  putStrLn ("  WRONG: " ++ what)
  atomicModifyIORef' failures (\n -> (n + 1, ()))

checkEq :: (Eq a, Show a) => Demo -> String -> a -> a -> IO ()
checkEq d what want got = check d (what ++ ": " ++ show got ++ " instead of " ++ show want) (want == got)

-- | Result and seconds.
timed :: IO a -> IO (a, Double)
timed act = do
  t0 <- c_wtime
  r <- act
  t1 <- c_wtime
  pure (r, realToFrac (t1 - t0))

-- | The last result and the seconds of each of n > 0 runs.
timesOf :: Int -> IO a -> IO (a, [Double])
timesOf n act = do
  runs <- replicateM n (timed act)
  pure (fst (last runs), map snd runs)

-- | Result and least seconds of n > 0 runs: other programs on the machine disturb that one least.
best :: Int -> IO a -> IO (a, Double)
best n act = do
  (r, ts) <- timesOf n act
  pure (r, minimum ts)

median :: [Double] -> Double
median = percentile 50

-- | The value that p percent of the list do not exceed; the list is not empty.
percentile :: Int -> [Double] -> Double
percentile p xs = sort xs !! ((length xs - 1) * p `div` 100)

-- | Seconds as milliseconds and as microseconds.
ms, us :: Double -> String
ms t = printf "%.2f ms" (t * 1e3)
us t = printf "%.1f us" (t * 1e6)

-- | Memory of this process that is in RAM, in KiB.
residentKiB :: IO Int
residentKiB = do
  status <- readFile "/proc/self/status"
  case [words l | l <- lines status, "VmRSS:" `isPrefixOf` l] of
    ((_ : n : _) : _) -> pure (read n)
    _ -> fail "no VmRSS in /proc/self/status"

-- | Number of OS threads of this process.
osThreads :: IO Int
osThreads = length <$> listDirectory "/proc/self/task"

-- | Parallel regions of more than one thread since the program started.
regionsServed :: IO Int
regionsServed = fromIntegral <$> c_served

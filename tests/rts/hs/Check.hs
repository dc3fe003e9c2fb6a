-- | What the tests share: a check that counts, and the kernels.
module Check
  ( Checks, runChecks, check, checkEq
  , kernelSum, kernelTaskSum, kernelTeam, kernelEach, kernelHold, kernelInside, kernelRelease
  , kernelServed, kernelBackend, newCall, onLibghcomp, osThreads, sumTo
  , unsafeSum, unsafeTaskSum, unsafeTeam
  ) where

import Control.Monad (unless)
import Data.IORef
import Data.List (isPrefixOf)
import Foreign.C.String (CString, peekCString)
import Foreign.C.Types
import Foreign.Ptr (FunPtr)
import System.Environment (lookupEnv)
import System.Exit
import System.IO

-- Regions block: safe, so that the Capability goes on without the caller.
foreign import ccall safe "kernel_sum" kernelSum :: CInt -> CLong -> IO CLong
foreign import ccall safe "kernel_task_sum" kernelTaskSum :: CInt -> CLong -> IO CLong
foreign import ccall safe "kernel_team" kernelTeam :: CInt -> IO CInt
foreign import ccall safe "kernel_each" kernelEach :: CInt -> CInt -> FunPtr (CInt -> IO ()) -> IO CInt
foreign import ccall safe "kernel_hold" kernelHold :: CInt -> IO CInt
foreign import ccall "wrapper" newCall :: (CInt -> IO ()) -> IO (FunPtr (CInt -> IO ()))

-- The same as unsafe calls: the caller keeps its Capability while the region runs.
foreign import ccall unsafe "kernel_sum" unsafeSum :: CInt -> CLong -> IO CLong
foreign import ccall unsafe "kernel_task_sum" unsafeTaskSum :: CInt -> CLong -> IO CLong
foreign import ccall unsafe "kernel_team" unsafeTeam :: CInt -> IO CInt

-- Short, and they never call Haskell.
foreign import ccall unsafe "kernel_inside" kernelInside :: IO CInt
foreign import ccall unsafe "kernel_release" kernelRelease :: IO ()
foreign import ccall unsafe "kernel_served_by_ghcomp" kernelServed :: IO CInt
foreign import ccall unsafe "kernel_backend" kernel_backend :: IO CString

kernelBackend :: IO String
kernelBackend = kernel_backend >>= peekCString

-- | False when the test was built against GCC's library.
onLibghcomp :: IO Bool
onLibghcomp = (/= Just "libgomp") <$> lookupEnv "RUNTIME"

-- | OS threads of this process.
osThreads :: IO Int
osThreads = do
  status <- readFile "/proc/self/status"
  case [read (last (words l)) | l <- lines status, "Threads:" `isPrefixOf` l] of
    [n] -> pure n
    _ -> fail "no Threads: in /proc/self/status"

sumTo :: CLong -> CLong
sumTo n = n * (n - 1) `div` 2

newtype Checks = Checks (IORef Int)

check :: Checks -> String -> Bool -> IO ()
check (Checks failures) what right = unless right $ do
  hPutStrLn stderr ("wrong: " ++ what)
  atomicModifyIORef' failures (\n -> (n + 1, ()))

checkEq :: (Eq a, Show a) => Checks -> String -> a -> a -> IO ()
checkEq c what want got =
  check c (what ++ ": " ++ show got ++ " instead of " ++ show want) (want == got)

-- | Runs the test, then checks which runtime served it; exits with 1 after any wrong result.
runChecks :: (Checks -> IO ()) -> IO ()
runChecks test = do
  hSetBuffering stderr LineBuffering
  failures <- newIORef 0
  let c = Checks failures
  test c
  ours <- onLibghcomp
  served <- kernelServed
  checkEq c "served by libghcomp" (if ours then 1 else 0) served
  n <- readIORef failures
  if n == 0 then exitSuccess else exitWith (ExitFailure 1)

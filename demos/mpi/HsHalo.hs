-- | A hybrid Haskell program: each MPI rank holds a band of a grid, OpenMP kernels compute on it, and
-- the ranks exchange the rows at their edges. A Haskell thread counts meanwhile: the process keeps
-- one pool for all of this.
--
-- Usage: mpirun -n RANKS HsHalo [ghcomp|libgomp] +RTS -N, the runtime that the caller expects.
module Main (main) where

import Control.Concurrent
import Control.Monad
import Data.IORef
import Foreign.C.String (CString, withCString)
import Foreign.C.Types
import Foreign.Marshal.Array (allocaArray, copyArray)
import Foreign.Ptr (Ptr)
import System.Environment (getArgs)
import System.Exit (exitFailure)
import System.IO
import Text.Printf (printf)

-- Kernels run parallel regions, and calls of MPI wait for other ranks: safe, so that other Haskell threads
-- go on. main is a bound thread, so all of them come from one OS thread, as MPI_THREAD_FUNNELED asks.
foreign import ccall safe heat_start :: CInt -> CInt -> CInt -> Ptr CDouble -> IO ()
foreign import ccall safe heat_step :: CInt -> CInt -> Ptr CDouble -> Ptr CDouble -> IO ()
foreign import ccall safe heat_checksum :: CInt -> CInt -> CInt -> Ptr CDouble -> IO CULong
foreign import ccall safe heat_serial :: CInt -> CInt -> CInt -> IO CULong
foreign import ccall safe heat_team :: IO CInt
foreign import ccall safe shim_start :: IO CInt
foreign import ccall safe shim_halo :: CInt -> CInt -> Ptr CDouble -> IO ()
foreign import ccall safe shim_sum :: CULong -> IO CULong
foreign import ccall safe shim_most :: CInt -> IO CInt
foreign import ccall safe shim_end :: IO ()

-- Short, and they wait for nobody.
foreign import ccall unsafe shim_rank :: IO CInt
foreign import ccall unsafe shim_ranks :: IO CInt
foreign import ccall unsafe demo_report :: CString -> CLLong -> IO CInt

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  args <- getArgs
  refused <- shim_start
  when (refused /= 0) (putStrLn "  WRONG: no MPI_THREAD_FUNNELED" >> exitFailure)
  rank <- shim_rank
  ranks <- shim_ranks
  caps <- getNumCapabilities
  ticks <- newIORef (0 :: Int)
  let columns = 384; allRows = 512; steps = 200 :: Int
      first = allRows * rank `div` ranks
      rows = allRows * (rank + 1) `div` ranks - first
      size = fromIntegral columns * (fromIntegral rows + 2)
  ticker <- forkIO (forever (modifyIORef' ticks (+ 1) >> yield))
  part <- allocaArray size $ \one -> allocaArray size $ \two -> do
    heat_start columns rows first one
    copyArray two one size
    let go :: Int -> Ptr CDouble -> Ptr CDouble -> IO (Ptr CDouble)
        go 0 old _ = pure old
        go n old fresh = do
          heat_step columns rows old fresh
          shim_halo columns rows fresh
          go (n - 1) fresh old
    end <- go steps one two
    heat_checksum columns rows first end
  killThread ticker
  total <- shim_sum part
  team <- heat_team
  counted <- readIORef ticks
  let badTeam = fromIntegral team /= caps
      badTicks = counted == 0
  printf "  rank %d of %d: %d Capabilities, teams of %d%s%s\n" (fromIntegral rank :: Int) (fromIntegral ranks :: Int) caps
    (fromIntegral team :: Int) (if badTeam then "  WRONG" else "") (if badTicks then "  WRONG: the Haskell thread stood still" else "")
  wrong <- if rank /= 0 then pure 0 else do
    serial <- heat_serial columns allRows (fromIntegral steps)
    printf "  checksum %016x, one thread alone %016x%s\n" (fromIntegral total :: Word) (fromIntegral serial :: Word)
      (if total == serial then "" else "  WRONG")
    source <- case args of
      (a : _) -> withCString a (\s -> demo_report s (if team > 1 then fromIntegral steps else 0))
      [] -> pure 0
    pure (if total == serial && source == 0 then 0 else 1)
  most <- shim_most (if badTeam || badTicks then 1 else wrong)
  shim_end
  when (most /= 0) exitFailure

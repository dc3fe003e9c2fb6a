-- | What Haskell bodies in loops cost: per iteration beside the same loop in one Haskell thread, per chunk
-- beside a FunPtr callback, per region. Each number is the least of several runs, in nanoseconds. Build:
--
-- > gcc -O2 -fopenmp -c tests/rts/hs/kernels.c -o kernels.o
-- > ghc -threaded -O2 -isrc -itests/rts/hs -Iinclude bench/haskell/Loops.hs kernels.o -outputdir build/bench/o
-- >     -o Loops -Lbuild -lghcomp -optl-Wl,-rpath,$PWD/build -ldl
--
-- With the argument check it exits with 1 when a static chunk costs more than 5 ns for each iteration, or a
-- chunk more than a callback.
module Main (main) where

import Check (kernelEach, newCall)
import Control.Concurrent
import Control.Monad
import Foreign.Marshal.Alloc (alloca)
import Foreign.Marshal.Array (mallocArray)
import Foreign.Ptr (FunPtr, Ptr, freeHaskellFunPtr)
import Foreign.C.Types (CInt)
import Foreign.Storable (peek, peekElemOff, poke, pokeElemOff)
import GHC.OpenMP
import System.Environment (getArgs)
import System.Exit (exitFailure)
import Text.Printf (printf)

-- | Least time of an action, per piece of it.
least :: Int -> Int -> IO () -> IO Double
least runs pieces act = minimum <$> replicateM runs one
 where
  one = do
    start <- ompGetWtime
    act
    end <- ompGetWtime
    pure ((end - start) * 1e9 / fromIntegral pieces)

step :: Ptr Int -> Int -> IO ()
step out i = do
  v <- peekElemOff out (i * 5 `mod` 1024)
  pokeElemOff out (i `mod` 1024) (v + i)
{-# INLINE step #-}

{-# NOINLINE plain #-}
plain :: Ptr Int -> Int -> IO ()
plain out n = go 0
 where
  go i = if i >= n then pure () else step out i >> go (i + 1)

empty :: CInt -> IO ()
empty _ = pure ()
{-# NOINLINE empty #-}

main :: IO ()
main = do
  args <- getArgs
  caps <- getNumCapabilities
  out <- mallocArray 1024
  let n = 5000000
      with s k = defaultLoop { loopSchedule = s, loopThreads = Just k }
  forM_ [0 .. 1023] $ \i -> pokeElemOff out i (0 :: Int)
  serial <- least 7 n (plain out n)
  plainSum <- peekElemOff out 0
  static <- least 7 n (parallelFor (with Static 1) 0 n (step out))
  loopSum <- peekElemOff out 0
  printf "an iteration: plain loop %.2f, parallelFor static, 1 thread %.2f, difference %.2f\n" serial static (static - serial)
  when (plainSum == 0 || loopSum == plainSum) $ putStrLn "one of the loops did nothing" >> exitFailure
  when (caps > 1) $ do
    shared <- least 7 n (parallelFor (with Static caps) 0 n (\i -> alloca (\p -> poke p i >> peek p >>= step out)))
    printf "an iteration that allocates, %d threads: %.2f\n" caps shared
  call <- newCall empty :: IO (FunPtr (CInt -> IO ()))
  callback <- least 5 200000 (void (kernelEach 1 200000 call))
  chunk <- least 5 200000 (parallelForChunks (with (Dynamic 1) 1) 0 200000 (\_ _ -> pure ()))
  freeHaskellFunPtr call
  printf "a FunPtr callback %.0f, a chunk of one iteration %.0f\n" callback chunk
  let regions k = forM_ [1 .. 2000 :: Int] $ \_ -> parallelFor (with Static k) 0 k (\_ -> pure ())
  bound <- least 3 2000 (regions 1)
  printf "a region of 1 thread, from a bound thread: %.0f\n" bound
  done <- newEmptyMVar
  forM_ [1 .. caps] $ \k -> do
    _ <- forkIO (least 3 2000 (regions k) >>= putMVar done)
    t <- takeMVar done
    printf "a region of %d thread%s, from an unbound thread: %.0f\n" k (if k == 1 then "" else "s") t
  submitted <- least 3 1000 (replicateM_ 1000 (submit (with Static 1) (\_ -> pure ()) >>= wait))
  printf "submit and wait, 1 thread: %.0f\n" submitted
  when (args == ["check"] && (static - serial > 5 || chunk > callback)) exitFailure

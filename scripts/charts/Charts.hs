{-# LANGUAGE DeriveAnyClass #-}
{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE DerivingStrategies #-}
-- | Pictures of what bench/run and tests/apps/run measured. Usage: charts DATA FOLDER [NAME...]
--
-- DATA is data/bench.json, or tests/apps/results.json for the picture "apps"; each NAME (all without any) becomes
-- FOLDER/NAME.svg. A picture whose suite is not in DATA is left out, after a line on stderr when it was asked
-- for. All numbers come from DATA: medians, and quartiles as thin lines.
module Main (main) where

import Control.Lens ((&), (.~), (?~))
import Control.Monad
import Data.Aeson (FromJSON, eitherDecode)
import qualified Data.ByteString.Lazy as Bytes
import Data.Colour
import Data.Colour.SRGB
import Data.Default.Class
import Data.List
import qualified Data.Map.Strict as Map
import Data.Maybe
import Graphics.Rendering.Chart
import Graphics.Rendering.Chart.Backend.Cairo
import Graphics.Rendering.Chart.Grid (aboveN, besideN, gridToRenderable, tval, weights)
import GHC.Generics (Generic)
import System.Environment (getArgs)
import System.Exit
import System.IO

-- * What was measured

-- The fields have the names that they have in the file.
data Entry = Entry {bench, construct, runtime :: String, threads :: Int, samples :: [Double]}
  deriving (Generic, FromJSON)

data Machine = Machine {cpu :: String, cpus :: Int}
  deriving (Generic, FromJSON)

newtype Program = Program {seconds :: Maybe (Map.Map String [Double])}
  deriving (Generic)
  deriving anyclass (FromJSON)

newtype Noise = Noise {reasons :: [String]}
  deriving (Generic)
  deriving anyclass (FromJSON)

data Measured = Measured
  { machine :: Machine
  , noise :: Maybe Noise
  , results :: Maybe [Entry] -- ^ of bench/run
  , apps :: Maybe (Map.Map String Program) -- ^ of tests/apps/run
  }
  deriving (Generic, FromJSON)

type Cell = (String, String, String, Int)

type Samples = Map.Map Cell [Double]

samplesOf :: [Entry] -> Samples
samplesOf entries = Map.fromListWith (flip (++)) [((bench e, construct e, runtime e, threads e), samples e) | e <- entries]

-- | The names of a suite in the order of the measurement.
constructs :: [Entry] -> String -> [String]
constructs entries suite = nub [construct e | e <- entries, bench e == suite]

-- | First quartile, median and third quartile, between the samples where need be.
quartiles :: [Double] -> (Double, Double, Double)
quartiles values = (at 0.25, at 0.5, at 0.75)
 where
  sorted = sort values
  at p =
    let place = p * fromIntegral (length sorted - 1)
        low = floor place :: Int
        part = place - fromIntegral low
        value i = sorted !! min i (length sorted - 1)
     in value low * (1 - part) + value (low + 1) * part

median :: [Double] -> Double
median values = let (_, m, _) = quartiles values in m

-- * How it looks

data Runtime = Runtime {key, name :: String, tint :: AlphaColour Double}

ours, libgomp, libomp, alone :: Runtime
ours = Runtime "ours" "ghc-openmp" (shade "#5e35b1")
libgomp = Runtime "libgomp" "libgomp" (shade "#e08a00")
libomp = Runtime "libomp" "libomp" (shade "#00897b")
alone = Runtime "none" "without OpenMP" (shade "#616161")

shade :: String -> AlphaColour Double
shade = opaque . sRGB24read

ink, faint, whisker :: AlphaColour Double
ink = shade "#263238"
faint = shade "#dfe3e6"
whisker = dissolve 0.55 ink

-- | A paper of its own, so that the picture can be read on a dark page too.
paper :: FillStyle
paper = solidFillStyle (shade "#fcfcfd")

text :: Double -> FontStyle
text size = def & font_size .~ size & font_color .~ ink

pageWidth :: Int
pageWidth = 800

thin :: AlphaColour Double -> LineStyle
thin = solidLine 1

-- | Room and background common to all pictures, with lines of text below.
picture :: [String] -> Renderable () -> Renderable ()
picture below body =
  fillBackground paper . addMargins (12, 14, 14, 20) . gridToRenderable $
    aboveN (weights (1, 1) (tval body) : [tval (addMargins (6, 0, 0, 0) (mapPickFn (const ()) (label (text 11.5) HTA_Left VTA_Top line))) | line <- below])

-- * Horizontal bars

-- | A group of bars for each name; a bar goes from the reference to the median, with the quartiles on it.
data Bars x = Bars
  { reference :: Double
  , onAxis :: Double -> x
  , axis :: AxisFn x
  , groups :: [(String, [Maybe (Double, Double, Double)])]
  , series :: [(String, AlphaColour Double)]
  , marks :: [Maybe Double] -- ^ one for each group: a line across its bars
  }

bars :: Bars x -> Plot x PlotIndex
bars b =
  Plot
    { _plot_render = \pmap -> do
        let across x = p_x (pmap (LValue (onAxis b x), LMin))
            down i = p_y (pmap (LMin, LValue (PlotIndex i)))
            cell = abs (down 0 - down 1)
            thick = cell * 0.78 / fromIntegral (length (series b))
        forM_ (zip3 [length (groups b) - 1, length (groups b) - 2 ..] (groups b) (marks b)) $ \(i, (_, values), mark) -> do
          let top = down i - cell * 0.39
          forM_ (zip3 [0 :: Int ..] (map snd (series b)) values) $ \(k, colour, value) -> forM_ value $ \(low, middle, high) -> do
            let y = top + fromIntegral k * thick
                (left, right) = (min (across (reference b)) (across middle), max (across (reference b)) (across middle))
            withFillStyle (solidFillStyle colour) $ fillPath (rectPath (Rect (Point left (y + 0.5)) (Point right (y + thick - 0.5))))
            withLineStyle (thin whisker) $
              strokePath (moveTo (Point (across low) (y + thick / 2)) <> lineTo (Point (across high) (y + thick / 2)))
          forM_ mark $ \m ->
            withLineStyle (solidLine 2.5 ink) $
              strokePath (moveTo (Point (across m) (top - 2)) <> lineTo (Point (across m) (top + cell * 0.78 + 2)))
    , _plot_legend = [(name, withFillStyle (solidFillStyle colour) . fillPath . rectPath) | (name, colour) <- series b, name /= ""]
    , _plot_all_points = (map (onAxis b) (reference b : medians ++ catMaybes (marks b)), map PlotIndex [0 .. length (groups b) - 1])
    }
 where
  medians = [m | (_, values) <- groups b, Just (_, m, _) <- values]

barLayout :: PlotValue x => String -> String -> Bars x -> Renderable ()
barLayout title what b =
  toRenderable $
    base title
      & layout_plots .~ [bars b, vlinePlot "" (solidLine 1.2 ink) (onAxis b (reference b))]
      & layout_x_axis . laxis_title .~ what
      & layout_x_axis . laxis_generate .~ axis b
      & layout_y_axis . laxis_generate .~ autoIndexAxis (reverse (map fst (groups b)))
      & layout_y_axis . laxis_style . axis_label_gap .~ 8

base :: (PlotValue x, PlotValue y) => String -> Layout x y
base title =
  def
    & layout_title .~ title
    & layout_title_style .~ (text 16 & font_weight .~ FontWeightBold)
    & layout_background .~ paper
    & layout_plot_background ?~ solidFillStyle (shade "#ffffff")
    & layout_all_font_styles . font_color .~ ink
    & layout_x_axis . laxis_style . axis_grid_style .~ thin faint
    & layout_y_axis . laxis_style . axis_grid_style .~ thin faint
    & layout_x_axis . laxis_style . axis_label_style .~ text 12
    & layout_y_axis . laxis_style . axis_label_style .~ text 12
    & layout_x_axis . laxis_title_style .~ text 12
    & layout_y_axis . laxis_title_style .~ text 12
    & layout_legend ?~ (def & legend_label_style .~ text 13 & legend_plot_size .~ 22 & legend_margin .~ 14
                            & legend_orientation .~ LORows 4)

-- | A logarithmic axis that begins and ends near the data, with round numbers on it.
powers :: AxisFn LogValue
powers values
  | null finite = autoScaledLogAxis def values
  | otherwise = logAxis 0 (map round') (map LogValue marks', map LogValue small, map LogValue marks')
 where
  finite = [v | LogValue v <- values, v > 0, not (isInfinite v)]
  low = logBase 10 (minimum finite)
  high = logBase 10 (maximum finite)
  decades = high - low
  steps = if decades < 2.2 then [1, 2, 5] else if decades < 4 then [1, 3] else [1]
  candidates = [s * 10 ** fromIntegral e | e <- [floor low - 1 .. ceiling high + 1 :: Int], s <- steps]
  first = fromMaybe (minimum candidates) (listToMaybe (reverse [c | c <- candidates, c <= 10 ** low * 1.0001]))
  end = fromMaybe (maximum candidates) (listToMaybe [c | c <- candidates, c >= 10 ** high * 0.9999])
  marks' = [c | c <- candidates, c >= first * 0.999, c <= end * 1.001]
  small = [c | e <- [floor low - 1 .. ceiling high + 1 :: Int], s <- [1 .. 9], let c = s * 10 ** fromIntegral e, c >= first * 0.999, c <= end * 1.001]
  round' (LogValue v) = amount v

logAxis :: Double -> ([LogValue] -> [String]) -> ([LogValue], [LogValue], [LogValue]) -> AxisData LogValue
logAxis room labelled (labels, ticks, grid) =
  AxisData
    { _axis_visibility = def
    , _axis_viewport = \range v -> logMap range v
    , _axis_tropweiv = \range x -> LogValue (10 ** invert range x)
    , _axis_ticks = [(v, 2) | v <- ticks] ++ [(v, 5) | v <- labels]
    , _axis_labels = [zip labels (labelled labels)]
    , _axis_grid = grid
    }
 where
  lows = minimum ticks
  highs = maximum ticks
  l (LogValue v) = logBase 10 v
  logMap range v = let (a, b) = inner range in a + (b - a) * (l v - l lows) / (l highs - l lows)
  invert range x = let (a, b) = inner range in l lows + (x - a) / (b - a) * (l highs - l lows)
  -- Points at the ends are not cut off.
  inner (a, b) = (a + room * signum (b - a), b - room * signum (b - a))

-- | A number in few characters.
amount :: Double -> String
amount v
  | v >= 999999 = plain (v / 1e6) ++ " M"
  | v >= 999 = plain (v / 1e3) ++ " k"
  | otherwise = plain v
 where
  plain x
    | abs (x - fromIntegral (round x :: Int)) < 1e-6 = show (round x :: Int)
    | otherwise = reverse (dropWhile (== '0') (reverse (fixed x)))
  fixed x = let n = round (x * 10000) :: Int
                (w, f) = n `divMod` 10000
             in show w ++ "." ++ replicate (4 - length (show f)) '0' ++ show f

-- * The pictures

-- | What the machine was, the results, and the same by name: the size of a picture and the picture.
type Draw = Measured -> [Entry] -> Samples -> Maybe ((Int, Int), Renderable ())

-- | Of each construct, how many times as long the others take.
headToHead :: Draw
headToHead measured entries found
  | null rows = Nothing
  | otherwise = Just ((pageWidth, 140 + 25 * length rows), picture below (barLayout title "time of the other runtime / time of ghc-openmp" shown))
 where
  title = "One operation of each construct, " ++ show team ++ " threads"
  below = ["Right of 1: ghc-openmp is faster; left of 1: it is slower. Thin lines: from quartile to quartile.", source measured]
  team = cpus (machine measured)
  get name r = Map.lookup ("overhead", name, key r, team) found
  ratio name other = do
    (a1, a2, a3) <- quartiles <$> get name other
    (b1, b2, b3) <- quartiles <$> get name ours
    guard (b1 > 0)
    pure (a1 / b3, a2 / b2, a3 / b1)
  rows = [(name, values) | name <- constructs entries "overhead", let values = map (ratio name) [libgomp, libomp], any isJust values]
  shown = Bars {reference = 1, onAxis = LogValue, axis = powers, groups = rows, series = [("against " ++ name libgomp, tint libgomp), ("against " ++ name libomp, tint libomp)], marks = map (const Nothing) rows}

source :: Measured -> String
source measured =
  "Measured on " ++ cpu (machine measured) ++ ", " ++ show (cpus (machine measured)) ++ " CPUs."
    ++ concat [" Noisy: " ++ intercalate "; " why ++ "." | Noise why <- maybeToList (noise measured), not (null why)]

-- | Lines through the medians, on two logarithmic axes.
curves :: String -> String -> String -> [(Runtime, [(Double, [Double])])] -> Layout LogValue LogValue
curves title across up lines' =
  base title
    & layout_x_axis . laxis_title .~ across
    & layout_y_axis . laxis_title .~ up
    & layout_x_axis . laxis_generate .~ powersOfTwo
    & layout_y_axis . laxis_generate .~ powers
    & layout_plots .~ concat [plots r points | (r, points) <- lines', not (null points)]
 where
  plots r points =
    let medians = [(LogValue x, LogValue (median ys)) | (x, ys) <- points]
     in [ toPlot (def & plot_lines_style .~ solidLine 2 (tint r) & plot_lines_values .~ [medians] & plot_lines_title .~ name r)
        , toPlot (def & plot_points_style .~ filledCircles 3.5 (tint r) & plot_points_values .~ medians)
        , toPlot (def & plot_lines_style .~ solidLine 1 (tint r)
                      & plot_lines_values .~ [[(LogValue x, LogValue low), (LogValue x, LogValue high)] | (x, ys) <- points, let (low, _, high) = quartiles ys])
        ]

powersOfTwo :: AxisFn LogValue
powersOfTwo values
  | null finite = autoScaledLogAxis def values
  | otherwise = logAxis 7 (map (\(LogValue v) -> amountTwo v)) (marks', marks', marks')
 where
  finite = [v | LogValue v <- values, v > 0]
  exponents = [floor (logBase 2 (minimum finite) + 0.01) .. ceiling (logBase 2 (maximum finite) - 0.01) :: Int]
  marks' = map (\e -> LogValue (2 ^^ e)) exponents
  amountTwo v
    | v >= 1024 * 1024 = show (round (v / 1024 / 1024) :: Int) ++ " Mi"
    | v >= 1024 = show (round (v / 1024) :: Int) ++ " Ki"
    | otherwise = show (round v :: Int)

-- | Constructs over the number of threads.
scaling :: Draw
scaling measured _ found
  | null shown = Nothing
  | otherwise = Just ((pageWidth, 60 + 300 * length (rowsOf shown)), picture below (gridToRenderable (aboveN (map besideN (rowsOf (map (weights (1, 1) . tval . toRenderable) shown))))))
 where
  below = ["Median time of one operation; thin lines from quartile to quartile.", source measured]
  shown = [curves name "threads" "ns" (map (line name) [libgomp, libomp, ours]) | name <- wanted, complete name]
  wanted = ["fork-join", "barrier", "loop-dynamic-1", "task-flat", "task-fib", "reduction"]
  complete name = not (null (snd (line name ours)))
  line :: String -> Runtime -> (Runtime, [(Double, [Double])])
  line name r = (r, [(fromIntegral n, v) | (("overhead", c, k, n), v) <- Map.toList found, c == name, k == key r])
  rowsOf [] = []
  rowsOf list = let (a, b) = splitAt 2 list in a : rowsOf b

-- | The length at which a parallel loop becomes faster than the same loop without OpenMP.
crossover :: Draw
crossover measured _ found
  | null (concatMap snd lines') = Nothing
  | otherwise = Just ((pageWidth, 500), picture below (toRenderable (curves title "length of the arrays" "ns" lines')))
 where
  title = "A dot product, sequential and in parallel"
  below = ["Two arrays that stay in the cache; median time of one product.", source measured]
  lines' = [(r, sortOn fst [(read (drop 4 c), v) | (("crossover", c, k, _), v) <- Map.toList found, k == key r]) | r <- [alone, libgomp, libomp, ours]]

-- | What a call from Haskell costs.
calls :: Draw
calls measured entries found
  | null rows = Nothing
  | otherwise = Just ((pageWidth, 130 + 26 * length rows), picture below (barLayout "Calls from Haskell" "ns for each call" shown))
 where
  below = ["The loop around the call is counted too.", source measured]
  rows = [(name, [quartiles <$> Map.lookup ("calls", name, key ours, 2) found]) | name <- constructs entries "calls"]
  shown = Bars {reference = 1, onAxis = LogValue, axis = powers, groups = rows, series = [("", tint ours)], marks = map (const Nothing) rows}

-- | What regions keep of their speed beside other work.
corun :: Draw
corun measured entries found
  | null rows = Nothing
  | otherwise = Just ((pageWidth, 140 + 42 * length rows), picture below (barLayout title "regions per second, in percent of the same runtime alone" shown))
 where
  title = "Regions of two threads beside other work"
  below = ["Dark lines: an equal share of the CPUs for each thread that wants to run.", source measured]
  list = [libgomp, libomp, ours]
  rate name r = Map.lookup ("corun", name, key r, 2) found
  rows =
    [ (situation beside others, [percent name r | r <- list])
    | name <- constructs entries "corun"
    , ["regions", beside, others] <- [split name]
    , (beside, others) /= ("alone", "foreign0")
    ]
  shares =
    [ Just (100 * min 1 (fromIntegral (cpus (machine measured)) / fromIntegral (2 + min 2 (green beside) + digits others)))
    | name <- constructs entries "corun"
    , ["regions", beside, others] <- [split name]
    , (beside, others) /= ("alone", "foreign0")
    ]
  percent name r = do
    full <- median <$> rate "regions/alone/foreign0" r
    (a, b, c) <- quartiles <$> rate name r
    guard (full > 0)
    let part v = 100 * v / full
    pure (part a, part b, part c)
  shown = Bars {reference = 0, onAxis = id, axis = autoScaledAxis def, groups = rows, series = [(name r, tint r) | r <- list], marks = shares}
  split name = case break (== '/') name of
    (a, _ : rest) -> a : split rest
    (a, []) -> [a]
  digits = fromMaybe 0 . fmap fst . listToMaybe . reads . dropWhile (`notElem` ['0' .. '9']) :: String -> Int
  green beside = if beside == "alone" then 0 else digits beside
  situation beside others =
    intercalate " + " $
      [ count (digits beside) "Haskell thread" ++ (if "alloc" `isPrefixOf` beside then ", allocating" else "") | beside /= "alone"]
        ++ [count (digits others) "other process" | digits others > 0]
  count n what = show n ++ " " ++ what ++ (if n == 1 then "" else if last what == 's' then "es" else "s")

-- | Run times of whole programs.
programs :: Draw
programs measured _ _
  | null rows = Nothing
  | otherwise = Just ((pageWidth, 140 + 22 * length rows), picture below (barLayout "Run time of programs from Debian" "time on libgomp / time on ghc-openmp" shown))
 where
  below = ["Right of 1: ghc-openmp is faster; left of 1: it is slower. Thin lines: from quartile to quartile.", source measured]
  rows = [(name, [ratio times]) | (name, Program (Just times)) <- maybe [] Map.toList (apps measured), isJust (ratio times)]
  ratio times = do
    (a1, a2, a3) <- quartiles <$> Map.lookup "libgomp" times
    (b1, b2, b3) <- quartiles <$> Map.lookup "ours" times
    guard (b1 > 0)
    pure (a1 / b3, a2 / b2, a3 / b1)
  shown = Bars {reference = 1, onAxis = LogValue, axis = powers, groups = sortOn order rows, series = [("", tint libgomp)], marks = map (const Nothing) rows}
  order (_, values) = [-m | Just (_, m, _) <- values]

pictures :: [(String, Draw)]
pictures = [("constructs", headToHead), ("scaling", scaling), ("crossover", crossover), ("calls", calls), ("corun", corun), ("apps", programs)]

-- | Cairo writes the size in points; a browser would show the picture a third larger.
inPixels :: FilePath -> IO ()
inPixels path = do
  content <- readFile path
  length content `seq` writeFile path (unlines (map pixels (lines content)))
 where
  pixels line | "<svg " `isPrefixOf` line = unwords (map (\w -> if "pt\"" `isSuffixOf` w then take (length w - 3) w ++ "\"" else w) (words line))
              | otherwise = line

main :: IO ()
main = do
  arguments <- getArgs
  case arguments of
    (file : folder : names) | all (`elem` map fst pictures) names -> do
      content <- Bytes.readFile file
      measured <- either (\e -> hPutStrLn stderr (file ++ ": " ++ e) >> exitFailure) pure (eitherDecode content)
      let entries = fromMaybe [] (results measured)
          found = samplesOf entries
      forM_ [p | p@(name, _) <- pictures, null names || name `elem` names] $ \(name, draw) ->
        case draw measured entries found of
          Nothing -> unless (null names) . hPutStrLn stderr $ name ++ ": not measured in " ++ file
          Just (size, drawn) -> do
            let path = folder ++ "/" ++ name ++ ".svg"
            void (renderableToFile (def & fo_size .~ size & fo_format .~ SVG) path drawn)
            inPixels path
    _ -> do
      hPutStrLn stderr ("usage: charts DATA FOLDER [" ++ unwords (map fst pictures) ++ "]")
      exitWith (ExitFailure 2)

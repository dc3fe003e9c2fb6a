"""The programs that tests/apps/run knows.

Each entry:
  name, family   what it is called and which family of programs it stands for
  packages       Debian packages that hold it; the first is the one whose version is shown
  what           one line: what is run
  prepare        function (folder): writes the inputs (once)
  build          command that makes $BIN (once), for programs of ours on a packaged library
  command        bash command, run in an empty folder; $IN inputs, $SRC tests/apps/src, $BIN, $T threads
  library_path   folder to search for libraries first (OpenBLAS's OpenMP build in the place of libblas.so.3)
  also           packages that only prepare or convert
  limit          seconds after which a run counts as hung (60)
  answer         files whose content is the answer; "-" is standard output
  drop           regular expression: lines of text answers that may differ (dates, times, paths)
  tolerance      largest relative difference of two numbers; 0: the answers are equal bit for bit
  env            more environment
  cpu            a flag of /proc/cpuinfo without which the program does not start
"""

import inputs

BLAS = '/usr/lib/$MULTIARCH/openblas-openmp'
CIRCUIT = """* inverters in a ring, each of two BSIM4 transistors
.model nm nmos level=14 version=4.8.0
.model pm pmos level=14 version=4.8.0
vdd d 0 1.2
%s
.ic v(n0)=0 v(n1)=1.2
.control
set num_threads=%d
tran 2p 0.8n uic
wrdata out n1 n7
quit
.endc
.end
"""

TOPOLOGY = """#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spc.itp"
[ system ]
water
[ molecules ]
"""

MDP = """integrator = md
nsteps = 150
dt = 0.002
nstenergy = 50
nstcalcenergy = 50
coulombtype = PME
rcoulomb = 0.9
rvdw = 0.9
gen-vel = yes
gen-seed = 5
gen-temp = 300
"""


def write(path, text):
    with open(path, 'w') as out:
        out.write(text)


def ring(folder, stages=61, threads=2):
    cells = []
    for i in range(stages):
        cells.append('mp%d n%d n%d d d pm w=1u l=0.1u' % (i, (i + 1) % stages, i))
        cells.append('mn%d n%d n%d 0 0 nm w=0.5u l=0.1u' % (i, (i + 1) % stages, i))
        cells.append('c%d n%d 0 1f' % (i, i))
    write(folder / 'ring.cir', CIRCUIT % ('\n'.join(cells), threads))


def gromacs(folder):
    write(folder / 'water.top', TOPOLOGY)
    write(folder / 'water.mdp', MDP)
    inputs.run_quietly('gmx -quiet solvate -cs spc216 -box 3.6 3.6 3.6 -o water.gro -p water.top && '
                       'gmx -quiet grompp -f water.mdp -c water.gro -p water.top -o water.tpr -maxwarn 5', folder)


GMX = ('gmx -quiet mdrun -s $IN/water.tpr -ntmpi {ranks} -ntomp {threads} -pin off -reprod -nb cpu -g md.log -e ener.edr '
       '>log 2>&1 || {{ cat log; exit 1; }}; '
       "printf 'Potential\\nKinetic-En.\\nTotal-Energy\\nPressure\\n\\n' | gmx -quiet dump -e ener.edr 2>/dev/null | "
       "grep -E 'Potential|Kinetic En|Total Energy|Pressure  '")

APPS = [
    dict(name='openblas', family='linear algebra', packages=['libopenblas0-openmp', 'gcc'],
         what='DGEMM, LU and eigenvalues, from C',
         build='gcc -O2 $SRC/blas.c -o $BIN %s/libopenblas.so.0 -Wl,-rpath,%s -lm' % (BLAS, BLAS),
         command='$BIN 1200 14', answer=['-'], tolerance=1e-8),
    dict(name='fftw', family='transforms', packages=['libfftw3-dev', 'gcc'],
         what='2-D and 1-D transforms, there and back, from C',
         build='gcc -O2 $SRC/fft.c -o $BIN -lfftw3_omp -lfftw3 -lm',
         command='$BIN $T', answer=['-'], tolerance=1e-11),
    dict(name='graphblas', family='linear algebra', packages=['libgraphblas-dev', 'gcc'],
         what='triangle count and breadth-first search, from C',
         build='gcc -O2 $SRC/graph.c -o $BIN -I/usr/include/suitesparse -lgraphblas',
         command='$BIN', answer=['-']),
    dict(name='cholmod', family='linear algebra', packages=['libsuitesparse-dev', 'libopenblas0-openmp', 'gcc'],
         what='supernodal Cholesky factor of a 3-D Poisson matrix, from C',
         build='gcc -O2 $SRC/sparse.c -o $BIN -I/usr/include/suitesparse -lcholmod -lm',
         command='$BIN', answer=['-'], tolerance=1e-8, library_path=BLAS),
    dict(name='fortran', family='own program', packages=['gfortran'],
         what='heat flow, reductions and tasks, in Fortran',
         build='gfortran -O2 -fopenmp $SRC/heat.f90 -o $BIN',
         command='$BIN', answer=['-']),
    dict(name='imagemagick', family='images', packages=['imagemagick'],
         what='blur and resize a picture in several colour spaces',
         prepare=lambda folder: inputs.image(folder / 'in.ppm', 1400, 1000),
         command='convert-im6.q16 $IN/in.ppm -colorspace Lab -gaussian-blur 0x2 -colorspace HSL '
                 '-resize 140% -colorspace sRGB -colorspace YUV -colorspace sRGB out.ppm',
         answer=['out.ppm']),
    dict(name='graphicsmagick', family='images', packages=['graphicsmagick'],
         what='blur, resize, rotate and sharpen a picture',
         prepare=lambda folder: inputs.image(folder / 'in.ppm', 1400, 1000),
         command='gm convert $IN/in.ppm -blur 0x4 -resize 150% -rotate 7 -sharpen 0x1 out.ppm', answer=['out.ppm']),
    dict(name='gmic', family='images', packages=['gmic'],
         what='bilateral filter, smoothing and a deformation',
         prepare=lambda folder: inputs.image(folder / 'in.ppm', 700, 500),
         command='gmic -v 0 $IN/in.ppm bilateral 8,12 smooth 40 blur 3 rotate 11 fft ifft. keep[0] normalize 0,255 round '
                 '-output out.ppm', answer=['out.ppm']),
    dict(name='rawtherapee', family='images', packages=['rawtherapee'],
         what='develop a picture on the command line',
         prepare=lambda folder: (inputs.image(folder / 'in.ppm', 1400, 1000),
                                 inputs.run_quietly('convert-im6.q16 in.ppm in.tif || gm convert in.ppm in.tif', folder)),
         command='rawtherapee-cli -d -Y -o out.tif -t -b8 -c $IN/in.tif >log 2>&1; convert-im6.q16 out.tif out.ppm',
         also=['imagemagick'], answer=['out.ppm'], limit=120),
    dict(name='tesseract', family='images', packages=['tesseract-ocr', 'tesseract-ocr-eng', 'imagemagick', 'fonts-dejavu-core'],
         what='read a page of text',
         prepare=lambda folder: inputs.page(folder),
         command='tesseract $IN/page.png out >/dev/null 2>&1; cat out.txt', answer=['-']),
    dict(name='sox', family='sound', packages=['sox'],
         what='four channels through equaliser, reverberation and a new rate',
         prepare=lambda folder: inputs.sound(folder / 'in.wav', 40, 4),
         command='sox -R --multi-threaded --buffer 131072 $IN/in.wav out.wav equalizer 900 1q -6 bass +4 reverb 60 rate -v 48000 gain -6',
         answer=['out.wav']),
    dict(name='primecount', family='number theory', packages=['primecount'],
         what='count the primes below 2 10^14', command='primecount 2e14', answer=['-']),
    dict(name='john', family='cryptography', packages=['john'],
         what='try 150 words on four bcrypt hashes',
         prepare=lambda folder: write(folder / 'words', ''.join('%s%d\n' % (word, i) for word, n in (('word', 146), ('zebra', 4))
                                                                for i in range(n))),
         # john remembers in the user's home what it has found: each run asks for other hashes.
         command=r'''perl -e 'printf "user%d:%s\n", $_, crypt ("zebra$_", sprintf ("\$2b\$05\$%010d%011dO", time, 10 * $$ + $_)) '''
                 r'''for (0 .. 3)' >passwd; john --format=bcrypt --wordlist=$IN/words passwd >log 2>&1; john --show passwd''',
         answer=['-']),
    dict(name='par2', family='archives', packages=['par2'],
         what='recovery data for a 16 MB file, and a repair',
         prepare=lambda folder: inputs.bytes_file(folder / 'data', 16 << 20),
         command='cp $IN/data data; par2 create -q -q -s16384 -r10 -n1 -t$T p.par2 data >/dev/null && cp p.par2 p.vol*.par2 /dev/null 2>&1; '
                 'dd if=/dev/zero of=data bs=16384 seek=3 count=20 conv=notrunc 2>/dev/null; '
                 'par2 repair -q -q -t$T p.par2 >/dev/null; cat p.vol*.par2 | cksum; cksum <data', answer=['-']),
    dict(name='msgmerge', family='translations', packages=['gettext'],
         what='fuzzy matches of 1,500 messages',
         prepare=lambda folder: inputs.catalogues(folder / 'old.po', folder / 'new.pot', 1500),
         command='msgmerge -q $IN/old.po $IN/new.pot', answer=['-'], drop='^"(POT|PO)-.*Date'),
    dict(name='clustalo', family='bioinformatics', packages=['clustalo'],
         what='align 22 proteins',
         prepare=lambda folder: inputs.sequences(folder / 'p.fa', 22, 140),
         command='clustalo -i $IN/p.fa --threads=$T', answer=['-']),
    dict(name='muscle', family='bioinformatics', packages=['muscle'],
         what='align 24 proteins',
         prepare=lambda folder: inputs.sequences(folder / 'p.fa', 24, 180),
         command='muscle -align $IN/p.fa -output out.fa -threads $T >/dev/null 2>&1 || muscle -in $IN/p.fa -out out.fa -quiet',
         answer=['out.fa']),
    dict(name='kalign', family='bioinformatics', packages=['kalign'],
         what='align 220 proteins',
         prepare=lambda folder: inputs.sequences(folder / 'p.fa', 220, 330),
         command='kalign -i $IN/p.fa -o out.fa -n $T >/dev/null 2>&1; cat out.fa', answer=['-']),
    dict(name='cd-hit', family='bioinformatics', packages=['cd-hit'],
         what='cluster 12,000 proteins',
         prepare=lambda folder: inputs.sequences(folder / 'p.fa', 12000, 180, change=0.5),
         command='cd-hit -i $IN/p.fa -o out -c 0.8 -T $T -M 800 -d 0 >/dev/null; cat out; grep -c Cluster out.clstr', answer=['-']),
    dict(name='mmseqs2', family='bioinformatics', packages=['mmseqs2'],
         what='search 60 proteins in 1,500',
         prepare=lambda folder: (inputs.sequences(folder / 'target.fa', 1500, 150, change=0.6),
                                 inputs.sequences(folder / 'query.fa', 60, 150, change=0.6)),
         command='mmseqs easy-search $IN/query.fa $IN/target.fa out.m8 tmp --threads $T -v 1 && sort out.m8', answer=['-']),
    dict(name='velvet', family='bioinformatics', packages=['velvet-long'],
         what='assemble 60,000 reads',
         prepare=lambda folder: inputs.reads(folder / 'r.fq', 200000, 60000),
         # Which of its two strands a contig is printed from depends on the order of the threads: take the smaller.
         command='velveth_long d 31 -fastq -short $IN/r.fq >/dev/null && velvetg_long d -cov_cutoff 3 >/dev/null; '
                 '''awk '/^>/ { print ""; next } { printf "%s", $0 } END { print "" }' d/contigs.fa | grep . | while read -r s; do '''
                 '''{ echo $s; echo $s | rev | tr ACGT TGCA; } | sort | head -1; done | sort''', answer=['-']),
    dict(name='megahit', family='bioinformatics', packages=['megahit'],
         what='assemble 40,000 reads',
         prepare=lambda folder: inputs.reads(folder / 'r.fq', 150000, 40000),
         command='megahit -r $IN/r.fq -t $T -o d --k-list 21,31 -m 500000000 >/dev/null 2>&1; '
                 'grep -v ">" d/final.contigs.fa | sort', answer=['-']),
    dict(name='fasttree', family='bioinformatics', packages=['fasttree'],
         what='a tree of 260 sequences',
         prepare=lambda folder: inputs.aligned(folder / 'a.fa', 260, 500),
         command='fasttreeMP -nt -gtr -quiet $IN/a.fa', answer=['-']),
    dict(name='iqtree', family='bioinformatics', packages=['iqtree'],
         what='a maximum likelihood tree of 8 sequences',
         prepare=lambda folder: inputs.aligned(folder / 'a.fa', 8, 1000),
         command='iqtree2 -s $IN/a.fa -m HKY+G -T $T -ninit 4 -n 4 -seed 1 -pre out -redo -quiet >/dev/null; grep "Log-likelihood of the tree" out.iqtree; cat out.treefile', answer=['-'], tolerance=1e-4),
    dict(name='xtb', family='chemistry', packages=['xtb'],
         what='energy and gradient of 27 water molecules',
         prepare=lambda folder: inputs.lattice(folder / 'w.xyz', 3, 3.0),
         command='xtb $IN/w.xyz --grad --norestart 2>/dev/null | grep -E "TOTAL ENERGY|GRADIENT NORM|HOMO-LUMO GAP"',
         answer=['-'], tolerance=1e-7, env={'OMP_STACKSIZE': '256M'}),
    dict(name='mopac', family='chemistry', packages=['mopac', 'libopenblas0-openmp'],
         what='PM7 energy of 64 water molecules, on OpenBLAS',
         prepare=lambda folder: inputs.lattice(folder / 'w.mop', 4, 3.0, 'PM7 1SCF GRADIENTS THREADS=2'),
         command='cp $IN/w.mop . && mopac w.mop >/dev/null 2>&1; grep -E "FINAL HEAT|TOTAL ENERGY|GRADIENT NORM" w.out', answer=['-'], tolerance=1e-6, library_path=BLAS),
    dict(name='ngspice', family='engineering', packages=['ngspice'],
         what='a ring of 61 inverters of BSIM4 transistors',
         prepare=ring,
         command='ngspice -b $IN/ring.cir >log 2>&1; cat out out.data 2>/dev/null || test -s out -o -s out.data', answer=['-'], tolerance=1e-6),
    dict(name='gromacs', family='molecular dynamics', packages=['gromacs'], cpu='rdtscp',
         what='150 steps of a water box, one rank', prepare=gromacs,
         command=GMX.format(ranks=1, threads='$T'), answer=['-'], tolerance=1e-4, limit=120),
    dict(name='gromacs-2-ranks', family='molecular dynamics', packages=['gromacs'], cpu='rdtscp',
         what='the same, two thread-MPI ranks with a team each', prepare=gromacs,
         command=GMX.format(ranks=2, threads='$T'), answer=['-'], tolerance=1e-4, limit=120),
    dict(name='iqtree-mpi', family='several ranks', packages=['iqtree', 'openmpi-bin'],
         what='the tree search on 2 ranks of Open MPI with 2 threads each',
         prepare=lambda folder: inputs.aligned(folder / 'a.fa', 6, 2000),
         command='mpirun.openmpi --oversubscribe --bind-to none -n 2 iqtree2-mpi -s $IN/a.fa -m JC -T 2 -ninit 4 -n 4 -seed 1 -pre out -redo -quiet '
                 '>log 2>&1; grep "Log-likelihood of the tree" out.iqtree', answer=['-'], tolerance=1e-4),
    dict(name='cdo', family='climate', packages=['cdo'],
         what='interpolate and smooth a field', prepare=lambda folder: inputs.netcdf(folder / 'f.nc', 6, 90, 180),
         command='cdo -s -P $T -f nc remapbil,r240x120 -smooth,nsmooth=2,radius=3deg $IN/f.nc out.nc && '
                 'cdo -s -P $T -f nc remapcon,r90x45 $IN/f.nc two.nc && cdo -s output out.nc && cdo -s output two.nc', answer=['-']),
    dict(name='nco', family='climate', packages=['nco'],
         what='weighted averages and arithmetic on a field', prepare=lambda folder: inputs.netcdf(folder / 'f.nc', 60, 180, 360),
         command='ncwa -O -h -t $T -a time $IN/f.nc mean.nc && ncap2 -O -h -t $T -s "a=field*field;b=sqrt(a)+log(field)" $IN/f.nc two.nc && '
                 'ncwa -O -h -t $T two.nc all.nc && ncks -H -C -v a,b all.nc && ncks -H -C --trd -v field -d lat,3 -d lon,5 mean.nc', answer=['-']),
    dict(name='octave', family='environments', packages=['octave', 'libopenblas0-openmp'],
         what='LU, products, eigenvalues and singular values',
         command='octave-cli --norc --quiet $SRC/dense.m', answer=['-'], tolerance=1e-7, library_path=BLAS),
    dict(name='numpy', family='environments', packages=['python3-numpy', 'libopenblas0-openmp'],
         what='determinant, product, eigenvalues and singular values',
         command='python3 $SRC/dense.py', answer=['-'], tolerance=1e-8, library_path=BLAS),
    dict(name='data.table', family='environments', packages=['r-cran-data.table'],
         what='read, sort, group, join and write a table in R',
         prepare=lambda folder: inputs.table(folder / 't.csv', 300000),
         command='Rscript --vanilla $SRC/table.R $IN/t.csv $T && cksum <out.csv', answer=['-'],
         # R's start script would put the system's folder in front of LD_LIBRARY_PATH.
         env={'R_LD_LIBRARY_PATH': '/usr/lib/R/lib'}),
    dict(name='scikit-learn', family='machine learning', packages=['python3-sklearn'],
         what='k-means, gradient boosting, nearest points',
         command='python3 $SRC/learn.py', answer=['-'], tolerance=1e-5),
    dict(name='numba', family='machine learning', packages=['python3-numba'],
         what='parallel loops on its omp threading layer',
         command='python3 $SRC/jit.py', answer=['-'], tolerance=1e-8,
         env={'NUMBA_THREADING_LAYER': 'omp', 'NUMBA_CACHE_DIR': '/nonexistent'}),
    dict(name='xgboost', family='machine learning', packages=['python3-xgboost'],
         what='30 rounds of boosted trees', command='python3 $SRC/boost.py', answer=['-'], tolerance=1e-5),
    dict(name='faiss', family='machine learning', packages=['python3-faiss'],
         what='nearest neighbours: flat, inverted lists, graph',
         command='python3 $SRC/search.py', answer=['-'], tolerance=1e-5),
]

"""Inputs for the programs of tests/apps: the same bytes on every machine, from seeds."""

import array
import math
import random
import struct
import subprocess


def image(path, width, height, seed=1):
    """A PPM picture: gradients, discs and noise."""
    rng = random.Random(seed)
    discs = [(rng.randrange(width), rng.randrange(height), rng.randrange(20, height // 4), rng.randrange(256))
             for _ in range(12)]
    noise = rng.randbytes(8 * width)
    with open(path, 'wb') as out:
        out.write(b'P6\n%d %d\n255\n' % (width, height))
        for y in range(height):
            row = bytearray(3 * width)
            row[0::3] = bytes((x * 255 // width) for x in range(width))
            row[1::3] = bytes([y * 255 // height]) * width
            at = rng.randrange(7 * width)
            row[2::3] = noise[at:at + width]
            for cx, cy, radius, colour in discs:
                half = radius * radius - (y - cy) ** 2
                if half > 0:
                    half = int(math.sqrt(half))
                    low, high = max(0, cx - half), min(width, cx + half)
                    if high > low:
                        row[3 * low:3 * high:3] = bytes([colour]) * (high - low)
            out.write(row)


def sound(path, seconds, channels=2, rate=44100, seed=2):
    """A WAV file: a sweep and noise, 16 bits."""
    rng = random.Random(seed)
    frames = array.array('h')
    for i in range(seconds * rate):
        t = i / rate
        for channel in range(channels):
            tone = math.sin(2 * math.pi * (200 + 40 * t + 17 * channel) * t)
            frames.append(int(9000 * tone) + rng.randrange(-900, 900))
    data = frames.tobytes()
    with open(path, 'wb') as out:
        out.write(struct.pack('<4sI4s4sIHHIIHH4sI', b'RIFF', 36 + len(data), b'WAVE', b'fmt ', 16, 1, channels, rate,
                              2 * channels * rate, 2 * channels, 16, b'data', len(data)))
        out.write(data)


def sequences(path, count, length, letters='ACDEFGHIKLMNPQRSTVWY', change=0.25, gaps=0.02, seed=3):
    """FASTA: descendants of one random ancestor along a random tree."""
    rng = random.Random(seed)
    family = [[rng.choice(letters) for _ in range(length)]]
    with open(path, 'w') as out:
        for number in range(count):
            parent = rng.choice(family[-40:])
            child = []
            for letter in parent:
                point = rng.random()
                if point < gaps:
                    continue
                if point > 1 - gaps:
                    child.append(rng.choice(letters))
                child.append(rng.choice(letters) if rng.random() < change / 4 else letter)
            family.append(child)
            out.write('>s%d\n%s\n' % (number, ''.join(child)))


def aligned(path, count, length, change=0.3, seed=4):
    """FASTA of an alignment: DNA, all of one length, along a random tree."""
    rng = random.Random(seed)
    family = [[rng.choice('ACGT') for _ in range(length)]]
    with open(path, 'w') as out:
        for number in range(count):
            child = [rng.choice('ACGT') if rng.random() < change / 4 else letter for letter in rng.choice(family[-16:])]
            family.append(child)
            out.write('>t%d\n%s\n' % (number, ''.join(child)))


def reads(path, genome, count, length=100, errors=0.003, seed=5):
    """FASTQ: reads of both strands of a random genome."""
    rng = random.Random(seed)
    text = ''.join(rng.choice('ACGT') for _ in range(genome))
    other = text[::-1].translate(str.maketrans('ACGT', 'TGCA'))
    with open(path, 'w') as out:
        for number in range(count):
            strand = rng.choice((text, other))
            at = rng.randrange(genome - length)
            read = list(strand[at:at + length])
            for i in range(length):
                if rng.random() < errors:
                    read[i] = rng.choice('ACGT')
            out.write('@r%d\n%s\n+\n%s\n' % (number, ''.join(read), 'I' * length))


def bytes_file(path, size, seed=6):
    rng = random.Random(seed)
    with open(path, 'wb') as out:
        for _ in range(size // 65536):
            out.write(rng.randbytes(65536))


def netcdf(path, times, rows, columns, seed=7):
    """A classic NetCDF file: float field(time, lat, lon) with coordinates."""
    rng = random.Random(seed)

    def name(text):
        text = text.encode()
        return struct.pack('>i', len(text)) + text + b'\0' * (-len(text) % 4)

    def text_attribute(key, value):
        value = value.encode()
        return name(key) + struct.pack('>ii', 2, len(value)) + value + b'\0' * (-len(value) % 4)

    dims = [('time', times), ('lat', rows), ('lon', columns)]
    variables = [('time', (0,), 6, 8, {'units': 'days since 2000-01-01', 'calendar': 'standard'}),
                 ('lat', (1,), 6, 8, {'units': 'degrees_north', 'standard_name': 'latitude'}),
                 ('lon', (2,), 6, 8, {'units': 'degrees_east', 'standard_name': 'longitude'}),
                 ('field', (0, 1, 2), 5, 4, {'units': 'K'})]

    def header(begins):
        text = b'CDF\x01' + struct.pack('>i', 0) + struct.pack('>ii', 10, len(dims))
        for key, size in dims:
            text += name(key) + struct.pack('>i', size)
        text += struct.pack('>ii', 0, 0) + struct.pack('>ii', 11, len(variables))
        for (key, ids, kind, width, attributes), begin in zip(variables, begins):
            text += name(key) + struct.pack('>i', len(ids)) + b''.join(struct.pack('>i', i) for i in ids)
            text += struct.pack('>ii', 12, len(attributes))
            text += b''.join(text_attribute(*item) for item in attributes.items())
            size = width
            for i in ids:
                size *= dims[i][1]
            text += struct.pack('>iii', kind, size + -size % 4, begin)
        return text

    begin, begins = len(header([0] * 4)), []
    for _, ids, _, width, _ in variables:
        begins.append(begin)
        for i in ids:
            width *= dims[i][1]
        begin += width + -width % 4
    with open(path, 'wb') as out:
        out.write(header(begins))
        for count, scale, offset in ((times, 1.0, 0.0), (rows, 170.0 / rows, -85.0), (columns, 360.0 / columns, 0.0)):
            out.write(struct.pack('>%dd' % count, *[offset + scale * i for i in range(count)]))
        for t in range(times):
            for y in range(rows):
                base = 280 + 20 * math.cos(math.pi * (y / rows - 0.5)) + math.sin(t / 5)
                out.write(struct.pack('>%df' % columns, *[base + rng.random() for _ in range(columns)]))


def table(path, rows, seed=8):
    """CSV: two keys, an integer, two doubles."""
    rng = random.Random(seed)
    with open(path, 'w') as out:
        out.write('key,group,count,x,y\n')
        for _ in range(rows):
            out.write('k%d,%d,%d,%.6f,%.6f\n' % (rng.randrange(5000), rng.randrange(100), rng.randrange(10 ** 6),
                                                 rng.random(), rng.gauss(0, 1)))


def catalogues(old, new, messages, seed=9):
    """Two gettext catalogues; the second changes some words of each message."""
    rng = random.Random(seed)
    words = ['%s%s' % (a, b) for a in ('re', 'un', 'pre', 'out', 'in', 'over') for b in
             ('file', 'load', 'name', 'open', 'port', 'set', 'time', 'use', 'view', 'write')]
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n\n'
    with open(old, 'w') as first, open(new, 'w') as second:
        first.write(head)
        second.write(head)
        for number in range(messages):
            text = [rng.choice(words) for _ in range(12)] + [str(number)]
            first.write('msgid "%s"\nmsgstr "%s"\n\n' % (' '.join(text), ' '.join(reversed(text))))
            text[rng.randrange(12)] = 'other'
            second.write('msgid "%s"\nmsgstr ""\n\n' % ' '.join(text))


def lattice(path, molecules_a_side, spacing, kind='xyz'):
    """Water molecules on a grid, turned at random: XYZ."""
    rng = random.Random(10)
    atoms = []
    for i in range(molecules_a_side ** 3):
        x, y, z = (spacing * (i // molecules_a_side ** k % molecules_a_side) for k in range(3))
        turn = rng.random() * 2 * math.pi
        atoms.append(('O', x, y, z))
        for sign in (-1, 1):
            angle = turn + sign * math.radians(52.26)
            atoms.append(('H', x + 0.9572 * math.cos(angle), y + 0.9572 * math.sin(angle), z))
    with open(path, 'w') as out:
        if kind == 'xyz':
            out.write('%d\nwater\n' % len(atoms))
        else:
            out.write('%s\nwater\n\n' % kind)
        for atom in atoms:
            out.write('%s %.5f %.5f %.5f\n' % atom)


def page(folder):
    """A page of words, drawn by ImageMagick."""
    rng = random.Random(11)
    words = 'the quick brown fox jumps over a lazy dog while seven green ships sail north under heavy rain'.split()
    lines = [' '.join(rng.choice(words) for _ in range(8)) for _ in range(16)]
    run_quietly("convert-im6.q16 -size 1000x700 xc:white -fill black -font /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf "
                "-pointsize 28 -annotate +30+50 '%s' page.png" % '\n'.join(lines), folder)


def run_quietly(command, folder):
    """Run a bash command in a folder; an error carries what it printed."""
    done = subprocess.run(['bash', '-c', command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError('%s: status %d\n%s' % (command, done.returncode, done.stdout[-2000:]))

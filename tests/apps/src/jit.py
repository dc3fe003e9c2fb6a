# numba's omp threading layer: a parallel reduction, a stencil and Mandelbrot's set.
import numpy as np
import numba
from numba import njit, prange


@njit(parallel=True, cache=False)
def total(x):
    s = 0.0
    for i in prange(len(x)):
        s += np.sin(x[i]) ** 2
    return s


@njit(parallel=True, cache=False)
def smooth(a, rounds):
    b = a.copy()
    for _ in range(rounds):
        for i in prange(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        a, b = b, a
    return a


@njit(parallel=True, cache=False)
def mandel(n, most):
    out = np.zeros((n, n), np.int64)
    for i in prange(n):
        for j in range(n):
            c = complex(-2 + 3.0 * j / n, -1.5 + 3.0 * i / n)
            z = 0j
            k = 0
            while k < most and z.real * z.real + z.imag * z.imag < 4:
                z = z * z + c
                k += 1
            out[i, j] = k
    return out


numbers = np.linspace(0, 100, 3000000)
print('%.9g' % total(numbers))
print('%.12g' % smooth(np.outer(np.arange(600.0), np.arange(600.0)) % 7, 300).sum())
print(mandel(700, 300).sum())
print(numba.threading_layer())

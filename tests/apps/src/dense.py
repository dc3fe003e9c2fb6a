import numpy as np

rng = np.random.RandomState(3)
a = rng.rand(900, 900)
print('%.10g' % np.linalg.slogdet(a)[1])
print('%.10g' % np.linalg.norm(a @ a.T))
w = np.linalg.eigvalsh(a + a.T)
print('%.10g %.10g' % (w[0], w[-1]))
print('%.10g' % np.linalg.svd(a[:400, :400], compute_uv=False).sum())

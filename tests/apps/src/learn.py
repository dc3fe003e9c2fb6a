# scikit-learn's OpenMP kernels: k-means, gradient boosting on histograms, pairwise distances.
import numpy as np
from sklearn.cluster import KMeans
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.metrics import pairwise_distances_argmin_min

rng = np.random.RandomState(0)
x = rng.rand(60000, 12)
y = np.sin(5 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.1 * rng.rand(len(x))
means = KMeans(n_clusters=10, n_init=2, max_iter=40, random_state=0).fit(x)
print('inertia %.8g' % means.inertia_)
print('sizes', np.sort(np.bincount(means.labels_)))
model = HistGradientBoostingRegressor(max_iter=60, random_state=0, early_stopping=False).fit(x, y)
print('score %.8g' % model.score(x, y))
near, far = pairwise_distances_argmin_min(x[:4000], x[4000:12000])
print('nearest', near[:10], '%.8g' % far.sum())

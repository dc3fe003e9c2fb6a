import numpy as np
import xgboost as xgb

rng = np.random.RandomState(1)
x = rng.rand(40000, 20).astype(np.float32)
y = (x[:, 0] * x[:, 1] + np.sin(4 * x[:, 2]) > 0.6).astype(np.float32)
data = xgb.DMatrix(x, label=y)
model = xgb.train({'tree_method': 'hist', 'max_depth': 6, 'objective': 'binary:logistic', 'seed': 1}, data, 30)
p = model.predict(data)
print('%.6g %.6g' % (p.sum(), np.abs(p - y).mean()))
print('right', int(((p > 0.5) == (y > 0.5)).sum()))

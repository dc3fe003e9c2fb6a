import faiss
import numpy as np

rng = np.random.RandomState(2)
base = rng.rand(40000, 64).astype(np.float32)
asked = rng.rand(600, 64).astype(np.float32)
flat = faiss.IndexFlatL2(64)
flat.add(base)
distances, found = flat.search(asked, 5)
print('flat', int(found.sum()), '%.7g' % distances.sum())
lists = faiss.IndexIVFFlat(faiss.IndexFlatL2(64), 64, 100)
lists.train(base)
lists.add(base)
lists.nprobe = 10
distances, found = lists.search(asked, 5)
print('lists', int(found.sum()), '%.7g' % distances.sum())
graph = faiss.IndexHNSWFlat(64, 16)
graph.add(base[:4000])
distances, found = graph.search(base[:500], 1)
print('graph finds itself', int((found[:, 0] == np.arange(500)).sum()) > 450)

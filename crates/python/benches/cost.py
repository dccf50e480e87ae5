"""Estimates what a census of all connected graphs on 10 and 11 vertices costs, from a random sample.

The generation deals out subtrees; a few of them are drawn at random, and graphs from these. The subtrees are of
very different sizes, so that the estimate is rough.
"""

import io
import random
import time

import pyarrow.parquet
from chromex import _chromex
from chromex._budget import budget

QUESTIONS = ["icol", "isnort", "node-kayles", "chi_g", "connected", "snort"]

# The order, the subtrees and the graphs there are; the subtrees and the graphs to draw.
SAMPLES = [(10, 12_346, 11_716_571, 12, 500), (11, 274_668, 1_006_700_565, 6, 250)]


def ask(question, graphs, part=None):
    kept = {"condition": None, "smallest": False, "most": None}
    return _chromex.census_chunk([question], graphs, part, kept, budget(), None)[0]


random.seed(5)
for order, subtrees, total, drawn, size in SAMPLES:
    pool = []
    for _ in range(drawn):
        data = ask("m", [], (f"connected:{order}", random.randrange(subtrees), subtrees))
        pool += pyarrow.parquet.read_table(io.BytesIO(data)).column("graph").to_pylist()
    graphs = random.sample(pool, min(size, len(pool)))
    print(f"n={order}: {len(graphs)} of the {len(pool)} graphs in {drawn} of {subtrees} subtrees")
    for question in QUESTIONS:
        started = time.process_time()
        ask(question, graphs)
        rate = len(graphs) / (time.process_time() - started)
        print(f"  {question}: {rate:,.0f} graphs/s, {total / rate / 3600:,.1f} core hours", flush=True)

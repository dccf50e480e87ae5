// The bulk of the sparse-space algorithm on a GPU, as one kernel whose thread blocks stay for many
// terms. Block 0 (`sequence`) finds the terms, BATCH after BATCH; some blocks (`far`) exclude
// candidates by rare heaps that are far away, one batch ahead; the others (`confirm`) trail behind and
// look for a witness of each smaller rare value. Values beyond WORDS * 32, and rare values without a
// witness, are not treated here: the first such term is reported, and nothing from there on counts.
//
// Compiled at run time with
//   WORDS    words in a set of values, a multiple of 32
//   BATCH    terms between two announcements, a multiple of 64
//   STEP     no offset is smaller: so many consecutive terms do not depend on each other
//   LAYERS   the most offsets of one length below TINY
//   FAR      thread blocks that exclude
//   NEAR     offsets below 2 * BATCH
//   FIRST    pairs of heaps that are tried for all 32 terms of a task before single values are sought
//   MASK     the mask: a value is rare if it has an even number of bits in it

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define THREADS 1024
#define TERMS 32            // terms that are treated together, one a lane
#define TINY 32             // offsets below it reach terms of the same group of TERMS
#define SETS 4              // sets of excluded values in the making: a ring
#define FULL 0xffffffffu
#define NONE 0xffffu

// What the thread blocks tell each other. The host clears it.
struct State {
    u64 first_unproved;     // host: set to all ones
    u64 published;          // batches that are complete
    u64 tasks;              // tasks of `confirm` that were taken
    u64 far_done[SETS];     // `far` blocks that are ready with a batch, counted over all its turns
};

struct Work {
    u16 *line;              // line[n] is the value of heap n
    u64 start;              // the first heap to find, a multiple of 64
    u64 batches;
    u32 *sets;              // SETS times [WORDS][BATCH]: values excluded by far offsets
    const u32 *offsets;     // sorted; heap n is excluded values[i] ^ line[n - offsets[i]]
    const u16 *values;
    u32 count;
    u32 tiny;               // how many are below TINY, …
    u32 small;              // … and below 2 * TINY
    const u32 *splits;      // heap n can be split in x and n - splits[i] - x
    u32 split_count;
    State *state;
};

__device__ __forceinline__ bool is_rare(u32 v) { return (__popc(v & MASK) & 1) == 0; }

// The rare ones among the 32 values from 32 * word on.
__device__ u32 rare_word(u32 word) {
    u32 bits = 0;
    for (u32 i = 0; i < 32; i++) bits |= (u32)is_rare(32 * word + i) << i;
    return bits;
}

__device__ __forceinline__ u64 look(const u64 *p) {
    return *(volatile const u64 *)p;
}

// All threads wait until *p is at least `least`.
__device__ void wait_for(const u64 *p, u64 least) {
    if (threadIdx.x == 0) {
        while (look(p) < least) __nanosleep(50);
        __threadfence();
    }
    __syncthreads();
}

// ---------------------------------------------------------------------------------------------
// far: values excluded by offsets that lead back beyond the last batch.

__device__ void far(const Work &w, u32 slice) {
    extern __shared__ u32 shared[];
    u32 *set = shared;                                  // [group][word][lane]
    const u32 groups = BATCH / TERMS, warps = THREADS / 32;
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const u32 group = warp % groups, part = warp / groups, parts = warps / groups;
    for (u64 k = 0; k < w.batches; k++) {
        for (u32 i = threadIdx.x; i < groups * WORDS * TERMS; i += THREADS) set[i] = 0;
        // The values up to the end of batch k - 2 are there when k - 1 batches are.
        wait_for(&w.state->published, k > 0 ? k - 1 : 0);
        const u64 n = w.start + k * BATCH + group * TERMS + lane;
        u32 *mine = set + group * WORDS * TERMS + lane;
        // Offsets over `reach` lead every term of the group to a heap before batch k - 1.
        const u32 reach = BATCH + group * TERMS + TERMS - 1;
        const u32 stride = FAR * parts;
        u32 i = w.small + slice * parts + part;
        // Skip to the first offset beyond the reach; they are sorted.
        while (i < w.count && w.offsets[i] <= reach) i += stride;
        for (; i + 7 * stride < w.count; i += 8 * stride) {
            u32 x[8];
#pragma unroll
            for (u32 j = 0; j < 8; j++) {
                const u32 offset = w.offsets[i + j * stride];
                x[j] = offset < n ? __ldcg(w.line + (n - offset)) ^ w.values[i + j * stride] : NONE;
            }
#pragma unroll
            for (u32 j = 0; j < 8; j++)
                if (x[j] < 32 * WORDS) atomicOr(mine + (x[j] / 32) * TERMS, 1u << (x[j] % 32));
        }
        for (; i < w.count; i += stride) {
            const u32 offset = w.offsets[i];
            const u32 x = offset < n ? __ldcg(w.line + (n - offset)) ^ w.values[i] : NONE;
            if (x < 32 * WORDS) atomicOr(mine + (x / 32) * TERMS, 1u << (x % 32));
        }
        __syncthreads();
        u32 *all = w.sets + (k % SETS) * (u64)(WORDS * BATCH);
        for (u32 i = threadIdx.x; i < groups * WORDS * TERMS; i += THREADS) {
            const u32 g = i / (WORDS * TERMS), word = i / TERMS % WORDS, t = i % TERMS;
            if (set[i]) atomicOr(all + word * BATCH + g * TERMS + t, set[i]);
        }
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicAdd((u64 *)&w.state->far_done[k % SETS], 1ull);
    }
}

// ---------------------------------------------------------------------------------------------
// sequence: the terms, one group of TERMS after another.

// Only the last values are looked back to from here.
#define BACK (BATCH + 64)

struct Near {
    u32 pool[WORDS * TERMS];            // excluded values of the group to come: [word][lane]
    u32 set[WORDS * (TERMS + 1)];       // of this group, in a layout that a warp reads by columns
    u32 rare[WORDS];
    u16 last[BACK + BATCH];             // values from heap (first of the batch) - BACK on
    u16 tiny[LAYERS][TINY];
    u16 offsets[NEAR], values[NEAR];
};

// Excludes, for the group that begins at heap `at` of the batch, what the offsets number `from` to `to`
// exclude; those beyond its reach are left to `far`.
__device__ void exclude(Near *near, u32 at, u32 from, u32 to, u32 warp, u32 warps) {
    const u32 lane = threadIdx.x % 32, reach = BATCH + at + TERMS - 1;
    for (u32 i = from + warp; i < to; i += warps) {
        const u32 offset = near->offsets[i];
        if (offset > reach) break;
        // Terms of the same group are not known yet: `candidates` sees to them.
        if (lane >= offset) continue;
        const u32 x = near->last[BACK + at + lane - offset] ^ near->values[i];
        atomicOr(&near->pool[(x / 32) * TERMS + lane], 1u << (x % 32));
    }
}

// Whatever offsets from 2 * TINY on exclude for the group, by warps 1 to 31.
__device__ void prepare(const Work &w, Near *near, u64 k, u32 at) {
    const u32 helper = threadIdx.x - 32, lane = threadIdx.x % 32;
    u32 *far_set = w.sets + (k % SETS) * (u64)(WORDS * BATCH);
    for (u32 i = helper; i < WORDS * TERMS; i += THREADS - 32) {
        u32 *from = far_set + (i / TERMS) * BATCH + at + lane;
        near->pool[i] = __ldcg(from) | near->rare[i / TERMS];
        *from = 0;
    }
    asm volatile("bar.sync 1, 992;" ::: "memory");
    exclude(near, at, w.small, NEAR, helper / 32, THREADS / 32 - 1);
}

// The values of the group, by one warp; lane i returns that of term i.
__device__ u32 candidates(Near *near) {
    const u32 lane = threadIdx.x % 32;
    u32 mine = 0;
    for (u32 t = 0; t < TERMS; t += STEP) {
        __syncwarp();
        u32 v[STEP];
#pragma unroll
        for (u32 j = 0; j < STEP; j++) {
            u32 least = 32 * WORDS;
            if (t + j < TERMS) {
#pragma unroll
                for (u32 q = 0; q < WORDS / 32; q++) {
                    const u32 word = 32 * q + lane;
                    const u32 open = ~near->set[word * (TERMS + 1) + t + j];
                    if (open) least = min(least, 32 * word + __ffs(open) - 1);
                }
            }
            v[j] = __reduce_min_sync(FULL, least);
        }
#pragma unroll
        for (u32 j = 0; j < STEP; j++) {
            if (t + j >= TERMS) break;
            const u32 offset = lane - (t + j);          // large if negative
            if (offset == 0) mine = v[j];
            if (offset < TINY && v[j] < 32 * WORDS) {
#pragma unroll
                for (u32 layer = 0; layer < LAYERS; layer++) {
                    const u32 value = near->tiny[layer][offset];
                    const u32 x = value ^ v[j];
                    if (value != NONE)
                        atomicOr(&near->set[(x / 32) * (TERMS + 1) + lane], 1u << (x % 32));
                }
            }
        }
    }
    return mine;
}

__device__ void sequence(const Work &w) {
    extern __shared__ u32 shared[];
    Near *near = (Near *)shared;
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (u32 i = threadIdx.x; i < WORDS; i += THREADS) near->rare[i] = rare_word(i);
    for (u32 i = threadIdx.x; i < LAYERS * TINY; i += THREADS) near->tiny[i / TINY][i % TINY] = NONE;
    for (u32 i = threadIdx.x; i < NEAR; i += THREADS) {
        near->offsets[i] = w.offsets[i];
        near->values[i] = w.values[i];
    }
    for (u32 i = threadIdx.x; i < BACK; i += THREADS)
        near->last[BATCH + i] = __ldcg(w.line + (w.start - BACK + i));
    __syncthreads();
    if (threadIdx.x == 0)
        for (u32 i = 0; i < w.tiny; i++) {
            u32 layer = 0;
            while (near->tiny[layer][w.offsets[i]] != NONE) layer++;
            near->tiny[layer][w.offsets[i]] = w.values[i];
        }
    for (u64 k = 0; k < w.batches; k++) {
        // The last BACK values become those before this batch.
        u16 kept = 0, more = 0;
        __syncthreads();
        if (threadIdx.x < BACK) kept = near->last[BATCH + threadIdx.x];
        if (threadIdx.x + THREADS < BACK) more = near->last[BATCH + threadIdx.x + THREADS];
        __syncthreads();
        if (threadIdx.x < BACK) near->last[threadIdx.x] = kept;
        if (threadIdx.x + THREADS < BACK) near->last[threadIdx.x + THREADS] = more;
        wait_for(&w.state->far_done[k % SETS], (k / SETS + 1) * FAR);
        if (warp > 0) prepare(w, near, k, 0);
        for (u32 at = 0; at < BATCH; at += TERMS) {
            __syncthreads();
            exclude(near, at, 0, w.small, warp, THREADS / 32);
            __syncthreads();
            for (u32 i = threadIdx.x; i < WORDS * TERMS; i += THREADS)
                near->set[(i / TERMS) * (TERMS + 1) + lane] = near->pool[i];
            __syncthreads();
            if (warp > 0) {
                if (at + TERMS < BATCH) prepare(w, near, k, at + TERMS);
                continue;
            }
            const u32 v = candidates(near);
            const u64 n = w.start + k * BATCH + at + lane;
            if (v >= 32 * WORDS) atomicMin(&w.state->first_unproved, n);
            near->last[BACK + at + lane] = v;
            w.line[n] = v;
        }
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(&w.state->published, k + 1);
    }
}

// ---------------------------------------------------------------------------------------------
// confirm: each rare value below that of heap n is the sum of two heaps that n can be split into.

#define CHUNK 4096          // pairs of heaps whose values are fetched at once
#define MISSING 32          // values of one term that are sought at once

struct Witness {
    u32 set[WORDS * TERMS];             // values that are options: [word][lane]
    u16 left[CHUNK];                    // line[x], x from the beginning of the chunk on
    u16 right[CHUNK + TERMS];           // line[n - k - x], downwards: index rises with x
    u32 rare[WORDS];
    u16 missing[MISSING];
    u32 count;
    u32 open;
    u64 task;
};

// Fetches pairs x + y = n - k for the chunk of x from `x` on and n from `first` on.
__device__ void fetch(const Work &w, Witness *s, u64 first, u32 k, u64 x, u32 terms) {
    for (u32 i = threadIdx.x; i < CHUNK; i += THREADS) s->left[i] = __ldcg(w.line + x + i);
    // right[CHUNK - 1 - i + t] belongs to x + i and the term first + t.
    const u64 low = first - k - x - (CHUNK - 1);
    for (u32 i = threadIdx.x; i < CHUNK + terms - 1; i += THREADS)
        s->right[i] = __ldcg(w.line + low + i);
    __syncthreads();
}

// Marks all options by the pairs of the chunk, for all terms of the task.
__device__ void mark(Witness *s) {
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll 8
    for (u32 i = warp; i < CHUNK; i += THREADS / 32) {
        const u32 v = s->left[i] ^ s->right[CHUNK - 1 - i + lane];
        atomicOr(&s->set[(v / 32) * TERMS + lane], 1u << (v % 32));
    }
    __syncthreads();
}

// The rare values of this word below `value` that term t has no witness for.
__device__ __forceinline__ u32 lacking(const Witness *s, u32 word, u32 t, u32 value) {
    const u32 rare = s->rare[word] & ~s->set[word * TERMS + t];
    if (32 * word + 32 <= value) return rare;
    if (32 * word >= value) return 0;
    return rare & ((1u << (value % 32)) - 1);
}

// Collects up to MISSING values that term t has no witness for.
__device__ u32 collect(Witness *s, u32 t, u32 value) {
    if (threadIdx.x == 0) s->count = 0;
    __syncthreads();
    for (u32 word = threadIdx.x; word < WORDS; word += THREADS)
        for (u32 bits = lacking(s, word, t, value); bits; bits &= bits - 1) {
            const u32 at = atomicAdd(&s->count, 1u);
            if (at < MISSING) s->missing[at] = 32 * word + __ffs(bits) - 1;
        }
    __syncthreads();
    return min(s->count, MISSING);
}

// Looks for the missing values of term n along all its pairs; false if one has no witness.
__device__ bool seek(const Work &w, Witness *s, u64 n, u32 t, u32 value, u32 count) {
    for (u32 i = 0; i < w.split_count; i++) {
        const u32 k = w.splits[i];
        const u64 half = (n - k) / 2;
        for (u64 x = FIRST + 1 + threadIdx.x; x - threadIdx.x <= half; x += 8 * THREADS) {
            u32 hits = 0;
#pragma unroll
            for (u32 j = 0; j < 8; j++) {
                const u64 at = x + j * THREADS;
                if (at > half) break;
                const u32 v = __ldcg(w.line + at) ^ __ldcg(w.line + (n - k - at));
                for (u32 m = 0; m < count; m++) hits |= (u32)(s->missing[m] == v) << m;
            }
            for (; hits; hits &= hits - 1) {
                const u32 v = s->missing[__ffs(hits) - 1];
                atomicOr(&s->set[(v / 32) * TERMS + t], 1u << (v % 32));
            }
            // Every few rounds: is anything still missing?
            __syncthreads();
            if (threadIdx.x == 0) s->open = 0;
            __syncthreads();
            if (threadIdx.x < count) {
                const u32 v = s->missing[threadIdx.x];
                if (!(s->set[(v / 32) * TERMS + t] >> (v % 32) & 1)) s->open = 1;
            }
            __syncthreads();
            if (!s->open) return true;
        }
    }
    return false;
}

__device__ void confirm(const Work &w) {
    extern __shared__ u32 shared[];
    Witness *s = (Witness *)shared;
    for (u32 i = threadIdx.x; i < WORDS; i += THREADS) s->rare[i] = rare_word(i);
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) s->task = atomicAdd(&w.state->tasks, 1ull);
        for (u32 i = threadIdx.x; i < WORDS * TERMS; i += THREADS) s->set[i] = 0;
        __syncthreads();
        const u64 task = s->task;
        if (task >= w.batches * (BATCH / TERMS)) return;
        wait_for(&w.state->published, task / (BATCH / TERMS) + 1);
        const u64 first = w.start + task * TERMS;
        for (u32 x = 1; x <= FIRST; x += CHUNK)
            for (u32 i = 0; i < w.split_count; i++) {
                fetch(w, s, first, w.splits[i], x, TERMS);
                mark(s);
            }
        for (u32 t = 0; t < TERMS; t++) {
            const u64 n = first + t;
            const u32 value = __ldcg(w.line + n);
            for (;;) {
                const u32 count = collect(s, t, value);
                if (count == 0) break;
                if (!seek(w, s, n, t, value, count)) {
                    if (threadIdx.x == 0) atomicMin(&w.state->first_unproved, n);
                    break;
                }
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 1) advance(Work w) {
    if (blockIdx.x == 0) sequence(w);
    else if (blockIdx.x <= FAR) far(w, blockIdx.x - 1);
    else confirm(w);
}

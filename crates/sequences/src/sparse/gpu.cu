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
//   SHARE    offsets below SMALL for each lane of a warp
//   FAR      thread blocks that exclude
//   NEAR     offsets below 2 * BATCH
//   FIRST    pairs of heaps that are tried for all 32 terms of a task before single values are sought
//   MASK     the mask: a value is rare if it has an even number of bits in it

typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define THREADS 1024
#define TERMS 32            // terms that are treated together, one a lane
#define SMALL 64            // offsets below it can reach terms of the same group and the last one
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
    u32 small;              // how many are below SMALL
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
// far: values excluded by offsets that lead back beyond the last batch. Each block has a group of terms
// and a share of the offsets.

#define GROUPS (BATCH / TERMS)
#define SHARES (FAR / GROUPS)

// Marks a value in a set, if it is not there yet: mostly it is.
__device__ __forceinline__ void mark(u32 *column, u32 v) {
    u32 *word = column + (v / 32) * TERMS;
    const u32 bit = 1u << (v % 32);
    if (!(*(volatile u32 *)word & bit)) atomicOr(word, bit);
}

__device__ void far(const Work &w, u32 block) {
    extern __shared__ u32 shared[];
    u32 *set = shared;                                  // [word][lane]
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const u32 group = block % GROUPS, stride = SHARES * (THREADS / 32);
    // Offsets over `reach` lead every term of the group to a heap before the last batch; they are sorted.
    const u32 reach = BATCH + group * TERMS + TERMS - 1;
    u32 begin = w.small + block / GROUPS * (THREADS / 32) + warp;
    while (begin < w.count && w.offsets[begin] <= reach) begin += stride;
    for (u64 k = 0; k < w.batches; k++) {
        for (u32 i = threadIdx.x; i < WORDS * TERMS; i += THREADS) set[i] = rare_word(i / TERMS);
        // The values up to the end of batch k - 2 are there when k - 1 batches are.
        wait_for(&w.state->published, k > 0 ? k - 1 : 0);
        const u64 n = w.start + k * BATCH + group * TERMS + lane;
        u32 i = begin;
        for (; i + 7 * stride < w.count; i += 8 * stride) {
            u32 x[8];
#pragma unroll
            for (u32 j = 0; j < 8; j++) {
                const u32 offset = w.offsets[i + j * stride];
                x[j] = offset < n ? __ldcg(w.line + (n - offset)) ^ w.values[i + j * stride] : NONE;
            }
#pragma unroll
            for (u32 j = 0; j < 8; j++)
                if (x[j] != NONE) mark(set + lane, x[j]);
        }
        for (; i < w.count; i += stride) {
            const u32 offset = w.offsets[i];
            if (offset < n) mark(set + lane, __ldcg(w.line + (n - offset)) ^ w.values[i]);
        }
        __syncthreads();
        u32 *all = w.sets + (k % SETS) * (u64)(WORDS * BATCH) + group * TERMS;
        for (u32 i = threadIdx.x; i < WORDS * TERMS; i += THREADS)
            atomicOr(all + (i / TERMS) * BATCH + i % TERMS, set[i]);
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicAdd((u64 *)&w.state->far_done[k % SETS], 1ull);
    }
}

// ---------------------------------------------------------------------------------------------
// sequence: the terms, one group of TERMS after another. Warp 0 goes from term to term and sees to the
// offsets below SMALL; the other warps have made a list of the first few candidates of each term
// by the time it gets there.

#define BACK (BATCH + 64)       // no further back is looked from here
#define LIST 8                  // candidates in a list
#define TOO_LARGE (32 * WORDS)
#define NO_VALUE 0x8000u        // differs from any value by more than values do
#define COLUMN (TERMS + 1)      // so that a warp reads one term's set, or one word of all, at once

struct Near {
    u32 pool[GROUPS][WORDS * COLUMN];   // excluded values of each group: [word][lane]
    u16 list[2][TERMS][LIST];           // the least values not in the pool, of this group and the next
    u16 last[BACK + BATCH];             // values from heap (first of the batch) - BACK on
    u16 offsets[NEAR], values[NEAR];
};

// Takes over what `far` has found for a batch, and clears it for a later one.
__device__ void take_over(const Work &w, Near *near, u64 k) {
    u32 *found = w.sets + (k % SETS) * (u64)(WORDS * BATCH);
#pragma unroll 8
    for (u32 i = threadIdx.x; i < WORDS * BATCH; i += THREADS) {
        const u32 word = i / BATCH, t = i % BATCH;
        near->pool[t / TERMS][word * COLUMN + t % TERMS] = __ldcg(found + i);
        found[i] = 0;
    }
    __syncthreads();
}

// The least value that is not in the set of term t, by a warp.
__device__ u32 least_open(const u32 *pool, u32 t) {
    u32 least = TOO_LARGE;
#pragma unroll
    for (u32 q = WORDS / 32; q-- > 0;) {
        const u32 word = 32 * q + threadIdx.x % 32;
        const u32 open = ~pool[word * COLUMN + t];
        if (open) least = 32 * word + __ffs(open) - 1;
    }
    return __reduce_min_sync(FULL, least);
}

// The first candidates of the term t of a group, by a warp.
__device__ void make_list(const u32 *pool, u32 t, u16 *list) {
    const u32 lane = threadIdx.x % 32;
    u32 open[WORDS / 32];
#pragma unroll
    for (u32 q = 0; q < WORDS / 32; q++) open[q] = ~pool[(32 * q + lane) * COLUMN + t];
    for (u32 i = 0; i < LIST; i++) {
        u32 least = TOO_LARGE;
#pragma unroll
        for (u32 q = WORDS / 32; q-- > 0;)
            if (open[q]) least = 32 * (32 * q + lane) + __ffs(open[q]) - 1;
        const u32 first = __reduce_min_sync(FULL, least);
        if (lane == 0) list[i] = first;
#pragma unroll
        for (u32 q = 0; q < WORDS / 32; q++)
            if (first / 32 == 32 * q + lane) open[q] &= ~(1u << (first % 32));
    }
}

// Lists of the group that begins at heap `at` of the batch, by all warps but the first: whatever
// offsets from SMALL to its reach exclude is left out.
__device__ void prepare(const Work &w, Near *near, u32 at) {
    const u32 lane = threadIdx.x % 32, helper = threadIdx.x / 32 - 1, helpers = THREADS / 32 - 1;
    const u32 group = at / TERMS, reach = BATCH + at + TERMS - 1;
    for (u32 i = w.small + helper; i < NEAR; i += helpers) {
        const u32 offset = near->offsets[i];
        if (offset > reach) break;
        const u32 x = near->last[BACK + at + lane - offset] ^ near->values[i];
        atomicOr(&near->pool[group][(x / 32) * COLUMN + lane], 1u << (x % 32));
    }
    asm volatile("bar.sync 1, 992;" ::: "memory");
    for (u32 t = helper; t < TERMS; t += helpers)
        make_list(near->pool[group], t, near->list[group % 2][t]);
}

// The values of the group, by warp 0, whose lanes have the offsets below SMALL among them.
__device__ void candidates(const Work &w, Near *near, u64 first, u32 at, const u32 *offsets,
                           const u32 *values) {
    const u32 lane = threadIdx.x % 32, group = at / TERMS;
    for (u32 t = 0; t < TERMS; t += STEP) {
        __syncwarp();
        u32 x[STEP][SHARE], v[STEP];
        bool out[STEP];
#pragma unroll
        for (u32 j = 0; j < STEP; j++) {
            v[j] = near->list[group % 2][min(t + j, TERMS - 1)][0];
#pragma unroll
            for (u32 i = 0; i < SHARE; i++)
                x[j][i] = near->last[BACK + at + t + j - offsets[i]] ^ values[i];
        }
#pragma unroll
        for (u32 j = 0; j < STEP; j++) {
            out[j] = false;
#pragma unroll
            for (u32 i = 0; i < SHARE; i++) out[j] |= x[j][i] == v[j];
            out[j] = __any_sync(FULL, out[j]);
        }
#pragma unroll
        for (u32 j = 0; j < STEP; j++) {
            if (t + j >= TERMS) break;
            // Seldom: down the list, …
            for (u32 c = 1; out[j] && c < LIST; c++) {
                v[j] = near->list[group % 2][t + j][c];
                out[j] = false;
                for (u32 i = 0; i < SHARE; i++) out[j] |= x[j][i] == v[j];
                out[j] = __any_sync(FULL, out[j]);
            }
            // … and hardly ever beyond it.
            if (out[j]) {
                for (u32 i = 0; i < SHARE; i++)
                    if (x[j][i] < TOO_LARGE)
                        atomicOr(&near->pool[group][(x[j][i] / 32) * COLUMN + t + j],
                                 1u << (x[j][i] % 32));
                __syncwarp();
                v[j] = least_open(near->pool[group], t + j);
            }
            if (lane == 0) {
                near->last[BACK + at + t + j] = v[j];
                if (v[j] >= TOO_LARGE) atomicMin(&w.state->first_unproved, first + at + t + j);
            }
        }
    }
    __syncwarp();
    w.line[first + at + lane] = near->last[BACK + at + lane];
}

__device__ void sequence(const Work &w) {
    extern __shared__ u32 shared[];
    Near *near = (Near *)shared;
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (u32 i = threadIdx.x; i < NEAR; i += THREADS) {
        near->offsets[i] = w.offsets[i];
        near->values[i] = w.values[i];
    }
    for (u32 i = threadIdx.x; i < BACK; i += THREADS)
        near->last[BATCH + i] = __ldcg(w.line + (w.start - BACK + i));
    __syncthreads();
    u32 offsets[SHARE], values[SHARE];
    for (u32 i = 0; i < SHARE; i++) {
        const bool is = 32 * i + lane < w.small;
        offsets[i] = is ? near->offsets[32 * i + lane] : SMALL;
        values[i] = is ? near->values[32 * i + lane] : NO_VALUE;
    }
    for (u64 k = 0; k < w.batches; k++) {
        // The last BACK values become those before this batch.
        const u16 kept = threadIdx.x < BACK ? near->last[BATCH + threadIdx.x] : 0;
        __syncthreads();
        if (threadIdx.x < BACK) near->last[threadIdx.x] = kept;
        wait_for(&w.state->far_done[k % SETS], (k / SETS + 1) * FAR);
        take_over(w, near, k);
        if (warp > 0) prepare(w, near, 0);
        for (u32 at = 0; at < BATCH; at += TERMS) {
            __syncthreads();
            if (warp == 0) candidates(w, near, w.start + k * BATCH, at, offsets, values);
            else if (at + TERMS < BATCH) prepare(w, near, at + TERMS);
        }
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(&w.state->published, k + 1);
    }
}

// ---------------------------------------------------------------------------------------------
// confirm: each rare value below that of heap n is the sum of two heaps that n can be split into.

#define CHUNK 4096          // pairs of heaps whose values are fetched at once

struct Witness {
    u32 set[WORDS * TERMS];             // values that are options or not in question: [word][lane]
    u16 left[CHUNK];                    // line[x], x from the beginning of the chunk on
    u16 right[CHUNK + TERMS];           // line[n - k - x], downwards: index rises with x
    u32 wanted[WORDS];                  // values of one term that lack a witness
    u64 task;
};

// The values from 32 * word on that are rare and below `value`: they need a witness.
__device__ u32 in_question(u32 word, u32 value) {
    if (32 * word >= value) return 0;
    const u32 below = 32 * word + 32 <= value ? FULL : (1u << (value % 32)) - 1;
    return rare_word(word) & below;
}

// Fetches pairs x + y = n - k for the chunk of x from `x` on and n from `first` on.
__device__ void fetch(const Work &w, Witness *s, u64 first, u32 k, u64 x) {
    for (u32 i = threadIdx.x; i < CHUNK; i += THREADS) s->left[i] = __ldcg(w.line + x + i);
    // right[CHUNK - 1 - i + t] belongs to x + i and the term first + t.
    const u64 low = first - k - x - (CHUNK - 1);
    for (u32 i = threadIdx.x; i < CHUNK + TERMS - 1; i += THREADS)
        s->right[i] = __ldcg(w.line + low + i);
    __syncthreads();
}

// Marks the sums of the pairs of the chunk, for all terms of the task.
__device__ void mark_chunk(Witness *s) {
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll 8
    for (u32 i = warp; i < CHUNK; i += THREADS / 32)
        mark(s->set + lane, s->left[i] ^ s->right[CHUNK - 1 - i + lane]);
    __syncthreads();
}

// Looks for a witness of each wanted value along all further pairs of heap n; false if one has none.
__device__ bool seek(const Work &w, Witness *s, u64 n) {
    for (u32 i = 0; i < w.split_count; i++) {
        const u32 k = w.splits[i];
        const u64 half = (n - k) / 2;
        for (u64 x = FIRST + 1 + threadIdx.x; x - threadIdx.x <= half; x += 8 * THREADS) {
            u32 v[8];
#pragma unroll
            for (u32 j = 0; j < 8; j++) {
                const u64 at = min(x + j * THREADS, half);
                v[j] = __ldcg(w.line + at) ^ __ldcg(w.line + (n - k - at));
            }
#pragma unroll
            for (u32 j = 0; j < 8; j++) {
                const u32 bit = 1u << (v[j] % 32);
                if (*(volatile u32 *)&s->wanted[v[j] / 32] & bit) atomicAnd(&s->wanted[v[j] / 32], ~bit);
            }
            __syncthreads();
            if (!__syncthreads_or(threadIdx.x < WORDS && s->wanted[threadIdx.x])) return true;
        }
    }
    return false;
}

__device__ void confirm(const Work &w) {
    extern __shared__ u32 shared[];
    Witness *s = (Witness *)shared;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) s->task = atomicAdd(&w.state->tasks, 1ull);
        __syncthreads();
        const u64 task = s->task, first = w.start + task * TERMS;
        if (task >= w.batches * (BATCH / TERMS)) return;
        wait_for(&w.state->published, task / (BATCH / TERMS) + 1);
        for (u32 i = threadIdx.x; i < WORDS * TERMS; i += THREADS)
            s->set[i] = ~in_question(i / TERMS, __ldcg(w.line + first + i % TERMS));
        for (u32 x = 1; x <= FIRST; x += CHUNK)
            for (u32 i = 0; i < w.split_count; i++) {
                fetch(w, s, first, w.splits[i], x);
                mark_chunk(s);
            }
        for (u32 t = 0; t < TERMS; t++) {
            if (threadIdx.x < WORDS) s->wanted[threadIdx.x] = ~s->set[threadIdx.x * TERMS + t];
            const bool all = !__syncthreads_or(threadIdx.x < WORDS && s->wanted[threadIdx.x]);
            if (!all && !seek(w, s, first + t) && threadIdx.x == 0)
                atomicMin(&w.state->first_unproved, first + t);
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 1) advance(Work w) {
    if (blockIdx.x == 0) sequence(w);
    else if (blockIdx.x <= FAR) far(w, blockIdx.x - 1);
    else confirm(w);
}

/* shim.c : the only C entry points that the Rust side calls.

   Keeping the option and statistics structures of nauty on this side means
   that Rust need not mirror their layout. */

#include "nauty.h"
#include "schreier.h"

/* From this many vertices on labelg turns the random Schreier method on. */
#define MIN_SCHREIER 33

/* The seed nauty itself takes when nobody sets one. */
#define SCHREIER_SEED 314159L

typedef void (*generator_sink)(void *context, const int *perm, int n);
typedef void (*index_sink)(void *context, int index);
typedef int (*stop_check)(void *context);

/* nauty's callbacks carry no user pointer, hence this per-thread one. */
static TLS_ATTR struct
{
    void *context;
    generator_sink on_generator;
    index_sink on_index;
    stop_check is_stopped;
} sink;

static void
automproc(int count, int *perm, int *orbits, int numorbits, int stabvertex,
          int n)
{
    sink.on_generator(sink.context,perm,n);
}

static void
levelproc(int *lab, int *ptn, int level, int *orbits, statsblk *stats,
          int tv, int index, int tcellsize, int numcells, int childcount,
          int n)
{
    sink.on_index(sink.context,index);
}

/* Called at every node of the search. */
static void
nodeproc(graph *g, int *lab, int *ptn, int level, int numcells, int tc,
         int code, int m, int n)
{
    if (sink.is_stopped(sink.context)) nauty_kill_request = 1;
}

static int
countcells(const int *ptn, int n)
{
    int i,cells;

    cells = 0;
    for (i = 0; i < n; ++i)
        if (ptn[i] == 0) ++cells;
    return cells;
}

/* Label g canonically, in the very way of fcanonise_inv() in nauty's
   gtnauty.c (which is what labelg calls), so that canonical graphs agree.

   Its short cut for partitions that are discrete after refinement is left
   out: nauty() then reaches the same graph, and reports the group as well.

   n >= 1; m = words per set; g, canong: n*m words; active: m words;
   workspace: 24*m words; lab, ptn, orbits, count: n ints.
   (lab, ptn) is the initial partition and active its cell starts.
   Returns nauty's error status, 0 for success and NAUKILLED when is_stopped
   has said so. */
int
chromex_nauty_canonise(graph *g, int m, int n, int digraph,
        int *lab, int *ptn, set *active, int *orbits, graph *canong,
        int *count, set *workspace,
        void *context, generator_sink on_generator, index_sink on_index,
        stop_check is_stopped)
{
    DEFAULTOPTIONS_GRAPH(options);
    statsblk stats;
    int numcells,code;

    numcells = countcells(ptn,n);
    if (m == 1)
        refine1(g,lab,ptn,0,&numcells,count,active,&code,1,n);
    else
        refine(g,lab,ptn,0,&numcells,count,active,&code,m,n);

    options.getcanon = TRUE;
    options.digraph = digraph;
    options.defaultptn = FALSE;
    options.userautomproc = automproc;
    options.userlevelproc = levelproc;
    options.usernodeproc = nodeproc;
    if (n >= MIN_SCHREIER)
    {
        options.schreier = TRUE;
        /* or the generators found would depend on earlier calls */
        ran_init(SCHREIER_SEED);
    }

    sink.context = context;
    sink.on_generator = on_generator;
    sink.on_index = on_index;
    sink.is_stopped = is_stopped;
    nauty_kill_request = 0;

    EMPTYSET(active,m);
    nauty(g,lab,ptn,active,orbits,&options,&stats,workspace,24*m,m,n,canong);
    return stats.errstatus;
}

/* Free what nauty keeps for the calling thread between calls. */
void
chromex_nauty_release(void)
{
    nauty_freedyn();
    nautil_freedyn();
    naugraph_freedyn();
    schreier_freedyn();
}

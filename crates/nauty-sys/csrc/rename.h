/* rename.h : gives every external name of the vendored nauty files its own
   prefix, so that a program may link this crate together with another copy
   of nauty without the two being mixed up.

   The list is every name that `nm -g --defined-only` shows for the objects. */

#ifndef CHROMEX_NAUTY_RENAME_H
#define CHROMEX_NAUTY_RENAME_H

#define addgenerator chromex_nauty_addgenerator
#define addpermutation chromex_nauty_addpermutation
#define alloc_error chromex_nauty_alloc_error
#define breakout chromex_nauty_breakout
#define cheapautom chromex_nauty_cheapautom
#define condaddgenerator chromex_nauty_condaddgenerator
#define deleteunmarked chromex_nauty_deleteunmarked
#define densenauty chromex_nauty_densenauty
#define dispatch_graph chromex_nauty_dispatch_graph
#define doref chromex_nauty_doref
#define dumpschreier chromex_nauty_dumpschreier
#define expandschreier chromex_nauty_expandschreier
#define extra_autom chromex_nauty_extra_autom
#define extra_level chromex_nauty_extra_level
#define filtercount chromex_nauty_filtercount
#define findpermutation chromex_nauty_findpermutation
#define fmperm chromex_nauty_fmperm
#define fmptn chromex_nauty_fmptn
#define freeschreier chromex_nauty_freeschreier
#define getorbits chromex_nauty_getorbits
#define getorbitsmin chromex_nauty_getorbitsmin
#define grouporder chromex_nauty_grouporder
#define isautom chromex_nauty_isautom
#define itos chromex_nauty_itos
#define labelorg chromex_nauty_labelorg
#define longprune chromex_nauty_longprune
#define maketargetcell chromex_nauty_maketargetcell
#define multcount chromex_nauty_multcount
#define naugraph_check chromex_nauty_naugraph_check
#define naugraph_freedyn chromex_nauty_naugraph_freedyn
#define nautil_check chromex_nauty_nautil_check
#define nautil_freedyn chromex_nauty_nautil_freedyn
#define nauty chromex_nauty_nauty
#define nauty_check chromex_nauty_nauty_check
#define nauty_freedyn chromex_nauty_nauty_freedyn
#define nauty_kill_request chromex_nauty_nauty_kill_request
#define newgroup chromex_nauty_newgroup
#define nextelement chromex_nauty_nextelement
#define orbjoin chromex_nauty_orbjoin
#define permset chromex_nauty_permset
#define pruneset chromex_nauty_pruneset
#define putstring chromex_nauty_putstring
#define ran_init chromex_nauty_ran_init
#define ran_init_time chromex_nauty_ran_init_time
#define ran_nextran chromex_nauty_ran_nextran
#define refine chromex_nauty_refine
#define refine1 chromex_nauty_refine1
#define schreier_check chromex_nauty_schreier_check
#define schreier_fails chromex_nauty_schreier_fails
#define schreier_freedyn chromex_nauty_schreier_freedyn
#define schreier_gens chromex_nauty_schreier_gens
#define shortprune chromex_nauty_shortprune
#define targetcell chromex_nauty_targetcell
#define testcanlab chromex_nauty_testcanlab
#define updatecan chromex_nauty_updatecan
#define writegroupsize chromex_nauty_writegroupsize
#define writeperm chromex_nauty_writeperm

#endif

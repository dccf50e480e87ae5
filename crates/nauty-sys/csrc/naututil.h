/* naututil.h : stands in for nauty's own header of that name.

   naurng.h includes naututil.h, but of all that it declares naurng.c needs
   only the clock macros below (in ran_init_time(), which we never call).
   Providing just those keeps the vendored files unchanged and few. */

#ifndef CHROMEX_NAUTUTIL_H
#define CHROMEX_NAUTUTIL_H

#include <time.h>
#include "nauty.h"

#define REALTIMEDEFS
#define NAUTYREALTIME ((double)time(NULL))

#endif

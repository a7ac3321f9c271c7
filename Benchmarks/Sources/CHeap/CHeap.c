// SPDX-License-Identifier: Apache-2.0

#include "CHeap.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

size_t ch_bytes_in_use(void) {
#if defined(__GLIBC__)
  struct mallinfo2 info = mallinfo2();
  // Large blocks are mapped, and counted on their own.
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

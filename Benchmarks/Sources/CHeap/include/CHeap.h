// SPDX-License-Identifier: Apache-2.0
//
// How much of the heap is in use.

#ifndef CHEAP_H
#define CHEAP_H

#include <stddef.h>

/// Returns the bytes that are allocated, with what the allocator adds to each block, or 0 if the
/// system doesn't tell.
size_t ch_bytes_in_use(void);

#endif

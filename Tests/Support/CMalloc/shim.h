// SPDX-License-Identifier: Apache-2.0

// What the allocator of glibc says of itself; nothing elsewhere.
#if defined(__linux__) && __has_include(<malloc.h>)
#include <malloc.h>
#endif

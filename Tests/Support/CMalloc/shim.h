// SPDX-License-Identifier: Apache-2.0

// The allocation statistics of glibc; nothing on other systems.
#if defined(__linux__) && __has_include(<malloc.h>)
#include <malloc.h>
#endif

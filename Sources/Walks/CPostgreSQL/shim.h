// SPDX-License-Identifier: Apache-2.0
#ifndef STACKFLOW_CPOSTGRESQL_SHIM_H
#define STACKFLOW_CPOSTGRESQL_SHIM_H

// Debian has a folder of its own for libpq's headers.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The system's libsodium.

#include <sodium.h>

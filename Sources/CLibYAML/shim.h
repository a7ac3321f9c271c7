// SPDX-License-Identifier: Apache-2.0
//
// libyaml as the system provides it.

#include <yaml.h>

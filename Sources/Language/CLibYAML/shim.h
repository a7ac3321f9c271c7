// SPDX-License-Identifier: Apache-2.0
//
// The system's libyaml.

#include <yaml.h>

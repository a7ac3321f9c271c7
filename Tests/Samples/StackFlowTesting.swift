// SPDX-License-Identifier: Apache-2.0

// What the samples of the documentation take for given.
import StackFlow

var flow: CheckedFlow { fatalError("samples are compiled, not run") }

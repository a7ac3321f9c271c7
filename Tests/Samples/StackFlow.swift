// SPDX-License-Identifier: Apache-2.0

// The declarations that the samples of the documentation take for given.
import StackFlow

var flow: CheckedFlow { fatalError("samples are compiled, not run") }
var bytes: [UInt8] { [] }
var options: SessionOptions { SessionOptions() }
var now: Timestamp { SystemHost.now }
var scripts: [FlowScript] { [] }

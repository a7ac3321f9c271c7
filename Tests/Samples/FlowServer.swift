// SPDX-License-Identifier: Apache-2.0

// The declarations that the samples in the documentation of FlowServer assume. Scripts/check-house samples compiles
// both.

import FlowServer
import SavedWalks
import StackFlow

private func given<Value>() -> Value { fatalError("samples are compiled, not run") }

var flow: CheckedFlow { given() }
var session: FlowSession { given() }
var services: WalkServices { given() }
var environment: ServiceEnvironment { given() }
let store = MemoryWalkStore()
var service: FlowService { given() }
let user = "ada"

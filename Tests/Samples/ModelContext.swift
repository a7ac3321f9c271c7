// SPDX-License-Identifier: Apache-2.0

// The declarations that the samples in the documentation of ModelContext assume. Scripts/check-house samples compiles
// both.

import FlowServer
import ModelContext
import SealedWalks
import StackFlow

private func given<Value>() -> Value { fatalError("samples are compiled, not run") }

var flow: CheckedFlow { given() }
var now: Timestamp { given() }
var effects: any EffectHost { given() }
var keys: WalkKeyRing { given() }
var line: [UInt8] { given() }
var secret: String { given() }
func write(_ message: String) {}

// SPDX-License-Identifier: Apache-2.0

// The declarations that the samples in the documentation of SealedWalks assume. Scripts/check-house samples compiles
// both.

import SavedWalks
import SealedWalks
import StackFlow

private func given<Value>() -> Value { fatalError("samples are compiled, not run") }

let now = Timestamp.epoch
let store = MemoryWalkStore()
let event = FlowEvent.answer(.text("Rome"))
var keys: WalkKeyRing { given() }
var tokens: WalkTokens { given() }
var flow: CheckedFlow { given() }
var session: FlowSession { given() }
var host: any EffectHost { given() }
var text: String { given() }

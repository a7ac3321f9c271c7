// SPDX-License-Identifier: Apache-2.0

// The declarations that the samples of the documentation take for given.
import SavedWalks
import StackFlow

let store: any WalkStore = MemoryWalkStore()
var stored: StoredWalk { fatalError("samples are compiled, not run") }
let events: [LoggedEvent] = []
let id = "trip"
let now = Timestamp.epoch
var flow: CheckedFlow { fatalError("samples are compiled, not run") }
var session: FlowSession { fatalError("samples are compiled, not run") }
var earlier: CheckedFlow { fatalError("samples are compiled, not run") }
let week = (try? TimeSpan(seconds: 7 * 86_400)) ?? .zero

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The numbers that are random in a walk of a script: SplitMix64 from 0, so that each run has the same.
final class ScriptNumbers: Sendable {
  private let state = Mutex<UInt64>(0)

  func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}

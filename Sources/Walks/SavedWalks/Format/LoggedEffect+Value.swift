// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowSessions

// An effect in the log as a value.
extension LoggedEffect {
  /// The effect as a value.
  var value: Value {
    .object([
      "request": request?.value(for: .walk), "undo": undo?.value(for: .walk),
      "final": .flag(isFinal), "secret": .flag(holdsSecret),
      "secretUndo": .flag(undoHoldsSecret), "withheld": .flag(isWithheld),
    ])
  }

  /// Reads an effect.
  init(_ map: ValueMap) throws(SavedWalkError) {
    var reader = WalkReader(map, refusingUnknown: false)
    self.init(
      request: try reader.request("request"), undo: try reader.request("undo"),
      isFinal: try reader.flag("final"), holdsSecret: try reader.flag("secret"),
      undoHoldsSecret: try reader.flag("secretUndo"), isWithheld: try reader.flag("withheld"))
  }
}

extension WalkReader {
  fileprivate mutating func request(_ name: String) throws(SavedWalkError) -> EffectRequest? {
    guard let map = try object(name) else { return nil }
    var parts = nested(map, name)
    return try EffectRequest(&parts)
  }
}

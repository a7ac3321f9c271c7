// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions

// The walk as JSON, for readers: with the same content as its bytes, which alone are read again.
extension SavedWalk {
  /// The walk as JSON for readers, on one line.
  ///
  /// - Complexity: O(*n*) in the size of the walk.
  public var json: String { JSONWriter().text(of: tree) ?? "" }

  private var tree: Value {
    .object([
      "format": .number(Self.formatVersion),
      "flow": .object([
        "id": .string(flowID), "version": .number(flowVersion),
        "fingerprint": .string(fingerprint.hexadecimal),
      ]),
      "inputs": inputs.isEmpty ? nil : .record(inputs.mapValues(\.tagged)),
      "options": options == SavedOptions() ? nil : options.tree,
      "events": .list(events.map(\.tree)),
    ])
  }
}

extension SavedOptions {
  fileprivate var tree: Value {
    let inputs: ([String: FieldInput]) -> Value? = { inputs in
      inputs.isEmpty ? nil : .record(inputs.mapValues { $0.value(for: .reader) })
    }
    return .object([
      "answers": inputs(answers), "suggestions": inputs(suggestions),
      "defaults": .flag(takesDefaults), "strict": .flag(refusesWarnings),
      "priority": priorityThreshold == .low ? nil : .string(priorityThreshold.rawValue),
      "language": language.value, "zone": zone == ZoneRules.utc.name ? nil : .string(zone),
    ])
  }
}

extension LoggedEvent {
  /// The event as an object with its word, its time, its content, and what it led to.
  fileprivate var tree: Value {
    let place: [(String, Value?)] = [("event", .null), ("at", .timestamp(now))]
    return .object(
      place + event.entries(for: .reader) + [
        ("on", target.value), ("depth", .number(depth)),
        ("outcome", outcome.word.value), ("withheld", .flag(isWithheld)),
        ("effect", event.isOfEffect ? effect?.value.tagged : nil),
        ("taken", taken?.value(for: .reader)),
      ])
  }
}

extension LoggedEvent.Outcome {
  /// The word for the outcome; nil if it was handled.
  fileprivate var word: String? {
    switch self {
    case .handled: nil
    case .refused: "refused"
    case .wentBack: "went-back"
    }
  }
}

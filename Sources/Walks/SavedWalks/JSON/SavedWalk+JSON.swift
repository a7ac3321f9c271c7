// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// The walk as JSON, for readers: with the same content as its bytes, which alone are read again.
extension SavedWalk {
  /// The walk as JSON for readers, on one line.
  ///
  /// - Complexity: O(*n*) in the size of the walk.
  public var json: String { JSONWriter().text(of: tree) ?? "" }

  private var tree: Value {
    .object([
      ("format", .int(Int64(Self.formatVersion))),
      (
        "flow",
        .object([
          ("id", .string(flowID)), ("version", .int(Int64(flowVersion))),
          ("fingerprint", .string(fingerprint.hexadecimal)),
        ])
      ),
      (
        "inputs",
        inputs.isEmpty ? nil : .object(inputs.inByteOrder.map { ($0.key, $0.value.tagged) })
      ),
      ("options", options == SavedOptions() ? nil : options.tree),
      ("events", .list(events.map(\.tree))),
    ])
  }
}

extension SavedOptions {
  fileprivate var tree: Value {
    let inputs: ([String: FieldInput]) -> Value? = { inputs in
      inputs.isEmpty ? nil : .object(inputs.inByteOrder.map { ($0.key, $0.value.tree) })
    }
    return .object([
      ("answers", inputs(answers)), ("suggestions", inputs(suggestions)),
      ("defaults", takesDefaults ? true : nil), ("strict", refusesWarnings ? true : nil),
      ("priority", priorityThreshold == .low ? nil : .string(priorityThreshold.rawValue)),
      ("language", language.map { .string($0) }),
      ("zone", zone == ZoneRules.utc.name ? nil : .string(zone)),
    ])
  }
}

extension UInt64 {
  /// The 16 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

// The JSON format: readable, with the same content as the binary one.
extension SavedWalk {
  /// The walk as JSON, on one line.
  ///
  /// - Complexity: O(*n*) in the size of the walk.
  public var json: String { JSONWriter().text(of: tree) ?? "" }

  /// Reads a walk as JSON.
  ///
  /// - Parameter json: The text.
  /// - Throws: ``SavedWalkError/damaged(offset:reason:)``, or ``SavedWalkError/laterFormat(_:)``. The
  ///   offset is 0 if the text is JSON, but not a saved walk.
  /// - Complexity: O(*n*) in the length of the text.
  public init(json: String) throws(SavedWalkError) {
    let value: Value
    do {
      value = try Value(json: json, maximumDepth: 600)
    } catch {
      throw .damaged(offset: error.offset, reason: error.message)
    }
    try self.init(tree: value)
  }

  /// The walk as a tree of maps and lists.
  var tree: Value {
    .record([
      ("format", .int(Int64(Self.formatVersion))),
      (
        "flow",
        .record([
          ("id", .string(flowID)), ("version", .int(Int64(flowVersion))),
          ("fingerprint", .string(fingerprint.hexadecimal)),
        ])
      ),
      (
        "inputs",
        inputs.isEmpty ? nil : .record(inputs.inByteOrder.map { ($0.key, $0.value.tagged) })
      ),
      ("options", options == SavedOptions() ? nil : options.tree),
      ("events", .list(events.map(\.tree))),
    ])
  }

  init(tree: Value) throws(SavedWalkError) {
    let map = try TreeReader(tree)
    let version = try map.int("format")
    guard version <= Self.formatVersion else { throw .laterFormat(version) }
    guard version > 0 else { throw TreeReader.damaged("the version of the format is unknown") }
    let flow = try TreeReader(try map.value("flow"))
    let text = try flow.text("fingerprint")
    guard text.utf8.count == 16, let fingerprint = UInt64(text, radix: 16),
      fingerprint.hexadecimal == text
    else { throw TreeReader.damaged("the fingerprint isn't 16 hexadecimal digits") }
    self.init(
      flowID: try flow.text("id"), flowVersion: try flow.int("version"), fingerprint: fingerprint)
    if let given = map.optional("inputs") {
      for entry in try TreeReader(given).map {
        inputs[entry.key.plainText] = try Value(tagged: entry.value)
      }
    }
    if let given = map.optional("options") { options = try SavedOptions(tree: given) }
    for event in try map.list("events") { events.append(try LoggedEvent(tree: event)) }
  }
}

extension SavedOptions {
  var tree: Value {
    let inputs: ([String: FieldInput]) -> Value? = { inputs in
      inputs.isEmpty ? nil : .record(inputs.inByteOrder.map { ($0.key, $0.value.tree) })
    }
    return .record([
      ("answers", inputs(answers)), ("suggestions", inputs(suggestions)),
      ("defaults", takesDefaults ? true : nil), ("strict", refusesWarnings ? true : nil),
      ("priority", priorityThreshold == .low ? nil : .string(priorityThreshold.rawValue)),
      ("language", language.map { .string($0) }),
      ("zone", zone == ZoneRules.utc.name ? nil : .string(zone)),
    ])
  }

  init(tree: Value) throws(SavedWalkError) {
    self.init()
    let map = try TreeReader(tree)
    answers = try map.inputs("answers")
    suggestions = try map.inputs("suggestions")
    takesDefaults = try map.flag("defaults")
    refusesWarnings = try map.flag("strict")
    if let word = try map.optionalText("priority") {
      guard let priority = FieldPriority(rawValue: word) else {
        throw TreeReader.damaged("the priority is unknown")
      }
      priorityThreshold = priority
    }
    language = try map.optionalText("language")
    zone = try map.optionalText("zone") ?? zone
  }
}

extension TreeReader {
  fileprivate func inputs(_ key: String) throws(SavedWalkError) -> [String: FieldInput] {
    guard let value = optional(key) else { return [:] }
    var inputs: [String: FieldInput] = [:]
    for entry in try TreeReader(value).map {
      inputs[entry.key.plainText] = try FieldInput(tree: entry.value)
    }
    return inputs
  }
}

extension UInt64 {
  /// The 16 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

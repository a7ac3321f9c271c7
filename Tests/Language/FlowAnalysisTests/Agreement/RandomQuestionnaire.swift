// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import RandomTesting
import SourceDiagnostics

/// A random flow with everything that a user can answer: used flows with and without an output,
/// lists, lists over elements, optional questions with defaults, stops, and odd texts.
struct RandomQuestionnaire {
  /// The text of the flow file.
  private(set) var text = ""

  /// The text of the flow that it uses.
  private(set) var part = ""

  private var random: SeededGenerator
  private var nextID = 0

  /// The names of questions that are always answered, by type.
  private var flags: [String] = []
  private var picks: [String] = []

  /// Texts that a reader of YAML, JSON, or environment files may misread.
  static let oddTexts = [
    "a", " a", "a ", "all", "none", "1", "1.0", "1e3", "true", "null", "~", "yes", "'q'", "\"q\"",
    "\"half", "#x", "a #b", "a: b", "- a", "é", "e\u{301}", "\u{2028}x", "x\u{85}y", "\u{FEFF}z",
    "\u{7F}", "\t", "😀", "=b", "\u{301}c", "{}", "[a]", "0x1F", "2026-01-31", "\u{1B}[2J", "$HOME",
    "\\", "a\u{2029}",
  ]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    part = makePart()
    (flags, picks) = ([], [])
    var lines = ["flow: 1", "id: main", "steps:"]
    for _ in 0..<Int.random(in: 2...6, using: &random) { lines += step(indent: "  ", depth: 0) }
    lines.append("  - { ask: last, type: string, required: false }")
    text = lines.joined(separator: "\n")
  }

  /// Loads the flow, which has no mistakes.
  func load() -> LoadedFlow {
    FlowFile.load(
      text, name: "main.flow.yaml", files: MemoryFileSource(texts: ["part.flow.yaml": part]))
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func id(_ prefix: String) -> String {
    nextID += 1
    return "\(prefix)\(nextID)"
  }

  private mutating func makePart() -> String {
    var lines = ["flow: 1", "id: part", "steps:", "  - { ask: word, type: string }"]
    for _ in 0..<2 { lines += ["  " + question(isAlways: true)] }
    // Stops aren't allowed in items, so flows that have one are used only outside lists.
    endsEarly = chance(25)
    if endsEarly {
      lines.append("  - { stop: enough, when: size(word) > 1, outcome: completed }")
    }
    lines += ["  " + question(isAlways: false)]
    if chance(50) { lines.append("output: { text: word }") }
    return lines.joined(separator: "\n")
  }

  private var endsEarly = false

  /// Returns a condition over questions that are always answered, or nil if there are none.
  private mutating func condition() -> String? {
    let conditions =
      flags + flags.map { "!\($0)" } + picks.map { "'x' in \($0)" }
      + picks.map { "size(\($0)) > 1" }
    return conditions.randomElement(using: &random)
  }

  private mutating func step(indent: String, depth: Int) -> [String] {
    let when = chance(40) ? condition() : nil
    let guarded = when.map { ", when: \"\($0)\"" } ?? ""
    let outer = (flags, picks)
    defer { if depth > 0 { (flags, picks) = outer } }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return ["\(indent)- { note: \(id("n"))\(guarded), text: Read this }"]
    case 1:
      var lines = ["\(indent)- form: \(id("f"))"]
      if let when { lines.append("\(indent)  when: \"\(when)\"") }
      lines.append("\(indent)  fields:")
      for _ in 0..<2 {
        let inner = chance(50) ? condition() : nil
        lines.append(indent + "    " + question(when: inner, isAlways: when == nil && inner == nil))
      }
      return lines
    case 2, 3:
      var lines = ["\(indent)- repeat: \(id("r"))"]
      if let when { lines.append("\(indent)  when: \"\(when)\"") }
      if let pick = picks.randomElement(using: &random), chance(60) {
        lines.append("\(indent)  over: \(pick)")
      }
      lines.append("\(indent)  steps:")
      return lines + item(indent: indent + "    ", depth: depth)
    case 4...5 where depth == 0 || !endsEarly:
      return ["\(indent)- { flow: \(id("p"))\(guarded), use: part.flow.yaml }"]
    case 6 where depth == 0:
      let inner = condition() ?? "false"
      return ["\(indent)- { stop: \(id("s")), when: \"\(inner)\", outcome: completed }"]
    case 7 where depth == 0:
      let list = id("r")
      return [
        "\(indent)- { repeat: \(list), steps: [ { ask: on, type: boolean } ] }",
        "\(indent)- { ask: \(id("q")), type: boolean, when: \"\(list).exists(i, i.on)\" }",
      ]
    default: return [indent + question(when: when, isAlways: when == nil)]
    }
  }

  private mutating func item(indent: String, depth: Int) -> [String] {
    let outer = (flags, picks)
    defer { (flags, picks) = outer }
    var lines = [indent + question(isAlways: true), indent + question(isAlways: false)]
    if let flag = flags.last, !outer.0.contains(flag) {
      lines.append("\(indent)- { compute: \(id("c")), value: \"\(flag) ? 1 : 2\" }")
    }
    if depth < 1, chance(40) { lines += step(indent: indent, depth: depth + 1) }
    return lines
  }

  private mutating func question(when: String? = nil, isAlways: Bool) -> String {
    let name = id("q")
    let isOptional = chance(35)
    let hasDefault = chance(50)
    var line = "- { ask: \(name)"
    if let when { line += ", when: \"\(when)\"" }
    let (type, value): (String, String)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      (type, value) = ("boolean", "true")
      if isAlways, !isOptional { flags.append(name) }
    case 1:
      (type, value) = ("choices, choices: [x, y, z]", "[x]")
      if isAlways, !isOptional { picks.append(name) }
    case 2: (type, value) = ("choice, choices: [0.5, 1.0, 2.0]", "1.0")
    case 3: (type, value) = ("choice, choices: [' a', a, all, none, '1', '2']", "a")
    case 4: (type, value) = ("integer, min: 0", "7")
    case 5: (type, value) = ("number", "1.5")
    case 6: (type, value) = ("choice, choices: [10, 2, 1]", "2")
    default: (type, value) = ("string", "d")
    }
    line += ", type: \(type)"
    if isOptional { line += ", required: false" }
    if hasDefault { line += ", default: \(value)" }
    return line + " }"
  }
}

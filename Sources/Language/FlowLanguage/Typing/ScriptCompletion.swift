// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowScripts
import FlowSessions
import SourceDiagnostics

extension FlowWorkspace {
  /// The maximum size of the part of a script that's performed to find out what's asked next, in bytes.
  private static let mostBytes = 64 << 10

  /// Returns ids and choices for a place of a script; nil if its keys and values are of the language.
  mutating func scriptCompletions(at offset: Int, in view: FileView) -> [CompletionItem]? {
    let place = KeyPlace(offset, in: view.lines)
    guard let index = view.index, let last = place.path.last else { return nil }
    let range = view.typedRange(at: offset)
    let keys = place.path.compactMap { part in
      if case .key(let name, _) = part { name } else { nil }
    }
    let inner = keys.last.flatMap(ScriptPart.init)
    let outer = keys.dropLast().last.flatMap(ScriptPart.init)
    // Answers are below a key at any depth.
    let isAnswer = keys.dropLast().contains { key in
      ScriptPart(key).map { [.answers, .items, .output].contains($0) } ?? false
    }
    switch (last, place.kind) {
    case (.key, .key) where inner == .output && index.definition.output != nil: return []
    case (.key(let key, _), .key) where inner?.hasKeys == true:
      let next = ["answer", "reject"].contains(key) ? asked(before: offset, in: view) : nil
      return ids(index, key, next, besides: place.siblings, replacing: range)
    case (.key(let list, _), .key) where outer == .items:
      return fields(of: list, in: index, besides: place.siblings, replacing: range)
    case (.item, .key) where isAnswer:
      return fields(of: keys.last ?? "", in: index, besides: place.siblings, replacing: range)
    case (.key, .value) where inner == .ids, (.item, _) where inner == .ids:
      return index.steps.map { item($0, as: $0.id, isValue: true, isNext: false, replacing: range) }
    case (_, .value) where isAnswer:
      return keys.last.flatMap { values(of: $0, in: index, replacing: range) }
    default: return nil
    }
  }

  /// The fields of the items of a list.
  private func fields(
    of list: String, in index: FlowIndex, besides siblings: [String: String],
    replacing range: SourceRange
  ) -> [CompletionItem] {
    let prefix = list.prefix { $0 != "[" } + "[]."
    return index.steps.filter { $0.id.hasPrefix(prefix) && $0.step.kind.hasAnswer }.map {
      item($0, as: String($0.id.dropFirst(prefix.count)), isNext: false, replacing: range)
    }.filter { siblings[$0.label] == nil }
  }

  private func ids(
    _ index: FlowIndex, _ key: String, _ next: String?, besides siblings: [String: String],
    replacing range: SourceRange
  ) -> [CompletionItem] {
    if key == "inputs" {
      return index.definition.inputs.map {
        CompletionItem(
          $0.name.name, .name, detail: "\($0.type.valueType)", text: $0.name.name + ": ",
          replacing: range)
      }
    }
    var found = index.steps.filter { step in
      guard siblings[step.id] == nil, !step.isRow else { return false }
      switch (key, step.step.kind) {
      case ("runs", .run), ("runs", .write): return true
      case ("runs", _): return false
      case ("add", .repeat), ("edit", .repeat), ("move", .repeat): return true
      case ("add", _), ("edit", _), ("move", _): return false
      default: return step.step.kind.hasAnswer && (step.list == nil || step.id == next)
      }
    }.map { item($0, as: $0.id, isNext: $0.id == next, replacing: range) }
    if let next, let position = found.firstIndex(where: { $0.label == next }) {
      found.insert(found.remove(at: position), at: 0)
    }
    return found
  }

  private func item(
    _ step: OutlinedStep, as id: String, isValue: Bool = false, isNext: Bool,
    replacing range: SourceRange
  ) -> CompletionItem {
    let type = step.field.map { $0.typeName ?? $0.type.rawValue } ?? step.step.kind.keyword.rawValue
    return CompletionItem(
      id, .name, detail: isNext ? "\(type), asked next" : type, text: isValue ? id : id + ": ",
      replacing: range)
  }

  private func values(
    of id: String, in index: FlowIndex, replacing range: SourceRange
  ) -> [CompletionItem]? {
    guard let field = index.steps.first(where: { $0.id == id || $0.step.id.name == id })?.field
    else {
      return nil
    }
    if field.type == .boolean {
      return ["true", "false"].map { CompletionItem($0, .value, replacing: range) }
    }
    return field.choiceItems(replacing: range)
  }

  /// Returns the id of the question that the flow asks after the commands before an offset; nil if that isn't known.
  ///
  /// The commands are performed without a screen, and without effects: what would run or be written has the results that
  /// the script gives.
  private mutating func asked(before offset: Int, in view: FileView) -> String? {
    guard let flow = view.check?.checked else { return nil }
    let lines = view.lines
    var first = lines.line(at: offset)
    func isStart(_ line: Int) -> Bool {
      view.bytes[lines.range(line).lowerBound...].starts(with: "---".utf8)
    }
    let number = lines.line(at: offset)
    while first > 0, !isStart(first) { first -= 1 }
    // The command that's being typed begins at the last dash of 'steps' before it.
    var last = number
    while last > first {
      let line = KeyPlace.Line(lines.range(last), in: view.bytes)
      if !line.dashes.isEmpty { break }
      last -= 1
    }
    let start = lines.range(first).lowerBound
    let end = lines.range(last).lowerBound
    guard end > start, end - start <= Self.mostBytes else { return nil }
    let own = Self.answered(from: last, to: number, in: lines)
    let part = Array(view.bytes[start..<end])
    let loaded = FlowScriptFile.load(part, name: view.path, flow: flow)
    guard var script = loaded.scripts.last ?? Self.unbegun(part, view.path, flow) else {
      return nil
    }
    script.output = nil
    script.outcome = nil
    if !own.isEmpty { return Self.next(after: own, in: view) }
    let result = ScriptRun.run(script, on: flow)
    guard case .asking(let step)? = result.session?.state else { return nil }
    return step.focusedField?.id ?? step.id
  }

  /// A script without commands.
  private static func unbegun(_ part: [UInt8], _ path: String, _ flow: CheckedFlow) -> FlowScript? {
    let text = Array("test: x\nsteps:\n  - leave: left\n".utf8)
    var script = FlowScriptFile.load(text, name: path, flow: flow).scripts.first
    script?.commands = []
    return script
  }

  /// The ids that the command at some lines answers already.
  private static func answered(from first: Int, to last: Int, in lines: TextLines) -> [String] {
    guard last > first else { return [] }
    return ((first + 1)..<(last + 1)).compactMap { number in
      KeyPlace.Line(lines.range(number), in: lines.bytes).key
    }
  }

  /// The first question in the order of the flow that follows others.
  private static func next(after ids: [String], in view: FileView) -> String? {
    guard let steps = view.index?.steps.filter({ $0.field != nil && $0.list == nil }) else {
      return nil
    }
    let last = steps.lastIndex { ids.contains($0.id) } ?? -1
    return last + 1 < steps.count ? steps[last + 1].id : nil
  }
}

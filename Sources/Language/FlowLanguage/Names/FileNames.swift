// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
package import SourceDiagnostics

/// A name of a flow, wherever it's used.
package struct NameTarget: Sendable, Hashable {
  /// The path of the flow that declares it.
  let flow: String

  /// The index of the name in the index of the flow.
  let name: Int

  /// The choice of the question with this name; nil for the name itself.
  let choice: Choice?

  /// A text that stands for a choice.
  package struct Choice: Sendable, Hashable {
    let text: String

    /// Whether it's the label; otherwise, it's the value.
    let isLabel: Bool
  }

  /// Creates a target.
  init(flow: String, name: Int, choice: Choice? = nil) {
    self.flow = flow
    self.name = name
    self.choice = choice
  }
}

/// A place in a file.
package struct FilePlace: Sendable, Hashable {
  package let path: String
  package let range: SourceRange

  init(_ path: String, _ range: SourceRange) {
    self.path = path
    self.range = range
  }

  init(_ place: SourcePlace) {
    self.init(FilePath.normalized(place.file.name), place.range)
  }
}

/// The names of a flow that a script or a file of translations uses, by its keys.
struct FileNames {
  /// A use of a name.
  struct Use {
    let range: SourceRange
    let target: NameTarget
  }

  private(set) var uses: [Use] = []
  private let file: SourceFile
  private let index: FlowIndex

  /// The steps of each flow by their ids.
  private var steps: [String: [String: Int]] = [:]

  /// Finds the names in a file.
  ///
  /// - Complexity: O(*n*) in the size of the file and of the flow.
  init(in view: FileView, _ index: FlowIndex) {
    file = view.tree.file
    self.index = index
    for document in view.tree.documents {
      guard let root = document.root, case .map(let entries) = root.content else { continue }
      switch view.kind {
      case .script: readScript(entries)
      case .texts: for entry in entries { readTextKey(entry.key) }
      case .flow, .extensions, .copier, .cookiecutter, .template: break
      }
    }
  }

  // MARK: Scripts

  private mutating func readScript(_ entries: [YAMLEntry]) {
    for entry in entries {
      let value = entry.value
      switch ScriptPart(entry.key.text) {
      case .answers: readAnswers(value, in: index, under: "")
      case .keys: for inner in value.entries { note(inner.key, in: index, under: "") }
      case .ids: for scalar in value.scalars { note(scalar, in: index, under: "") }
      case .items:
        for list in value.entries {
          guard let (inner, prefix) = note(list.key, in: index, under: "") else { continue }
          readAnswers(list.value, in: inner, under: prefix + "[].")
        }
      case .inputs:
        for key in value.entries.map(\.key) {
          guard let name = index.names.firstIndex(where: { $0.isInput(key.text) }) else { continue }
          add(key, key.text, 0..<key.text.utf8.count, in: index, name: name)
        }
      case .output:
        if let output = index.definition.output {
          readOutput(value, output)
        } else {
          readAnswers(value, in: index, under: "")
        }
      case .parts: for node in [value] + value.items { readScript(node.entries) }
      case nil: break
      }
    }
  }

  /// Reads what a flow returns: where an expression is just a name, the answers of that step.
  private mutating func readOutput(_ node: YAMLNode, _ output: OutputDefinition) {
    switch output {
    case .expression(let source):
      let id = source.text.trimmed
      if id == "answers" { return readAnswers(node, in: index, under: "") }
      guard let step = step(id, in: index) else { return }
      noteChoices(node, of: id, in: index)
      for record in node.items { readAnswers(record, in: index, under: id + "[].") }
      if let used = index.usedFlows[step] { readAnswers(node, in: used, under: "") }
    case .map(let entries):
      for entry in entries {
        if entry.key.name == "<<" {
          readOutput(node, entry.value)
        } else if let inner = node.entries.first(where: { $0.key.text == entry.key.name }) {
          readOutput(inner.value, entry.value)
        }
      }
    case .list(let parts):
      for (part, inner) in zip(parts, node.items) { readOutput(inner, part) }
    }
  }

  private mutating func readAnswers(_ node: YAMLNode, in index: FlowIndex, under prefix: String) {
    for entry in node.entries {
      guard let (inner, id) = note(entry.key, in: index, under: prefix) else { continue }
      noteChoices(entry.value, of: id, in: inner)
      for record in entry.value.items { readAnswers(record, in: inner, under: id + "[].") }
      if !entry.value.entries.isEmpty {
        let step = step(id, in: inner)
        if let used = step.flatMap({ inner.usedFlows[$0] }) {
          readAnswers(entry.value, in: used, under: "")
        }
      }
    }
  }

  /// Reads the key of a text, such as `kind.choices.http.label`.
  private mutating func readTextKey(_ key: YAMLScalar) {
    guard let (inner, id) = note(key, in: index, under: "") else { return }
    let parts = key.text.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.firstIndex(of: "choices"), parts.count > first + 2 else { return }
    let start = parts[...first].map(\.utf8.count).reduce(first + 1, +)
    noteChoice(
      parts[(first + 1)..<(parts.count - 1)].joined(separator: "."), in: key, at: start, of: id,
      in: inner)
  }

  // MARK: Ids

  /// Notes the choices that are an answer.
  private mutating func noteChoices(_ node: YAMLNode, of id: String, in index: FlowIndex) {
    for scalar in node.scalars {
      noteChoice(scalar.text, in: scalar, at: 0, of: id, in: index)
    }
  }

  /// Notes a choice that's a part of a scalar, by its value or its label.
  private mutating func noteChoice(
    _ text: String, in scalar: YAMLScalar, at start: Int, of id: String, in index: FlowIndex
  ) {
    guard let step = step(id, in: index),
      let choice = index.steps[step].field?.choice(for: text)
    else { return }
    add(
      scalar, text, start..<(start + text.utf8.count), in: index, name: index.name(ofStep: step),
      choice: choice)
  }

  /// Notes the steps that an id names, and returns the innermost with the flow that declares it.
  @discardableResult
  private mutating func note(
    _ scalar: YAMLScalar, in index: FlowIndex, under prefix: String
  ) -> (FlowIndex, String)? {
    var (index, prefix) = (index, prefix)
    var found: (FlowIndex, String)?
    var start = 0
    for part in scalar.text.split(separator: ".", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "[" }
      let id = prefix + name
      guard let step = step(id, in: index) else { return found }
      add(
        scalar, String(name), start..<(start + name.utf8.count), in: index,
        name: index.name(ofStep: step))
      found = (index, id)
      start += part.utf8.count + 1
      if let used = index.usedFlows[step] {
        (index, prefix) = (used, "")
      } else {
        prefix = id + "[]."
      }
    }
    return found
  }

  private mutating func step(_ id: String, in index: FlowIndex) -> Int? {
    let flow = index.definition.file.name
    if steps[flow] == nil {
      steps[flow] = Dictionary(index.steps.enumerated().map { ($1.id, $0) }) { one, _ in one }
    }
    return steps[flow]?[id]
  }

  private mutating func add(
    _ scalar: YAMLScalar, _ name: String, _ part: Range<Int>, in index: FlowIndex, name number: Int,
    choice: NameTarget.Choice? = nil
  ) {
    let inside = file.rangeInsideQuotes(of: scalar.range)
    let range = SourceRange(
      inside.lowerBound + part.lowerBound, inside.lowerBound + part.upperBound)
    guard file[range] == name else { return }
    uses.append(
      Use(
        range: range,
        target: NameTarget(
          flow: FilePath.normalized(index.definition.file.name), name: number, choice: choice)))
  }
}

/// The entries below a key of a script that has names of the flow.
enum ScriptPart: Hashable {
  /// Answers, by ids.
  case answers

  /// Something else, by ids.
  case keys

  /// Ids.
  case ids

  /// Answers of an item, by the ids of the list and of its steps.
  case items
  case inputs, output

  /// Commands, or what's expected.
  case parts

  /// Returns what's below a key; nil if it has no names of the flow.
  init?(_ key: String) {
    switch key {
    case "answer", "reject", "given", "answers", "suggests", "default", "choices": self = .answers
    case "runs", "move", "origin", "error", "warning": self = .keys
    case "back", "confirm", "retry", "restore", "remove", "done", "at", "field", "absent",
      "can-go-back-to", "ran", "undone":
      self = .ids
    case "add", "edit": self = .items
    case "inputs": self = .inputs
    case "output": self = .output
    case "steps", "expect": self = .parts
    default: return nil
    }
  }

  /// Whether ids are its keys.
  var hasKeys: Bool { [.answers, .keys, .items, .inputs, .output].contains(self) }
}

extension IndexedName {
  /// Whether it's an input of a name.
  fileprivate func isInput(_ text: String) -> Bool { kind == .input && id.name == text }
}

extension YAMLNode {
  /// The entries of a map; empty for other nodes.
  var entries: [YAMLEntry] { if case .map(let entries) = content { entries } else { [] } }

  /// The items of a list; empty for other nodes.
  var items: [YAMLNode] { if case .list(let items) = content { items } else { [] } }

  /// The scalar, or those of a list.
  var scalars: [YAMLScalar] { ([self] + items).compactMap(\.scalar) }
}

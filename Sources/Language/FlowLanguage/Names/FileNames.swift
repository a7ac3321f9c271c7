// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
package import SourceDiagnostics

/// A name of a flow, wherever it's used.
package struct NameTarget: Sendable, Hashable {
  /// The path of the flow that declares it.
  package let flow: String

  /// The index of the name in the index of the flow.
  package let name: Int

  /// Creates a target.
  package init(flow: String, name: Int) {
    self.flow = flow
    self.name = name
  }
}

/// A place in a file.
package struct FilePlace: Sendable, Hashable {
  package let path: String
  package let range: SourceRange

  package init(_ path: String, _ range: SourceRange) {
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
      case .texts: for entry in entries { note(entry.key, in: index, under: "") }
      case .flow, .extensions, .foreign, .template: break
      }
    }
  }

  // MARK: Scripts

  private mutating func readScript(_ entries: [YAMLEntry]) {
    for entry in entries {
      switch entry.key.text {
      case "given": readAnswers(entry.value, in: index, under: "")
      case "runs": readKeys(entry.value)
      case "inputs":
        for input in entry.value.entries {
          guard let name = index.names.firstIndex(where: { $0.isInput(input.key.text) }) else {
            continue
          }
          add(input.key, input.key.text, 0..<input.key.text.utf8.count, in: index, name: name)
        }
      case "output":
        if let output = index.definition.output {
          readOutput(entry.value, output)
        } else {
          readAnswers(entry.value, in: index, under: "")
        }
      case "steps": for item in entry.value.items { readCommand(item.entries) }
      default: break
      }
    }
  }

  /// Reads what a flow returns: where an expression is just a name, the answers of that step.
  private mutating func readOutput(_ node: YAMLNode, _ output: OutputDefinition) {
    switch output {
    case .expression(let source):
      let id = source.text.trimmingSpaces
      if id == "answers" { return readAnswers(node, in: index, under: "") }
      guard let step = step(id, in: index) else { return }
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

  private mutating func readCommand(_ entries: [YAMLEntry]) {
    for entry in entries {
      switch entry.key.text {
      case "answer", "reject": readAnswers(entry.value, in: index, under: "")
      case "back", "confirm", "retry", "restore", "remove", "done": readIDs(entry.value)
      case "add", "edit":
        for list in entry.value.entries {
          guard let (inner, prefix) = note(list.key, in: index, under: "") else { continue }
          readAnswers(list.value, in: inner, under: prefix + "[].")
        }
      case "move": readKeys(entry.value)
      case "expect":
        for expected in entry.value.entries {
          switch expected.key.text {
          case "at", "field", "absent", "can-go-back-to", "ran", "undone": readIDs(expected.value)
          case "answers", "suggests", "default": readAnswers(expected.value, in: index, under: "")
          case "origin", "choices", "error", "warning": readKeys(expected.value)
          default: break
          }
        }
      default: break
      }
    }
  }

  private mutating func readIDs(_ node: YAMLNode) {
    if case .scalar(let scalar) = node.content { note(scalar, in: index, under: "") }
    for item in node.items { readIDs(item) }
  }

  private mutating func readKeys(_ node: YAMLNode) {
    for entry in node.entries { note(entry.key, in: index, under: "") }
  }

  private mutating func readAnswers(_ node: YAMLNode, in index: FlowIndex, under prefix: String) {
    for entry in node.entries {
      guard let (inner, id) = note(entry.key, in: index, under: prefix) else { continue }
      for record in entry.value.items { readAnswers(record, in: inner, under: id + "[].") }
      if !entry.value.entries.isEmpty {
        let step = step(id, in: inner)
        if let used = step.flatMap({ inner.usedFlows[$0] }) {
          readAnswers(entry.value, in: used, under: "")
        }
      }
    }
  }

  // MARK: Ids

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
    _ scalar: YAMLScalar, _ name: String, _ part: Range<Int>, in index: FlowIndex, name number: Int
  ) {
    let inside = file.rangeInsideQuotes(of: scalar.range)
    let range = SourceRange(
      inside.lowerBound + part.lowerBound, inside.lowerBound + part.upperBound)
    guard file[range] == name else { return }
    uses.append(
      Use(
        range: range,
        target: NameTarget(
          flow: FilePath.normalized(index.definition.file.name), name: number)))
  }
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

  /// The scalar, if it's one.
  var scalar: YAMLScalar? { if case .scalar(let scalar) = content { scalar } else { nil } }
}

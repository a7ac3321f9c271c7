// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

// Checks keys, the names of answers in data: each is a text that nothing beside it has as a name.
extension FlowChecking {
  /// The maximum length of a key in code points.
  static let maximumKeyLength = 200

  /// Reports the keys that can't be names in data, or that something beside them has as a name.
  mutating func checkKeys() {
    var scopes: [(inputs: [Identifier], steps: [StepDefinition])] = [
      (definition.inputs.map(\.name), definition.steps)
    ]
    var next = 0
    while next < scopes.count {
      let named = scopes[next].steps.flatMap(\.inScope)
      if named.contains(where: { $0.key != nil }) {
        checkKeys(of: named, beside: scopes[next].inputs)
      }
      for case .repeat(let list) in named.map(\.kind) {
        // The form of a row has no id in the file.
        scopes.append(([], list.rowForm?.elements ?? list.steps))
      }
      next += 1
    }
  }

  /// Reports the wrong keys of the steps of a scope.
  private mutating func checkKeys(of steps: [StepDefinition], beside inputs: [Identifier]) {
    var ids: [String: (id: Identifier, isInput: Bool)] = [:]
    for step in steps where ids[step.id.name] == nil { ids[step.id.name] = (step.id, false) }
    for input in inputs { ids[input.name] = (input, true) }
    var keys: [String: SourcePlace] = [:]
    for step in steps {
      guard let key = step.key else { continue }
      if let fault = Self.fault(of: key.name, for: step) {
        report(Diagnostic("unusable-key", fault, at: key.place))
      } else if let first = keys[key.name] {
        report(
          Diagnostic(
            "taken-key", "the key '\(key.name)' is used twice", at: key.place,
            notes: [.init("'\(key.name)' is used here first", at: first)]))
      } else if key.name != step.id.name, let other = ids[key.name] {
        report(
          Diagnostic(
            "taken-key",
            other.isInput
              ? "the key '\(key.name)' is the name of an input"
              : "the key '\(key.name)' is the id of another step; each name in data belongs to one "
                + "answer",
            at: key.place, notes: [.init("'\(key.name)' is here", at: other.id.place)]))
      } else {
        keys[key.name] = key.place
      }
    }
  }

  /// Returns what's wrong with a key by itself; nil if nothing is.
  private static func fault(of key: String, for step: StepDefinition) -> String? {
    guard step.kind.hasAnswer else {
      return "a '\(step.kind.keyword.rawValue)' step has no answer, so it has no 'key'"
    }
    let rule = "a key has 1 to \(maximumKeyLength) characters, none of them a control character"
    let scalars = key.unicodeScalars
    if scalars.isEmpty { return "\(rule); this one is empty" }
    if scalars.count > maximumKeyLength { return "\(rule); this one has \(scalars.count)" }
    guard let control = scalars.first(where: { $0.properties.generalCategory == .control })
    else { return nil }
    let hex = String(control.value, radix: 16, uppercase: true)
    return "\(rule); this one has U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }

  /// Reports keys with which two answers would have the same path in data.
  ///
  /// The path of an answer in a used flow has dots, and so may a key. Without such a key, paths differ because
  /// names do.
  ///
  /// - Complexity: O(*n*) in the number of steps, including those of used flows, if a key has a dot or a
  ///   bracket; otherwise O(*n*) in the number of steps of the flow and its lists.
  mutating func checkPathsInData() {
    guard definition.steps.contains(where: \.hasPathAsKey) else { return }
    var paths: [String: StepDefinition] = [:]
    func add(_ steps: [StepDefinition], under prefix: String, to found: inout [Diagnostic]) {
      for step in steps.flatMap(\.inScope) where step.kind.hasAnswer {
        let path = prefix + step.dataName
        if let other = paths[path] {
          let keyed = other.key?.name.isPath == true ? other : step
          let plain = keyed.id == step.id ? other : step
          // Two of a scope were reported as such.
          guard other.dataName != step.dataName, let key = keyed.key else { continue }
          found.append(
            Diagnostic(
              "taken-key", "another answer has the name '\(path)' in data", at: key.place,
              notes: [.init("it is asked here", at: plain.id.place)]))
        } else {
          paths[path] = step
        }
        switch step.kind {
        case .repeat(let list): add(list.steps, under: path + "[].", to: &found)
        case .flow(let used): add(used.flow.steps, under: path + ".", to: &found)
        default: break
        }
      }
    }
    var found: [Diagnostic] = []
    add(definition.steps, under: "", to: &found)
    diagnostics += found
  }
}

extension StepDefinition {
  /// The step, and those in it that belong to the same scope.
  fileprivate var inScope: [StepDefinition] {
    switch kind {
    case .group(let steps): [self] + steps.flatMap(\.inScope)
    case .form(let elements, _): [self] + elements
    case .ask, .note, .repeat, .flow, .compute, .review, .commit, .stop, .run, .write: [self]
    }
  }

  /// Whether it, or a step in it, has a key that looks like a path in data.
  fileprivate var hasPathAsKey: Bool {
    if key?.name.isPath == true { return true }
    switch kind {
    case .group(let steps): return steps.contains(where: \.hasPathAsKey)
    case .form(let elements, _): return elements.contains(where: \.hasPathAsKey)
    case .repeat(let list): return list.steps.contains(where: \.hasPathAsKey)
    case .flow(let used): return used.flow.steps.contains(where: \.hasPathAsKey)
    case .ask, .note, .compute, .review, .commit, .stop, .run, .write: return false
    }
  }
}

extension String {
  fileprivate var isPath: Bool {
    utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
  }
}

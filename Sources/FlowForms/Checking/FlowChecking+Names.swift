// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Ids: each is written once, can be named in an expression, and hides nothing.
extension FlowChecking {
  /// Names that stand for something else in an expression.
  static let reservedNames: Set<String> = [
    // CEL's reserved words.
    "false", "in", "null", "true", "as", "break", "const", "continue", "else", "for", "function",
    "if", "import", "let", "loop", "package", "namespace", "return", "var", "void", "while",
    // CEL's type names.
    "bool", "bytes", "double", "duration", "dyn", "int", "list", "map", "null_type",
    "optional_type", "string", "timestamp", "type", "uint",
    // What a flow adds.
    "now", "today", "item", "items", "index", "saved",
  ]

  /// The place of the first use of each id.
  static func firstPlaces(in definition: FlowDefinition) -> [String: SourcePlace] {
    var places: [String: SourcePlace] = [:]
    for id in ids(of: definition) where places[id.name] == nil { places[id.name] = id.place }
    return places
  }

  /// Reports ids that are written twice, are reserved, or cannot be named.
  mutating func checkIDs() {
    var seen: [String: SourcePlace] = [:]
    for id in Self.ids(of: definition) {
      if let first = seen[id.name] {
        report(
          Diagnostic(
            "duplicate-id", "the id '\(id.name)' is used twice", at: id.place,
            notes: [.init("'\(id.name)' is used here first", at: first)]))
        continue
      }
      seen[id.name] = id.place
      if Self.reservedNames.contains(id.name) {
        let proposal = "\(id.name)_"
        report(
          Diagnostic(
            "reserved-id", "'\(id.name)' is a word of the expression language", at: id.place,
            fixIts: [FixIt("rename it to '\(proposal)'", [.init(id.place.range, proposal)])]))
      } else if !id.name.isExpressionName {
        let proposal = id.name.asExpressionName
        report(
          Diagnostic(
            "invalid-id",
            "'\(id.name)' is no id; letters, digits and '_' make one, and no digit comes first",
            at: id.place,
            fixIts: [FixIt("rename it to '\(proposal)'", [.init(id.place.range, proposal)])]))
      }
    }
  }

  private static func ids(of definition: FlowDefinition) -> [Identifier] {
    definition.inputs.map(\.name) + definition.steps.flatMap(ids(of:))
  }

  private static func ids(of step: StepDefinition) -> [Identifier] {
    switch step.kind {
    case .group(let steps): [step.id] + steps.flatMap(ids(of:))
    case .form(let elements, _): [step.id] + elements.flatMap(ids(of:))
    default: [step.id]
    }
  }
}

extension String {
  /// Whether an expression can name it.
  fileprivate var isExpressionName: Bool { !isEmpty && self == asExpressionName }

  /// The nearest name that an expression can use.
  fileprivate var asExpressionName: String {
    var name = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "_": name.unicodeScalars.append(scalar)
      case "0"..."9":
        if name.isEmpty { name = "_" }
        name.unicodeScalars.append(scalar)
      default: name += "_"
      }
    }
    return name.isEmpty ? "step" : name
  }
}

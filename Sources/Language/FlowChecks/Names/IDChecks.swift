// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

// Checks ids: each is unique, can be used in an expression, and hides nothing.
extension FlowChecking {
  /// The names with another meaning in expressions.
  static let reservedNames: Set<String> = [
    // CEL's reserved words.
    "false", "in", "null", "true", "as", "break", "const", "continue", "else", "for", "function",
    "if", "import", "let", "loop", "package", "namespace", "return", "var", "void", "while",
    // CEL's type names.
    "bool", "bytes", "double", "duration", "dyn", "int", "list", "map", "null_type",
    "optional_type", "string", "timestamp", "type", "uint",
    // Names that flows add.
    "now", "today", "item", "items", "index", "saved",
  ]

  /// The step or input that has an id of the flow, with the id's first place.
  struct Named {
    /// The place of the id.
    let place: SourcePlace

    /// The keyword of the step, or nil for an input.
    let keyword: StepKeyword?

    /// The list that contains it, or nil if it isn't in a list.
    var list: String?

    /// Whether it's a `run` that captures its result.
    var isCapture = false

    /// The keywords of steps that expressions can read.
    private static let readKinds: Set<StepKeyword> = [.ask, .compute, .repeat, .flow]

    /// Whether expressions can read it.
    var hasValue: Bool { isCapture || keyword.map { Self.readKinds.contains($0) } ?? true }

    /// The verb for its place: `given`, `asked`, or `computed`.
    var verb: String {
      switch keyword {
      case nil: "given"
      case .compute: "computed"
      case .run: "captured"
      default: "asked"
      }
    }
  }

  /// Returns what each id of the flow names, whether or not it's reached.
  static func named(in definition: FlowDefinition) -> [String: Named] {
    var named: [String: Named] = [:]
    for input in definition.inputs where named[input.name.name] == nil {
      named[input.name.name] = Named(place: input.name.place, keyword: nil)
    }
    func add(_ step: StepDefinition, in list: String?) {
      if named[step.id.name] == nil || list == nil {
        named[step.id.name] = Named(
          place: step.id.place, keyword: step.kind.keyword, list: list,
          isCapture: step.kind.captures)
      }
      switch step.kind {
      case .group(let steps): for step in steps { add(step, in: list) }
      case .form(let elements, _): for element in elements { add(element, in: list) }
      default: break
      }
    }
    var lists: [(String, [StepDefinition])] = []
    func addRepeats(of steps: [StepDefinition]) {
      for step in steps {
        switch step.kind {
        case .group(let steps): addRepeats(of: steps)
        case .repeat(let list):
          lists.append((step.id.name, list.rowForm?.elements ?? list.steps))
        default: break
        }
      }
    }
    for step in definition.steps { add(step, in: nil) }
    addRepeats(of: definition.steps)
    while let (name, steps) = lists.popLast() {
      for step in steps where named[step.id.name] == nil { add(step, in: name) }
      addRepeats(of: steps)
    }
    return named
  }

  /// Reports ids that are duplicated, reserved, or can't be used in expressions.
  mutating func checkIDs() {
    checkIDs(definition.inputs.map(\.name), definition.steps, outer: [:], mayHide: false)
  }

  /// Reports the invalid ids of a scope and of the items in it.
  private mutating func checkIDs(
    _ inputs: [Identifier], _ steps: [StepDefinition], outer: [String: SourcePlace], mayHide: Bool
  ) {
    var seen: [String: SourcePlace] = [:]
    let ids =
      inputs.map { ($0, mayHide, false, false) } + steps.flatMap { Self.ids(of: $0, mayHide) }
    for (id, mayHide, canHaveKey, hasKey) in ids {
      if !mayHide, let hidden = outer[id.name], seen[id.name] == nil {
        report(
          Diagnostic(
            "hidden-name", .warning, "'\(id.name)' hides another '\(id.name)' in this item",
            at: id.place, notes: [.init("the other one is here", at: hidden)]))
      }
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
            "reserved-id",
            "'\(id.name)' is a word of the expression language; pick another, such as '\(proposal)'",
            at: id.place, notes: canHaveKey ? [Self.noteAboutKey(id.name)] : [],
            fixIts: [
              // Data keeps the name.
              canHaveKey
                ? FixIt(
                  "rename it to '\(proposal)', with 'key: \(id.name)'",
                  [.init(id.place.range, proposal + id.place.textAdding("key: \(id.name)"))],
                  isSafe: named[proposal] == nil)
                : FixIt(
                  "rename it to '\(proposal)'", [.init(id.place.range, proposal)],
                  isSafe: hasKey && named[proposal] == nil)
            ]))
      } else if !id.name.isExpressionName {
        report(
          Diagnostic(
            "invalid-id",
            "'\(id.name)' isn't an id; \(Self.wordsForID(like: id.name))", at: id.place,
            notes: canHaveKey ? [Self.noteAboutKey(id.name)] : [],
            fixIts: Self.proposal(for: id.name).map { proposal in
              [FixIt("rename it to '\(proposal)'", [.init(id.place.range, proposal)])]
            } ?? []))
      }
    }
    let visible = outer.merging(seen) { $1 }
    for (names, list, mayHide) in steps.flatMap({ Self.lists(in: $0, mayHide) }) {
      checkIDs(names, list, outer: visible, mayHide: mayHide)
    }
  }

  /// Returns the steps of the lists of a scope with the name of a matrix's element, and whether they may hide
  /// names.
  private static func lists(
    in step: StepDefinition, _ mayHide: Bool
  ) -> [([Identifier], [StepDefinition], Bool)] {
    let mayHide = mayHide || step.allow.contains("hidden-name")
    return switch step.kind {
    case .group(let steps): steps.flatMap { lists(in: $0, mayHide) }
    case .repeat(let list):
      if let form = list.rowForm, let element = list.matrix?.element {
        // A row is no step of the file. Its element may be called 'item', as that of any list.
        [(element.name == "item" ? [] : [element], form.elements, mayHide)]
      } else {
        [([], list.steps, mayHide)]
      }
    default: []
    }
  }

  private static func wordsForID(like name: String) -> String {
    let rule = "an id has letters from a to z, digits and '_', and no digit first"
    return proposal(for: name).map { "\(rule), such as '\($0)'" } ?? rule
  }

  /// Returns a valid id that resembles a name, or nil if too much of the name would be lost.
  private static func proposal(for name: String) -> String? {
    name.unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic }
      && name.unicodeScalars.allSatisfy(\.isASCII) ? name.asExpressionName : nil
  }

  private static func noteAboutKey(_ name: String) -> Diagnostic.Note {
    .init("data can have the name nevertheless: 'key: \(name)' beside the new id", at: nil)
  }

  /// Returns the ids of a step, whether each of them may hide another, whether its step can have a key and has
  /// none, and whether it has one.
  private static func ids(
    of step: StepDefinition, _ mayHide: Bool
  ) -> [(Identifier, mayHide: Bool, canHaveKey: Bool, hasKey: Bool)] {
    let mayHide = mayHide || step.allow.contains("hidden-name")
    let hasKey = step.key != nil
    let own = [(step.id, mayHide, step.kind.hasAnswer && !hasKey, hasKey)]
    return switch step.kind {
    case .group(let steps): own + steps.flatMap { ids(of: $0, mayHide) }
    case .form(let elements, _): own + elements.flatMap { ids(of: $0, mayHide) }
    default: own
    }
  }
}

extension String {
  /// The id with `_` after each of its parts that's a word of the expression language, as a fix renames them:
  /// `list_[0].type_` for `list[0].type`.
  package var withoutReservedNames: String {
    split(separator: ".", omittingEmptySubsequences: false).map { part in
      let name = part.prefix { $0 != "[" }
      return FlowChecking.reservedNames.contains(String(name))
        ? name + "_" + part.dropFirst(name.count) : String(part)
    }.joined(separator: ".")
  }

  /// Whether it can be used as a name in expressions.
  fileprivate var isExpressionName: Bool { !isEmpty && self == asExpressionName }

  /// The closest valid name for expressions.
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

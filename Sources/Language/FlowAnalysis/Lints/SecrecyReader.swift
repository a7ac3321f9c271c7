// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds the secrets in the values of a flow's names, and of expressions over them.
///
/// A value that's computed from a secret is a secret; `SecretReader` follows secrets through
/// expressions. Names are known here even in a flow with mistakes, for which there's no
/// `CheckedFlow`.
struct SecrecyReader {
  private let prover: PathProver

  /// The shapes of the names that hold secrets, by number.
  private var shapes: [Int: SecretShape] = [:]

  /// The shapes of the outputs of used flows, by the place at which they're used.
  private var outputs: [SourcePlace: SecretShape] = [:]

  /// The shapes of lists, as items see them, by place.
  private var lists: [SourcePlace: SecretShape] = [:]

  private var facts: FlowFacts { prover.facts }

  init(_ prover: PathProver) {
    self.prover = prover
    outputs = prover.subflows.mapValues { SecrecyReader($0.prover).output(of: $0.flow.flow) }
    // A value computed from `items` can be a part of an item, so each round starts with the lists
    // found in the last one.
    for _ in 0..<FlowSecrets.maximumRounds {
      let found = trace()
      if found == lists { return }
      lists = found
    }
    for item in facts.items { lists[item.list] = .elements(.secret) }
    _ = trace()
  }

  /// Finds the shapes of all names, and returns those of lists.
  private mutating func trace() -> [SourcePlace: SecretShape] {
    let outer = facts.nameTable
    defer { facts.nameTable = outer }
    var lists: [SourcePlace: SecretShape] = [:]
    shapes = [:]
    // Except through `items`, names refer only to earlier names.
    for (number, name) in facts.names.enumerated() {
      facts.nameTable = name.table ?? outer
      let shape = shape(of: name)
      guard !shape.isClean else { continue }
      shapes[number] = shape
      if case .repeat = name.kind { lists[name.id.place] = shape }
    }
    return lists
  }

  /// Whether any name contains a secret; otherwise, there's nothing to check.
  var hasSecrets: Bool { !shapes.isEmpty }

  // MARK: Names

  private func shape(of name: NameFacts) -> SecretShape {
    switch name.kind {
    case .input(let input): return input.type.secretShape
    case .field(let field): return field.type == .secret ? .secret : .clean
    case .compute(let source): return shape(of: source)
    case .repeat(let list):
      guard let item = facts.itemNumbers[name.id.place] else { return .clean }
      return .elements(record(of: list.steps, at: item, includesComputes: true))
    case .flow(let subflow): return outputs[subflow.use.place] ?? .clean
    case .capture(let run):
      // A call that received a secret may return it.
      let isSecret = run.isSecret ?? run.call.received.contains { !shape(of: $0).isClean }
      return isSecret ? .secret : .clean
    }
  }

  /// Returns the shape of the record of the answers of steps.
  private func record(
    of steps: [StepDefinition], at table: FlowFacts.NameTable, includesComputes: Bool
  ) -> SecretShape {
    var parts: [(name: String, shape: SecretShape)] = []
    var open = Array(steps.reversed())
    while let step = open.popLast() {
      switch step.kind {
      case .form(let inner, _), .group(let inner):
        open += inner.reversed()
        continue
      case .ask, .repeat, .flow: break
      case .compute where includesComputes: break
      default: continue
      }
      guard let number = table.numbers[step.id.name], let shape = shapes[number] else { continue }
      parts.append((step.id.name, shape))
    }
    return .record(parts)
  }

  /// Returns the shape of the output of the flow.
  private func output(of flow: FlowDefinition) -> SecretShape {
    guard let output = flow.output else {
      return record(of: flow.steps, at: facts.nameTable, includesComputes: false)
    }
    let answers = record(of: flow.steps, at: facts.nameTable, includesComputes: false)
    return shape(of: output, answers: answers)
  }

  /// Returns the shape of the value of an output, given that of every answer.
  func shape(of output: OutputDefinition, answers: SecretShape = .clean) -> SecretShape {
    switch output {
    case .expression(let source): shape(of: source)
    case .map(let entries):
      if let base = entries.first(where: \.isMerged) {
        (base.isEveryAnswer ? answers : shape(of: base.value, answers: answers)).merged(
          with: entries.filter { !$0.isMerged }.map {
            ($0.key.name, shape(of: $0.value, answers: answers))
          })
      } else {
        .record(entries.map { ($0.key.name, shape(of: $0.value, answers: answers)) })
      }
    case .list(let items):
      .elements(items.reduce(.clean) { $0.or(shape(of: $1, answers: answers)) })
    }
  }

  // MARK: Expressions

  /// Returns the shape of the value of an expression; clean if it has mistakes.
  ///
  /// - Parameters:
  ///   - source: The expression.
  ///   - bound: The innermost name that stands for an element here; nil if there's none.
  /// - Returns: The shape.
  func shape(of source: ExpressionSource, in bound: BoundElement? = nil) -> SecretShape {
    guard let compiled = facts.compiled(source) else { return .clean }
    let names = secretNames(in: compiled, bound)
    return Self.shape(of: compiled, names)
  }

  /// Binds a name to the elements of a list, inside the names that are already bound.
  ///
  /// Without a list, nothing is bound.
  func binding(
    _ name: String, to list: ExpressionSource?, in outer: BoundElement? = nil
  ) -> BoundElement? {
    guard let list else { return outer }
    return BoundElement(
      name: name, list: list, shape: shape(of: list, in: outer).element, outer: outer)
  }

  private static func shape(
    of compiled: CompiledExpression, _ names: [(name: String, shape: SecretShape)]
  ) -> SecretShape {
    guard !names.isEmpty else { return .clean }
    var reader = SecretReader(names: Dictionary(names) { first, _ in first })
    return reader.shape(of: compiled.root)
  }

  /// Returns the names in an expression that hold secrets, in order of first appearance.
  private func secretNames(
    in compiled: CompiledExpression, _ bound: BoundElement?
  ) -> [(name: String, shape: SecretShape)] {
    compiled.freeNames.compactMap { name in
      let element = bound?.element(named: name)
      let shape = element.map { $0.name == name ? $0.shape : .clean } ?? shape(named: name)
      return shape.isClean ? nil : (name, shape)
    }
  }

  private func shape(named name: String) -> SecretShape {
    if let number = facts.numbers[name] { return shapes[number] ?? .clean }
    switch itemName(name) {
    case .items(let list): return lists[list] ?? .clean
    case .element(let over, let table): return at(table) { shape(of: over).element }
    case nil: return .clean
    }
  }

  /// A name that only items of lists have.
  private enum ItemName {
    /// `items`, the other items of a list.
    case items(of: SourcePlace)

    /// `item` or another name of the element for which an item is asked, with what names refer to there.
    case element(of: ExpressionSource, FlowFacts.NameTable)
  }

  private func itemName(_ name: String) -> ItemName? {
    var mark = facts.itemNames.contains(name) ? facts.itemMark : 0
    while mark != 0 {
      let item = facts.items[mark - 1]
      if name == "items" { return .items(of: item.list) }
      if let over = item.over, name == item.element { return .element(of: over, item.outer) }
      mark = item.outer.itemMark
    }
    return nil
  }

  private func at<Result>(_ table: FlowFacts.NameTable, _ body: () -> Result) -> Result {
    let outer = facts.nameTable
    facts.nameTable = table
    defer { facts.nameTable = outer }
    return body()
  }

  // MARK: Origins

  /// The maximum number of names to go back from a computed value to its secret, and of names in an
  /// expression to try.
  private static let maximumSteps = (back: 100, names: 16)

  /// Returns the name whose value is the secret in the value of an expression, or nil if none is
  /// found.
  func origin(of source: ExpressionSource, in bound: BoundElement? = nil) -> NameFacts? {
    var (source, bound) = (source, bound)
    var table = facts.nameTable
    for _ in 0..<Self.maximumSteps.back {
      guard let compiled = facts.compiled(source) else { return nil }
      let found = at(table) { () -> (String, FlowFacts.NameTable)? in
        let names = secretNames(in: compiled, bound).prefix(Self.maximumSteps.names)
        let name = names.first { !Self.shape(of: compiled, [$0]).isClean }?.name
        return name.map { ($0, facts.nameTable) }
      }
      guard let (name, place) = found else { return nil }
      if let element = bound?.element(named: name) {
        (source, bound) = (element.list, element.outer)
        continue
      }
      if let number = place.numbers[name] {
        let asked = facts.names[number]
        guard let computed = computedFrom(asked) else { return asked }
        (source, bound, table) = (computed, nil, asked.table ?? outermost)
        continue
      }
      switch at(place, { itemName(name) }) {
      case .items(let list): return facts.names.first { $0.id.place == list }
      case .element(let over, let outer): (source, bound, table) = (over, nil, outer)
      case nil: return nil
      }
    }
    return nil
  }

  /// The meanings of names outside items.
  private var outermost: FlowFacts.NameTable {
    var table = facts.nameTable
    while table.itemMark != 0 { table = facts.items[table.itemMark - 1].outer }
    return table
  }

  /// Returns the expression from which a name got its secret, or nil if the name is the secret.
  private func computedFrom(_ name: NameFacts) -> ExpressionSource? {
    switch name.kind {
    case .compute(let source): source
    case .capture(let run) where run.isSecret == nil:
      at(name.table ?? outermost) { run.call.received.first { !shape(of: $0).isClean } }
    default: nil
    }
  }

  /// Returns whether an expression is a name, or a part of one, whose value is a secret rather than
  /// computed from one.
  func isSecretItself(_ source: ExpressionSource, in bound: BoundElement? = nil) -> Bool {
    let text = source.text.trimmingWhitespace
    let name = String(text.prefix { $0 != "." })
    guard text.isPathOfNames, bound?.element(named: name) == nil, shape(of: source) == .secret,
      let number = facts.numbers[name]
    else { return false }
    switch facts.names[number].kind {
    case .compute(let inner): return inner.text.trimmingWhitespace.isPathOfNames
    case .capture(let run): return run.isSecret == true
    default: return true
    }
  }
}

extension String {
  /// Whether it's a name, or several names separated by dots.
  fileprivate var isPathOfNames: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
  }

  /// The text without leading and trailing white space.
  var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// A name that stands for the elements of a list where an expression is evaluated: `item`, or the name
/// of a loop in a text.
final class BoundElement {
  let name: String
  let list: ExpressionSource

  /// The shape of the elements.
  let shape: SecretShape

  /// The next name around it.
  let outer: BoundElement?

  init(name: String, list: ExpressionSource, shape: SecretShape, outer: BoundElement?) {
    self.name = name
    self.list = list
    self.shape = shape
    self.outer = outer
  }

  /// Returns what binds a name, or the position that goes with it; nil if nothing does.
  func element(named name: String) -> BoundElement? {
    var next: BoundElement? = self
    while let element = next {
      if element.name == name || element.name + "_index" == name { return element }
      next = element.outer
    }
    return nil
  }
}

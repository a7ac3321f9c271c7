// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds places that would reveal or pass on a secret.
///
/// A secret may be a whole value of the output, be tested in conditions and checks, and be passed
/// to a command or an action through `with` and `stdin`, or to a secret file. In texts, defaults,
/// suggestions, constraints, choices, arguments, and paths, it's an error.
extension FlowLint {
  static let secretLeak = FlowLint(id: id, findsErrors: true) { check($0) }

  private static let id: DiagnosticID = "secret-leak"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    let reader = SecrecyReader(flow.index, in: flow.whole)
    guard reader.hasSecrets else { return [] }
    var search = SecretSearch(flow: flow, reader: reader)
    search.run()
    return search.found
  }
}

/// Searches a flow for secrets in the wrong places.
struct SecretSearch {
  let flow: LintedFlow
  let reader: SecrecyReader
  var found: [Diagnostic] = []

  mutating func run() {
    for expression in flow.index.expressions.inFileOrder({ ($0.step, $0.role) }) {
      guard let words = words(about: expression) else { continue }
      check(expression, words, in: reader.binding(of: expression))
    }
    for (number, outlined) in flow.index.steps.enumerated() {
      if case .flow(let subflow) = outlined.step.kind { check(subflow, at: number) }
    }
  }

  /// Returns what an expression is used in; nil if it may be a secret.
  ///
  /// Conditions may test a secret, and the number of elements of a list isn't one.
  private func words(about expression: IndexedExpression) -> String? {
    guard expression.use ?? .value == .value else { return nil }
    let kind = expression.step.map { flow.steps[$0].step.kind }
    switch (expression.role, kind) {
    case (.flowTitle, _): return "the title"
    case (.title, _): return "a title"
    case (.description, _): return "a description"
    case (.text, .note): return "a note"
    case (.text, _), (.choiceDisabled, _): return "a text"
    case (.summary, _): return "a summary"
    case (.heading, _): return "a heading"
    case (.fieldText(let key), _): return key.entry.part
    case (.setting(let key), _): return key.entry.part
    case (.choiceLabel, _): return "a label"
    case (.choiceHint, _): return "a hint"
    case (.choiceSection, _): return "a section"
    case (.message, _), (.checkMessage, _): return "a message"
    case (.priority, _): return "a priority"
    case (.constraint, _), (.itemConstraint, .ask): return "a constraint"
    case (.choices(areValues: true), _): return "a list of choices"
    case (.choiceValue, _): return "a choice"
    // Every user can see them in the list of processes.
    case (.argument, _): return "an argument, which other people can see"
    case (.argumentEach(isInTexts: false), _): return "an argument"
    case (.path, _): return "a path"
    case (.entryName, _): return "a name"
    case (.linkTarget, _): return "the target of a link"
    case (.content, .write(let write)), (.contentValue, .write(let write)),
      (.template, .write(let write)):
      return write.isSecret ? nil : "a file without 'secret: true'"
    case (.output, _): return ""
    default: return nil
    }
  }

  /// Checks a nested flow, which may be given a secret for an input that's a secret.
  private mutating func check(_ subflow: SubflowDefinition, at step: Int) {
    let given = flow.index.expressions.filter { $0.step == step }
    let places = Dictionary(given.map { ($0.source.place, $0) }) { first, _ in first }
    for argument in subflow.arguments {
      let input = subflow.flow.inputs.first { $0.name.name == argument.key.name }
      let isFit = input?.type.secretShape.covers(shape(of: argument.value, places)) == true
      for expression in given where !isFit && expression.role == .flowInput(argument.key.name) {
        check(expression, "the input '\(argument.key.name)', which isn't a secret", in: nil)
      }
    }
  }

  /// Returns the shape of a value that's given to a flow.
  private func shape(
    of value: OutputDefinition, _ expressions: [SourcePlace: IndexedExpression]
  ) -> SecretShape {
    switch value {
    case .expression(let source):
      expressions[source.place].map { reader.shape(of: $0, in: nil) } ?? .clean
    case .map(let entries): .record(entries.map { ($0.key.name, shape(of: $0.value, expressions)) })
    case .list(let items):
      .elements(items.reduce(.clean) { $0.or(shape(of: $1, expressions)) })
    }
  }

  private mutating func check(
    _ expression: IndexedExpression, _ what: String, in bound: BoundElement?
  ) {
    let shape = reader.shape(of: expression, in: bound)
    guard expression.role == .output else {
      if !shape.isClean { report(expression, in: bound, "can't be used in \(what)") }
      return
    }
    // A value whose parts were computed from a secret would be masked as a whole.
    guard expression.checked?.compiled.type.hasParts == true, shape == .secret,
      !reader.isSecretItself(expression, in: nil)
    else { return }
    report(expression, in: nil, "can only be a whole value of the output, not part of one")
  }

  private mutating func report(
    _ expression: IndexedExpression, in bound: BoundElement?, _ words: String
  ) {
    let name = reader.origin(of: expression, in: bound)
    let subject =
      reader.isSecretItself(expression, in: bound)
      ? "'\(expression.source.text.trimmingWhitespace)' is a secret and"
      : "this is computed from \(name.map { "the secret '\($0.id.name)'" } ?? "a secret") and"
    found.append(
      Diagnostic(
        FlowLint.secretLeak.id, "\(subject) \(words)", at: expression.source.place,
        notes: name.map { [.init("'\($0.id.name)' is \($0.verb) here", at: $0.id.place)] } ?? []))
  }
}

extension ValueType {
  /// Whether its values have parts, some of which may be secrets.
  fileprivate var hasParts: Bool {
    switch self {
    case .list, .map, .record, .dyn: true
    default: false
    }
  }
}

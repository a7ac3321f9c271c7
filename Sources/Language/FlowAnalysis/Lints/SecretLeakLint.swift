// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds places that would reveal or pass on a secret.
///
/// A secret may be a whole value of the output, be tested in conditions and checks, and be passed
/// to a command or an action through `with` and `stdin`, or to a secret file. In texts, defaults,
/// suggestions, constraints, choices, arguments, and paths, it's an error.
enum SecretLeakLint: FlowLint {
  static let id: DiagnosticID = "secret-leak"

  static let findsErrors = true

  static func check(_ flow: LintedFlow) -> [Diagnostic] {
    let reader = SecrecyReader(flow.prover)
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

  init(flow: LintedFlow, reader: SecrecyReader) {
    self.flow = flow
    self.reader = reader
  }

  mutating func run() {
    let outer = flow.facts.nameTable
    check(flow.definition.title, "the title")
    for placed in flow.steps {
      flow.enter(placed)
      check(placed.step.title, "a title")
      switch placed.step.kind {
      case .ask(let field): check(field)
      case .note(let text): check(text, "a note")
      case .commit(let text): check(text, "a text")
      case .stop(let text, _): check(text, "a text")
      case .form(_, let validations): check(validations)
      case .repeat(let list): check(list, at: placed)
      case .flow(let subflow): check(subflow)
      case .run(let run): check(run)
      case .write(let write): check(write)
      default: break
      }
    }
    // Names in the output don't refer to anything in the items of lists.
    flow.facts.nameTable = outer
    if let output = flow.definition.output { check(output) }
  }

  /// Checks a list, whose summary is about an item and whose checks are about the whole list.
  private mutating func check(_ list: RepeatDefinition, at placed: PlacedStep) {
    check(list.validations)
    flow.facts.nameTable = flow.facts.itemNumbers[placed.step.id.place] ?? placed.table
    check(list.summary, "a summary")
    check(list.matrix?.heading, "a heading")
  }

  /// Checks a nested flow, which may be given a secret for an input that's a secret.
  private mutating func check(_ subflow: SubflowDefinition) {
    for argument in subflow.arguments {
      let input = subflow.flow.inputs.first { $0.name.name == argument.key.name }
      let isFit = input?.type.secretShape.covers(reader.shape(of: argument.value)) == true
      for source in argument.value.sources where !isFit {
        check(source, "the input '\(argument.key.name)', which isn't a secret")
      }
    }
  }

  private mutating func check(_ field: FieldDefinition) {
    for key in FieldText.allCases { key.entry.part.map { check(field.texts[key], $0) } }
    if let priority = field.computedPriority { check(priority, "a priority") }
    for key in FieldSetting.allCases { key.entry.part.map { check(field.settings[key], $0) } }
    let items = field.items
    for constraint in field.constraints + (items?.constraints ?? []) + (items?.names ?? []) {
      check(constraint.value, "a constraint")
    }
    for message in field.messages { check(message.text, "a message") }
    check(field.validations)
    switch field.choices {
    case nil: break
    case .listed(let choices)?:
      for choice in choices {
        check(choice.label, "a label")
        check(choice.hint, "a hint")
        check(choice.section, "a section")
        check(choice.disabled, "a text")
      }
    case .computed(let from, let value, let label, let hint, let section)?:
      if let value {
        check(value, "a choice", item: from)
      } else {
        check(from, "a list of choices")
      }
      check(label, "a label", item: from)
      check(hint, "a hint", item: from)
      check(section, "a section", item: from)
    }
  }

  private mutating func check(_ validations: [ValidationDefinition]) {
    for validation in validations { check(validation.message, "a message") }
  }

  mutating func check(_ text: LocalizedText?, _ what: String, item: ExpressionSource? = nil) {
    let bound = reader.binding("item", to: item)
    for variant in text?.variants ?? [] { check(variant.template.parts, what, bound) }
  }

  /// Checks the values in the parts of a text, also in its blocks.
  ///
  /// Conditions may test a secret, and the number of elements of a list isn't one.
  private mutating func check(_ parts: [TextTemplate.Part], _ what: String, _ bound: BoundElement?)
  {
    for part in parts {
      switch part {
      case .words: break
      case .expression(let source): check(source, what, in: bound)
      case .conditional(let conditional):
        for branch in conditional.branches { check(branch.parts, what, bound) }
        check(conditional.otherwise, what, bound)
      case .loop(let loop):
        check(loop.parts, what, reader.binding(loop.name.name, to: loop.list, in: bound))
      }
    }
  }

  private mutating func check(_ setting: Setting?, _ what: String) {
    if case .computed(let source)? = setting { check(source, what) }
  }

  mutating func check(_ source: ExpressionSource, _ what: String, item: ExpressionSource? = nil) {
    check(source, what, in: reader.binding("item", to: item))
  }

  private mutating func check(_ source: ExpressionSource, _ what: String, in bound: BoundElement?) {
    guard !reader.shape(of: source, in: bound).isClean else { return }
    report(source, in: bound, "can't be used in \(what)")
  }

  private mutating func check(_ output: OutputDefinition) {
    switch output {
    case .expression(let source):
      // A value whose parts were computed from a secret would be masked as a whole.
      guard let compiled = flow.facts.compiled(source), compiled.type.hasParts,
        reader.shape(of: source) == .secret, !reader.isSecretItself(source)
      else { return }
      report(source, "can only be a whole value of the output, not part of one")
    case .map(let entries): for entry in entries { check(entry.value) }
    case .list(let items): for item in items { check(item) }
    }
  }

  private mutating func report(
    _ source: ExpressionSource, in bound: BoundElement? = nil, _ words: String
  ) {
    let name = reader.origin(of: source, in: bound)
    let subject =
      reader.isSecretItself(source, in: bound)
      ? "'\(source.text.trimmingWhitespace)' is a secret and"
      : "this is computed from \(name.map { "the secret '\($0.id.name)'" } ?? "a secret") and"
    found.append(
      Diagnostic(
        SecretLeakLint.id, "\(subject) \(words)", at: source.place,
        notes: name.map { [.init("'\($0.id.name)' is \($0.kind.verb) here", at: $0.id.place)] }
          ?? []))
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

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// Expressions and texts, checked at the present place.
extension FlowChecking {
  /// Checks an expression; nil when it has mistakes, which are reported.
  mutating func check(
    _ source: ExpressionSource, expecting type: ValueType? = nil
  ) -> CheckedExpression? {
    let prover = PathProver(declared: declared, proven: proven)
    switch environment.compile(source.text, expecting: type, prover: prover) {
    case .success(let compiled):
      for warning in compiled.warnings { report(diagnostic(for: warning, in: source)) }
      return CheckedExpression(source: source, compiled: compiled)
    case .failure(let mistakes):
      for mistake in mistakes.list { report(diagnostic(for: mistake, in: source)) }
      return nil
    }
  }

  /// Checks a text in every language.
  mutating func check(_ text: LocalizedText?) -> CheckedText? {
    guard let text else { return nil }
    var variants: [(language: String, parts: [CheckedText.Part])] = []
    for variant in text.variants {
      var parts: [CheckedText.Part] = []
      for part in variant.template.parts {
        switch part {
        case .words(let words): parts.append(.words(words))
        case .expression(let source):
          guard let expression = check(source) else { continue }
          checkCanStandInText(expression)
          parts.append(.expression(expression))
        }
      }
      variants.append((variant.language ?? definition.language, parts))
    }
    return CheckedText(variants: variants)
  }

  private mutating func checkCanStandInText(_ expression: CheckedExpression) {
    let type = expression.compiled.type
    let complaint: String
    switch type {
    case .optional: complaint = "may have no value; give one with '.orValue(…)'"
    case .map, .record: complaint = "is a map, which has no text of its own; pick a part of it"
    case .bytes: complaint = "is bytes, which have no text of their own"
    case .null: complaint = "is null, which has no text"
    case .type: complaint = "is a type, which has no text"
    default: return
    }
    report(
      Diagnostic(
        "not-a-text", "'\(expression.source.text)' \(complaint)", at: expression.source.place))
  }

  // MARK: Mistakes

  /// A mistake in an expression, at its place in the file.
  private func diagnostic(
    for mistake: ExpressionMistake, in source: ExpressionSource
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      mistake.id, mistake.severity, mistake.message, at: source.place(of: mistake.range),
      notes: mistake.notes.map { .init($0.message, at: $0.range.map(source.place(of:))) },
      fixIts: mistake.fixIts.map { fix in
        FixIt(
          fix.title,
          fix.edits.map { .init(source.map.sourceRange(of: $0.range), $0.replacement) })
      })
    if mistake.id == "unknown-name", let name = mistake.name {
      explainUnknown(name, &diagnostic)
    }
    if mistake.id == "may-be-unasked", let name = mistake.name,
      let declaration = declared[name]
    {
      diagnostic.notes.append(.init("'\(name)' is asked here", at: declaration.place))
    }
    return diagnostic
  }

  /// Says what an unknown name is in the words of flows: a later answer, or a near one.
  private func explainUnknown(_ name: String, _ diagnostic: inout Diagnostic) {
    if let place = allIDs[name], declared[name] == nil {
      diagnostic.id = "forward-reference"
      diagnostic.message = "'\(name)' is asked later than it is used here"
      diagnostic.fixIts = []
      diagnostic.notes = [.init("'\(name)' is asked here", at: place)]
      return
    }
    diagnostic.id = "unknown-answer"
    guard diagnostic.fixIts.isEmpty || mentionsNearName(diagnostic) else { return }
    diagnostic.message = "unknown answer '\(name)'"
    diagnostic.notes = []
    guard let near = NearMiss.nearest(to: name, in: declared.keys.sorted()),
      let declaration = declared[near]
    else { return }
    diagnostic.message += "; did you mean '\(near)'?"
    let verb = if case .input = declaration.origin { "given" } else { "asked" }
    diagnostic.notes = [.init("'\(near)' is \(verb) here", at: declaration.place)]
    diagnostic.fixIts = [
      FixIt("write '\(near)'", [.init(diagnostic.place.range, near)])
    ]
  }

  private func mentionsNearName(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.message.contains("did you mean '")
  }
}

/// Proves that an answer was asked from the conditions on the way, taken literally.
///
/// An answer was asked when each condition under which it is asked stands among the conjuncts of
/// the conditions here, or to the left of its use in the expression.
struct PathProver: PresenceProver {
  let declared: [String: FlowChecking.Declaration]
  let proven: [Expression: Int]

  func isPresent(_ name: String, given guards: [Guard]) -> Bool {
    guard let declaration = declared[name] else { return false }
    var known = Set<Expression>()
    for guarded in guards { known.formUnion(guarded.provenConjuncts) }
    if known.contains(where: { $0.provesPresence(of: name) })
      || proven.keys.contains(where: { $0.provesPresence(of: name) })
    {
      return true
    }
    guard declaration.isRequired else { return false }
    return declaration.conditions.allSatisfy { condition in
      !condition.dependsOnTime && (proven[condition] != nil || known.contains(condition))
    }
  }
}

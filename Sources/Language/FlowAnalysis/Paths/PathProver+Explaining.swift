// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

// Explains why an answer may be missing, with a path on which it is.
extension PathProver {
  func explain(
    _ diagnostic: inout Diagnostic, name: String, at range: SourceRange,
    in source: ExpressionSource
  ) {
    guard let number = facts.numbers[name] else { return }
    let (root, _) = ExpressionEnvironment.forReading.parse(source.text)
    let place = root.flatMap { GuardedPlace(of: range, in: $0) }
    let verdict = evaluated(
      verdict(on: number, given: assumed + (place?.guards ?? [])), on: number)
    let asked = facts.names[number]
    diagnostic.notes.removeAll { $0.place == asked.id.place }
    diagnostic.notes.append(.init(declarationNote(asked), at: asked.id.place))
    switch verdict {
    case .proven: break
    case .undecided:
      diagnostic.message += " (not decided)"
      diagnostic.notes.append(
        .init(
          "not decided: the conditions on the path to '\(name)' have too many combinations to try",
          at: nil))
    case .unconfirmed:
      diagnostic.message += " (not decided)"
      diagnostic.notes.append(
        .init(
          "not decided: none of the answers that were tried leads here without '\(name)'", at: nil))
    case .refuted(let answers, let stop):
      // Without a value, there's nothing to compare. The note at the question says that it may be
      // left empty.
      let others = answers.without(facts, comparing: number)
      let isItself = others.samples.allSatisfy { facts.terms[$0.term] == .given(number) }
      let words = isItself ? "" : AnswerDescription(facts).list(others)
      let reached = stop.map { "the flow ends at '\($0.id.name)'" } ?? "this is reached"
      if !words.isEmpty {
        diagnostic.notes.append(
          .init("\(reached) without '\(name)' when \(words)", at: stop?.id.place))
        if others.samples.contains(where: { facts.readsTime($0.term) }) {
          diagnostic.notes.append(.init("'now' and 'today' differ at each step", at: nil))
        }
      } else if let stop {
        diagnostic.notes.append(.init("the flow may end here, before '\(name)'", at: stop.id.place))
      }
    }
    if let fixIt = place.flatMap({ swap($0, for: number, in: source) }) {
      diagnostic.fixIts.insert(fixIt, at: 0)
    }
  }

  /// Returns a verdict after evaluating its answers; if they turn out to be wrong, it's
  /// unconfirmed.
  private func evaluated(_ verdict: Verdict, on name: Int) -> Verdict {
    guard case .refuted(let answers, let stop) = verdict else { return verdict }
    guard let replayed = replay(answers, without: name, at: stop?.path ?? path) else {
      return .unconfirmed
    }
    return .refuted(replayed, stop: stop)
  }

  /// Returns a note about where a name is asked, and under which conditions.
  private func declarationNote(_ name: NameFacts) -> String {
    var words = "'\(name.id.name)' is \(name.kind.verb) here"
    let shared = Set(path.conditions)
    let conditions = name.path.conditions.filter { !shared.contains($0) }
      .map { "`\(facts.conditions[$0].expression.root.oneLine)`" }
    if !conditions.isEmpty, conditions.allSatisfy({ $0.count <= 80 }) {
      words += ", only when \(conditions.joined(separator: " and "))"
    }
    if let required = name.field?.settings[.required], required.mayBeFalse {
      words += conditions.isEmpty ? ", and may be left empty" : ", and even then may be left empty"
    }
    return words
  }

  /// Returns the fix that puts a guard before what it guards, if only their order is wrong.
  private func swap(
    _ place: GuardedPlace, for name: Int, in source: ExpressionSource
  ) -> FixIt? {
    for chain in place.chains {
      for later in chain.later {
        let guards = assumed + chain.guards + [Guard(later, isTrue: chain.isAnd)]
        guard case .proven = verdict(on: name, given: guards),
          let first = source.verbatim(chain.operand.range),
          let second = source.verbatim(later.range)
        else { continue }
        return FixIt(
          "put the guard first",
          [.init(first.range, second.text), .init(second.range, first.text)], isShown: true,
          isSafe: true)
      }
    }
    return nil
  }
}

extension Solver.Answers {
  /// Returns the answers without those about the value of a name.
  fileprivate func without(_ facts: FlowFacts, comparing name: Int) -> Solver.Answers {
    Solver.Answers(
      samples: samples.filter { found in
        facts.terms[found.term] == .given(name)
          || !facts.terms.names(of: found.term).contains(name)
      })
  }
}

extension FlowFacts {
  /// Returns whether the value of a term depends on the time.
  fileprivate func readsTime(_ term: TermID) -> Bool {
    switch terms[term] {
    case .moment: true
    case .call(_, let operands): operands.contains { readsTime($0) }
    case .conditional(_, let first, let second): readsTime(first) || readsTime(second)
    case .literal, .name, .local, .given, .opaque: false
    }
  }
}

extension DeclaredKind {
  /// The verb for what happens where a name is declared.
  var verb: String {
    switch self {
    case .input: "given"
    case .field, .repeat, .flow: "asked"
    case .compute: "computed"
    case .capture: "captured"
    }
  }
}

extension Setting {
  /// Whether the setting can be false.
  fileprivate var mayBeFalse: Bool {
    if case .literal(let literal) = self { literal.value != .bool(true) } else { true }
  }
}

extension ExpressionSource {
  /// Returns the part of the file that a range of the text was read from, if the file contains it
  /// unchanged.
  func verbatim(_ range: SourceRange) -> (range: SourceRange, text: String)? {
    let found = map.sourceRange(of: range)
    let text = String(file[found])
    guard text.utf8.elementsEqual(self.text.utf8.dropFirst(range.lowerBound).prefix(range.count))
    else { return nil }
    return (found, text)
  }
}

extension ParsedExpression {
  /// The text on one line.
  var oneLine: String {
    source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension ExpressionEnvironment {
  /// The environment for parsing the expressions of flows.
  static let forReading: ExpressionEnvironment = {
    var options = ExpressionOptions()
    options.allowsHasOfNames = true
    return ExpressionEnvironment(options: options)
  }()
}

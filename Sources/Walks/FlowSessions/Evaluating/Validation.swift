// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel
import Localization
import SourceDiagnostics

// Validates answers.
extension FlowSession {
  /// Determines the value of a field's draft, and its problems.
  ///
  /// - Parameters:
  ///   - state: The field.
  ///   - field: Its definition.
  ///   - warnings: The problems of what's offered, if that's the draft and was judged in the same scope; otherwise nil.
  ///   - scope: The scope of its checks.
  /// - Throws: ``FlowFailure`` if an expression fails.
  func resolve(
    _ state: inout FieldState, of field: CheckedField, knowing warnings: [Problem]? = nil,
    in scope: SessionScope
  ) throws(FlowFailure) {
    state.value = nil
    state.found = []
    guard let read = try entry(in: &state, of: field, in: scope) else { return }
    let entered = state.completed(read)
    // An offered answer is taken as it is, even if there's nothing in it.
    guard var candidate = entered, state.draft == .untouched || !candidate.hasNoElements else {
      return try leaveEmpty(&state, field, in: scope)
    }
    if field.type == .path, case .string(let path) = candidate {
      guard let expanded = try expanded(path, for: field) else {
        var problem = try homeProblem(path, field)
        if let words = try message(for: problem.rule, of: field, candidate: candidate, in: scope) {
          problem.message = words
        }
        state.found = [problem]
        return
      }
      candidate = .string(expanded)
    }
    if let warnings {
      state.found = warnings
    } else {
      state.found = try problems(of: candidate, for: state, of: field, in: scope)
    }
    if state.found.allSatisfy({ $0.severity == .warning }) { state.value = candidate }
  }

  /// Reads what's entered in a field.
  ///
  /// - Returns: The value, or nil inside if the field is left empty; nil if the entry is refused, with its problem in
  ///   the state.
  private func entry(
    in state: inout FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> Value?? {
    switch try leavesEmpty(state, field, in: scope) ? .empty : state.draft {
    case .empty, .data(.null): return .some(nil)
    case .untouched: return .some(state.offer?.value ?? state.refusedOffer)
    case .typed(let text):
      do {
        return .some(try state.parser(extendedReading: field.reading).parse(text))
      } catch {
        state.found = [
          Problem(
            field: state.id, rule: error.rule,
            message: try message(
              for: error.rule, of: field, candidate: .string(text), in: scope) ?? error.message,
            proposal: error.proposal, item: error.item)
        ]
        return nil
      }
    case .data(let data):
      guard let fitting = fitting(of: state).value(from: data) else {
        state.found = [
          Problem(
            field: state.id, rule: field.type.isChoice ? .choice : .type,
            message: DataFitting.complaint(about: data, for: state, in: options.zone, catalog))
        ]
        return nil
      }
      guard let reading = field.reading, case .string(let text) = fitting, !text.isEmpty else {
        return fitting
      }
      let read = Result { () throws(FieldTypeDeclaration.Refusal) in
        try reading(text, catalog.language)
      }
      switch read {
      case .success(let text): return .string(text)
      case .failure(let refusal):
        state.found = [Problem(field: state.id, rule: .type, message: refusal.message)]
        return nil
      }
    }
  }

  /// Returns whether data is the text that a result has where the field was left empty.
  private func leavesEmpty(
    _ state: FieldState, _ field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> Bool {
    guard state.draft == .data(""), !state.isRequired else { return false }
    if field.answersEmpty { return true }
    return try field.otherwise(in: scope) == ""
  }

  /// Takes an empty answer: no elements for a list or a map that may have none, if it's required or that's its
  /// default; no value for any other optional field; a required one refuses it.
  private func leaveEmpty(
    _ state: inout FieldState, _ field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) {
    if field.answersEmpty { state.value = "" }
    let none = field.type.withoutElements
    guard state.isRequired || none != nil && none == state.defaultValue else { return }
    let words = try message(for: .required, of: field, candidate: nil, in: scope)
    guard let none else {
      state.found = [
        Problem(field: state.id, rule: .required, message: words ?? requiredText(of: state))
      ]
      return
    }
    state.found = try problems(of: none, for: state, of: field, in: scope)
    if let first = state.found.firstIndex(where: { $0.rule == .constraint(.minItems) }),
      let words = words
        ?? (state.type.isChoice && state.choices.isEmpty ? requiredText(of: state) : nil)
    {
      state.found[first].message = words
    }
    if state.found.allSatisfy({ $0.severity == .warning }) { state.value = none }
  }

  /// Whether a value can be offered, because it can be chosen now.
  enum Judgment {
    case accepted(Value, warnings: [Problem])

    /// A value that violates a rule; without one if it isn't of the field's type.
    case refused(Value?, Problem)

    /// The value that can be offered; nil for none.
    var acceptable: Value? {
      if case .accepted(let value, _) = self { value } else { nil }
    }

    /// The warnings about the value that can be offered; nil for none that can be.
    var warnings: [Problem]? {
      if case .accepted(_, let warnings) = self { warnings } else { nil }
    }

    /// The problem of a value that can't be offered.
    var problem: Problem? {
      if case .refused(_, let problem) = self { problem } else { nil }
    }

    /// A list or a map of which only an element is refused.
    var refusedInPart: Value? {
      if case .refused(let value, let problem) = self, problem.item != nil { value } else { nil }
    }
  }

  /// Returns whether a value can be offered because it violates no rule of the field; nil if there's no value.
  func judgment(
    of value: Value?, for state: FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> Judgment? {
    guard let value = value?.unwrapped else { return nil }
    guard var fitting = fitting(of: state).part(of: value) else {
      return .refused(
        nil,
        Problem(
          field: state.id, rule: field.type.isChoice ? .choice : .type,
          message: DataFitting.complaint(about: value, for: state, in: options.zone, catalog)))
    }
    fitting = state.completed(fitting) ?? fitting
    if field.type == .path, case .string(let path) = fitting {
      guard let expanded = try expanded(path, for: field) else {
        return .refused(nil, try homeProblem(path, field))
      }
      fitting = .string(expanded)
    }
    let problems = try problems(of: fitting, for: state, of: field, in: scope)
    return problems.first { $0.severity == .error }.map { .refused(fitting, $0) }
      ?? .accepted(fitting, warnings: problems)
  }

  /// Returns why `~` of a path can't be expanded.
  private func homeProblem(
    _ path: String, _ field: CheckedField
  ) throws(FlowFailure) -> Problem {
    guard try facts(of: path, for: field).kind != .notAllowed else {
      return Problem(
        field: field.id, rule: .uncheckable,
        message: catalog.text(.pathNotAllowed, ["path": .quoted(path)]))
    }
    return Problem(
      field: field.id, rule: .type,
      message: catalog.text(
        .homeMissing, ["name": .quoted(String(path.prefix { $0 != "/" }))]))
  }

  private func fitting(of state: FieldState) -> DataFitting {
    DataFitting(
      type: state.type, choices: state.choices, other: state.texts.other,
      items: state.texts.items, zone: options.zone)
  }

  /// Returns why a constraint refuses a value, with the violated rule, or nil if it doesn't.
  private func complaint(
    of constraint: ConstraintCheck, about value: Value, for field: CheckedField,
    in state: FieldState
  ) throws(FlowFailure) -> (rule: Problem.Rule, words: String)? {
    guard constraint.kind == .must else {
      if state.isWhole(for: constraint.kind) {
        return constraint.complaint(about: value, of: field.type, in: options.zone, catalog)
          .map { (.constraint(constraint.kind), $0) }
      }
      for part in state.parts(of: value, for: constraint.kind) {
        guard
          let words = constraint.complaint(
            about: part, of: field.type, in: options.zone, catalog)
        else { continue }
        // Of several texts, the message names the one that it's about.
        let named: MessageArguments = [
          "field": .echo(part.plainText), "problem": .text(words),
        ]
        return (
          .constraint(constraint.kind),
          part == value ? words : catalog.text(.fieldProblem, named)
        )
      }
      return nil
    }
    guard case .string(let path) = value, case .string(let word) = constraint.limit,
      let requirement = PathRequirement(rawValue: word)
    else { return nil }
    let facts = try facts(of: path, for: field)
    guard let words = requirement.complaint(about: facts, path: path, catalog) else { return nil }
    let isKnown = facts.kind != .unknown && facts.kind != .notAllowed
    return (isKnown ? .constraint(.must) : .uncheckable, words)
  }

  /// Returns the problems of a value of the right type.
  ///
  /// If there are errors, warnings are omitted.
  private func problems(
    of value: Value, for state: FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> [Problem] {
    if let problem = try textProblem(of: value, for: state, of: field, in: scope) {
      return [problem]
    }
    var errors: [Problem] = []
    if field.type.hasItems,
      let found = ItemReading(
        isMap: field.type == .map, rules: state.texts.items, choices: state.choices,
        zone: options.zone, catalog: catalog
      ).complaint(about: value)
    {
      let rule = found.kind.map { Problem.Rule.constraint($0) } ?? .type
      let words = try message(for: rule, of: field, candidate: value, in: scope)
      errors.append(
        Problem(field: state.id, rule: rule, message: words ?? found.words, item: found.item))
    }
    let alone = state.choiceAlone(in: value)
    if let alone, value != .list([alone.value]) {
      let words = try message(for: .choice, of: field, candidate: value, in: scope)
      errors.append(
        Problem(
          field: state.id, rule: .choice,
          message: words ?? catalog.text(.choiceAlone, ["choice": .quoted(alone.label)])))
    }
    for constraint in state.constraints {
      // A choice that goes with no other is enough.
      if alone != nil, constraint.kind == .minItems { continue }
      guard
        let (rule, complaint) = try complaint(
          of: constraint, about: value, for: field, in: state)
      else { continue }
      let words = try message(for: rule, of: field, candidate: value, in: scope)
      let item = constraint.kind == .unique ? value.firstRepeated : nil
      errors.append(
        Problem(field: state.id, rule: rule, message: words ?? complaint, item: item))
    }
    if !errors.isEmpty || field.validations.isEmpty { return errors }
    var warnings: [Problem] = []
    var scope = scope
    scope.local[field.name] = value
    for (index, validation) in field.validations.enumerated() {
      guard
        let problem = try problem(of: validation, index: index, field: state.id, in: scope)
      else { continue }
      if problem.severity == .error { return [problem] }
      warnings.append(problem)
    }
    return warnings
  }

  /// Returns the problem of a text that's blank though it's required, or has line breaks in a field of one line.
  private func textProblem(
    of value: Value, for state: FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> Problem? {
    guard case .string(let text) = value else { return nil }
    if state.isRequired, !text.isEmpty, text.isBlank, !field.takesBlanks {
      let words = try message(for: .required, of: field, candidate: nil, in: scope)
      return Problem(field: state.id, rule: .required, message: words ?? requiredText(of: state))
    }
    guard field.type == .string,
      text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" })
    else { return nil }
    let words = try message(for: .type, of: field, candidate: value, in: scope)
    return Problem(field: state.id, rule: .type, message: words ?? catalog.text(.lineNeeded))
  }

  /// Returns the problem that a check finds, or nil if it passes.
  ///
  /// If a check can't be evaluated, the answer is refused with that reason.
  func problem(
    of validation: CheckedValidation, index: Int, field: String, in scope: SessionScope
  ) throws(FlowFailure) -> Problem? {
    do {
      if try validation.check.isTrue(in: scope) { return nil }
    } catch {
      // Whatever depends on later answers is checked once those are known.
      if scope.ahead != nil { return nil }
      return Problem(
        field: field, rule: .uncheckable,
        message: catalog.text(.cannotBeChecked, ["reason": .text(error.message)]))
    }
    let words = try validation.message.text(in: scope, language: language)
    return Problem(
      field: field, rule: .validation(index), message: words, severity: severity(of: validation))
  }

  /// Returns the severity of a failing check in this session.
  func severity(of validation: CheckedValidation) -> Severity {
    options.refusesWarnings ? .error : validation.severity
  }

  private func message(
    for rule: Problem.Rule, of field: CheckedField, candidate: Value?, in scope: SessionScope
  ) throws(FlowFailure) -> String? {
    guard let key = rule.messageKey, let text = field.messages[key] else { return nil }
    var scope = scope
    scope.local[field.name] = candidate
    return try text.text(in: scope, language: language)
  }

  private func requiredText(of state: FieldState) -> String {
    switch state.type.kind.family {
    case .choice, .choices:
      state.choices.isEmpty
        ? state.emptyText ?? catalog.text(.nothingToChoose) : catalog.text(.chooseOne)
    case .boolean: state.type.neededText(state.catalog)
    default: catalog.text(state.limit(of: .must).flatMap(Self.neededPath) ?? .answerNeeded)
    }
  }

  /// Returns what's needed where a path must be that of something; nil if nothing may be there.
  private static func neededPath(_ must: Value) -> MessageID? {
    switch must.text.flatMap(PathRequirement.init(rawValue:)) {
    case .file: .fileNeeded
    case .directory: .directoryNeeded
    case .exist: .fileOrDirectoryNeeded
    case .absent, nil: nil
    }
  }

  /// Returns whether an input is a typed yes, in the session's language or in English.
  package func isYes(_ input: FieldInput?) -> Bool {
    switch input {
    case .text(let text):
      catalog.yesOrNo(text.trimmed) == true || text.trimmed.lowercased() == "true"
    case .value(.bool(let flag)): flag
    default: false
    }
  }

  // MARK: Facts about files

  /// Returns what's known about a path.
  ///
  /// - Throws: ``FlowFailure`` if the fact isn't known yet, which postpones the event.
  func facts(of path: String, for field: CheckedField) throws(FlowFailure) -> PathFacts {
    if let known = handling.facts[path] { return known }
    throw FlowFailure(missing: path, at: field.place)
  }

  /// Returns a path with `~` expanded, or nil if there's no such home directory.
  func expanded(_ path: String, for field: CheckedField) throws(FlowFailure) -> String? {
    guard path.hasPrefix("~") else { return path }
    return try facts(of: path, for: field).expanded
  }
}

extension Value {

  /// Whether it's a list or a map without elements.
  var hasNoElements: Bool {
    switch self {
    case .list(let values): values.isEmpty
    case .map(let map): map.isEmpty
    default: false
    }
  }

  /// The position of the first element of a list that was in it before; nil if all differ.
  fileprivate var firstRepeated: Int? {
    guard case .list(let values) = self else { return nil }
    var seen: Set<Value> = []
    return values.firstIndex { !seen.insert($0).inserted }
  }
}

extension Problem.Rule {
  /// The key under `messages:` for replacing the standard message.
  var messageKey: String? {
    switch self {
    case .type, .choice: "type"
    case .required: "required"
    case .constraint(let kind): kind.rawValue
    case .validation, .confirmation, .uncheckable: nil
    }
  }
}

extension FieldType {

  /// An answer without elements; nil for a type whose answers have none.
  var withoutElements: Value? {
    switch kind.family {
    case .choices, .list: .list([])
    case .map: .map(ValueMap())
    case .text, .integer, .number, .boolean, .time, .choice: nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics
import StackFlowCore

// What an answer is held against.
extension FlowSession {
  /// Finds the value of a field's draft and everything that is wrong with it.
  func resolve(
    _ state: inout FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) {
    state.value = nil
    state.found = []
    let candidate: Value?
    switch state.draft {
    case .empty: candidate = nil
    case .untouched: candidate = state.offer?.value
    case .typed(let text):
      let parser = AnswerParser(type: field.type, choices: state.choices)
      do {
        candidate = try parser.parse(text)
      } catch {
        state.found = [
          Problem(
            field: state.id, rule: error.rule,
            message: try message(
              for: error.rule, of: field, candidate: .string(text), in: scope) ?? error.message)
        ]
        return
      }
    case .data(let data):
      guard let fitting = DataFitting(type: field.type, choices: state.choices).value(from: data)
      else {
        state.found = [
          Problem(
            field: state.id, rule: field.type.isChoice ? .choice : .type,
            message: DataFitting.complaint(about: data, for: field.type, choices: state.choices))
        ]
        return
      }
      candidate = fitting
    }
    guard let candidate else {
      if state.isRequired {
        let words = try message(for: .required, of: field, candidate: nil, in: scope)
        state.found = [
          Problem(field: state.id, rule: .required, message: words ?? Self.requiredText(of: state))
        ]
      }
      return
    }
    state.found = try problems(of: candidate, for: state, of: field, in: scope)
    if state.found.allSatisfy({ $0.severity == .warning }) { state.value = candidate }
  }

  /// A value when it breaks no rule of the field, else nil: what may be offered.
  func acceptable(
    _ value: Value?, for state: FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> Value? {
    guard let value = value?.unwrapped,
      let fitting = DataFitting(type: field.type, choices: state.choices).value(from: value)
    else { return nil }
    let problems = try problems(of: fitting, for: state, of: field, in: scope)
    return problems.contains { $0.severity == .error } ? nil : fitting
  }

  /// Everything that is wrong with a value of the right type; errors hide warnings.
  private func problems(
    of value: Value, for state: FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> [Problem] {
    var errors: [Problem] = []
    for constraint in state.constraints {
      guard let complaint = constraint.complaint(about: value, of: field.type) else { continue }
      let rule = Problem.Rule.constraint(constraint.kind)
      let words = try message(for: rule, of: field, candidate: value, in: scope)
      errors.append(Problem(field: state.id, rule: rule, message: words ?? complaint))
    }
    if !errors.isEmpty { return errors }
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

  /// What a failing check says; nil when it holds.
  ///
  /// A check that cannot be evaluated refuses the answer and says so.
  func problem(
    of validation: CheckedValidation, index: Int, field: String, in scope: SessionScope
  ) throws(FlowFailure) -> Problem? {
    do {
      if try validation.check.isTrue(in: scope) { return nil }
    } catch {
      return Problem(
        field: field, rule: .uncheckable, message: "this cannot be checked: \(error.message)")
    }
    let words = try validation.message.text(in: scope, language: language)
    return Problem(
      field: field, rule: .validation(index), message: words, severity: validation.severity)
  }

  private func message(
    for rule: Problem.Rule, of field: CheckedField, candidate: Value?, in scope: SessionScope
  ) throws(FlowFailure) -> String? {
    guard let key = rule.messageKey, let text = field.messages[key] else { return nil }
    var scope = scope
    scope.local[field.name] = candidate
    return try text.text(in: scope, language: language)
  }

  private static func requiredText(of state: FieldState) -> String {
    switch state.type {
    case .choice, .choices:
      state.choices.isEmpty ? state.emptyText ?? "there is nothing to choose" : "choose one"
    default: "an answer is needed"
    }
  }
}

extension Problem.Rule {
  /// The key under `messages:` whose text replaces the stock one.
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
  /// Whether the answer is picked from choices.
  public var isChoice: Bool { self == .choice || self == .choices }
}

/// Fits data to a field's type, without reading texts as other types.
struct DataFitting {
  let type: FieldType
  let choices: [Choice]

  /// The value of the field's type that data stands for; nil when it stands for none.
  func value(from data: Value) -> Value? {
    switch (type, data) {
    case (.string, .string(let text)), (.secret, .string(let text)), (.text, .string(let text)):
      text.isEmpty ? Value?.none : data
    case (.date, .string(let text)):
      (try? CalendarDate(text)).map { .string($0.description) }
    case (.boolean, .bool): data
    case (.integer, .int): data
    case (.integer, .uint(let number)): Int64(exactly: number).map { .int($0) }
    case (.number, .double(let number)): number.isFinite ? data : nil
    case (.number, .int(let number)): .double(Double(number))
    case (.number, .uint(let number)): .double(Double(number))
    case (.choice, _): choices.first { $0.isEnabled && $0.value == data }.map(\.value)
    case (.choices, .list(let values)): picked(values)
    default: nil
    }
  }

  /// The picked choices in the order of the choices, each once; nil when one is none of them.
  private func picked(_ values: [Value]) -> Value? {
    let wanted = Set(values)
    let found = choices.filter { $0.isEnabled && wanted.contains($0.value) }.map(\.value)
    return Set(found).count == wanted.count ? .list(found) : nil
  }

  /// What is wrong with data that fits not.
  static func complaint(
    about data: Value, for type: FieldType, choices: [Choice]
  ) -> String {
    switch type {
    case .string, .text, .secret: "a text is needed"
    case .integer: "a whole number is needed, like 8080"
    case .number: "a number is needed, like 2.5"
    case .boolean: "yes or no is needed"
    case .date: "a date is needed, like 2026-01-31"
    case .choice, .choices:
      choices.isEmpty ? "there is nothing to choose" : "'\(data.plainText)' is none of the choices"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

extension CheckedStep {
  /// The expressions that are evaluated for the step.
  package var expressions: [FlowExpression] {
    var all = (title?.expressions ?? []) + (text?.expressions ?? [])
    for validation in validations { all += [validation.check] + validation.message.expressions }
    for element in elements {
      if let when = element.when { all.append(when) }
      switch element.kind {
      case .note(let text): all += text.expressions
      case .compute(let expression): all.append(expression)
      case .capture: break
      case .field(let field):
        all += field.shownExpressions
        for validation in field.validations {
          all += [validation.check] + validation.message.expressions
        }
        for text in field.messages.values { all += text.expressions }
      }
    }
    switch kind {
    case .repeat(let list):
      if let over = list.over { all.append(over) }
      all += list.matrix?.heading?.expressions ?? []
    case .run(let run): all += run.call.expressions + (run.undo?.expressions ?? [])
    case .write(let write): all += write.expressions
    default: break
    }
    return all
  }
}

extension CheckedOutput {
  /// The expressions of the output's leaves.
  package var expressions: [FlowExpression] {
    switch self {
    case .everyAnswer: []
    case .expression(let expression): [expression]
    case .map(let entries): entries.flatMap(\.value.expressions)
    case .list(let items): items.flatMap(\.expressions)
    case .merged(let base, let entries): base.expressions + entries.flatMap(\.value.expressions)
    }
  }
}

extension CheckedField {
  /// The expressions whose names must have values before the field can be shown.
  package var shownExpressions: [FlowExpression] {
    var all: [FlowExpression] = []
    if let computedPriority { all.append(computedPriority) }
    all += texts.all.flatMap(\.expressions)
    for setting in settings.all {
      if case .computed(let expression) = setting { all.append(expression) }
    }
    for constraint in constraints {
      if case .computed(_, let expression) = constraint { all.append(expression) }
    }
    switch choices {
    case nil: break
    case .computed(let from, let value, let label, let hint, let section):
      all.append(from)
      if let value { all.append(value) }
      for text in [label, hint, section] { all += text?.expressions ?? [] }
    case .listed(let choices):
      for choice in choices {
        for expression in [choice.when, choice.disabledWhen] {
          if let expression { all.append(expression) }
        }
        for text in [choice.label, choice.hint, choice.section, choice.disabled] {
          all += text?.expressions ?? []
        }
      }
    }
    return all
  }
}

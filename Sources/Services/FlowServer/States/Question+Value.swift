// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel
package import FlowScreens
import FlowSessions
import SourceDiagnostics

extension Question {
  /// The question as a JSON object.
  var value: Value {
    let progress = progress
    return .object([
      "id": .string(step.id), "key": dataName.value, "kind": .string(kind.rawValue),
      "asked": .string(asked),
      "title": step.title.value, "description": step.description.value,
      "text": step.text.value,
      "sections": step.sections.isEmpty
        ? nil
        : .list(
          step.sections.map { .object(["id": .string($0.id), "title": .string($0.title)]) }),
      "item": step.item.map { item in
        .object([
          "list": .string(item.list), "title": item.title.value,
          "description": item.description.value, "number": .number(item.number),
        ])
      },
      "notes": notes.isEmpty ? nil : .texts(notes),
      "fields": step.visibleFields.isEmpty ? nil : .list(fields.map(\.value)),
      "list": list, "answers": answers.isEmpty ? nil : .list(answers.map(\.value)),
      "denial": step.denial.value,
      "problems": step.problems.isEmpty ? nil : .list(step.problems.map(\.value)),
      "progress": .object([
        "step": .number(progress.step), "remaining": .number(progress.remaining),
      ]),
      "back": .object([
        "possible": .bool(canGoBack),
        "steps": .list(
          earlier.map { .object(["id": .string($0.id), "discards": .texts($0.discards)]) }),
      ]),
    ])
  }

  /// The items of a list of records, of which the last ones are listed; nil for other steps.
  private var list: Value? {
    guard case .repeat = step.kind else { return nil }
    let first = max(0, step.items.count - Field.maximumPageSize)
    return .object([
      "total": .number(step.items.count), "offset": .number(first),
      "items": .list(
        step.items[first...].map { item in
          .object(["summary": .string(item.summary), "problem": item.problem.value])
        }),
      "canChange": .bool(step.canChangeItems),
      "canRestore": step.restorablePosition == nil ? nil : true,
      "minItems": step.itemLimits.least.map { .number($0) },
      "maxItems": step.itemLimits.most.map { .number($0) },
    ])
  }
}

extension Question.Field {
  /// The question as a JSON object.
  package var value: Value {
    .object([
      "id": .string(id), "key": id == dataName ? nil : .string(dataName),
      "type": .string(state.type.rawValue), "label": .string(label),
      "short": state.short.value,
      "description": state.description.value, "help": state.help.value, "hint": state.hint.value,
      "required": .bool(state.isRequired),
      "secret": .flag(state.isSecret), "widget": state.widget.value,
      "yes": state.ownWords.yes.value, "no": state.ownWords.no.value,
      "generate": state.generate.map { generate in
        .object(["length": .number(generate.length), "from": .string(generate.alphabet)])
      },
      "schema": schema,
      "choices": state.type.isChoice ? choices().value : nil,
      "other": state.otherLabel.value,
      "emptyText": state.choices.isEmpty ? state.emptyText.value : nil,
      "completions": state.completions.isEmpty
        ? nil : .texts(state.completions.prefix(Self.maximumPageSize)),
      "offer": offer.map { offer in
        .object([
          "value": offer.value, "text": .string(state.shownText(of: offer.value)),
          "isEarlierAnswer": .bool(offer.isSuggestion),
        ])
      },
      "default": defaultValue, "draft": draft, "unfinished": unfinished,
      "problems": state.problems.isEmpty ? nil : .list(state.problems.map(\.value)),
    ])
  }

  /// The input that was typed or picked and isn't submitted; nil for none.
  private var unfinished: Value? {
    switch state.unfinished {
    case .text(let text)?: .object(["text": .string(text)])
    case .value(let value)?: .object(["value": value])
    case nil, .empty?, .offered?, .default?, .remembered?: nil
    }
  }

  /// The answer given so far; nil if there's none, or if it's a secret.
  ///
  /// One that's accepted is its value, whether it was typed or given as data; a refused one is as it was given.
  private var draft: Value? {
    guard !state.isSecret, state.draft != .untouched else {
      return state.refusedOffer.map { .object(["value": $0]) }
    }
    if let value = state.value { return .object(["value": value]) }
    return switch state.draft {
    case .untouched: nil
    case .typed(let text): .object(["text": .string(text)])
    case .data(let value): .object(["value": value])
    case .empty: .object(["value": .null])
    }
  }
}

extension Question.Field.Page<Choice> {
  /// The page as a JSON object.
  var value: Value {
    .object([
      "total": .number(total), "offset": .number(offset),
      "items": .list(
        elements.map { choice in
          .object([
            "value": choice.value, "label": .string(choice.label), "hint": choice.hint.value,
            "section": choice.section.value, "separated": .flag(choice.isSeparated),
            "disabled": choice.disabledReason.value, "locked": choice.lockedReason.value,
            "alone": .flag(choice.isAlone),
          ])
        }),
    ])
  }
}

extension Problem {
  /// The problem as a JSON object.
  var value: Value {
    .object([
      "field": .string(field), "rule": .string(rule.word), "message": .string(message),
      "severity": .string(severity == .error ? "error" : "warning"), "proposal": proposal.value,
      "item": item.map { .number($0) },
    ])
  }
}

extension Problem.Rule {
  /// The word for the rule in messages.
  var word: String {
    switch self {
    case .type: "type"
    case .required: "required"
    case .constraint(let kind): kind.rawValue
    case .choice: "choice"
    case .validation: "validate"
    case .confirmation: "confirmation"
    case .uncheckable: "uncheckable"
    }
  }
}

extension FlowSession.ReviewRow {
  /// The answer as a JSON object.
  var value: Value {
    .object([
      "id": .string(id), "label": .string(label), "short": short.value, "text": text.value,
      "origin": .string(origin.rawValue),
      "sections": sections.isEmpty ? nil : .texts(sections.map(\.title)),
    ])
  }
}

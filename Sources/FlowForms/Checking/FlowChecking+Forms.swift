// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// Checks forms, in which an element can read the elements before it.
extension FlowChecking {
  mutating func checkForm(
    _ step: StepDefinition, _ elements: [StepDefinition], _ validations: [ValidationDefinition]
  ) {
    let title = check(step.title)
    let planIndex = plan.count
    var checked: [CheckedElement] = []
    for (index, element) in elements.enumerated() {
      let origin = NameOrigin.element(plan: planIndex, element: index)
      let item = allowing(element) {
        $0.checkElement(element, origin: origin, planIndex: planIndex)
      }
      if let item { checked.append(item) }
    }
    let checkedValidations = validations.compactMap { validation -> CheckedValidation? in
      let element = elementIndex(of: validation, in: checked)
      return check(validation, element: element)
    }
    plan.append(
      .step(
        CheckedStep(
          id: prefix + step.id.name, kind: .form, repeats: repeats, title: title, text: nil,
          elements: checked,
          validations: checkedValidations, conditions: path, sections: sections, place: step.place))
    )
  }

  private mutating func checkElement(
    _ element: StepDefinition, origin: NameOrigin, planIndex: Int
  ) -> CheckedElement? {
    present = element.id.name
    let when = element.when.flatMap { check($0, expecting: .bool) }
    return reached(when: when) {
      $0.checkShown(element, when: when, origin: origin, planIndex: planIndex)
    }
  }

  private mutating func checkShown(
    _ element: StepDefinition, when: FlowExpression?, origin: NameOrigin, planIndex: Int
  ) -> CheckedElement? {
    var read = Set(when.map { reads($0, planIndex) } ?? [])
    let kind: CheckedElement.Kind
    switch element.kind {
    case .ask(let field):
      let checked = checkField(field, id: element.id)
      declareAnswer(element.id, checked, origin: origin)
      follower?.declare(
        element.id, as: checked.valueType, .field(definition.extensions.completing(field)),
        knowing: checked.knownValues)
      for expression in checked.shownExpressions { read.formUnion(reads(expression, planIndex)) }
      kind = .field(checked)
    case .note(let text):
      guard let checked = check(text) else { return nil }
      for expression in checked.expressions { read.formUnion(reads(expression, planIndex)) }
      kind = .note(checked)
    case .compute(let source):
      let checked = check(source)
      declare(
        element.id, as: checked?.compiled.type ?? .unknown, origin: origin, isRequired: true,
        knownValues: checked.flatMap { knownValues(ofNamed: $0) })
      follower?.declare(element.id, as: checked?.compiled.type ?? .dyn, .compute(source))
      guard let checked else { return nil }
      recordCompute(element.id, at: origin)
      read.formUnion(reads(checked, planIndex))
      kind = .compute(checked)
    default:
      report(
        Diagnostic(
          "unknown-step", "a form holds 'ask', 'note' and 'compute', no '\(element.kind.keyword)'",
          at: element.place))
      return nil
    }
    return CheckedElement(
      id: prefix + element.id.name, kind: kind, when: when, readsElements: read.sorted())
  }

  /// Returns the elements of the step at an index of the plan that an expression reads.
  private func reads(_ expression: FlowExpression, _ planIndex: Int) -> [Int] {
    expression.compiled.freeNames.compactMap { name in
      guard case .element(planIndex, let element)? = declared[name]?.origin else { return nil }
      return element
    }
  }

  /// Returns the element that a check of the form applies to: the one that it names, or else the
  /// first one that it reads.
  private mutating func elementIndex(
    of validation: ValidationDefinition, in elements: [CheckedElement]
  ) -> Int {
    let fields = elements.indices.filter { elements[$0].field != nil }
    if let field = validation.field {
      if let index = fields.first(where: { elements[$0].field?.name == field.name }) {
        return index
      }
      let near = NearMiss.nearest(
        to: field.name, in: fields.compactMap { elements[$0].field?.name }
      )
      .map { "; did you mean '\($0)'?" }
      report(
        Diagnostic(
          "unknown-answer", "this form has no field '\(field.name)'\(near ?? "")",
          at: field.place))
    }
    return fields.first ?? 0
  }
}

extension CheckedField {
  /// The expressions whose names must have values before the field can be shown.
  var shownExpressions: [FlowExpression] {
    var all: [FlowExpression] = []
    for text in [label, help, hint, empty] { all += text?.expressions ?? [] }
    for setting in [defaultValue, required, suggest] {
      if case .computed(let expression)? = setting { all.append(expression) }
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

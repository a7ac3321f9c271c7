// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
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
    let fields = checked.indices.filter { checked[$0].field != nil }
    let names = Dictionary(
      fields.map { (checked[$0].field?.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    let checkedValidations = validations.compactMap { validation -> CheckedValidation? in
      let element = elementIndex(of: validation, among: names) ?? fields.first ?? 0
      return check(validation, element: element)
    }
    follower?.pass(form: step.id, checks: validations)
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
    let when = element.when.flatMap { checkAsked($0, expecting: .bool) }
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
      declareAnswer(element, checked, origin: origin)
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
      let checked = checkAsked(source)
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
          "unknown-step",
          "a form holds 'ask', 'note' and 'compute', no '\(element.kind.writtenKeyword.rawValue)'",
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

  /// Returns the index of the field that a check of the form names, or nil if it names none.
  private mutating func elementIndex(
    of validation: ValidationDefinition, among fields: [String: Int]
  ) -> Int? {
    guard let field = validation.field else { return nil }
    if let index = fields[field.name] { return index }
    // Of equally close names, the first one in the form wins.
    let near = nearMisses.match(
      for: field.name, in: fields.sorted { $0.value < $1.value }.map(\.key)
    )
    .map { "; did you mean '\($0.name)'?" }
    report(
      Diagnostic(
        "unknown-answer", "this form has no field '\(field.name)'\(near ?? "")",
        at: field.place))
    return nil
  }
}

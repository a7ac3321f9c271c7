// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks forms, in which an element can read the elements before it.
extension FlowChecking {
  mutating func checkForm(
    _ step: StepDefinition, _ elements: [StepDefinition], _ validations: [ValidationDefinition]
  ) {
    let title = check(step.title, for: .title)
    let description = check(step.description, for: .description)
    let planIndex = plan.count
    var checked: [CheckedElement] = []
    let form = self.step
    for (number, element) in elements.enumerated() {
      let origin = NameOrigin.element(plan: planIndex, element: number)
      understandLost(in: form, before: element)
      begin(number, in: form)
      let item = allowing(element) {
        $0.checkElement(element, origin: origin, planIndex: planIndex)
      }
      if let item { checked.append(item) }
    }
    understandLost(in: form, before: nil)
    self.step = form
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
          id: prefix + step.id.name, kind: .form, repeats: repeats, title: title,
          description: description, elements: checked,
          validations: checkedValidations, conditions: path, sections: sections, place: step.place))
    )
  }

  private mutating func checkElement(
    _ element: StepDefinition, origin: NameOrigin, planIndex: Int
  ) -> CheckedElement? {
    present = element.id.name
    let first = lastExpression + 1
    let when = element.when.flatMap { checkAsked($0, for: .when, expecting: .bool) }
    let isUnknown = element.when != nil && when == nil
    if isUnknown { unknownConditions += 1 }
    defer { if isUnknown { unknownConditions -= 1 } }
    return reached(when: when) { checking in
      checking.checkShown(element, origin: origin).map {
        CheckedElement(
          id: checking.prefix + element.id.name, kind: $0, when: when,
          readsElements: checking.elementsRead(from: first, planIndex))
      }
    }
  }

  private mutating func checkShown(
    _ element: StepDefinition, origin: NameOrigin
  ) -> CheckedElement.Kind? {
    switch element.kind {
    case .ask(let field):
      let checked = checkField(field, id: element.id)
      declareAnswer(element, checked, origin: origin)
      follower?.declare(
        element.id, as: checked.valueType, .field(definition.extensions.completing(field)),
        knowing: checked.knownValues)
      return .field(checked)
    case .note(let text): return check(text, for: .text).map { .note($0) }
    case .compute(let source):
      let checked = checkAsked(source, for: .compute)
      declare(
        element.id, as: checked?.compiled.type ?? .unknown, origin: origin, isRequired: true,
        knownValues: checked.flatMap { knownValues(ofNamed: $0) })
      follower?.declare(element.id, as: checked?.compiled.type ?? .dyn, .compute(source))
      // The name refers to a hole in the form.
      guard let checked else { return .note(CheckedText(variants: [])) }
      recordCompute(element.id, at: origin)
      return .compute(checked)
    default:
      understand { $0.checkReached(element) }
      report(
        Diagnostic(
          "unknown-step",
          "a form holds 'ask', 'note' and 'compute', no '\(element.kind.writtenKeyword.rawValue)'",
          at: element.place))
      return .note(CheckedText(variants: []))
    }
  }

  /// Returns the elements of the step at an index of the plan that an element reads to be shown.
  ///
  /// - Parameters:
  ///   - first: The index of the element's first expression.
  ///   - planIndex: The index of the step.
  /// - Returns: The indices of the elements, in order.
  private func elementsRead(from first: Int, _ planIndex: Int) -> [Int] {
    var read: Set<Int> = []
    for expression in index.expressions[first...] where expression.isNeededToShow {
      for name in expression.checked?.compiled.freeNames ?? [] {
        guard case .element(planIndex, let element)? = declared[name]?.origin else { continue }
        read.insert(element)
      }
    }
    return read.sorted()
  }

  /// Returns the index of the field that a check of the form names, or nil if it names none.
  private mutating func elementIndex(
    of validation: ValidationDefinition, among fields: [String: Int]
  ) -> Int? {
    guard let field = validation.field else { return nil }
    note(useOf: field)
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

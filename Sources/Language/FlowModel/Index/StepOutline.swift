// SPDX-License-Identifier: Apache-2.0

/// A step of a flow, at its place among all of them.
package struct OutlinedStep: Sendable {
  package let step: StepDefinition

  /// Its id, including the ids of the lists that contain it: `env[].key`.
  package let id: String

  /// The index of the group, form, or list that contains it; nil if nothing does.
  package let parent: Int?

  /// The index of the innermost list whose items it belongs to; nil outside lists.
  package let list: Int?

  /// Whether it's an element of a form.
  package let isElement: Bool

  /// Whether it's the form of a row of a matrix, which is no step in the file.
  package let isRow: Bool

  /// The index after those of the steps in it.
  package fileprivate(set) var end: Int

  /// The field, if it's a question.
  package var field: FieldDefinition? {
    if case .ask(let field) = step.kind { field } else { nil }
  }
}

extension [StepDefinition] {
  /// These steps and all in them, each before those in it, in the order of the file.
  ///
  /// Those of used flows aren't among them.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  package var outline: [OutlinedStep] {
    var found: [OutlinedStep] = []
    func add(
      _ steps: [StepDefinition], under prefix: String, in parent: Int?, list: Int?,
      areElements: Bool = false, areRows: Bool = false
    ) {
      for step in steps {
        let index = found.count
        let id = prefix + step.id.name
        found.append(
          OutlinedStep(
            step: step, id: id, parent: parent, list: list, isElement: areElements,
            isRow: areRows, end: 0))
        switch step.kind {
        case .group(let inner): add(inner, under: prefix, in: index, list: list)
        case .form(let elements, _):
          add(elements, under: prefix, in: index, list: list, areElements: true)
        case .repeat(let repeated):
          add(
            repeated.steps, under: "\(id)[].", in: index, list: index,
            areRows: repeated.rowForm != nil)
        case .ask, .note, .flow, .compute, .review, .commit, .stop, .run, .write: break
        }
        found[index].end = found.count
      }
    }
    add(self, under: "", in: nil, list: nil)
    return found
  }

  /// Returns the steps whose answers are one record: those outside of inner lists, also in groups and forms.
  ///
  /// - Parameter includesComputes: Whether to include computed values.
  /// - Returns: The steps, in the order of the file.
  /// - Complexity: O(*n*) in the number of steps.
  package func answers(includingComputes includesComputes: Bool = false) -> [StepDefinition] {
    outline.lazy.filter { $0.list == nil }.map(\.step).filter { step in
      if case .compute = step.kind { includesComputes } else { step.kind.hasAnswer }
    }
  }
}

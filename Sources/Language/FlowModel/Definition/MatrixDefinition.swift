// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The parts of a matrix besides its list: a form whose fields are asked once for each element of a list, in a
/// table.
///
/// The list's only step is the form of a row.
package struct MatrixDefinition: Hashable, Sendable {
  /// The name of the element in expressions.
  package var element: Identifier

  /// The heading of a row, which can read the element and `index`; nil to show the element itself, or its
  /// number.
  package var heading: LocalizedText?

  /// Creates what a matrix has besides its list.
  package init(element: Identifier = Identifier("item"), heading: LocalizedText? = nil) {
    self.element = element
    self.heading = heading
  }

  /// The maximum number of cells, which are asked on one screen: 1,000.
  package static let maximumCells = 1000
}

extension StepDefinition.Kind {
  /// Returns a matrix: a form whose fields are asked once for each element of a list.
  ///
  /// - Parameters:
  ///   - elements: The fields, notes, and computed values of a row.
  ///   - validations: The checks of a row.
  ///   - over: The list.
  ///   - matrix: What it has besides its list.
  ///   - place: Where it is.
  /// - Returns: The kind of the step.
  package static func matrix(
    elements: [StepDefinition], validations: [ValidationDefinition], over: ExpressionSource,
    _ matrix: MatrixDefinition, place: SourcePlace = .code
  ) -> StepDefinition.Kind {
    let row = StepDefinition(
      id: Identifier(matrix.element.name, at: place),
      kind: .form(elements: elements, validations: validations), place: place)
    return .repeat(RepeatDefinition(steps: [row], over: over, matrix: matrix))
  }

  /// The key that names the step in a file: that of its kind, but `form` for a matrix.
  package var writtenKeyword: StepKeyword {
    if case .repeat(let list) = self, list.rowForm != nil { .form } else { keyword }
  }
}

extension RepeatDefinition {
  /// The form of a row, if it's a matrix.
  package var rowForm: (elements: [StepDefinition], validations: [ValidationDefinition])? {
    guard matrix != nil, steps.count == 1, case .form(let elements, let validations) = steps[0].kind
    else { return nil }
    return (elements, validations)
  }
}

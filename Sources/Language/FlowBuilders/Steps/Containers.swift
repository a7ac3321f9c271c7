// SPDX-License-Identifier: Apache-2.0

public import FlowModel

/// Several fields on one step, submitted together.
///
/// It contains `Ask`, `Note`, and `Compute`, whose `when` shows and hides them as earlier answers of
/// the form change.
public struct Form: CheckablePart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - title: The title.
  ///   - elements: The fields, notes, and computed values.
  public init(
    _ id: Identifier, _ title: LocalizedText? = nil,
    @StepsBuilder _ elements: () -> [StepDefinition]
  ) {
    step = StepDefinition(
      id: id, kind: .form(elements: elements(), validations: []), title: title)
  }

  /// Returns the form with a text that's always shown below its title.
  public func description(_ description: LocalizedText) -> Form {
    with { $0.description = description }
  }

  /// Returns the form as a matrix, which asks its fields once for each element of a list, in a table.
  ///
  /// Its answer is a list of records, in the order of the elements.
  ///
  /// - Parameters:
  ///   - elements: The list, in CEL.
  ///   - name: The name of the element in the fields and the heading.
  ///   - heading: The heading of a row; nil for the element itself, or the number of a record.
  /// - Returns: The matrix.
  public func over(
    _ elements: ExpressionSource, as name: Identifier = Identifier("item"),
    heading: LocalizedText? = nil
  ) -> Form {
    with { step in
      let form: (elements: [StepDefinition], validations: [ValidationDefinition])
      switch step.kind {
      case .form(let fields, let validations): form = (fields, validations)
      case .repeat(let list):
        guard let row = list.rowForm else { return }
        form = row
      default: return
      }
      step.kind = .matrix(
        elements: form.elements, validations: form.validations, over: elements,
        MatrixDefinition(element: name, heading: heading))
    }
  }

  /// Returns the form as a matrix, which asks its fields once for each element of a list, in a table.
  public func over<Element>(
    _ elements: some FlowTerm<[Element]>, as name: Identifier = Identifier("item"),
    heading: LocalizedText? = nil
  ) -> Form {
    over(elements.term.source, as: name, heading: heading)
  }
}

/// Steps with a common condition or title.
public struct Group: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - title: The title.
  ///   - steps: The steps.
  public init(
    _ id: Identifier, _ title: LocalizedText? = nil,
    @StepsBuilder _ steps: () -> [StepDefinition]
  ) {
    step = StepDefinition(id: id, kind: .group(steps()), title: title)
  }
}

/// A list of records, with the same steps for each of them.
public struct Repeat: CheckablePart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - id: The id, which is the name of the list.
  ///   - title: The title.
  ///   - steps: The steps for each item.
  public init(
    _ id: Identifier, _ title: LocalizedText? = nil,
    @StepsBuilder _ steps: () -> [StepDefinition]
  ) {
    step = StepDefinition(
      id: id, kind: .repeat(RepeatDefinition(steps: steps())), title: title)
  }

  private func list(_ change: (inout RepeatDefinition) -> Void) -> Repeat {
    with { step in
      guard case .repeat(var list) = step.kind else { return }
      change(&list)
      step.kind = .repeat(list)
    }
  }

  /// Returns the list with a text that's always shown below its title.
  public func description(_ description: LocalizedText) -> Repeat {
    with { $0.description = description }
  }

  /// Returns the list with a name in data.
  public func key(_ name: Identifier) -> Repeat { with { $0.key = name } }

  /// Returns the list with a line that summarizes an item.
  public func summary(_ summary: LocalizedText) -> Repeat { list { $0.summary = summary } }

  /// Returns the list with a minimum number of items.
  public func minItems(_ count: Setting) -> Repeat {
    list { $0.constraints.append(ConstraintDefinition(.minItems, count)) }
  }

  /// Returns the list with a maximum number of items.
  public func maxItems(_ count: Setting) -> Repeat {
    list { $0.constraints.append(ConstraintDefinition(.maxItems, count)) }
  }

  /// Returns the list whose next record opens by itself until there's the minimum number of items.
  public func fill(_ isFilled: Bool = true) -> Repeat { list { $0.isFilled = isFilled } }

  /// Returns the list with an item for each element of another list, in CEL; the element is `item`.
  public func over(_ elements: ExpressionSource) -> Repeat { list { $0.over = elements } }

  /// Returns the list with an item for each element of another list; the element is `item`.
  public func over<Element>(_ elements: some FlowTerm<[Element]>) -> Repeat {
    over(elements.term.source)
  }
}

/// A flow within a flow, whose output is one value.
public struct Subflow: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a use of another flow.
  ///
  /// - Parameters:
  ///   - id: The id, which is the name of the used flow's output.
  ///   - flow: The used flow.
  ///   - arguments: The values of its inputs: expressions of the outer flow, in CEL, or `.term(key)`.
  ///   - file: The name of its file when the outer flow is written; nil for its id.
  public init(
    _ id: Identifier, _ flow: FlowDefinition,
    with arguments: KeyValuePairs<String, OutputDefinition> = [:], file: String? = nil
  ) {
    step = StepDefinition(
      id: id,
      kind: .flow(
        SubflowDefinition(
          use: Identifier(file ?? "\(flow.id.name).flow.yaml"),
          arguments: arguments.map { .init(key: Identifier($0.key), value: $0.value) },
          flow: flow)))
  }

  /// Returns the use of the flow with a name of its answers in data.
  public func key(_ name: Identifier) -> Subflow { with { $0.key = name } }
}

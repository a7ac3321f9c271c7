// SPDX-License-Identifier: Apache-2.0

/// A function of a flow, which its expressions call.
package struct FunctionDefinition: Hashable, Sendable {
  /// The name.
  package var name: Identifier

  /// Its parameters, in the order of its arguments.
  package var parameters: [Parameter]

  /// The result: an expression of the parameters and of other functions of the flow.
  package var value: ExpressionSource

  /// Creates a function.
  package init(name: Identifier, parameters: [Parameter], value: ExpressionSource) {
    self.name = name
    self.parameters = parameters
    self.value = value
  }

  /// A parameter of a function.
  package struct Parameter: Hashable, Sendable {
    /// The name.
    package var name: Identifier

    /// The type of the argument.
    package var type: InputType

    /// Whether its type can't be read, and ``type`` says nothing.
    package var isLost = false

    /// Creates a parameter.
    package init(name: Identifier, type: InputType) {
      self.name = name
      self.type = type
    }
  }

  /// The maximum number of functions of a flow: 200.
  package static let maximumCount = 200
}

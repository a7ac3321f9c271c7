// SPDX-License-Identifier: Apache-2.0

public import FlowModel

/// An input of a flow, whose value comes from the caller.
public struct Input: FlowPart {
  private let definition: InputDefinition

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type.
  ///   - value: The value if the caller doesn't give one; nil if the input is required.
  ///   - variable: The environment variable that provides the value if the caller doesn't.
  public init(
    _ name: Identifier, _ type: InputType, default value: LiteralValue? = nil,
    env variable: String? = nil
  ) {
    definition = InputDefinition(
      name: name, type: type, environmentVariable: variable, defaultValue: value)
  }

  /// Creates an input of the type of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value if the caller doesn't give one; nil if the input is required.
  ///   - variable: The environment variable that provides the value if the caller doesn't.
  public init<V: AnswerValue>(
    _ key: AnswerKey<V>, default value: V? = nil, env variable: String? = nil
  ) {
    // An enumeration has no choices as an input.
    let type = V.fieldType == .choice ? .string : V.fieldType
    self.init(
      Identifier(key.name), type == .choices ? .list(.field(.string)) : .field(type),
      default: value.map { LiteralValue($0.answer) }, env: variable)
  }

  /// Appends the input to a definition.
  public func add(to flow: inout FlowDefinition) { flow.inputs.append(definition) }
}

/// A function of a flow, which its expressions call.
public struct FlowFunction: FlowPart {
  private let definition: FunctionDefinition

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - parameters: The types of the parameters by name, in the order of the arguments.
  ///   - value: What it returns, in CEL; only the parameters and other functions of the flow are known.
  public init(
    _ name: Identifier, with parameters: KeyValuePairs<String, InputType> = [:],
    value: ExpressionSource
  ) {
    definition = FunctionDefinition(
      name: name, parameters: parameters.map { .init(name: Identifier($0.key), type: $0.value) },
      value: value)
  }

  /// Appends the function to a definition.
  public func add(to flow: inout FlowDefinition) { flow.functions.append(definition) }
}

extension InputType {
  /// Returns the type of a record; the name of an optional part ends with `?`.
  ///
  /// - Parameter parts: The types of the parts by name, such as `["id": .field(.string)]`.
  /// - Returns: The type.
  public static func fields(_ parts: KeyValuePairs<String, InputType>) -> InputType {
    .record(
      parts.map { name, type in
        name.last == "?"
          ? RecordPart(name: String(name.dropLast()), type: type, isOptional: true)
          : RecordPart(name: name, type: type)
      })
  }
}

/// The output of a flow; without one, it's every answer.
public struct Output: FlowPart {
  private let definition: OutputDefinition

  /// Creates an output.
  ///
  /// ```swift
  /// let name = AnswerKey<String>("name")
  /// let output = Output(["service": ["name": .term(name), "dns": "name + '.example.com'"]])
  /// ```
  ///
  /// - Parameter output: The output: an expression as text, or a dictionary.
  public init(_ output: OutputDefinition) { definition = output }

  /// Sets the output of a definition.
  public func add(to flow: inout FlowDefinition) { flow.output = definition }
}

extension OutputDefinition {
  /// Returns the value of a term.
  public static func term(_ term: some FlowTerm) -> OutputDefinition {
    .expression(term.term.source)
  }
}

/// A migration of the answers that an earlier version of a flow saved.
public struct Migration: FlowPart {
  private let definition: MigrationDefinition

  /// Creates a migration to the next version.
  ///
  /// - Parameters:
  ///   - version: The version that saved the answers.
  ///   - renamed: The new id of each renamed answer, by its old one.
  ///   - dropped: The answers that are no longer needed.
  ///   - computed: The computed answers, in CEL; they can read the saved ones as `saved`.
  public init(
    from version: Int, rename renamed: KeyValuePairs<String, String> = [:],
    drop dropped: [String] = [], set computed: KeyValuePairs<String, String> = [:]
  ) {
    definition = MigrationDefinition(
      version: version,
      renamings: renamed.map { .init(old: Identifier($0.key), new: Identifier($0.value)) },
      dropped: dropped.map { Identifier($0) },
      assignments: computed.map {
        .init(id: Identifier($0.key), value: ExpressionSource($0.value))
      })
  }

  /// Appends the migration to a definition.
  public func add(to flow: inout FlowDefinition) { flow.migrations.append(definition) }
}

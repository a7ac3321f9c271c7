// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// A flow as written in its file: what is asked, in which order and under which conditions.
///
/// A definition is plain data with the place of everything in it. Nothing about it is proven yet:
/// `FlowFile.check` of `FlowFiles` finds the mistakes in it and makes the ``CheckedFlow`` that a
/// ``FlowSession`` walks.
///
/// In code literals stand for names, texts, expressions and values, and places are left out:
///
/// ```swift
/// let flow = FlowDefinition(
///   id: "service",
///   steps: [
///     StepDefinition(
///       id: "kind",
///       kind: .ask(FieldDefinition(type: .choice, choices: .listed(["http", "worker"])))),
///     StepDefinition(
///       id: "port",
///       kind: .ask(
///         FieldDefinition(
///           type: .integer, defaultValue: 8080, constraints: [ConstraintDefinition(.min, 1024)])),
///       when: "kind == 'http'"),
///   ])
/// ```
public struct FlowDefinition: Hashable, Sendable {
  /// The flow's name.
  public var id: Identifier

  /// The flow's own version, which saved answers carry; 1 when the file names none.
  public var version: Int

  /// The flow's title.
  public var title: LocalizedText?

  /// The language tag of texts that name none; `en` when the file names none.
  public var language: String

  /// What the caller gives, in the file's order.
  public var inputs: [InputDefinition]

  /// The steps, in the file's order.
  public var steps: [StepDefinition]

  /// What the flow returns; nil for every answer.
  public var output: OutputDefinition?

  /// What happens to the answers that earlier versions saved, in the file's order.
  public var migrations: [MigrationDefinition]

  /// The kinds of findings that are allowed everywhere.
  public var allow: [DiagnosticID]

  /// The file.
  public var file: SourceFile

  /// Creates a definition.
  public init(
    id: Identifier, version: Int = 1, title: LocalizedText? = nil, language: String = "en",
    inputs: [InputDefinition] = [], steps: [StepDefinition], output: OutputDefinition? = nil,
    migrations: [MigrationDefinition] = [], allow: [DiagnosticID] = [], file: SourceFile = .code
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.language = language
    self.inputs = inputs
    self.steps = steps
    self.output = output
    self.migrations = migrations
    self.allow = allow
    self.file = file
  }
}

/// A name with its place: a step's id, an input's name.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public var name: String

  /// Where it is.
  public var place: SourcePlace

  /// Creates an identifier.
  public init(_ name: String, at place: SourcePlace = .code) {
    self.name = name
    self.place = place
  }

  /// The name.
  public var description: String { name }
}

/// A value that the caller gives.
public struct InputDefinition: Hashable, Sendable {
  /// The name.
  public var name: Identifier

  /// Its type.
  public var type: InputType

  /// The environment variable that is read when the caller gives no value.
  public var environmentVariable: String?

  /// The value when the caller gives none; nil: the input is required.
  public var defaultValue: LiteralValue?

  /// Creates an input.
  public init(
    name: Identifier, type: InputType, environmentVariable: String? = nil,
    defaultValue: LiteralValue? = nil
  ) {
    self.name = name
    self.type = type
    self.environmentVariable = environmentVariable
    self.defaultValue = defaultValue
  }
}

/// The type of an input.
public indirect enum InputType: Hashable, Sendable {
  /// A scalar as a field of this type takes it.
  case field(FieldType)

  /// A list of elements of one type.
  case list(InputType)

  /// A map from text to values of one type.
  case map(InputType)

  /// A record of named parts, in the file's order.
  case record([RecordPart])

  /// A part of a record.
  public struct RecordPart: Hashable, Sendable {
    /// The part's name.
    public var name: String

    /// Its type.
    public var type: InputType

    /// Whether it may be missing: `note: string?`.
    public var isOptional: Bool

    /// Creates a part.
    public init(name: String, type: InputType, isOptional: Bool = false) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
    }
  }
}

/// What a flow returns: maps and lists may nest, and each leaf is an expression.
public indirect enum OutputDefinition: Hashable, Sendable {
  /// An expression.
  case expression(ExpressionSource)

  /// A map, in the file's order.
  case map([Entry])

  /// A list.
  case list([OutputDefinition])

  /// An entry of a map.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: Identifier

    /// The value.
    public var value: OutputDefinition

    /// Creates an entry.
    public init(key: Identifier, value: OutputDefinition) {
      self.key = key
      self.value = value
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The definition of a flow: what's asked, in which order, and under which conditions.
///
/// A definition is plain data, with the place of each part. It hasn't been checked yet:
/// `FlowFile.check` in `FlowFiles` finds the mistakes in it, and creates the ``CheckedFlow`` that a
/// `FlowSession` walks.
///
/// In code, use literals for names, texts, expressions, and values, and omit places:
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
///           type: .integer, settings: [.default: 8080],
///           constraints: [ConstraintDefinition(.min, 1024)])),
///       when: "kind == 'http'"),
///   ])
/// ```
public struct FlowDefinition: Hashable, Sendable {
  /// The flow's name.
  public var id: Identifier

  /// The version of the flow, which saved answers refer to; 1 by default.
  public var version: Int

  /// The flow's title.
  public var title: LocalizedText?

  /// The language tag of texts without one; `en` by default.
  public var language: String

  /// The inputs, in the order of the file.
  public var inputs: [InputDefinition]

  /// The functions that its expressions call, in the order of the file.
  public var functions: [FunctionDefinition]

  /// The steps, in the order of the file.
  public var steps: [StepDefinition]

  /// The output of the flow, or nil for all answers.
  public var output: OutputDefinition?

  /// The migrations of answers saved by earlier versions, in the order of the file.
  public var migrations: [MigrationDefinition]

  /// The path of the file that declares extensions, relative to the flow's folder; nil if there's
  /// none.
  public var extensionsFile: Identifier?

  /// The additions to the language that the flow can use: the declarations of its file of
  /// extensions, and the implementations of the program.
  public var extensions: FlowExtensions

  /// The ids of findings that are allowed everywhere.
  public var allow: [DiagnosticID]

  /// Whether what its writes make is recorded, so that a later version of the flow can update it.
  public var isUpdatable: Bool

  /// The file.
  public var file: SourceFile

  /// The steps and inputs that can't be read; none in a flow without mistakes.
  package var lost: [LostPart] = []

  /// Creates a definition.
  public init(
    id: Identifier, version: Int = 1, title: LocalizedText? = nil, language: String = "en",
    inputs: [InputDefinition] = [], functions: [FunctionDefinition] = [], steps: [StepDefinition],
    output: OutputDefinition? = nil,
    migrations: [MigrationDefinition] = [], extensionsFile: Identifier? = nil,
    extensions: FlowExtensions = FlowExtensions(), allow: [DiagnosticID] = [],
    isUpdatable: Bool = false, file: SourceFile = .code
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.language = language
    self.inputs = inputs
    self.functions = functions
    self.steps = steps
    self.output = output
    self.migrations = migrations
    self.extensionsFile = extensionsFile
    self.extensions = extensions
    self.allow = allow
    self.isUpdatable = isUpdatable
    self.file = file
  }
}

/// A name with its place, such as the id of a step.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public var name: String

  /// The place of the name.
  public var place: SourcePlace

  /// Creates an identifier.
  public init(_ name: String, at place: SourcePlace = .code) {
    self.name = name
    self.place = place
  }

  /// The name.
  public var description: String { name }
}

/// An input, whose value comes from the caller.
public struct InputDefinition: Hashable, Sendable {
  /// The name.
  public var name: Identifier

  /// Its type.
  public var type: InputType

  /// The environment variable that provides the value if the caller doesn't.
  public var environmentVariable: String?

  /// The value if the caller doesn't give one; nil if the input is required.
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
  /// A scalar that's valid for fields of this type.
  case field(FieldType)

  /// A list of elements of one type.
  case list(InputType)

  /// A map from text to values of one type.
  case map(InputType)

  /// A record of named parts, in the order of the file.
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

/// The output of a flow.
///
/// Maps and lists can be nested, and each leaf is an expression.
public indirect enum OutputDefinition: Hashable, Sendable {
  /// An expression.
  case expression(ExpressionSource)

  /// A map, in the order of the file.
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
    ///
    /// In the output of a flow, the value of the key `<<` is a map to which the other entries are added;
    /// `answers` is what the output would be by default.
    public init(key: Identifier, value: OutputDefinition) {
      self.key = key
      self.value = value
    }

    /// Whether its value is a map to which the other entries are added.
    package var isMerged: Bool { key.name == "<<" }

    /// Whether its value is every answer.
    package var isEveryAnswer: Bool {
      guard isMerged, case .expression(let source) = value else { return false }
      return source.text.trimmed == "answers"
    }
  }
}

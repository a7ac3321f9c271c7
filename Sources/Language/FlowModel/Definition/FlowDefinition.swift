// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The definition of a flow: what's asked, in which order, and under which conditions.
///
/// A definition is plain data. It hasn't been checked yet:
/// `FlowFile.check` in `FlowFiles` finds the mistakes in it, and creates the ``CheckedFlow`` that a
/// `FlowSession` walks.
///
/// In code, it's made of the words of `FlowBuilders`; literals stand for names, texts, expressions, and values:
///
/// ```swift
/// let flow = FlowDefinition("service") {
///   Ask("kind", .choice).choices("http", "worker")
///   Ask("port", .integer).min(1024).default(8080).when("kind == 'http'")
/// }
/// ```
public struct FlowDefinition: Hashable, Sendable {
  /// The flow's name.
  package var id: Identifier

  /// The version of the flow, which saved answers refer to; 1 by default.
  package var version: Int

  /// The flow's title.
  package var title: LocalizedText?

  /// The language tag of texts without one; `en` by default.
  package var language: String

  /// The inputs, in the order of the file.
  package var inputs: [InputDefinition]

  /// The functions that its expressions call, in the order of the file.
  package var functions: [FunctionDefinition]

  /// The steps, in the order of the file.
  package var steps: [StepDefinition]

  /// The output of the flow, or nil for all answers.
  package var output: OutputDefinition?

  /// The migrations of answers saved by earlier versions, in the order of the file.
  package var migrations: [MigrationDefinition]

  /// The path of the file that declares extensions, relative to the flow's folder; nil if there's
  /// none.
  package var extensionsFile: Identifier?

  /// The additions to the language that the flow can use: the declarations of its file of
  /// extensions, and the implementations of the program.
  package var extensions: FlowExtensions

  /// The ids of findings that are allowed everywhere.
  package var allow: [DiagnosticID]

  /// Whether what its writes make is recorded, so that a later version of the flow can update it.
  package var isUpdatable: Bool

  /// The file.
  package var file: SourceFile

  /// The steps and inputs that can't be read; none in a flow without mistakes.
  package var lost: [LostPart] = []

  /// Creates a definition.
  package init(
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
  package var place: SourcePlace

  /// Creates an identifier.
  public init(_ name: String, at place: SourcePlace = .code) {
    self.name = name
    self.place = place
  }

  /// The name.
  public var description: String { name }
}

/// An input, whose value comes from the caller.
package struct InputDefinition: Hashable, Sendable {
  /// The name.
  package var name: Identifier

  /// Its type.
  package var type: InputType

  /// The environment variable that provides the value if the caller doesn't.
  package var environmentVariable: String?

  /// The value if the caller doesn't give one; nil if the input is required.
  package var defaultValue: LiteralValue?

  /// Creates an input.
  package init(
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
    package var type: InputType

    /// Whether it may be missing: `note: string?`.
    package var isOptional: Bool

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
    package var key: Identifier

    /// The value.
    package var value: OutputDefinition

    /// Creates an entry.
    ///
    /// In the output of a flow, the value of the key `<<` is a map to which the other entries are added;
    /// `answers` is what the output would be by default.
    package init(key: Identifier, value: OutputDefinition) {
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

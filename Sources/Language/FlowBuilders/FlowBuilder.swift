// SPDX-License-Identifier: Apache-2.0

public import FlowModel
public import SourceDiagnostics

/// Something that a flow consists of: a step, an input, the output, or a migration.
public protocol FlowPart {
  /// Adds it to a definition.
  func add(to flow: inout FlowDefinition)
}

/// Collects the parts of a flow in the closure of a `FlowDefinition`.
@resultBuilder
public enum FlowBuilder {
  /// Takes a part.
  public static func buildExpression(_ part: any FlowPart) -> [any FlowPart] { [part] }

  /// Takes several steps, such as those of a function.
  public static func buildExpression(_ steps: [StepDefinition]) -> [any FlowPart] {
    steps.map { MadeStep($0) }
  }

  /// Joins parts.
  public static func buildBlock(_ parts: [any FlowPart]...) -> [any FlowPart] {
    parts.flatMap { $0 }
  }

  /// Takes the parts of an `if` without `else`.
  public static func buildOptional(_ parts: [any FlowPart]?) -> [any FlowPart] { parts ?? [] }

  /// Takes the parts of one side of an `if` or `switch`.
  public static func buildEither(first parts: [any FlowPart]) -> [any FlowPart] { parts }

  /// Takes the parts of one side of an `if` or `switch`.
  public static func buildEither(second parts: [any FlowPart]) -> [any FlowPart] { parts }

  /// Takes the parts of a loop.
  public static func buildArray(_ parts: [[any FlowPart]]) -> [any FlowPart] {
    parts.flatMap { $0 }
  }
}

/// Collects the steps of a group, a list, or a form.
///
/// `if` and `for` decide when the program builds the flow. What the user's answers decide is a `when`.
@resultBuilder
public enum StepsBuilder {
  /// Takes a step.
  public static func buildExpression(_ step: any FlowStepPart) -> [StepDefinition] { [step.step] }

  /// Takes several steps, such as those of a function.
  public static func buildExpression(_ steps: [StepDefinition]) -> [StepDefinition] { steps }

  /// Joins steps.
  public static func buildBlock(_ steps: [StepDefinition]...) -> [StepDefinition] {
    steps.flatMap { $0 }
  }

  /// Takes the steps of an `if` without `else`.
  public static func buildOptional(_ steps: [StepDefinition]?) -> [StepDefinition] { steps ?? [] }

  /// Takes the steps of one side of an `if` or `switch`.
  public static func buildEither(first steps: [StepDefinition]) -> [StepDefinition] { steps }

  /// Takes the steps of one side of an `if` or `switch`.
  public static func buildEither(second steps: [StepDefinition]) -> [StepDefinition] { steps }

  /// Takes the steps of a loop.
  public static func buildArray(_ steps: [[StepDefinition]]) -> [StepDefinition] {
    steps.flatMap { $0 }
  }
}

extension FlowDefinition {
  /// Creates a flow from its steps, inputs, output, and migrations.
  ///
  /// The words are those of a flow file: `Ask`, `Form`, `Group`, `Note`, `Compute`, `Repeat`,
  /// `Subflow`, `Run`, `Write`, `Review`, `Commit`, `Stop`.
  ///
  /// ```swift
  /// let kind = AnswerKey<String>("kind")
  /// let flow = FlowDefinition("service", title: "Create a service") {
  ///   Input("user", .field(.string), default: "nobody")
  ///   Ask("name", .string, "Service name").pattern("^[a-z][a-z0-9-]*$")
  ///   Ask(kind, "Kind").choices("http", "worker")
  ///   Ask("port", .integer).min(1024).max(65535).default(8080).when(kind == "http")
  /// }
  /// ```
  ///
  /// `FlowFile.check` in `FlowFiles` checks it as thoroughly as a file.
  ///
  /// - Parameters:
  ///   - id: The flow's name.
  ///   - version: The version of the flow, which saved answers refer to.
  ///   - title: The title.
  ///   - language: The language tag of texts without one.
  ///   - allow: The ids of findings that are allowed everywhere.
  ///   - isUpdatable: Whether what its writes make is recorded, so that a later version can update it.
  ///   - extensions: What the program adds to the language.
  ///   - extensionsFile: The path of the file that declares them, for a flow that's written as a
  ///     file; relative to the flow's folder.
  ///   - parts: The parts, in order.
  public init(
    _ id: Identifier, version: Int = 1, title: LocalizedText? = nil, language: String = "en",
    allow: [DiagnosticID] = [], isUpdatable: Bool = false,
    extensions: FlowExtensions = FlowExtensions(),
    extensionsFile: Identifier? = nil, @FlowBuilder _ parts: () -> [any FlowPart]
  ) {
    self.init(
      id: id, version: version, title: title, language: language, steps: [],
      extensionsFile: extensionsFile, extensions: extensions, allow: allow,
      isUpdatable: isUpdatable)
    for part in parts() { part.add(to: &self) }
  }
}

/// A step that was made without builders.
struct MadeStep: FlowStepPart {
  var step: StepDefinition

  init(_ step: StepDefinition) { self.step = step }
}

/// A step of a flow that's built in code.
public protocol FlowStepPart: FlowPart {
  /// The definition that's built.
  var step: StepDefinition { get set }
}

extension FlowStepPart {
  /// Appends the step to a definition.
  public func add(to flow: inout FlowDefinition) { flow.steps.append(step) }

  func with(_ change: (inout StepDefinition) -> Void) -> Self {
    var copy = self
    change(&copy.step)
    return copy
  }

  /// Returns the step under a condition; without one, it's always reached.
  ///
  /// - Parameter condition: The condition, as text in CEL.
  /// - Returns: The step.
  public func when(_ condition: ExpressionSource) -> Self { with { $0.when = condition } }

  /// Returns the step under a condition.
  ///
  /// - Parameter condition: The condition, made of keys: `plan == "pro"`.
  /// - Returns: The step.
  public func when(_ condition: some FlowTerm<Bool>) -> Self {
    with { $0.when = condition.term.source }
  }

  /// Returns the step with a title.
  public func title(_ title: LocalizedText) -> Self { with { $0.title = title } }

  /// Returns the step with the ids of findings that are allowed in it.
  public func allow(_ findings: DiagnosticID...) -> Self { with { $0.allow += findings } }
}

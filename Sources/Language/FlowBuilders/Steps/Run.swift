// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel

/// A command, or an action of the embedding program, which runs when the step is reached.
///
/// ```swift
/// let make = Run("make", command: "git", "init", "${name}")
///   .undo(command: "rm", "-r", "${name}")
/// let notify = Run("notify", action: "notify", with: ["user": "name"])
/// ```
public struct Run: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a step that runs a command, without a shell.
  ///
  /// - Parameters:
  ///   - id: The id, which is the name of what's captured.
  ///   - arguments: The program and its arguments, in which `${…}` is an expression.
  public init(_ id: Identifier, command arguments: ArgumentDefinition...) {
    self.init(id, CallDefinition(target: .command(arguments)))
  }

  /// Creates a step that calls an action of the embedding program.
  ///
  /// - Parameters:
  ///   - id: The id, which is the name of what's captured.
  ///   - action: The name of the action.
  ///   - arguments: Its arguments by name, in CEL.
  public init(
    _ id: Identifier, action: Identifier,
    with arguments: KeyValuePairs<String, OutputDefinition> = [:]
  ) {
    self.init(id, CallDefinition(target: .action(action), with: arguments.entries))
  }

  private init(_ id: Identifier, _ call: CallDefinition) {
    step = StepDefinition(id: id, kind: .run(RunDefinition(call: call)))
  }

  private func run(_ change: (inout RunDefinition) -> Void) -> Run {
    with { step in
      guard case .run(var run) = step.kind else { return }
      change(&run)
      step.kind = .run(run)
    }
  }

  /// Returns the step with environment variables of its command, in CEL.
  public func environment(_ variables: KeyValuePairs<String, OutputDefinition>) -> Run {
    run { $0.call.with = variables.entries }
  }

  /// Returns the step with the standard input of its command.
  public func stdin(_ text: LocalizedText) -> Run { run { $0.call.stdin = text } }

  /// Returns the step with the caller's environment variables that its command can see.
  public func pass(_ variables: Identifier...) -> Run { run { $0.call.pass = variables } }

  /// Returns the step with a time limit; without one, it's a minute.
  public func timeout(_ limit: TimeSpan) -> Run { run { $0.call.timeout = limit } }

  /// Returns the step with a command that undoes it when the user goes back.
  public func undo(command arguments: ArgumentDefinition...) -> Run {
    run { $0.undo = CallDefinition(target: .command(arguments)) }
  }

  /// Returns the step with an action that undoes it when the user goes back.
  public func undo(
    action: Identifier, with arguments: KeyValuePairs<String, OutputDefinition> = [:]
  ) -> Run {
    run { $0.undo = CallDefinition(target: .action(action), with: arguments.entries) }
  }

  /// Returns the step with what undoes it: the command or action of another one, with its environment,
  /// standard input, and time limit; nothing else of it counts.
  public func undo(_ step: Run) -> Run {
    guard case .run(let undo) = step.step.kind else { return self }
    return run { $0.undo = undo.call }
  }

  /// Returns the step, which changes nothing, so that the user can go back over it.
  public func reads() -> Run { run { $0.onlyReads = true } }

  /// Returns the step with the part of its result that's kept under its id.
  ///
  /// - Parameters:
  ///   - kind: The part to keep.
  ///   - type: The type of the value, for `json`.
  /// - Returns: The step.
  public func capture(_ kind: CaptureDefinition.Kind, _ type: InputType? = nil) -> Run {
    run { $0.capture = CaptureDefinition(kind: kind, type: type) }
  }

  /// Returns the step with what happens if it fails.
  public func onError(_ policy: EffectErrorPolicy) -> Run { run { $0.onError = policy } }

  /// Returns the step, whose capture is or isn't a secret.
  public func secret(_ isSecret: Bool = true) -> Run { run { $0.isSecret = isSecret } }
}

extension KeyValuePairs<String, OutputDefinition> {
  var entries: [OutputDefinition.Entry] {
    map { OutputDefinition.Entry(key: Identifier($0.key), value: $0.value) }
  }
}

extension ArgumentDefinition {
  /// Returns arguments that are included under a condition, in CEL.
  public static func when(
    _ condition: ExpressionSource, _ texts: TextTemplate...
  ) -> ArgumentDefinition {
    ArgumentDefinition(when: condition, texts: texts)
  }

  /// Returns arguments that are repeated for each element of a list, in CEL.
  ///
  /// - Parameters:
  ///   - list: The list; its element is `item` in the texts.
  ///   - texts: The arguments; none for the element itself.
  /// - Returns: The arguments.
  public static func each(
    _ list: ExpressionSource, _ texts: TextTemplate...
  ) -> ArgumentDefinition {
    ArgumentDefinition(each: list, texts: texts.isEmpty ? nil : texts)
  }
}

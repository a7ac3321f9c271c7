// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import SourceDiagnostics

/// A `run` step: a command of the machine, or an action that the embedder registered.
public struct RunDefinition: Hashable, Sendable {
  /// What is run.
  public var call: CallDefinition

  /// What undoes it; nil: nothing does.
  public var undo: CallDefinition?

  /// Whether it changes nothing, so that it is no floor and is run anew at each push.
  public var onlyReads: Bool

  /// What of its result the step's id names; nil: nothing.
  public var capture: CaptureDefinition?

  /// What happens when it fails.
  public var onError: EffectErrorPolicy

  /// Whether its capture is a secret; nil: when it received one.
  public var isSecret: Bool?

  /// Creates a run.
  public init(
    call: CallDefinition, undo: CallDefinition? = nil, onlyReads: Bool = false,
    capture: CaptureDefinition? = nil, onError: EffectErrorPolicy = .stop, isSecret: Bool? = nil
  ) {
    self.call = call
    self.undo = undo
    self.onlyReads = onlyReads
    self.capture = capture
    self.onError = onError
    self.isSecret = isSecret
  }
}

/// A command or an action with everything that it is given.
public struct CallDefinition: Hashable, Sendable {
  /// What is called.
  public enum Target: Hashable, Sendable {
    /// A program and its arguments; there is no shell.
    case command([ArgumentDefinition])

    /// An action of the embedder.
    case action(Identifier)
  }

  /// What is called.
  public var target: Target

  /// The variables of a command's environment, or the arguments of an action, in the file's order.
  public var with: [OutputDefinition.Entry]

  /// What a command reads from its standard input; nil: nothing.
  public var stdin: LocalizedText?

  /// The variables of the caller's environment that a command may see.
  public var pass: [Identifier]

  /// How long a command may take; nil: a minute.
  public var timeout: TimeSpan?

  /// Where it is.
  public var place: SourcePlace

  /// Creates a call.
  public init(
    target: Target, with: [OutputDefinition.Entry] = [], stdin: LocalizedText? = nil,
    pass: [Identifier] = [], timeout: TimeSpan? = nil, place: SourcePlace = .code
  ) {
    self.target = target
    self.with = with
    self.stdin = stdin
    self.pass = pass
    self.timeout = timeout
    self.place = place
  }
}

/// An element of a command: one argument, or none to many.
public struct ArgumentDefinition: Hashable, Sendable {
  /// When it is in the command; nil: always.
  public var when: ExpressionSource?

  /// A list for each of whose elements the texts are in the command; each is `item` in them.
  public var each: ExpressionSource?

  /// The arguments; nil: the element of ``each`` itself.
  public var texts: [TextTemplate]?

  /// Where it is.
  public var place: SourcePlace

  /// Creates an element.
  public init(
    when: ExpressionSource? = nil, each: ExpressionSource? = nil, texts: [TextTemplate]?,
    place: SourcePlace = .code
  ) {
    self.when = when
    self.each = each
    self.texts = texts
    self.place = place
  }
}

/// What of a result is kept under the step's id.
public struct CaptureDefinition: Hashable, Sendable {
  /// The part of a result that is kept.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Everything that was written, without the line breaks at its end.
    case text

    /// The lines that were written.
    case lines

    /// What was written, read as JSON.
    case json

    /// The exit status; then no status is a failure.
    case status
  }

  /// What is kept.
  public var kind: Kind

  /// What ``Kind/json`` must be; nil for the other kinds.
  public var type: InputType?

  /// Where it is.
  public var place: SourcePlace

  /// Creates a capture.
  public init(kind: Kind, type: InputType? = nil, place: SourcePlace = .code) {
    self.kind = kind
    self.type = type
    self.place = place
  }

  /// The type of the value in expressions.
  public var valueType: ValueType {
    switch kind {
    case .text: .string
    case .lines: .list(.string)
    case .status: .int
    case .json: type?.valueType ?? .dyn
    }
  }
}

/// What happens when a `run` or a `write` fails.
public enum EffectErrorPolicy: String, Hashable, Sendable, CaseIterable {
  /// The session is in the state `failed`; going back still works.
  case stop

  /// The session goes back to the step that was shown last, and says why.
  case back

  /// As ``stop``, and the person may try again.
  case retry

  /// The flow continues; what would have been captured is absent.
  case skip
}

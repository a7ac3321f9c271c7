// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import SourceDiagnostics

/// A `run` step: a command, or an action that the embedding program registered.
package struct RunDefinition: Hashable, Sendable {
  /// The command or action to run.
  package var call: CallDefinition

  /// The command or action that undoes it, or nil if it can't be undone.
  package var undo: CallDefinition?

  /// Whether it changes nothing, so that it isn't a floor and runs again at each push.
  package var onlyReads: Bool

  /// The part of the result that becomes the step's value, or nil for none.
  package var capture: CaptureDefinition?

  /// The policy for its failure.
  package var onError: EffectErrorPolicy

  /// Whether its capture is a secret, or nil if that depends on whether it received one.
  package var isSecret: Bool?

  /// Creates a run.
  package init(
    call: CallDefinition, undo: CallDefinition? = nil, onlyReads: Bool = false,
    capture: CaptureDefinition? = nil, onError: EffectErrorPolicy = .retry, isSecret: Bool? = nil
  ) {
    self.call = call
    self.undo = undo
    self.onlyReads = onlyReads
    self.capture = capture
    self.onError = onError
    self.isSecret = isSecret
  }
}

/// A call of a command or an action.
package struct CallDefinition: Hashable, Sendable {
  /// The command or action that a call performs.
  package enum Target: Hashable, Sendable {
    /// A program and its arguments, without a shell.
    case command([ArgumentDefinition])

    /// An action of the embedding program.
    case action(Identifier)
  }

  /// The command or action to perform.
  package var target: Target

  /// The environment variables of a command, or the arguments of an action, in the order of the
  /// file.
  package var with: [OutputDefinition.Entry]

  /// The standard input of a command, or nil if it's empty.
  package var stdin: LocalizedText?

  /// The names of the caller's environment variables to pass to a command.
  package var pass: [Identifier]

  /// The time limit of a command, or nil for one minute.
  package var timeout: TimeSpan?

  /// Where it is.
  package var place: SourcePlace

  /// Creates a call.
  package init(
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

/// An element of a command, which produces any number of arguments.
public struct ArgumentDefinition: Hashable, Sendable {
  /// The condition for including it, or nil to always include it.
  package var when: ExpressionSource?

  /// A list for whose elements the texts are repeated, with the element as `item`.
  package var each: ExpressionSource?

  /// The arguments, or nil for the element of ``each`` itself.
  package var texts: [TextTemplate]?

  /// Where it is.
  package var place: SourcePlace

  /// Creates an element.
  package init(
    when: ExpressionSource? = nil, each: ExpressionSource? = nil, texts: [TextTemplate]?,
    place: SourcePlace = .code
  ) {
    self.when = when
    self.each = each
    self.texts = texts
    self.place = place
  }
}

/// The part of a result that becomes the step's value.
public struct CaptureDefinition: Hashable, Sendable {
  /// The part of a result to capture.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The standard output, without line breaks at its end.
    case text

    /// The lines of the standard output.
    case lines

    /// The standard output, parsed as JSON.
    case json

    /// The exit status. No status counts as a failure then.
    case status
  }

  /// The part to capture.
  package var kind: Kind

  /// The type of the value for ``Kind/json``; nil for other kinds.
  package var type: InputType?

  /// Where it is.
  package var place: SourcePlace

  /// Creates a capture.
  package init(kind: Kind, type: InputType? = nil, place: SourcePlace = .code) {
    self.kind = kind
    self.type = type
    self.place = place
  }

  /// The type of the value in expressions.
  package var valueType: ValueType {
    switch kind {
    case .text: .string
    case .lines: .list(.string)
    case .status: .int
    case .json: type?.valueType ?? .dyn
    }
  }
}

/// The policy for a `run` or a `write` that fails.
public enum EffectErrorPolicy: String, Hashable, Sendable, CaseIterable {
  /// The session enters the state `failed`, in which it's only possible to go back. Where nothing below can be
  /// popped, there's no way on.
  case stop

  /// The session goes back to the last visible step, and shows the reason. Where nothing below can be
  /// popped, it's ``retry``.
  case back

  /// The session enters the state `failed`, in which it's possible to try again and to go back. It's the default.
  case retry

  /// The flow continues, without a captured value.
  case skip
}

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// A `run` step, checked.
final class CheckedRun: Sendable {
  let call: CheckedCall
  let undo: CheckedCall?
  let onlyReads: Bool
  let capture: CaptureDefinition?
  let onError: EffectErrorPolicy

  /// Whether its capture must never be shown, or nil if that depends on whether it received a
  /// secret.
  let isSecret: Bool?

  init(
    call: CheckedCall, undo: CheckedCall?, onlyReads: Bool, capture: CaptureDefinition?,
    onError: EffectErrorPolicy, isSecret: Bool?
  ) {
    self.call = call
    self.undo = undo
    self.onlyReads = onlyReads
    self.capture = capture
    self.onError = onError
    self.isSecret = isSecret
  }

  /// Whether nothing below it can be popped after it has succeeded.
  var isFloor: Bool { undo == nil && !onlyReads }
}

/// A command or an action, checked.
struct CheckedCall: Sendable {
  /// The command or action to call.
  enum Target: Sendable {
    case command([CheckedArgument])
    case action(String)
  }

  let target: Target
  let with: [(key: String, value: CheckedOutput)]
  let stdin: CheckedText?
  let pass: [String]
  let timeout: TimeSpan
  let place: SourcePlace

  /// The expressions that may pass a secret to it.
  var received: [FlowExpression] {
    with.flatMap { $0.value.expressions } + (stdin?.expressions ?? [])
  }

  var expressions: [FlowExpression] {
    guard case .command(let arguments) = target else { return received }
    return arguments.flatMap { argument in
      [argument.when, argument.each].compactMap { $0 }
        + (argument.texts ?? []).flatMap(\.expressions)
    } + received
  }
}

/// An element of a command, checked.
struct CheckedArgument: Sendable {
  let when: FlowExpression?
  let each: FlowExpression?

  /// The arguments, or nil for the element of ``each`` itself.
  let texts: [CheckedText]?
  let place: SourcePlace
}

/// A `write` step, checked.
final class CheckedWrite: Sendable {
  /// The content of the file.
  enum Content: Sendable {
    case parts([CheckedContentPart])
    case json(CheckedOutput)
    case yaml(CheckedOutput)
    case bytes([UInt8])
    case tree(CheckedTree)
  }

  let path: CheckedText
  let pathPlace: SourcePlace
  let content: Content
  let exists: ExistingFilePolicy
  let mode: Int?
  let isSecret: Bool
  let onError: EffectErrorPolicy

  init(
    path: CheckedText, pathPlace: SourcePlace, content: Content, exists: ExistingFilePolicy,
    mode: Int?, isSecret: Bool, onError: EffectErrorPolicy
  ) {
    self.path = path
    self.pathPlace = pathPlace
    self.content = content
    self.exists = exists
    self.mode = mode
    self.isSecret = isSecret
    self.onError = onError
  }

  var expressions: [FlowExpression] {
    switch content {
    case .parts(let parts):
      path.expressions
        + parts.flatMap { [$0.when, $0.each].compactMap { $0 } + $0.text.expressions }
    case .json(let output), .yaml(let output): path.expressions + output.expressions
    case .bytes: path.expressions
    case .tree(let tree): path.expressions + tree.expressions
    }
  }
}

/// A part of a file's content, checked.
struct CheckedContentPart: Sendable {
  let text: CheckedText
  let when: FlowExpression?
  let each: FlowExpression?
}

extension CheckedStep {
  /// Whether the step acts when it's reached, without being shown.
  var isEffect: Bool {
    switch kind {
    case .run, .write: true
    default: false
    }
  }

  /// The policy for its failure, or nil for steps without effects.
  var onError: EffectErrorPolicy? {
    switch kind {
    case .run(let run): run.onError
    case .write(let write): write.onError
    default: nil
    }
  }
}

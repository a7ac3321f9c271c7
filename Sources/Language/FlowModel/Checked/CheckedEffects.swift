// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import SourceDiagnostics

/// A `run` step, checked.
package final class CheckedRun: Sendable {
  package let call: CheckedCall
  package let undo: CheckedCall?
  package let onlyReads: Bool
  package let capture: CaptureDefinition?
  let onError: EffectErrorPolicy

  /// Whether its capture must never be shown, or nil if that depends on whether it received a
  /// secret.
  let isSecret: Bool?

  package init(
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
  package var isFloor: Bool { undo == nil && !onlyReads }
}

/// A command or an action, checked.
package struct CheckedCall: Sendable {
  /// The command or action to call.
  package enum Target: Sendable {
    case command([CheckedArgument])
    case action(String)
  }

  package let target: Target
  package let with: [(key: String, value: CheckedOutput)]
  package let stdin: CheckedText?
  package let pass: [String]
  package let timeout: TimeSpan
  package let place: SourcePlace

  package init(
    target: Target, with: [(key: String, value: CheckedOutput)], stdin: CheckedText?,
    pass: [String], timeout: TimeSpan, place: SourcePlace
  ) {
    self.target = target
    self.with = with
    self.stdin = stdin
    self.pass = pass
    self.timeout = timeout
    self.place = place
  }

  /// The expressions that may pass a secret to it.
  package var received: [FlowExpression] {
    with.flatMap { $0.value.expressions } + (stdin?.expressions ?? [])
  }
}

/// An element of a command, checked.
package struct CheckedArgument: Sendable {
  package let when: FlowExpression?
  package let each: FlowExpression?

  /// The arguments, or nil for the element of ``each`` itself.
  package let texts: [CheckedText]?
  package let place: SourcePlace

  package init(
    when: FlowExpression?, each: FlowExpression?, texts: [CheckedText]?, place: SourcePlace
  ) {
    self.when = when
    self.each = each
    self.texts = texts
    self.place = place
  }
}

/// A `write` step, checked.
package final class CheckedWrite: Sendable {
  /// The content of the file.
  package enum Content: Sendable {
    case parts([CheckedContentPart])
    case json(CheckedOutput)
    case yaml(CheckedOutput)
    case bytes([UInt8])
    case tree(CheckedTree)
  }

  package let path: CheckedText
  package let pathPlace: SourcePlace
  package let content: Content
  package let exists: ExistingFilePolicy
  package let mode: Int?
  package let isSecret: Bool
  let onError: EffectErrorPolicy

  package init(
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
}

/// A part of a file's content, checked.
package struct CheckedContentPart: Sendable {
  package let text: CheckedText
  package let when: FlowExpression?
  package let each: FlowExpression?

  package init(text: CheckedText, when: FlowExpression?, each: FlowExpression?) {
    self.text = text
    self.when = when
    self.each = each
  }
}

extension CheckedStep {
  /// Whether the step acts when it's reached, without being shown.
  package var isEffect: Bool {
    switch kind {
    case .run, .write: true
    default: false
    }
  }

  /// The policy for its failure, or nil for steps without effects.
  package var onError: EffectErrorPolicy? {
    switch kind {
    case .run(let run): run.onError
    case .write(let write): write.onError
    default: nil
    }
  }
}

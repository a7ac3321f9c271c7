// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
import FlowModel
public import SourceDiagnostics

/// A failure of an expression, such as a division by zero, an index out of range, or excessive
/// cost; or a failure of a `run` or `write` step.
public struct FlowFailure: Error, Hashable, Sendable {
  /// The properties in a box, because most calls that can fail don't.
  private struct Contents: Hashable, Sendable {
    let message: String
    let place: SourcePlace
    var missingFact: String?
    var effect: EffectFailure?
  }

  private let contents: CopyOnWrite<Contents>

  /// The message, which never contains a secret.
  public var message: String { contents.value.message }

  /// The place of the expression.
  public var place: SourcePlace { contents.value.place }

  /// The fact that the evaluation needs to continue.
  ///
  /// It never leaves the session.
  var missingFact: String? { contents.value.missingFact }

  /// The failed step, if it's a `run` or a `write`; nil for an expression.
  public var effect: EffectFailure? { contents.value.effect }

  /// The exit status of a program that ends here.
  package var exitStatus: ExitStatus { effect == nil ? .flowFailed : .effectFailed }

  /// Creates a failure.
  init(message: String, place: SourcePlace, effect: EffectFailure? = nil) {
    contents = CopyOnWrite(Contents(message: message, place: place, effect: effect))
  }

  /// Creates the failure of an evaluation that needs a fact.
  init(missing path: String, at place: SourcePlace) {
    contents = CopyOnWrite(
      Contents(
        message: "what is at '\(path)' is not known yet", place: place, missingFact: path))
  }
}

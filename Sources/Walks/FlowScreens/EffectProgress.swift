// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowSessions

/// An effect that is performed, projected to rows while it runs.
///
/// The rows are what it does, and the last lines of its output, in which secrets are masked. Output that
/// is a secret as a whole isn't shown.
public struct EffectProgress: Sendable {
  /// The effect.
  let request: EffectRequest

  private let output: EffectOutput
  private let secrets: Set<String>
  private let isHidden: Bool

  /// Creates the progress of the effect that a session has requested.
  ///
  /// - Parameters:
  ///   - request: The effect.
  ///   - output: What it has written last.
  ///   - session: The session, whose secrets are masked.
  /// - Complexity: O(*n*) in the depth of the stack.
  public init(_ request: EffectRequest, output: EffectOutput, in session: FlowSession) {
    self.request = request
    self.output = output
    secrets = session.secretTexts
    isHidden = session.capturesSecret
  }

  /// The page now: the title of the effect, the effect, and at most so many lines of its output, the newest last.
  ///
  /// - Complexity: O(*m*) in the number of bytes that are kept of the output, for each secret.
  public func page(mostLines: Int) -> StepPage {
    let lines = isHidden ? [] : output.lines(last: mostLines, masking: secrets)
    var page = StepPage()
    page.add(.heading, request.title.map { [.stepTitle($0)] } ?? [])
    page.add(.effect, [.effect(request)])
    page.add(.output, lines.map { .output($0) })
    return page
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import Synchronization

/// The session and the world before a move.
///
/// All walks that go on from it share it, and so what's forecast there, which takes as long as the flow is.
final class ExploredMoment: Sendable {
  let session: FlowSession
  let world: ExploredWorld

  /// A question ahead whose course is known.
  struct ForecastQuestion: Sendable {
    let id: String

    /// Whether it's asked; otherwise, it's skipped.
    let isAsked: Bool
  }

  private let forecast = Mutex<[ForecastQuestion]?>(nil)

  init(_ session: FlowSession, _ world: ExploredWorld) {
    self.session = session
    self.world = world
  }

  /// Returns the questions and lists after the top step that are forecast as asked or as skipped.
  ///
  /// - Complexity: O(*n*) in the number of steps the first time, then O(1).
  func questions(_ makeForecast: (FlowSession) -> FlowForecast) -> [ForecastQuestion] {
    forecast.withLock { known in
      if let known { return known }
      let questions = Self.questions(of: session, makeForecast)
      known = questions
      return questions
    }
  }

  private static func questions(
    of session: FlowSession, _ makeForecast: (FlowSession) -> FlowForecast
  ) -> [ForecastQuestion] {
    // The questions of the current form depend on what's entered.
    guard case .asking(let step) = session.state, step.item == nil else { return [] }
    let current = Set(step.elements.map(\.id))
    return makeForecast(session).steps.compactMap { step -> ForecastQuestion? in
      guard step.kind == .ask || step.kind == .repeat, !current.contains(step.id) else {
        return nil
      }
      return switch step.fate {
      case .asked: ForecastQuestion(id: step.id, isAsked: true)
      case .skipped: ForecastQuestion(id: step.id, isAsked: false)
      default: nil
      }
    }
  }
}

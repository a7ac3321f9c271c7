// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowServer
import FlowSessions
import FlowWalks
import Localization
import SealedWalks
import TerminalIO

/// A walk of which each command takes one step: between two commands, it's in a sealed journal, a store, or a token.
///
/// In a journal, every event is on disk before anything that it begins happens, so an effect happens once
/// even if the process is killed, and only one process at a time has the walk open. A token can be used
/// again, so a walk in a token has no effects; but it can be put in a journal.
///
/// Unchecked because only one thread at a time uses it: a command waits for its change.
final class SteppedWalk: @unchecked Sendable {
  private(set) var walk: FlowWalk

  /// Appends to the journal; nil if the walk is in a token.
  private let saver: WalkSaver?

  /// The decision that the last command showed; nil if it showed none.
  private let shown: String?

  /// The place of the walk in a store; nil if it's elsewhere.
  private let stored: StoredSteps?

  private let tokens: WalkTokens
  private let options: StateOptions
  private let file: String

  /// The names of the answers that going back from a review has discarded.
  private var discarded: [String] = []

  /// Returns what's done at a walk.
  typealias Action = @Sendable (FlowWalk) throws(WalkError) -> Deed

  /// The effect of a command on a walk.
  enum Deed: Sendable {
    /// Starts it, or only shows it.
    case start

    /// Does something.
    case perform(WalkAction)

    /// Nothing, for a reason.
    case denied(reason: String)
  }

  init(
    _ walk: FlowWalk, savedBy saver: WalkSaver?, showing shown: String?, tokens: WalkTokens,
    options: StateOptions, file: String, in stored: StoredSteps? = nil
  ) {
    self.stored = stored
    self.walk = walk
    self.saver = saver
    self.shown = shown
    self.tokens = tokens
    self.options = options
    self.file = file
  }

  // MARK: Changing

  /// Does something at the walk, without regard to signals.
  ///
  /// A move that a killed process didn't come to approve is approved first, and what it has left of an effect is finished
  /// or taken back. An answer counts for a
  /// decision only if the last command showed it: a killed process, a changed flow, or a file that's new
  /// can lead to another one.
  ///
  /// - Parameters:
  ///   - action: What's done.
  ///   - isAnswer: Whether it's an answer to what the last command showed.
  /// - Returns: What it led to.
  /// - Throws: `WalkError` if the walk can't take it.
  func apply(_ action: Action, isAnswer: Bool = false) throws(WalkError) -> [WalkNotice] {
    guard let stored else { return try applyHere(action, isAnswer: isAnswer) }
    return try stored.take { (walk) throws(WalkError) in
      self.walk = walk
      defer { walk = self.walk }
      return try self.applyHere(action, isAnswer: isAnswer)
    }
  }

  private func applyHere(_ action: Action, isAnswer: Bool) throws(WalkError) -> [WalkNotice] {
    var notices: [WalkNotice] = []
    switch walk.session.state {
    case .needs(.approval): notices = walk.start()
    case .needs(.effect) where walk.session.effectInDoubt != nil: notices = walk.start()
    default: break
    }
    if isAnswer { walk.lookOnce() }
    if isAnswer, let decision = walk.decisionText,
      !(stored?.isShown(walk) ?? (saver == nil || decision == shown))
    {
      return notices + [.denied(reason: walk.session.catalog.text(.decisionNotShown))]
    }
    return switch try action(walk) {
    case .start: notices + walk.start()
    case .perform(let action): notices + (try perform(action))
    case .denied(let reason): notices + [.denied(reason: reason)]
    }
  }

  /// Performs an action; a command that goes back is a yes to the way, which isn't saved.
  ///
  /// Where several answers are given, and one is for nothing that's asked, none is taken.
  private func perform(_ action: WalkAction) throws(WalkError) -> [WalkNotice] {
    if case .answer(.several(let inputs), _) = action {
      let unused = walk.unused(of: inputs)
      if !unused.isEmpty { return [.unused(unused)] }
    }
    let notices = try walk.send(action)
    guard case .deciding(.wayBack(let way)) = walk.state else { return notices }
    let depth = walk.session.depth
    let others = try walk.send(.decide(.yes))
    if case .asking = walk.state, walk.session.depth < depth { discarded = way.discarded }
    return notices + others
  }

  /// Does something at the walk; a signal cancels its effects, and ends the program after they've been
  /// saved.
  ///
  /// - Parameters:
  ///   - action: What's done.
  ///   - isAnswer: Whether it's an answer to what the last command showed.
  /// - Returns: What it led to.
  /// - Throws: ``ProgramEnding`` if the walk can't take it, or can't be saved.
  func perform(
    _ action: @escaping Action, isAnswer: Bool
  ) async throws(ProgramEnding) -> [WalkNotice] {
    let cancellation = walk.services.cancellation
    let (result, interruption) = await BlockingWork.run(
      until: nil, interrupt: { cancellation.cancel() },
      { () -> Result<[WalkNotice], WalkError> in
        do throws(WalkError) { return .success(try self.apply(action, isAnswer: isAnswer)) } catch {
          return .failure(error)
        }
      })
    if case .signal(let signal)? = interruption { throw ProgramEnding(signal) }
    guard saver?.isUpToDate ?? true else { throw ProgramEnding(.inputOutput) }
    switch result {
    case .success(let notices): return notices
    case .failure(let error):
      tellNotices()
      throw ProgramOutput.fail(stored?.ending ?? .usage, error.message)
    }
  }

  /// Tells the user what was noticed while the walk was restored, if no report says it.
  func tellNotices() {
    var restored = RestoredSession(walk.session)
    SavedWalkPlace.tell(&restored)
  }

  /// Notes that the pending decision was shown.
  func noteShown() { if let decision = walk.decisionText { saver?.note(decision) } }

  /// Returns what the command prints, with the token for the next one.
  ///
  /// - Throws: ``ProgramEnding`` if the walk needs a file.
  func report(_ notices: [WalkNotice]) throws(ProgramEnding) -> StepReport {
    let notices = walk.session.takeNotices().flatMap(WalkNotice.notices) + notices
    if let state = options.state {
      return StepReport(
        walk: walk, notices: notices, words: "--state \(state.asShellWord)\(options.moreWords)",
        discarded: discarded)
    }
    let flow = "--flow \(file.asShellWord)"
    if let stored, let store = options.store {
      let place = StoredSteps.Seen(stored.id, walk).word
      let shown = StorePlace.shown(store)
      if shown != store {
        ProgramOutput.message(
          "stackflow: the password isn't shown in commands; in PGPASSWORD or ~/.pgpass, no one sees it "
            + "among the processes")
      }
      return StepReport(
        walk: walk, notices: stored.takeNotices() + notices,
        words:
          "\(flow) --store \(shown.asShellWord) --walk \(place)\(options.moreWords)",
        discarded: discarded, storedWalk: place)
    }
    do throws(WalkTokenError) {
      let token = try tokens.seal(walk.session, now: walk.services.clock())
      return StepReport(
        walk: walk, notices: notices, words: "\(flow) --token \(token)\(options.moreWords)",
        discarded: discarded, token: token)
    } catch .needsStore {
      throw ProgramOutput.fail(
        .usage,
        "what a flow runs or writes happens once, but a token can be used again; put the walk in a "
          + "file with 'stackflow next \(flow) --token \(options.token ?? "")\(options.moreWords) "
          + "--state FILE.walk'")
    } catch {
      throw ProgramOutput.fail(.usage, "\(error.message); use --state FILE.walk")
    }
  }
}

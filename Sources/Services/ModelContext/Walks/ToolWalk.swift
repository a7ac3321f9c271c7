// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowScreens
import FlowServer
import FlowSessions
import FlowWalks
import Localization
import StackFlowCore

/// A walk between two rounds of a tool.
struct ToolWalk: Sendable {
  var walk: FlowWalk

  /// Which state of the walk this is, for the ledger.
  var moment: WalkMoment

  /// The questions that the last form has left open.
  var pending = OpenAnswers()

  /// Where it's kept in a store; nil for nowhere.
  var place: KeptPlace?

  /// Where it is if another program has begun it.
  var other: OtherPlace?

  /// The number of forms that the call has asked.
  var rounds = 0

  /// Whether the user closed the form.
  var isCancelled = false

  /// Texts to show above the next form: notes that were passed, and why something was refused.
  var remarks: [String] = []

  /// Everything that happened since the tool was called.
  var notices: [WalkNotice] = []

  /// The maximum number of questions in a form.
  let maximumFields: Int

  /// Whether callers give secrets; only in tests.
  var asksSecrets = false

  /// Whether commits, permissions, and moves are the user's, who is asked in forms, and not the caller's.
  var leavesDecisions = false

  /// The effects of this call.
  let effects: ClaimingEffects?

  /// The message about a state that has led to effects already.
  static let superseded =
    "the walk has gone on since this state; its commands and files aren't run or written again"

  /// Creates a walk at the beginning of a call.
  init(
    _ session: FlowSession, of served: ServedFlow, at moment: WalkMoment,
    in environment: ServiceEnvironment, _ ledger: any EffectLedger, maximumFields: Int,
    client: ClientTasks
  ) {
    let host = environment.effects?(served.flow, session.options)
    effects = host.map { ClaimingEffects($0, ledger, at: moment) }
    var services = WalkServices(
      effects: effects, paths: environment.paths, client: client, clock: environment.clock)
    services.cancellation = environment.cancellation
    walk = FlowWalk(session, services: services)
    self.moment = moment
    self.maximumFields = maximumFields
  }

  var state: WalkState { walk.state }

  /// Whether the state that the call began with has led to effects elsewhere.
  var isSuperseded: Bool { effects?.claim == .refused }

  /// The moment for the next call.
  var nextMoment: WalkMoment {
    guard effects?.claim == .granted else { return moment }
    return WalkMoment(walk: moment.walk, number: moment.number &+ 1)
  }

  /// Where it is in a store, after the claim of its effects.
  var storedPlace: KeptPlace? { effects?.place ?? place }

  /// The walk as it's kept between two calls.
  var kept: ToolWalk {
    var walk = self
    walk.place = storedPlace
    (walk.moment, walk.notices, walk.isCancelled) = (nextMoment, [], false)
    walk.pending = open
    (walk.leavesDecisions, walk.rounds) = (false, 0)
    return walk
  }

  /// The answers that are open for the next call, with the question about a tree that this one asks.
  var open: OpenAnswers {
    var open = pending
    open.shown = treeDecision
    return open
  }

  /// A fingerprint of what's decided about a tree, the same in every process; nil if nothing is.
  private var treeDecision: String? {
    guard walk.pendingEffect?.isTree == true, let text = walk.decisionText else { return nil }
    var fingerprint = Fingerprint()
    fingerprint.add(text)
    return String(fingerprint.value, radix: 16)
  }

  /// Takes what the last form has left open, and asks again about the way back that it was about.
  mutating func resume(_ open: OpenAnswers) {
    pending = open
    walk.lookOnce()
    guard let id = open.wayBack, walk.services.client.contains(.discards) else { return }
    _ = try? walk.send(.backTo(id))
  }

  // MARK: Going on

  /// Starts the walk, up to the first question that needs the user.
  ///
  /// - Throws: `WalkError` if the walk can't go on.
  mutating func start() throws(WalkError) {
    note(walk.start())
    try settle()
  }

  /// Performs an action, up to the next question that needs the user.
  ///
  /// - Parameter action: The action.
  /// - Throws: `WalkError` if the walk can't take it; nothing has changed.
  mutating func perform(_ action: WalkAction) throws(WalkError) {
    switch action {
    case .back, .backTo: pending.forgetItems()
    default: break
    }
    let shown = pending.shown
    pending.shown = nil
    if case .decide = action, let shown, shown != treeDecision {
      let reason = walk.session.catalog.text(.decisionNotShown)
      remarks.append(reason)
      return note([.denied(reason: reason)])
    }
    note(try walk.send(action))
    pending.wayBack = if case .deciding(.wayBack(let way)) = walk.state { way.target } else { nil }
    try settle()
  }

  /// Keeps what a change led to, and what of it the user reads.
  private mutating func note(_ new: [WalkNotice]) {
    notices += new
    for notice in new {
      switch notice {
      case .passed(_, let text): remarks.append(text)
      case .givenRefused(let problem): remarks.append(problem.message)
      case .warned(let problem): remarks.append(problem.message)
      case .understood(_, let message): remarks.append(message)
      case .effectFailed(_, let message), .undoFailed(_, let message): remarks.append(message)
      case .followed(_, let name, let text):
        remarks.append(walk.session.catalog.followed(name, text))
      case .stayed(_, let name, let text): remarks.append(walk.session.catalog.stayed(name, text))
      case .restored(let notice): remarks.append(walk.session.words(of: notice))
      case .refused, .denied, .performed, .undone, .unused: break
      }
    }
  }

  /// Passes notes, and secrets that may be left empty or are drawn at random.
  private mutating func settle() throws(WalkError) {
    while case .asking(let step) = walk.state {
      switch step.kind {
      case .note:
        let lines = [step.title, step.text].compactMap { $0 }
        notices.append(.passed(id: step.id, text: lines.joined(separator: "\n")))
        remarks += lines
        note(try walk.send(.answer(.offered)))
      case .ask, .form:
        guard !asksSecrets, let field = step.focusedField, field.isSecret,
          field.problems.isEmpty, pending.typed[field.id] == nil,
          !field.isRequired || field.offer != nil || field.generate != nil
        else { return }
        note(try walk.send(.answer(.offered)))
      case .review, .repeat, .commit, .stop: return
      }
    }
  }

  /// The secrets that the walk needs next, which no form asks for.
  var missingSecrets: [Question.Field] {
    guard !asksSecrets else { return [] }
    let fields = walk.independentQuestions.filter {
      $0.state.isSecret && $0.state.isRequired && $0.state.offer == nil
        && $0.state.generate == nil
    }
    guard fields.isEmpty, let field = walk.question?.focused, field.state.isSecret else {
      return fields
    }
    return [field]
  }

  /// The questions that the next form asks.
  ///
  /// They begin with the focused one, and end before a secret; those that are answered already are left out.
  /// In an item of a list, those of the next items that fit follow.
  var questions: [Question.Field] {
    let own = ownQuestions
    return own + nextRecords(maximumFields - own.count).flatMap(\.questions)
  }

  /// The questions that the next form asks before those of other items.
  var ownQuestions: [Question.Field] {
    guard let first = walk.question?.focused else { return [] }
    let later = walk.independentQuestions.drop { $0.id != first.id }.dropFirst()
    let open = later.prefix { !$0.state.isSecret }.filter { !self.pending.hasAsked($0.id) }
    return [first] + open.prefix(maximumFields - 1)
  }
}

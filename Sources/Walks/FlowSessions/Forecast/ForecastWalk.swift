// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics
import StackFlowCore

extension FlowSession {
  /// A forecast of what was asked so far, and what would be asked from here on.
  ///
  /// - Complexity: O(*n*) in the number of steps of the flow, times that of their conditions.
  public var forecast: FlowForecast { ForecastWalk.forecast(of: self) }

  /// A forecast that also lists the files of the trees that would be written.
  ///
  /// - Complexity: That of ``forecast``, plus O(*m* log *m*) in the number of files.
  package var forecastWithFiles: FlowForecast {
    ForecastWalk.forecast(of: self, listingFiles: true)
  }

  /// The fields that will certainly be asked, from the top step on, and whose texts, choices, and limits
  /// depend on no open answer: a driver can ask them at once, in one form.
  ///
  /// They end before the next list, review, commit, `run`, or `write`, and in an item of a list with the
  /// item. Checks that read several answers are made when the answers are given.
  ///
  /// - Complexity: That of ``forecast``, plus the cost of the texts and choices of these fields.
  package var independentFields: [FieldState] {
    guard let live = phase.step else { return [] }
    var fields: [FieldState] = []
    if topStep?.step.repeats.isEmpty == true {
      var walk = ForecastWalk(self)
      walk.collectsFields = true
      walk.run()
      fields = walk.fields
    } else if let top = topStep, let list = top.step.repeats.last {
      fields = itemFields(of: list, from: top.planIndex)
    }
    // The top step has the user's typed input.
    return fields.map { live.field($0.id) ?? $0 }
  }

  /// Returns the fields of an item that will certainly be asked, and depend on no open answer.
  ///
  /// - Parameters:
  ///   - list: The index of the list in the plan.
  ///   - start: The index of the first step to look at.
  ///   - frame: The item, if it isn't the one that's being asked.
  /// - Returns: The fields, in order.
  func itemFields(of list: Int, from start: Int, opening frame: RepeatFrame? = nil) -> [FieldState]
  {
    guard let end = flow.repeat(at: list)?.end, start < end else { return [] }
    var walk = ForecastWalk(self, from: start, inItemOf: list, opening: frame)
    walk.collectsFields = true
    walk.run(in: start..<end)
    return walk.fields
  }
}

/// Walks through the plan to make a forecast: first the steps below the top as they were answered,
/// then what's known of the rest.
struct ForecastWalk {
  let session: FlowSession
  var forecast = FlowForecast()

  /// Whether only what's shown is wanted: texts aren't evaluated, and answers given in advance are assumed to
  /// be accepted.
  var isBrief = false

  /// Whether the files of trees are listed.
  var listsFiles = false

  /// Whether a user is asked; otherwise, whatever is missing is given, and the defaults beside it are taken.
  private var isAttended = false

  /// How the fields of the form that's told are asked, also where their defaults could be taken; nil if they're taken.
  var formFate: FlowForecast.Fate?

  /// Whether fields of which everything is known are collected.
  var collectsFields = false

  /// The fields that will be asked, and of which everything is known.
  var fields: [FieldState] = []

  /// Whether the walk is past a step after which no more fields are collected.
  var isPastFields = false

  /// The scope for evaluating expressions.
  var scope: SessionScope

  /// The index of the top step in the plan.
  private let top: Int

  /// The item that the steps belong to, if it isn't the one that's being asked.
  private var frame: RepeatFrame?

  /// The conditions on the path to the current place.
  private var conditions: [Condition] = []

  /// A condition on the path.
  private struct Condition {
    /// The condition, as written in the flow.
    let text: String

    /// The index in the plan at which its scope starts.
    let start: Int

    /// The index in the plan at which its scope ends.
    let end: Int

    /// Whether it's known to be true; otherwise, it's unknown.
    let holds: Bool

    /// Whether it's the condition for passing a stop, whose scope is everything after it.
    var isOfStop = false
  }

  init(_ session: FlowSession) {
    self.session = session
    top = session.stack.top?.planIndex ?? 0
    scope = session.scope()
    // The answers of the top step aren't final until it's submitted.
    scope.ahead = KnownAhead(
      from: session.stack.top?.planIndex ?? 0,
      open: session.topStep?.step.repeats ?? [])
  }

  /// Creates a walk through the steps of an item, of which nothing is known from an index of the plan on.
  init(_ session: FlowSession, from start: Int, inItemOf list: Int, opening frame: RepeatFrame?) {
    self.session = session
    self.frame = frame
    top = start
    scope = session.scope()
    scope.opening = frame
    scope.ahead = KnownAhead(
      from: start, open: (session.topStep?.step.repeats ?? []) + [list])
  }

  /// Returns the forecast of a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - listingFiles: Whether the files of trees are listed.
  ///   - isAttended: Whether a user is asked; otherwise, whatever is missing is given.
  /// - Returns: The forecast.
  static func forecast(
    of session: FlowSession, listingFiles: Bool = false, isAttended: Bool = true
  ) -> FlowForecast {
    var walk = ForecastWalk(session)
    walk.listsFiles = listingFiles
    walk.isAttended = isAttended
    walk.run()
    for index in walk.forecast.steps.indices {
      walk.forecast.steps[index].dataName = session.flow.dataName(
        of: walk.forecast.steps[index].id)
    }
    return walk.forecast
  }

  var flow: CheckedFlow { session.flow }
  var language: String { session.language }

  /// Whether all conditions on the path are known to be true.
  private var isCertain: Bool { conditions.allSatisfy(\.holds) }

  /// The conditions on the path, as written in the flow.
  private var condition: String? {
    conditions.isEmpty ? nil : Self.joined(conditions.map(\.text))
  }

  /// The conditions on the path that aren't known yet.
  private var openConditions: [String] {
    conditions.filter { !$0.holds && !$0.isOfStop }.map(\.text)
  }

  static func joined(_ conditions: [String]) -> String {
    guard conditions.count > 1 else { return conditions.first ?? "" }
    return conditions.map {
      $0.includes("||") || $0.utf8.contains(UInt8(ascii: "?")) ? "(\($0))" : $0
    }
    .joined(separator: " && ")
  }

  mutating func run() {
    if case .failed(let failure) = session.state { forecast.failure = failure }
    run(in: 0..<flow.plan.count)
  }

  /// Walks through a part of the plan.
  mutating func run(in part: Range<Int>) {
    var index = part.lowerBound
    while index < part.upperBound {
      leaveConditions(before: index)
      switch flow.plan[index] {
      case .branch(let branch):
        let text = branch.condition.source.text.trimmed
        switch try? branch.condition.isTrue(in: scope) {
        case false?:
          skip(index + 1..<branch.otherwise, under: text)
          index = branch.otherwise
          continue
        case let known:
          conditions.append(
            Condition(
              text: text, start: index, end: branch.otherwise, holds: known == true))
        }
      case .compute(let compute):
        if index >= top, let value = try? compute.expression.value(in: scope) {
          scope.ahead?.learn(.compute(plan: index), value)
        }
      case .call(let call): if index >= top { learnArguments(of: call, at: index) }
      case .result(let output):
        if index >= top, let value = known(output) {
          scope.ahead?.learn(.compute(plan: index), value ?? .map(ValueMap()))
        }
      case .itemEnd: break
      case .step(let step):
        if index >= top, step.endsIndependentFields { isPastFields = true }
        if isPastFields, collectsFields { return }
        tell(step, at: index)
        // Nothing that follows a stop is reached.
        if case .stop = step.kind, index >= top {
          if isCertain { return skipRest(from: index + 1) }
          passPerhaps(at: index)
        }
      }
      index = flow.index(after: index)
    }
  }

  /// Leaves the scopes of conditions, and forgets what's only known under conditions that may be
  /// false.
  private mutating func leaveConditions(before index: Int) {
    while let last = conditions.last, last.end <= index {
      conditions.removeLast()
      if !last.holds { scope.ahead?.forget(last.start..<last.end) }
    }
  }

  /// Continues after a stop that may be reached.
  private mutating func passPerhaps(at index: Int) {
    let own = conditions.filter { !$0.isOfStop }.map(\.text)
    let passing = Condition(
      text: "!(\(Self.joined(own)))", start: index, end: flow.plan.count, holds: false,
      isOfStop: true)
    conditions.insert(passing, at: conditions.count - own.count)
  }

  // MARK: Steps

  private mutating func skip(_ part: Range<Int>, under text: String) {
    var index = part.lowerBound
    let all = Self.joined(conditions.map(\.text) + [text])
    while index < part.upperBound {
      switch flow.plan[index] {
      case .step(let step):
        if index < top, session.stack.depth(ofPlanIndex: index) != nil {
          // It was reached when its condition, which depends on the time, was still true.
          tell(step, at: index)
        } else {
          pass(step, at: index, condition: all)
        }
      case .call(let call):
        for argument in call.arguments.indices {
          scope.ahead?.learn(.argument(plan: index, index: argument), nil)
        }
      case .compute, .result: scope.ahead?.learn(.compute(plan: index), nil)
      case .branch, .itemEnd: break
      }
      index = flow.index(after: index)
    }
  }

  private mutating func skipRest(from start: Int) {
    var index = start
    while index < flow.plan.count {
      if case .step(let step) = flow.plan[index] { pass(step, at: index, condition: nil) }
      index = flow.index(after: index)
    }
  }

  /// Adds a step that isn't reached.
  private mutating func pass(_ step: CheckedStep, at index: Int, condition: String?) {
    for element in step.elements.indices {
      learnOtherwise(step.elements[element].field, at: .element(plan: index, element: element))
    }
    if case .repeat = step.kind {
      scope.ahead?.learn(.element(plan: index, element: 0), nil)
    }
    let fields = step.elements.compactMap { element in element.field.map { (element.id, $0) } }
    guard fields.isEmpty else {
      for (id, field) in fields {
        forecast.steps.append(
          FlowForecast.Step(
            id: id, kind: .ask, question: known(field.texts[.label]) ?? field.name, fate: .skipped,
            condition: condition, holds: false, isGiven: session.given[id] != nil,
            plan: index))
      }
      return
    }
    forecast.steps.append(
      FlowForecast.Step(
        id: step.id, kind: step.kind.keyword, question: question(of: step), fate: .skipped,
        condition: condition, holds: false, isGiven: session.given[step.id] != nil,
        plan: index))
  }

  /// The kind of input that a step without fields needs; nil if it needs none.
  private func need(of step: CheckedStep) -> FlowSession.MissingAnswer.Need? {
    switch step.kind {
    case .repeat: session.need(ofList: step.id)
    case .review: .review
    case .commit: .yes
    case .ask, .form, .note, .run, .write, .stop: nil
    }
  }

  private mutating func tell(_ step: CheckedStep, at index: Int) {
    switch step.kind {
    case .ask, .form: return tell(fieldsOf: step, at: index)
    case .note, .review, .repeat, .run, .write, .commit, .stop: break
    }
    var told = FlowForecast.Step(
      id: step.id, kind: step.kind.keyword, question: question(of: step),
      fate: isCertain ? .asked : .perhaps, condition: condition,
      holds: isCertain ? true : nil,
      isGiven: session.given[step.id] != nil, plan: index,
      openCondition: openConditions.isEmpty ? nil : Self.joined(openConditions),
      need: need(of: step))
    // Whether they're accepted isn't only a question of names.
    if told.isGiven { scope.reads?.noteOther() }
    if listsFiles, case .write(let write) = step.kind { told.files = files(of: write) }
    if let submission = submission(at: index) {
      told.fate = FlowForecast.Fate(submission.origin)
      if case .repeat = step.kind, let value = submission.values.first ?? nil {
        told.answer = session.masked(value, at: .element(plan: index, element: 0))
        told.answerText = Self.count(of: value)
      }
    } else if index == top, let problem = session.phase.step?.problems.first {
      told.fate = told.isGiven ? .refused : .asked
      told.problem = problem.message
    } else if case .repeat(let list) = step.kind, index > top {
      tell(&told, list, at: index, isCertain: isCertain)
    } else if told.isGiven, !session.consumed.contains(told.id), index > top {
      told.isPassed = true
      if isCertain { told.fate = isYes(step) ? .given : .refused }
    }
    forecast.steps.append(told)
  }

  /// Returns whether the answer given in advance for a commit is yes.
  private func isYes(_ step: CheckedStep) -> Bool {
    guard case .commit = step.kind, let given = session.given[step.id] else {
      return true
    }
    return session.isYes(given)
  }

  private func question(of step: CheckedStep) -> String {
    let text: CheckedText? =
      switch step.kind {
      case .commit: step.text ?? step.title
      default: step.title ?? step.text
      }
    return known(text) ?? step.id
  }

  static func count(of value: Value) -> String? {
    guard case .list(let items) = value else { return nil }
    return items.count == 1 ? "1 item" : "\(items.count) items"
  }

  // MARK: Fields

  /// Adds the fields of a step.
  ///
  /// A form is asked as a whole: where one of its fields is, so are those whose defaults would be taken, and the user
  /// may enter something else there.
  private mutating func tell(fieldsOf step: CheckedStep, at index: Int) {
    let known = scope.ahead
    let first = forecast.steps.count
    for element in step.elements.indices { tell(element, of: step, at: index) }
    guard isAttended, index >= top, let fate = forecast.steps[first...].fateOfForm else { return }
    forecast.steps.removeSubrange(first...)
    scope.ahead = known
    formFate = fate
    for element in step.elements.indices { tell(element, of: step, at: index) }
    formFate = nil
  }

  /// Records the value of an element that isn't asked.
  private mutating func learnOtherwise(_ field: CheckedField?, at origin: NameOrigin) {
    var value: Value?
    if let field, field.settings[.otherwise] != nil {
      guard let known = try? field.otherwise(in: scope) else {
        scope.ahead?.forget(origin)
        return
      }
      value = known
    }
    scope.ahead?.learn(origin, value)
  }

  private mutating func tell(_ element: Int, of step: CheckedStep, at index: Int) {
    let checked = step.elements[element]
    let origin = NameOrigin.element(plan: index, element: element)
    var holds: Bool? = isCertain ? true : nil
    var words = conditions.map(\.text)
    var open = openConditions
    if let when = checked.when {
      words.append(when.source.text.trimmed)
      let known = try? when.isTrue(in: scope)
      if known == nil { open.append(when.source.text.trimmed) }
      holds = known == false ? false : known == nil ? nil : holds
    }
    switch checked.kind {
    case .capture: return
    case .note(let text):
      guard case .form = step.kind, index >= top else { return }
      forecast.steps.append(
        FlowForecast.Step(
          id: checked.id, kind: .note, question: known(text) ?? checked.id,
          fate: holds == true ? .asked : holds == false ? .skipped : .perhaps,
          condition: words.isEmpty ? nil : Self.joined(words), holds: holds, plan: index))
      return
    case .compute(let expression):
      guard index >= top, holds == true, let value = try? expression.value(in: scope) else {
        if holds == false { scope.ahead?.learn(origin, nil) }
        return
      }
      scope.ahead?.learn(origin, value)
      return
    case .field(let field):
      let id = session.instance(checked.id, of: step, opening: frame)
      var told = FlowForecast.Step(
        id: id, kind: .ask, question: known(field.texts[.label]) ?? field.name, fate: .asked,
        condition: words.isEmpty ? nil : Self.joined(words), holds: holds,
        isGiven: session.given[checked.id] != nil, plan: index,
        openCondition: open.isEmpty ? nil : Self.joined(open), need: session.need(of: field))
      if let submission = submission(at: index) {
        told.holds = true
        tell(&told, field, submitted: submission.values[element], submission.origin(of: element))
        if submission.values[element] == nil, checked.when != nil, holds == false {
          (told.fate, told.holds) = (.skipped, false)
        }
      } else if holds == false {
        told.fate = .skipped
        learnOtherwise(field, at: origin)
      } else {
        tell(&told, field, ahead: origin, isCertain: holds == true)
        // Its own condition may be false. The conditions around it are left later.
        if checked.when != nil, holds == nil { scope.ahead?.forget(origin) }
      }
      forecast.steps.append(told)
    }
  }

  private func submission(at index: Int) -> Submission? {
    guard index < top, let depth = session.stack.depth(ofPlanIndex: index) else {
      return nil
    }
    return session.stack.entry(at: depth + 1)?.item.submission
  }

  func known(_ text: CheckedText?) -> String? {
    isBrief ? nil : try? text?.text(in: scope, language: language)
  }
}

extension ArraySlice<FlowForecast.Step> {
  /// How a form is asked of which these are the elements; nil if no default would be taken in it, or it's passed.
  fileprivate var fateOfForm: FlowForecast.Fate? {
    let fields = filter { $0.kind == .ask }
    guard fields.contains(where: \.takesDefault) else { return nil }
    if fields.contains(where: { $0.fate == .asked || $0.fate == .refused }) { return .asked }
    return fields.contains { $0.fate == .perhaps && !$0.isPassed } ? .perhaps : nil
  }
}

extension FlowForecast.Step {
  /// Whether its default is taken, or is if it's reached.
  fileprivate var takesDefault: Bool {
    fate == .defaulted || fate == .perhaps && isPassed && !isGiven
  }
}

extension CheckedStep {
  /// Whether answers to what follows it can't be collected before it: it's a list, or the user or an
  /// effect comes first.
  fileprivate var endsIndependentFields: Bool {
    switch kind {
    case .ask, .form, .note, .stop: false
    case .repeat, .review, .commit, .run, .write: true
    }
  }
}

extension FlowForecast.Fate {
  init(_ origin: AnswerOrigin) {
    switch origin {
    case .typed, .accepted, .migrated: self = .answered
    case .given: self = .given
    case .taken, .drawn: self = .defaulted
    case .effect: self = .done
    }
  }
}

extension CheckedStep.Kind {
  /// The key of the kind in flow files.
  var keyword: StepKeyword {
    switch self {
    case .ask: .ask
    case .form: .form
    case .note: .note
    case .review: .review
    case .repeat: .repeat
    case .run: .run
    case .write: .write
    case .commit: .commit
    case .stop: .stop
    }
  }
}

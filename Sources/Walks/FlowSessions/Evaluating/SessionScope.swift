// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import StackFlowCore

/// The names that an expression of a flow can read: inputs, answers below, and the step's own
/// fields.
///
/// It's a view of the session, not a copy: an answer is read from the entry that contains it.
///
/// - Complexity: Reading a name is O(log *n*) in the depth of the stack, times the cost of reading
///   an entry.
struct SessionScope: Bindings {
  /// The stored properties of a scope, which its copies share until one of them changes: an evaluation keeps a copy.
  struct Contents: Sendable {
    let setup: SessionSetup
    var number = 0
    let stack: StepStack<StepEntry>
    var submitted: (planIndex: Int, values: [Value?])?
    var submittedItems: ItemList?
    var submittedEmpty: [Int] = []
    var computed: [ComputedValue] = []
    var live: (planIndex: Int, values: [Value?])?
    var ahead: KnownAhead?
    var reads: ForecastReads?
    var opening: RepeatFrame?
    var readsEarlierItems = false
    var readsOnlyAnswers = false
    var local = LocalNames()
    var lacking: Set<String> = []
    let now: Timestamp
    let language: String
    var observer: (any SessionObserver)?
  }

  private var contents: CopyOnWrite<Contents>

  init(
    setup: SessionSetup, stack: StepStack<StepEntry>, now: Timestamp, language: String,
    observer: (any SessionObserver)? = nil
  ) {
    contents = CopyOnWrite(
      Contents(setup: setup, stack: stack, now: now, language: language, observer: observer))
  }

  /// The parts of the session that never change.
  var setup: SessionSetup {
    @inline(__always) _read { yield contents.value.setup }
  }

  var number: Int {
    @inline(__always) _read { yield contents.value.number }
    @inline(__always) _modify { yield &contents.value.number }
  }

  /// The submitted answers.
  var stack: StepStack<StepEntry> {
    @inline(__always) _read { yield contents.value.stack }
  }

  /// The answers of the top step that are being submitted, with its index in the plan.
  var submitted: (planIndex: Int, values: [Value?])? {
    @inline(__always) _read { yield contents.value.submitted }
    @inline(__always) _modify { yield &contents.value.submitted }
  }

  /// The items of the top step, if it's a list that's being submitted.
  var submittedItems: ItemList? {
    @inline(__always) _read { yield contents.value.submittedItems }
    @inline(__always) _modify { yield &contents.value.submittedItems }
  }

  /// The elements of the top step that are left empty, although they have a default.
  var submittedEmpty: [Int] {
    @inline(__always) _read { yield contents.value.submittedEmpty }
    @inline(__always) _modify { yield &contents.value.submittedEmpty }
  }

  /// The values that were computed since the top entry.
  var computed: [ComputedValue] {
    @inline(__always) _read { yield contents.value.computed }
    @inline(__always) _modify { yield &contents.value.computed }
  }

  /// The values of the elements of the step that's being built, with its index in the plan.
  var live: (planIndex: Int, values: [Value?])? {
    @inline(__always) _read { yield contents.value.live }
    @inline(__always) _modify { yield &contents.value.live }
  }

  /// The known facts about the steps ahead, for a forecast; nil for the session's own evaluations.
  var ahead: KnownAhead? {
    @inline(__always) _read { yield contents.value.ahead }
    @inline(__always) _modify { yield &contents.value.ahead }
  }

  /// The reads of a forecast, if they're noted.
  var reads: ForecastReads? {
    @inline(__always) _read { yield contents.value.reads }
    @inline(__always) _modify { yield &contents.value.reads }
  }

  /// The list whose item is about to be asked.
  var opening: RepeatFrame? {
    @inline(__always) _read { yield contents.value.opening }
    @inline(__always) _modify { yield &contents.value.opening }
  }

  /// Whether `items` has only the records before the current one.
  var readsEarlierItems: Bool {
    @inline(__always) _read { yield contents.value.readsEarlierItems }
    @inline(__always) _modify { yield &contents.value.readsEarlierItems }
  }

  /// Whether only answers are read, and not the values of questions that aren't asked.
  var readsOnlyAnswers: Bool {
    @inline(__always) _read { yield contents.value.readsOnlyAnswers }
    @inline(__always) _modify { yield &contents.value.readsOnlyAnswers }
  }

  /// Local names: `item`, and the candidate of a check.
  var local: LocalNames {
    @inline(__always) _read { yield contents.value.local }
    @inline(__always) _modify { yield &contents.value.local }
  }

  /// Gives a value to a local name; an optional without a value leaves it without one.
  mutating func bind(_ name: String, to value: Value) {
    if case .optional(nil) = value {
      local[name] = nil
      contents.value.lacking.insert(name)
    } else {
      local[name] = value.unwrapped
    }
  }

  /// The time of the event being handled.
  var now: Timestamp { contents.value.now }

  /// The language of labels.
  var language: String { contents.value.language }

  /// The object that's notified of the values of conditions; nil if earlier steps are only shown
  /// again.
  var observer: (any SessionObserver)? {
    @inline(__always) _read { yield contents.value.observer }
    @inline(__always) _modify { yield &contents.value.observer }
  }

  var flow: CheckedFlow { setup.flow }

  /// The zone of `today`.
  var zone: ZoneRules { setup.options.zone }

  /// The program's own words at the top step.
  var catalog: MessageCatalog { setup.catalog(in: stack.top?.language) }

  func value(of name: String) -> Value? {
    if let value = local[name] { return value }
    if contents.value.lacking.contains(name) { return nil }
    guard let origin = flow.origin(of: name, in: number) else { return builtIn(name) }
    return value(at: origin)
  }

  func isUnknown(_ name: String) -> Bool {
    guard let ahead, local[name] == nil, !contents.value.lacking.contains(name) else {
      return false
    }
    if let origin = flow.origin(of: name, in: number) {
      let isUnknown = ahead.isUnknown(origin)
      if isUnknown { reads?.note(origin, nil) }
      return isUnknown
    }
    return name.nameFunction.map { isUnknown($0.name) } ?? false
  }

  /// Returns the value of a name, or nil if it has none.
  func value(at origin: NameOrigin) -> Value? {
    let value = unnotedValue(at: origin)
    reads?.note(origin, ahead?.isUnknown(origin) == true ? nil : .some(value))
    return value
  }

  private func unnotedValue(at origin: NameOrigin) -> Value? {
    if let ahead, ahead.covers(origin) { return ahead.value(at: origin) }
    switch origin {
    case .input(let index): return setup.inputs[index]
    case .element(let plan, let element): return answer(plan: plan, element: element)
    case .compute(let plan): return computedValue(at: plan)
    case .argument(let plan, let index):
      guard case .list(let values)? = computedValue(at: plan),
        case .optional(let value) = values[index]
      else { return nil }
      return value
    case .position(let repeatIndex): return frame(of: repeatIndex).map { .int(Int64($0.position)) }
    case .items(let repeatIndex):
      return frame(of: repeatIndex).map { readsEarlierItems ? $0.earlier : $0.others }
    case .overElement(let repeatIndex): return frame(of: repeatIndex)?.element
    }
  }

  /// Returns whether an answer can only be on the stack.
  func isSubmitted(_ origin: NameOrigin) -> Bool {
    guard case .element(let plan, _) = origin, ahead == nil else { return false }
    return live?.planIndex != plan && submitted?.planIndex != plan
  }

  /// Returns the list at an index of the plan, as it was when its current item was started.
  func frame(of repeatIndex: Int) -> RepeatFrame? {
    if let opening, opening.planIndex == repeatIndex { return opening }
    guard let depth = stack.depth(ofPlanIndex: repeatIndex) else { return nil }
    return stack.entry(at: depth + 1)?.item.frame
  }

  private func builtIn(_ name: String) -> Value? {
    reads?.noteOther()
    return TimeNames.value(of: name, at: now, in: zone)
      ?? name.nameFunction.flatMap { value(of: $0) }
  }

  private func answer(plan: Int, element: Int) -> Value? {
    let given: Value?
    if let live, live.planIndex == plan {
      given = live.values[element]
    } else if let submitted, submitted.planIndex == plan {
      given = submitted.values[element]
    } else {
      let depth = stack.depth(ofPlanIndex: plan)
      given = depth.flatMap { stack.entry(at: $0 + 1)?.item.submission?.values[element] }
    }
    return given ?? otherwise(plan: plan, element: element)
  }

  /// Returns the value of a field that wasn't asked or was left empty; nil if it has none.
  private func otherwise(plan: Int, element: Int) -> Value? {
    guard !readsOnlyAnswers, flow.hasOtherwise(plan: plan, element: element) else { return nil }
    let isMeant = { (value: ComputedValue) in value.planIndex == plan && value.element == element }
    if let found = computed.first(where: isMeant) { return found.value }
    let entry = stack.entry(at: stack.firstDepth(after: plan))?.item
    return entry?.computed.first(where: isMeant)?.value
  }

  private func computedValue(at plan: Int) -> Value? {
    if let found = computed.first(where: { $0.planIndex == plan }) { return found.value }
    guard let entry = stack.entry(at: stack.firstDepth(after: plan))?.item else { return nil }
    return entry.computed.first { $0.planIndex == plan }?.value
  }
}

extension FlowSession {
  /// Returns the scope of the session's expressions.
  func scope(at time: Timestamp? = nil) -> SessionScope {
    var scope = SessionScope(
      setup: setup, stack: stack, now: time ?? timeOfNames, language: language, observer: observer)
    if let outlook = handling.outlook { scope.ahead = outlook }
    return scope
  }
}

extension SessionScope {
  /// Lets the fields of a step read the elements before them, which a step with a single one has not.
  mutating func read(_ state: StepState, of step: CheckedStep, at planIndex: Int) {
    if step.elements.count > 1 { live = (planIndex, state.values) }
  }
}

extension StepStack where Item == StepEntry {
  /// Returns the depth of the entry of a step, or nil if it isn't on the stack.
  ///
  /// It's a binary search, because entries are sorted by their index in the plan.
  func depth(ofPlanIndex plan: Int) -> Int? {
    let depth = firstDepth(after: plan - 1)
    return entry(at: depth)?.item.planIndex == plan ? depth : nil
  }

  /// Returns the depth of the first entry after an index of the plan, or the count if there's none.
  func firstDepth(after plan: Int) -> Int { partitioningIndex { $0.planIndex > plan } }
}

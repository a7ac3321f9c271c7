// SPDX-License-Identifier: Apache-2.0

/// The steps of a flow, with a delegate that approves every move that a person asks for.
///
/// A program pushes and pops; that is announced, not asked. A person's move is a *request*: the
/// delegate approves it, denies it with a reason, or decides later (`Documentation/Contract.md`
/// SF-1, SF-4). Without a delegate every request is denied, because nothing else knows which step
/// comes next; pushing and popping still work.
///
/// ```swift
/// let flow = FlowStack<String>()
/// flow.delegate = approver
/// flow.push("name")
/// try flow.request(.push)     // the approver says what comes next
/// try flow.pop()
/// ```
///
/// A delegate may call back into the stack from every method. Calls made inside an announcement
/// wait until the running call has ended, and then run in the order in which they were made, so
/// `pop(3)` always pops the three steps that it was meant to. Calls are never nested, however many
/// a delegate makes. Each callback goes to the delegate of that moment.
///
/// A stack can also be driven by something else, as `FlowRunner.steps` is by its session. Then it's
/// read-only: you can read it, show it in a view and make requests. ``push(_:)``, ``pop(_:)`` and
/// ``clean()`` do nothing, the delegate stays the driver, and only the driver answers requests.
///
/// It's a class and not `Sendable`: use it on one actor or thread. ``steps`` is its value, which
/// may go anywhere. It has no cells, clock or I/O, and never knows its view.
public final class FlowStack<Item> {
  /// The object that approves and hears of the moves; held weakly.
  ///
  /// On a stack that something else drives, it's the driver, and setting it does nothing.
  public var delegate: (any StackFlowDelegate<Item>)? {
    get { approver }
    set { if !isDriven { approver = newValue } }
  }

  private weak var approver: (any StackFlowDelegate<Item>)?

  /// Whether only a driver moves the stack.
  public let isDriven: Bool

  /// The steps and their ids as a value, in O(1).
  public internal(set) var steps: StepStack<Item>

  /// The request that the delegate put off, if it's still open.
  public package(set) var pendingRequest: NavigationRequest?

  /// The view that shows the stack, which hears of each change before the delegate does.
  weak var follower: (any StackFollower<Item>)?

  /// The call that is running, and those that wait for its end.
  var frame = Frame()

  private let origin = NavigationRequest.Origin()
  private var requestCount = 0

  /// Creates a stack, empty or with the steps of an earlier one, which aren't announced.
  public init(_ steps: StepStack<Item> = StepStack()) {
    self.steps = steps
    isDriven = false
  }

  /// Creates a stack that only a driver moves, with ``drive(_:)``.
  ///
  /// - Parameters:
  ///   - steps: The steps that are there already, which aren't announced.
  ///   - driver: The delegate, held weakly.
  package init(_ steps: StepStack<Item>, drivenBy driver: any StackFlowDelegate<Item>) {
    self.steps = steps
    isDriven = true
    approver = driver
  }

  /// A request with an id of its own.
  func makeRequest(_ move: NavigationRequest.Move, source: NavigationSource) -> NavigationRequest {
    requestCount += 1
    let id = NavigationRequest.ID(origin: origin, serial: requestCount)
    return NavigationRequest(id: id, move: move, source: source)
  }
}

// MARK: - Reading

extension FlowStack {
  /// The steps, oldest first.
  public var items: StepStack<Item>.Items { steps.items }

  /// The number of steps.
  public var count: Int { steps.count }

  /// Whether there is no step.
  public var isEmpty: Bool { steps.isEmpty }

  /// The newest step, the only one that takes input; `nil` if there is none.
  public var top: Item? { steps.top }

  /// The newest entry with its id; `nil` if there is none.
  package var topEntry: StepStack<Item>.Entry? { steps.topEntry }
}

// MARK: - Moving

extension FlowStack {
  /// Pushes a finished step without asking, and announces it.
  ///
  /// Inside an announcement it waits for the end of the running call.
  ///
  /// - Complexity: O(1), besides what the delegate does.
  public func push(_ item: Item) {
    guard !isDriven else { return }
    enter(.push(item))
  }

  /// Pops the newest steps without asking, and announces each, the newest first.
  ///
  /// With fewer steps than asked for it pops them all; 0, or an empty stack, is nothing at all.
  /// Inside an announcement it waits for the end of the running call.
  ///
  /// - Parameter count: How many steps to pop, at least 0.
  /// - Throws: ``FlowStackError/negativeCount(_:)``; nothing has changed then.
  /// - Complexity: O(`count`), besides what the delegate does.
  public func pop(_ count: Int = 1) throws(FlowStackError) {
    guard count >= 0 else { throw .negativeCount(count) }
    guard !isDriven else { return }
    enter(.pop(count))
  }

  /// Pops every step that is there when its turn comes, as ``pop(_:)`` with the count does.
  public func clean() {
    guard !isDriven else { return }
    enter(.clean)
  }

  package func drive(_ move: StackMove<Item>) {
    switch move {
    case .push(let item): enter(.push(item))
    case .pop(let count): enter(.pop(count))
    }
  }
}

// MARK: - Requesting

extension FlowStack {
  /// Asks the delegate for a move; by itself this changes nothing.
  ///
  /// If the top step hosts a flow of its own (``FlowHosting``), the innermost flow is asked
  /// first. If it denies without a reason, the flow around it's asked; any other decision is
  /// final (`Documentation/Contract.md` SF-23). So ask the outermost flow.
  ///
  /// A request cancels the one that was put off before. A request to pop 0 steps is approved
  /// without asking.
  ///
  /// - Parameters:
  ///   - move: What is asked for.
  ///   - source: What asks for it.
  /// - Returns: What became of it: ``NavigationOutcome/queued`` inside a callback.
  /// - Throws: ``FlowStackError/negativeCount(_:)`` when the count, or that of the approval, is
  ///   below 0; nothing has changed then.
  @discardableResult
  public func request(_ move: NavigationRequest.Move, source: NavigationSource = .user)
    throws(FlowStackError) -> NavigationOutcome
  {
    if case .pop(let count) = move {
      guard count >= 0 else { throw .negativeCount(count) }
      if count == 0 { return .approved }
    }
    guard case .resting = frame.phase else {
      frame.queue.append(.request(move, source))
      return .queued
    }
    return try offer(move, source: source)
  }

  /// Answers a request that was put off with ``NavigationDecision/later``.
  ///
  /// You can also answer a request inside its own callback; that decides, whatever the callback
  /// returns. Answering with `.later` again leaves it open.
  ///
  /// - Throws: ``FlowStackError/staleRequest(_:)`` if the request was answered, was canceled by a
  ///   newer one or by a move, is another stack's, or is its driver's to answer;
  ///   ``FlowStackError/negativeCount(_:)`` if it approves a count below 0. Nothing changes then,
  ///   and the request stays as open as it was.
  public func answer(_ request: NavigationRequest, _ decision: StackDecision<Item>)
    throws(FlowStackError)
  {
    guard !isDriven else { throw .staleRequest(request) }
    var isBeingAsked = false
    if case .asking(request, answer: nil) = frame.phase { isBeingAsked = true }
    guard isBeingAsked || pendingRequest == request else { throw .staleRequest(request) }
    switch decision {
    case .later:
      break
    case .approve(let move):
      let operation = try Operation(move)
      pendingRequest = nil
      // An approval in words counts even if there is nothing to pop.
      if isBeingAsked { frame.phase = .asking(request, answer: .approved) }
      enter(operation)
    case .deny(let reason):
      if isBeingAsked {
        frame.phase = .asking(request, answer: .denied(reason: reason))
      } else {
        pendingRequest = nil
        inFrame { deny(request, reason: reason) }
      }
    }
  }
}

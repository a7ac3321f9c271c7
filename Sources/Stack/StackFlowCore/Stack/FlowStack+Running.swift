// SPDX-License-Identifier: Apache-2.0

// How calls run. A call made at rest opens a frame: it runs, and then the calls that were made
// inside its callbacks run, first in, first out. Only a push or pop inside a request callback opens
// a frame within the frame, because it runs at once.

extension FlowStack {
  /// A change that isn't asked for.
  enum Operation {
    case push(Item)
    case pop(Int)
    case clean
    /// Changes that depend on the steps that are there when their turn comes.
    case computed((StepStack<Item>) -> [Operation])

    /// The change that an approval makes.
    init(_ move: StackMove<Item>) throws(FlowStackError) {
      switch move {
      case .push(let item):
        self = .push(item)
      case .pop(let count):
        guard count >= 0 else { throw .negativeCount(count) }
        self = .pop(count)
      }
    }
  }

  /// A call that waits for the end of the running one.
  enum Call {
    case operation(Operation)
    case request(NavigationRequest.Move, NavigationSource)
    /// A request that came from a flow around this one, or may go on to those.
    case offered(NavigationRequest.Move, NavigationSource, around: ArraySlice<any OfferTaking>)
  }

  /// The state of the call on top.
  enum Phase {
    /// Nothing runs: a call runs at once.
    case resting
    /// Inside an announcement: a call waits.
    case announcing
    /// Inside a request callback: a push or pop runs at once and is the answer.
    case asking(NavigationRequest, answer: NavigationOutcome?)
  }

  /// A running call, and the calls that wait for its end.
  struct Frame {
    /// Whether a call runs, or has run and its queue isn't empty yet.
    var isOpen = false
    var phase = Phase.resting
    var queue = CallQueue<Call>()
  }

  /// Runs a call, then the calls that it has made wait.
  ///
  /// A call that comes from the queue belongs to the frame that is open already; calls that it makes
  /// wait go to the end of that queue.
  func inFrame<Result>(_ body: () -> Result) -> Result {
    if frame.isOpen, case .resting = frame.phase { return body() }
    let outer = frame
    frame = Frame(isOpen: true)
    let result = body()
    while let call = frame.queue.next() { run(call) }
    frame = outer
    return result
  }

  /// Runs a change now, or puts it into the queue of the running call.
  func enter(_ operation: Operation) {
    switch frame.phase {
    case .announcing:
      frame.queue.append(.operation(operation))
    case .asking(let request, _):
      // A change of nothing, such as a pop of 0 steps, says nothing about the request.
      if inFrame({ perform(operation) }) { frame.phase = .asking(request, answer: .approved) }
    case .resting:
      _ = inFrame { perform(operation) }
    }
  }

  private func run(_ call: Call) {
    switch call {
    case .operation(let operation):
      perform(operation)
    case .request(let move, let source):
      // The call that made it has returned, so nothing catches the error; `take` told the delegate.
      _ = try? offer(move, source: source, wasQueued: true)
    case .offered(let move, let source, let around):
      _ = try? take(move, source: source, around: around, wasQueued: true)
    }
  }

  /// Changes the stack, with the announcements in the contract's order (1.3, 1.4).
  ///
  /// - Returns: whether a step was pushed or popped.
  @discardableResult
  private func perform(_ operation: Operation) -> Bool {
    var hasChanged = false
    switch operation {
    case .push(let item):
      pendingRequest = nil
      frame.phase = .announcing
      announce(.willPush(item))
      steps.push(item)
      announce(.didPush(item))
      follower?.didPerform(.push)
      hasChanged = true
    case .pop(let count):
      hasChanged = pop(upTo: count)
    case .clean:
      hasChanged = pop(upTo: count)
    case .computed(let operations):
      frame.phase = .announcing
      for operation in operations(steps) where perform(operation) { hasChanged = true }
    }
    frame.phase = .resting
    return hasChanged
  }

  private func pop(upTo limit: Int) -> Bool {
    let rounds = min(limit, count)
    guard rounds > 0 else { return false }
    pendingRequest = nil
    frame.phase = .announcing
    for _ in 0..<rounds {
      guard let item = top else { break }
      announce(.willPop(item))
      steps.pop()
      announce(.didPop(item))
    }
    follower?.didPerform(.pop(rounds))
    return true
  }

  private func announce(_ announcement: NavigationAnnouncement<Item>) {
    follower?.hear(announcement)
    delegate?.hear(announcement, in: self)
  }
}

/// Follows a stack before its delegate hears of a change, so a delegate finds the view up to
/// date (`Documentation/Contract.md` 1.3, 1.4).
protocol StackFollower<Item>: AnyObject {
  associatedtype Item

  /// Hears of a change before the delegate does.
  func hear(_ announcement: NavigationAnnouncement<Item>)

  /// A call has changed the stack, and the delegate has heard of all of it.
  func didPerform(_ operation: StackOperation)
}

// MARK: - Asking

extension FlowStack {
  /// Asks this flow's delegate, in a frame that is at rest; `isLast` if there's no flow around this
  /// one to ask.
  func ask(_ request: NavigationRequest, isLast: Bool) -> Result<NavigationOutcome, FlowStackError>
  {
    pendingRequest = nil
    guard let delegate else { return .success(.denied(reason: nil)) }
    frame.phase = .asking(request, answer: nil)
    let decision =
      switch request.move {
      case .push: delegate.didRequestPush(request, in: self)
      case .pop(let count): delegate.didRequestPop(count, request, in: self)
      }
    var given: NavigationOutcome?
    if case .asking(_, let answer) = frame.phase { given = answer }
    frame.phase = .resting
    if let given {
      if case .denied(let reason) = given { deny(request, reason: reason, isLast: isLast) }
      return .success(given)
    }
    switch decision {
    case .later:
      pendingRequest = request
      return .success(.pending(request))
    case .deny(let reason):
      deny(request, reason: reason, isLast: isLast)
      return .success(.denied(reason: reason))
    case .approve(let move):
      do {
        perform(try Operation(move))
        return .success(.approved)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Announces a denial; one without a reason only if there's no flow around this one to ask.
  func deny(_ request: NavigationRequest, reason: String?, isLast: Bool = true) {
    guard reason != nil || isLast else { return }
    frame.phase = .announcing
    announce(.denied(request, reason: reason))
    frame.phase = .resting
  }
}

/// A queue, first in, first out, that frees the memory of the calls that have left it.
@usableFromInline
package struct CallQueue<Call> {
  @usableFromInline var calls: [Call?] = []
  @usableFromInline var head = 0

  /// Creates an empty queue.
  @inlinable
  package init() {}

  /// Adds a call at the end.
  @inlinable
  package mutating func append(_ call: Call) { calls.append(call) }

  /// Removes the first call and returns it; nil if there is none.
  ///
  /// - Complexity: O(1), amortized.
  @inlinable
  package mutating func next() -> Call? {
    guard head < calls.count else { return nil }
    let call = calls[head]
    calls[head] = nil
    head += 1
    if head == calls.count {
      // Generic code that removes with the capacity kept looks up types.
      calls = []
      head = 0
    } else if head >= 64, head * 2 >= calls.count {
      calls.removeFirst(head)
      head = 0
    }
    return call
  }
}

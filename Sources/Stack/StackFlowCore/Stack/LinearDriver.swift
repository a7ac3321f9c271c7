// SPDX-License-Identifier: Apache-2.0

/// A step of a ``LinearDriver``: its place in the list and what it shows or asks.
public struct LinearStep<Content> {
  /// The place in the driver's list, counted from 0.
  public let index: Int

  /// The content that the driver built for this place.
  public let content: Content
}

extension LinearStep: Sendable where Content: Sendable {}
extension LinearStep: Equatable where Content: Equatable {}
extension LinearStep: Encodable where Content: Encodable {}
extension LinearStep: Decodable where Content: Decodable {}

/// Walks a fixed list of steps on a ``FlowStack``: next, back, jumps, refresh and restart.
///
/// The list is fixed in length; a step's content is built when it's pushed, from the steps below
/// it. The driver's stack approves going on until the last step and going back until the first,
/// and denies anything beyond without a reason (`Documentation/Contract.md` SF-22).
/// It keeps no state of its own, because every step knows its place; a stack that is restored from
/// a saved one continues where it was.
///
/// ```swift
/// let driver = LinearDriver(["name", "port", "review"])
/// driver.restart()
/// driver.next()       // name, port
/// try driver.go(to: 0)   // name
/// ```
public final class LinearDriver<Content> {
  /// A step of the list with its place.
  public typealias Step = LinearStep<Content>

  /// The stack that is driven.
  public let stack: FlowStack<Step>

  /// The number of steps in the list.
  let count: Int

  /// An object that hears of all announcements of the stack, and isn't asked; held weakly.
  public weak var observer: (any StackFlowObserver<Step>)?

  private let content: (Int, StepStack<Step>) -> Content
  private let approver = Approver()

  /// Creates a driver of a list whose steps are built when they are pushed.
  ///
  /// - Parameters:
  ///   - count: The number of steps, at least 0.
  ///   - steps: The steps of an earlier stack, to go on from.
  ///   - content: Makes the content for an index of the list from the steps below it.
  /// - Throws: ``FlowStackError/negativeCount(_:)``.
  public init(
    count: Int, restoring steps: StepStack<Step> = StepStack(),
    building content: @escaping (Int, StepStack<Step>) -> Content
  ) throws(FlowStackError) {
    guard count >= 0 else { throw .negativeCount(count) }
    self.count = count
    self.content = content
    stack = FlowStack(steps)
    (approver.driver, stack.delegate) = (self, approver)
  }

  /// Creates a driver of a list of finished contents.
  public init(_ contents: [Content]) {
    count = contents.count
    content = { index, _ in contents[index] }
    stack = FlowStack()
    (approver.driver, stack.delegate) = (self, approver)
  }

  /// The place of the top step in the list; `nil` before the start.
  public var index: Int? { stack.top?.index }
}

// MARK: - Moving

extension LinearDriver {
  /// Pushes the step after the top one, or the first when there is none; at the last, nothing.
  public func next() {
    stack.enter(.computed { [self] in following($0).map { [build($0)] } ?? [] })
  }

  /// Goes to the step before the top one in the list; at the first, nothing.
  ///
  /// If a jump skipped that step, it's built and pushed now.
  public func back() {
    stack.enter(
      .computed { [self] in
        guard let index = $0.top?.index, index > 0, count > 0 else { return [] }
        return moves(to: min(index, count) - 1, from: $0)
      })
  }

  /// Pops the top step, builds it again and pushes it; does nothing if there is none.
  public func refresh() {
    stack.enter(
      .computed { [self] in
        guard let index = $0.top?.index, index >= 0, index < count else { return [] }
        return moves(to: index, from: $0)
      })
  }

  /// Pops every step and pushes the first of the list.
  public func restart() {
    stack.enter(.computed { [self] _ in count > 0 ? [.clean, build(0)] : [.clean] })
  }

  /// Goes to a step of the list.
  ///
  /// Forward, only that step is pushed, even when others are skipped. Backward, steps are popped
  /// until the top is at or before it, and it's pushed if a jump skipped it. Going to the top
  /// step itself is ``refresh()``.
  ///
  /// - Throws: ``FlowStackError/indexOutOfRange(index:count:)``; nothing changes then.
  public func go(to index: Int) throws(FlowStackError) {
    guard index >= 0, index < count else {
      throw .indexOutOfRange(index: index, count: count)
    }
    stack.enter(.computed { [self] in moves(to: index, from: $0) })
  }

  private func moves(to index: Int, from steps: StepStack<Step>) -> [FlowStack<Step>.Operation] {
    guard let top = steps.top, index <= top.index else { return [build(index)] }
    // The top step is popped in any case, so that going to it builds it again.
    var pops = 1
    var left = steps.entry(at: steps.count - 2)
    while let entry = left, entry.item.index > index {
      pops += 1
      left = steps.entry(at: steps.count - 1 - pops)
    }
    return left?.item.index == index ? [.pop(pops)] : [.pop(pops), build(index)]
  }

  /// The index after the top step's, or the first; `nil` at the last.
  private func following(_ steps: StepStack<Step>) -> Int? {
    guard let index = steps.top?.index else { return count > 0 ? 0 : nil }
    return index < count - 1 ? max(index + 1, 0) : nil
  }

  /// A push whose step is built when its turn comes, from the steps that are then below.
  private func build(_ index: Int) -> FlowStack<Step>.Operation {
    .computed { [self] in [.push(step(index, above: $0))] }
  }

  private func step(_ index: Int, above steps: StepStack<Step>) -> Step {
    LinearStep(index: index, content: content(index, steps))
  }
}

// MARK: - Approving

extension LinearDriver {
  /// Approves the moves of the stack for its driver, and tells the driver's observer of them.
  private final class Approver: StackFlowDelegate {
    weak var driver: LinearDriver?

    /// Approves the step after the top one; denies at the last.
    func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Step>)
      -> StackDecision<Step>
    {
      guard let driver, let index = driver.following(stack.steps) else { return .deny(reason: nil) }
      return .approve(.push(driver.step(index, above: stack.steps)))
    }

    /// Approves going back, at most to the lowest step; denies there.
    func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Step>)
      -> StackDecision<Step>
    {
      let possible = min(count, stack.count - 1)
      return possible > 0 ? .approve(.pop(possible)) : .deny(reason: nil)
    }

    func willPush(_ item: Step, in stack: FlowStack<Step>) {
      driver?.observer?.willPush(item, in: stack)
    }

    func didPush(_ item: Step, in stack: FlowStack<Step>) {
      driver?.observer?.didPush(item, in: stack)
    }

    func willPop(_ item: Step, in stack: FlowStack<Step>) {
      driver?.observer?.willPop(item, in: stack)
    }

    func didPop(_ item: Step, in stack: FlowStack<Step>) {
      driver?.observer?.didPop(item, in: stack)
    }

    func navigationDenied(
      _ request: NavigationRequest, reason: String?, in stack: FlowStack<Step>
    ) {
      driver?.observer?.navigationDenied(request, reason: reason, in: stack)
    }

    func transitionDidEnd(
      _ operation: StackOperation, finished: Bool, in stack: FlowStack<Step>
    ) {
      driver?.observer?.transitionDidEnd(operation, finished: finished, in: stack)
    }

    func activeItemTapped(_ item: Step, in stack: FlowStack<Step>) {
      driver?.observer?.activeItemTapped(item, in: stack)
    }
  }
}

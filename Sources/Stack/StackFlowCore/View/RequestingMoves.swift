// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout

/// The outcome of a gesture.
public enum GestureOutcome: Hashable, Sendable {
  /// A request was made.
  case requested(NavigationOutcome)

  /// There's no step to go back to, so no request was made.
  case nothingBelow

  /// The top step was tapped.
  case activeItemTapped

  /// The content of the top step used the click, for example to select a field.
  case usedByContent

  /// The gesture has no meaning here, or is switched off.
  case ignored
}

extension StackFlowView {
  /// Pushes a step without asking; see ``FlowStack/push(_:)``.
  ///
  /// On a flow that something else drives this does nothing, as do ``pop(_:completion:)`` and
  /// ``clean(completion:)``.
  ///
  /// - Parameters:
  ///   - item: The step.
  ///   - title: The title; nil for that of the presentation.
  ///   - appearance: The appearance; nil for that of the presentation.
  ///   - completion: Called exactly once when the transition ends, with false if another one
  ///     superseded it.
  /// - Complexity: O(log *n*), besides the delegate's methods.
  public func push(
    _ item: Item, title: String? = nil, appearance: ItemAppearance? = nil,
    completion: Completion? = nil
  ) {
    guard !flow.isDriven else {
      completion?(false)
      return
    }
    flow.enter(
      .computed { [weak self, flow] _ in
        if let self, isFollowing { given = (title, appearance) }
        Self.give(completion, to: self, of: flow)
        return [.push(item)]
      })
  }

  /// Pops the newest steps in one transition, without asking; see ``FlowStack/pop(_:)``.
  ///
  /// - Parameters:
  ///   - count: The number of steps, at least 0, clamped to the number of steps of the flow.
  ///   - completion: Called exactly once when the transition ends, or at once if nothing is popped;
  ///     with false if another transition superseded it, or if this method throws.
  /// - Throws: `FlowStackError.negativeCount`; nothing changes.
  public func pop(_ count: Int = 1, completion: Completion? = nil) throws(FlowStackError) {
    guard count >= 0 else {
      completion?(false)
      throw .negativeCount(count)
    }
    guard !flow.isDriven else {
      completion?(false)
      return
    }
    flow.enter(
      .computed { [weak self, flow] steps in
        Self.popping(min(count, steps.count), of: flow, in: self, completion)
      })
  }

  /// Pops all steps without asking.
  public func clean(completion: Completion? = nil) {
    guard !flow.isDriven else {
      completion?(false)
      return
    }
    flow.enter(
      .computed { [weak self, flow] steps in
        Self.popping(steps.count, of: flow, in: self, completion)
      })
  }

  private static func popping(
    _ count: Int, of flow: FlowStack<Item>, in view: StackFlowView?, _ completion: Completion?
  ) -> [FlowStack<Item>.Operation] {
    guard count > 0 else {
      completion?(true)
      return []
    }
    give(completion, to: view, of: flow)
    return [.pop(count)]
  }

  /// Calls a completion at the end of the next transition, or right after the move if the view was
  /// released or another view follows the flow.
  private static func give(
    _ completion: Completion?, to view: StackFlowView?, of flow: FlowStack<Item>
  ) {
    if let view, view.isFollowing {
      view.givenCompletion = completion
    } else if let completion {
      flow.enter(
        .computed { _ in
          completion(true)
          return []
        })
    }
  }

  /// Whether this view follows the flow.
  private var isFollowing: Bool { flow.follower.map { $0 as AnyObject === self } ?? false }

  // MARK: Gestures

  /// Handles a swipe.
  ///
  /// Towards the growth direction it requests to pop a step, and away from it to push the next one;
  /// others are ignored (`Documentation/Contract.md` SF-6).
  @discardableResult
  public func swipe(_ direction: FlowDirection) -> GestureOutcome {
    guard userNavigationOptions.contains(.swipe) else { return .ignored }
    if direction == growthDirection { return request(.pop(1)) }
    if direction == growthDirection.opposite { return request(.push) }
    return .ignored
  }

  /// Handles the event `next` in every growth direction, if `.swipe` is on.
  @discardableResult
  public func next() -> GestureOutcome {
    userNavigationOptions.contains(.swipe) ? request(.push) : .ignored
  }

  /// Handles the event `back` in every growth direction, if `.swipe` is on.
  @discardableResult
  public func back() -> GestureOutcome {
    userNavigationOptions.contains(.swipe) ? request(.pop(1)) : .ignored
  }

  /// Requests the next step, as its button or command does; always possible.
  @discardableResult
  public func pressNext() -> GestureOutcome { request(.push) }

  /// Requests to go back, as its button or command does; always possible, but on the first step no
  /// request is made.
  @discardableResult
  public func pressBack() -> GestureOutcome {
    flow.count > 1 ? request(.pop(1)) : .nothingBelow
  }

  /// Requests to go back to a step, counted from the oldest, if `.tap` is on
  /// (`Documentation/Contract.md` SF-7).
  @discardableResult
  public func goto(_ index: Int) -> GestureOutcome {
    guard userNavigationOptions.contains(.tap), index >= 0, index < flow.count else {
      return .ignored
    }
    guard index == flow.count - 1 else { return request(.pop(flow.count - 1 - index)) }
    if let top = flow.top { delegate?.activeItemTapped(top, in: flow) }
    return .activeItemTapped
  }

  func request(_ move: NavigationRequest.Move) -> GestureOutcome {
    do {
      return .requested(try flow.request(move))
    } catch {
      // The approval has a negative count, so nothing has changed.
      return .requested(.denied(reason: error.description))
    }
  }
}

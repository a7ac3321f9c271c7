// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout

/// What became of a gesture.
public enum GestureOutcome: Hashable, Sendable {
  /// A request was made.
  case requested(NavigationOutcome)

  /// There is no step to go back to, so nobody was asked.
  case nothingBelow

  /// The top step was tapped.
  case activeItemTapped

  /// The content of the top step used the click: a field in it was chosen, say.
  case usedByContent

  /// The gesture means nothing here, or is switched off.
  case ignored
}

extension StackFlowView {
  /// Pushes a step without asking; see ``FlowStack/push(_:)``.
  ///
  /// On a flow that something else drives this does nothing, as do ``pop(_:completion:)`` and
  /// ``clean(completion:)``.
  ///
  /// - Parameters:
  ///   - item: the step.
  ///   - title: the title, instead of the presentation's.
  ///   - appearance: the look, instead of the presentation's.
  ///   - completion: called once, after the transition has ended: with false if another cut it short.
  /// - Complexity: O(log *n*), besides what the delegate does.
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

  /// Pops the newest steps without asking, all in one transition; see ``FlowStack/pop(_:)``.
  ///
  /// - Parameters:
  ///   - count: how many steps, at least 0; with fewer there, all of them.
  ///   - completion: called once, after the transition has ended, or at once if nothing is popped;
  ///     with false if another cut it short or this throws.
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

  /// Has a completion called at the end of the transition of the move that is about to run, or right
  /// behind the move if the view is gone or another one follows the flow.
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

  /// Whether it is this view that follows the flow.
  private var isFollowing: Bool { flow.follower.map { $0 as AnyObject === self } ?? false }

  // MARK: Gestures

  /// Takes a swipe: towards the growth direction asks to pop a step, away from it for the next;
  /// other ones mean nothing (`Documentation/Contract.md` SF-6).
  @discardableResult
  public func swipe(_ direction: FlowDirection) -> GestureOutcome {
    guard userNavigationOptions.contains(.swipe) else { return .ignored }
    if direction == growthDirection { return request(.pop(1)) }
    if direction == growthDirection.opposite { return request(.push) }
    return .ignored
  }

  /// Takes the event `next`, whatever the growth direction; only with `.swipe`.
  @discardableResult
  public func next() -> GestureOutcome {
    userNavigationOptions.contains(.swipe) ? request(.push) : .ignored
  }

  /// Takes the event `back`, whatever the growth direction; only with `.swipe`.
  @discardableResult
  public func back() -> GestureOutcome {
    userNavigationOptions.contains(.swipe) ? request(.pop(1)) : .ignored
  }

  /// Presses the button for the next step, or types its command; always possible.
  @discardableResult
  public func pressNext() -> GestureOutcome { request(.push) }

  /// Presses the button back, or types its command; always possible, but on the first step nobody
  /// is asked.
  @discardableResult
  public func pressBack() -> GestureOutcome {
    flow.count > 1 ? request(.pop(1)) : .nothingBelow
  }

  /// Asks to go back to a step, counted from the oldest; only with `.tap`
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
      // The approval named a count below 0: nothing has changed.
      return .requested(.denied(reason: error.description))
    }
  }
}

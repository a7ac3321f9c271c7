// SPDX-License-Identifier: Apache-2.0

// The vocabulary of moves: a request, the decision that answers it, its outcome, and the
// announcements. Stacks, views, sessions, and runners share it.

/// The source of a move: a person or a program.
public enum NavigationSource: String, Hashable, Sendable {
  /// A person.
  case user

  /// A program that wants its own move to be approved.
  case program
}

/// A request to move, which waits for a decision.
///
/// A decision names the request that it answers. The id of a stack's request is never reused, not
/// even by another stack, so a late answer reaches its own request or none (SF-4). A session is a
/// value that can be copied and replayed: its requests count from 1 in each walk, and the same
/// events give the same ids.
public struct NavigationRequest: Hashable, Sendable, Identifiable {
  /// A requested move.
  public enum Move: Hashable, Sendable {
    /// The next step. The approval, or the session, says which one that is.
    case push

    /// To go back a number of steps, at least 0.
    case pop(Int)
  }

  /// Tells stacks apart.
  ///
  /// A request keeps its stack's mark, so no other mark has the same address while there's a request
  /// to compare.
  final class Origin: Sendable {}

  /// The identity of a request.
  public struct ID: Hashable, Sendable {
    /// The mark of the stack that made the request; nil for a session.
    let origin: Origin?

    /// The number of the request among those of its stack or session, from 1.
    package let serial: Int

    /// Creates the id of a request of a stack.
    init(origin: Origin, serial: Int) {
      self.origin = origin
      self.serial = serial
    }

    /// Creates the id of a session's request, to read a saved log for example.
    ///
    /// - Parameter serial: The number of the request in its walk, from 1.
    package init(serial: Int) {
      origin = nil
      self.serial = serial
    }

    /// Returns whether two ids name the same request.
    public static func == (left: ID, right: ID) -> Bool {
      left.origin === right.origin && left.serial == right.serial
    }

    /// Feeds the identity into a hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(origin.map(ObjectIdentifier.init))
      hasher.combine(serial)
    }
  }

  /// The identity.
  public let id: ID

  /// The requested move.
  public let move: Move

  /// The source of the request.
  public let source: NavigationSource

  /// Creates a request.
  package init(id: ID, move: Move, source: NavigationSource) {
    self.id = id
    self.move = move
    self.source = source
  }
}

extension NavigationRequest: CustomStringConvertible {
  /// The move, and the number of the request among those of its stack or session.
  public var description: String {
    switch move {
    case .push: "push (request \(id.serial))"
    case .pop(let count): "pop \(count) (request \(id.serial))"
    }
  }
}

/// The decision about a ``NavigationRequest``.
///
/// The payload of an approval depends on which side knows the next step. A bare ``FlowStack``
/// doesn't, so its delegate approves with a ``StackMove``, and without a delegate it denies. A session
/// builds the next step from the answers, so an approval of its requests carries nothing, and a
/// runner without a delegate approves.
public enum NavigationDecision<Approval> {
  /// The move is made.
  case approve(Approval)

  /// Nothing changes; the reason is for the person. Without a reason, a stack asks the flow around
  /// it.
  case deny(reason: String?)

  /// The request stays open until it's answered, or until a newer request or a move cancels it.
  case later
}

extension NavigationDecision: Sendable where Approval: Sendable {}
extension NavigationDecision: Equatable where Approval: Equatable {}
extension NavigationDecision: Hashable where Approval: Hashable {}

/// The move that an approval makes, which may differ from the requested one.
public enum StackMove<Item> {
  /// Pushes a step.
  case push(Item)

  /// Pops a number of steps, at least 0.
  case pop(Int)
}

extension StackMove: Sendable where Item: Sendable {}
extension StackMove: Equatable where Item: Equatable {}

/// The decision about a request that a ``FlowStack`` made.
public typealias StackDecision<Item> = NavigationDecision<StackMove<Item>>

/// The outcome of a request.
public enum NavigationOutcome: Hashable, Sendable {
  /// The request was approved, or the delegate moved the stack itself; the move is done.
  case approved

  /// The request was denied, with a reason or without one; or there is no delegate.
  case denied(reason: String?)

  /// The decision comes later.
  case pending(NavigationRequest)

  /// The request was made inside a callback, and is asked when the running call has ended.
  case queued
}

/// An announcement of a move, in the order of the contract (1.3, 1.4).
public enum NavigationAnnouncement<Item> {
  /// A step is about to be pushed; the stack is still the old one.
  case willPush(Item)

  /// A step was pushed and is the top.
  case didPush(Item)

  /// The top step is about to be popped; it's still there.
  case willPop(Item)

  /// A step was popped.
  case didPop(Item)

  /// A request was denied, with a reason for the person or without one.
  case denied(NavigationRequest, reason: String?)
}

extension NavigationAnnouncement: Sendable where Item: Sendable {}
extension NavigationAnnouncement: Equatable where Item: Equatable {}
extension NavigationAnnouncement: Hashable where Item: Hashable {}

/// A change of a stack as a whole.
public enum StackOperation: Hashable, Sendable {
  /// One step was pushed.
  case push

  /// A number of steps was popped in one call.
  case pop(Int)
}

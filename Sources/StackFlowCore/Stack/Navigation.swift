// SPDX-License-Identifier: Apache-2.0

/// Who asks for a navigation.
public enum NavigationSource: String, Hashable, Sendable {
  /// A person.
  case user

  /// A program that wants its own navigation to be approved.
  case program
}

/// A wish to move that waits for a ``StackFlowDelegate``'s decision.
///
/// The id is never reused, neither by the stack that was asked nor by another one, so a late
/// answer reaches the request it was meant for or none (`contract/seeds.md` SF-4).
public struct NavigationRequest: Hashable, Sendable, Identifiable {
  /// What is wished for.
  public enum Move: Hashable, Sendable {
    /// The next step. Which one that is, the approval says.
    case push

    /// To go back a number of steps, at least 0.
    case pop(Int)
  }

  /// Tells the stacks apart.
  ///
  /// A request keeps its stack's mark, so the mark's address serves nobody else for as long as
  /// there is a request to be compared.
  final class Origin: Sendable {}

  /// The identity of a request.
  public struct ID: Hashable, Sendable {
    let origin: Origin
    let serial: Int

    /// Whether two ids name the same request.
    public static func == (left: ID, right: ID) -> Bool {
      left.origin === right.origin && left.serial == right.serial
    }

    /// Feeds the identity into a hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(origin))
      hasher.combine(serial)
    }
  }

  /// The identity, never reused.
  public let id: ID

  /// What is wished for.
  public let move: Move

  /// Who wishes it.
  public let source: NavigationSource
}

extension NavigationRequest: CustomStringConvertible {
  /// The move and the number of the request among those of its stack.
  public var description: String {
    switch move {
    case .push: "push (request \(id.serial))"
    case .pop(let count): "pop \(count) (request \(id.serial))"
    }
  }
}

/// A delegate's answer to a ``NavigationRequest``.
public enum NavigationDecision<Item> {
  /// What an approval lets happen.
  public enum Move {
    /// To push this step.
    case push(Item)

    /// To pop a number of steps, at least 0; it may be another number than was asked for.
    case pop(Int)
  }

  /// Do this. It need not be what was asked for.
  case approve(Move)

  /// Change nothing; the reason is for the person. Without one, a flow around this one is asked.
  case deny(reason: String?)

  /// The delegate keeps the request and answers it later with ``FlowStack/answer(_:_:)``.
  case later
}

extension NavigationDecision.Move: Sendable where Item: Sendable {}
extension NavigationDecision: Sendable where Item: Sendable {}
extension NavigationDecision.Move: Equatable where Item: Equatable {}
extension NavigationDecision: Equatable where Item: Equatable {}

/// What became of a request.
public enum NavigationOutcome: Hashable, Sendable {
  /// The delegate approved, or moved the stack itself; what it wanted has been done.
  case approved

  /// The delegate denied, for a reason or without one; or there is no delegate.
  case denied(reason: String?)

  /// The delegate will answer later.
  case pending(NavigationRequest)

  /// The request was made inside a callback; it is asked when the running call is over.
  case queued
}

/// A change of a stack as a whole.
public enum StackOperation: Hashable, Sendable {
  /// One step was pushed.
  case push

  /// A number of steps was popped in one call.
  case pop(Int)
}

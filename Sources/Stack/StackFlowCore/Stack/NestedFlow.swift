// SPDX-License-Identifier: Apache-2.0

/// An item that hosts a flow of its own, as long as it's the top step.
///
/// A request made of the flow around it goes to the hosted flow first (`Documentation/Contract.md` SF-23).
public protocol FlowHosting {
  /// The hosted flow, or `nil` if there is none at the moment.
  var hostedFlow: NestedFlow? { get }
}

/// A ``FlowStack`` whose items may be of another type than those of the flow around it.
public struct NestedFlow {
  let flow: any OfferTaking

  /// Wraps a stack, which is held strongly: a hosting item owns its flow.
  public init<Item>(_ stack: FlowStack<Item>) { flow = stack }
}

/// A flow that a request can be offered to, whatever its items are.
protocol OfferTaking: AnyObject {
  /// The flow that the top item hosts.
  var activeSubflow: (any OfferTaking)? { get }

  /// Cancels a request that was put off, because a newer one came.
  func cancelPendingRequest()

  /// Asks this flow and, while flows deny without a reason, the flows around it, nearest first.
  func take(
    _ move: NavigationRequest.Move, source: NavigationSource,
    around: ArraySlice<any OfferTaking>, wasQueued: Bool
  ) throws(FlowStackError) -> NavigationOutcome
}

extension FlowStack: OfferTaking {
  var activeSubflow: (any OfferTaking)? {
    guard let host = top as? any FlowHosting else { return nil }
    return host.hostedFlow?.flow
  }

  func cancelPendingRequest() { pendingRequest = nil }

  /// Offers a request to the innermost active flow, then outwards up to this one.
  func offer(_ move: NavigationRequest.Move, source: NavigationSource, wasQueued: Bool = false)
    throws(FlowStackError) -> NavigationOutcome
  {
    var chain: [any OfferTaking] = [self]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var innermost: any OfferTaking = self
    // A flow that hosts itself, in however many turns, is asked once.
    while let inner = innermost.activeSubflow, seen.insert(ObjectIdentifier(inner)).inserted {
      chain.append(inner)
      innermost = inner
    }
    for flow in chain { flow.cancelPendingRequest() }
    chain.removeLast()
    return try innermost.take(
      move, source: source, around: chain.reversed()[...], wasQueued: wasQueued)
  }

  func take(
    _ move: NavigationRequest.Move, source: NavigationSource,
    around: ArraySlice<any OfferTaking>, wasQueued: Bool
  ) throws(FlowStackError) -> NavigationOutcome {
    guard case .resting = frame.phase else {
      frame.queue.append(.offered(move, source, around: around))
      return .queued
    }
    let request = makeRequest(move, source: source)
    let result = inFrame {
      let result = ask(request, isLast: around.isEmpty)
      if case .failure(let error) = result, wasQueued {
        // The call that made the request has long returned, so the delegate hears of its mistake.
        deny(request, reason: error.description)
      }
      return result
    }
    let outcome = try result.get()
    if outcome == .denied(reason: nil), let next = around.first {
      return try next.take(
        move, source: source, around: around.dropFirst(), wasQueued: wasQueued)
    }
    return outcome
  }
}

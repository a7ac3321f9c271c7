// SPDX-License-Identifier: Apache-2.0

/// A request that a service has answered, for the operator: without answers, inputs, and addresses of walks.
package struct ServedPage: Sendable {
  /// The kind of page that a request asks for.
  package enum Route: String, Hashable, Sendable, CaseIterable {
    /// The list of flows.
    case index

    /// The address of a flow, which leads to a new walk.
    case flow

    /// A page of a walk.
    case page

    /// A form.
    case form

    /// A stylesheet, a script, or the icon.
    case asset
  }

  /// Why a request didn't do what it asked for.
  package enum Refusal: String, Hashable, Sendable, CaseIterable {
    /// The flow doesn't accept an answer.
    case answer

    /// The form is out of date, or was sent twice.
    case stale

    /// The form is of another visitor or another site.
    case foreign

    /// There's no such flow, or no such walk anymore.
    case gone

    /// The form or the walk is too large.
    case large

    /// The visitor has too many walks.
    case many

    /// The store can't be reached, or an input is wrong.
    case failed
  }

  /// The kind of page that was asked for.
  package let route: Route

  /// The id of the flow; nil if there's no such flow.
  package let flow: String?

  /// The id of the walk, of which a log shows only the beginning; nil for none.
  package let walk: String?

  /// The status of the response.
  package let status: Int

  /// Why it didn't do what it asked for; nil if it did.
  package let refusal: Refusal?

  /// How long it took.
  package let duration: Duration
}

/// An effect that a service has performed, for the operator.
package struct PerformedEffect: Sendable {
  /// How an effect ended.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// It did what it should.
    case succeeded

    /// It couldn't be performed, took too long, was canceled, or its command ended with another status than 0.
    case failed
  }

  /// The id of the flow.
  package let flow: String

  /// The id of the step.
  package let step: String

  /// How it ended.
  package let outcome: Outcome

  /// How long it took.
  package let duration: Duration
}

/// An observer of a service's requests and effects, for its operator.
package protocol WebObserver: Sendable {
  /// Tells of a request that was answered.
  func note(_ page: ServedPage)

  /// Tells that an effect begins.
  func noteBeginning(ofEffectIn flow: String)

  /// Tells of an effect that has ended.
  func note(_ effect: PerformedEffect)
}

// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowSessions
package import FlowWalks

/// A page without a server, for tests that do what a visitor does.
package struct PlayedPage {
  private var walk: FlowWalk

  /// Creates the page of a walk.
  package init(of walk: FlowWalk) {
    self.walk = walk
    // The events of a form are tried before they're handled.
    self.walk.services.handler = nil
    self.walk.services.onEvent = nil
  }

  /// The page as HTML.
  package var markup: String {
    var page = WalkPage(of: walk, at: "/flow/walk", WebOptions(), token: "token")
    page.revision = walk.revision
    page.answers = AnswersSoFar(of: walk.session)
    return page.html.markup
  }

  /// Returns the events of a form that's sent.
  ///
  /// - Parameter fields: The names and values, in order.
  /// - Returns: The events, and the answer to a decision.
  package func events(
    sending fields: [(name: String, value: String)]
  ) -> (events: [FlowEvent], decision: DecisionAnswer?) {
    var form = FormBody()
    for field in fields { form.add(field.name, field.value) }
    let sent = FormEvents(form, at: walk)
    return (sent.events, sent.decision)
  }

  /// Returns what the input of a choice has as its value.
  package static func choice(_ value: Value) -> String { FieldControl.text(of: value) }
}

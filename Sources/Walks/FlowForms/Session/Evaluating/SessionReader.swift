// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization

/// Reads a session: what its flow means at this point, and what a user or a driver is told of it.
///
/// Nothing here changes the session. Between events, ``FlowSession`` forwards its questions to a reader;
/// while an event is handled, its ``EventHandling`` has one that also knows the facts of that event.
struct SessionReader: Sendable {
  /// The session that's read.
  var session: FlowSession

  /// The facts about files, while an event is handled.
  ///
  /// An empty literal isn't specialized for a program that's optimized for size.
  var facts = Dictionary<String, PathFacts>()

  /// The known facts about the steps between the top and a list that's forecast; nil if every name is
  /// known.
  var outlook: KnownAhead?

  init(_ session: consuming FlowSession) {
    self.session = session
  }

  var flow: CheckedFlow { session.setup.flow }
  var options: SessionOptions { session.setup.options }
  var language: String { session.language }
  var catalog: MessageCatalog { session.catalog }

  /// Returns the scope of the session's expressions.
  func scope(at time: Timestamp? = nil) -> SessionScope {
    var scope = SessionScope(
      setup: session.setup, stack: session.stack, now: time ?? session.now, language: language,
      observer: session.observer)
    scope.ahead = outlook
    return scope
  }
}

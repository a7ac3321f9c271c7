// SPDX-License-Identifier: Apache-2.0

package import FlowForms

/// Gives a session what a script says: as events, or by typing at a face that shows the session.
package protocol ScriptDriver {
  /// Begins the walk.
  func start()

  /// Does what an event does.
  ///
  /// - Returns: What the session announced.
  @discardableResult
  func send(_ event: FlowEvent) -> [FlowAnnouncement]

  /// Says whether the file that is there is overwritten.
  func overwrite(_ isOverwritten: Bool)
}

/// Gives a session events: no screen, no keys.
struct SessionDriver: ScriptDriver {
  let runner: FlowRunner

  func start() { runner.start() }

  func send(_ event: FlowEvent) -> [FlowAnnouncement] { runner.send(event) }

  func overwrite(_ isOverwritten: Bool) {
    runner.decide(isOverwritten ? .yes : .keep)
  }
}

// SPDX-License-Identifier: Apache-2.0

package import FlowSessions
package import FlowWalks
package import TerminalCells

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

/// Types what a script says at a face, and sees its screen.
package protocol ScreenDriver: ScriptDriver {
  /// The face, and the window as it is now.
  var setting: ScreenSetting { get }

  /// The rows of the window, without blanks at their ends.
  var rows: [String] { get }

  /// Why the walk can't be driven any further; nil as long as it can.
  var fault: String? { get }

  /// The number of commands that this screen can't perform.
  var unperformed: Int { get }

  /// Types keys.
  func type(_ keys: ScriptKeys)

  /// Clicks a cell of the window, from 0.
  func click(column: Int, row: Int)

  /// Changes the size of the window.
  func resize(to size: CellSize)

  /// Ends the walk after the last command, and says what the end of the program differs in from a result; nil if
  /// nothing does.
  func difference(from result: FlowResult?) -> String?
}

/// Gives a session events: no screen, no keys.
package struct SessionDriver: ScriptDriver {
  let runner: FlowRunner

  package init(runner: FlowRunner) { self.runner = runner }

  package func start() { runner.start() }

  package func send(_ event: FlowEvent) -> [FlowAnnouncement] { runner.send(event) }

  package func overwrite(_ isOverwritten: Bool) {
    runner.decide(isOverwritten ? .yes : .keep)
  }
}

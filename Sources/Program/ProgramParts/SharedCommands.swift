// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Synchronization

/// The commands that both programs have.
package enum SharedCommands {
  /// The command `serve`.
  package static var serve: any ParsableCommand.Type { ServeCommand.self }

  /// The command `mcp`.
  package static var modelContext: any ParsableCommand.Type { ModelContextCommand.self }

  /// The commands that walk a flow one after the other: `next`, `answer`, `back`, and `result`.
  package static var steps: [any ParsableCommand.Type] {
    [NextCommand.self, AnswerCommand.self, BackCommand.self, ResultCommand.self]
  }

  /// The command `walks reseal`.
  package static var reseal: any ParsableCommand.Type { ResealWalks.self }

  /// Makes what watches a service, in the program that has an HTTP server for it; nil in the other, which becomes it.
  package static let monitor = Mutex<(@Sendable (_ address: String) -> any ServiceMonitor)?>(nil)

  /// Returns whether a command takes an answer, which may begin as an option does.
  package static func takesAnswer(_ name: String?) -> Bool { name == AnswerCommand.name }

  /// Returns the words of a command line, in which a negative number that's an answer isn't an option.
  package static func words(_ words: [String]) -> [String] {
    takesAnswer(words.first) ? AnswerCommand.wordsWithNumberLast(words) : words
  }
}

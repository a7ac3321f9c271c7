// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Expectations
import ProgramParts
import Testing

@testable import FlowCommand

/// What `stackflow serve` gives to the program that serves walks in a database.
@Suite struct ServiceWordsTests {
  private static let words = [
    "--allow-run", "--allow-write", "Sources", "--allow-read", "/a b", "--lang", "de-AT",
    "--max-walks", "3", "--max-message-bytes", "4000", "--max-bytes", "5000", "--listen", "unix:/s",
    "--store", "postgresql://db/walks", "--key-file", "k", "--owner-from", "hello", "--expire",
    "12h",
    "--max-requests", "6", "--max-connections", "7", "--admin", "[::1]:9", "--log", "-", "--",
    "-a.flow.yaml",
    "b.flow.yaml",
  ]

  private static func words(of words: [String]) throws -> [String] {
    let command = try ServeCommand.parse(words)
    return command.options.words(with: command.serving, for: command.options.files)
  }

  @Test func anotherProgramGetsEachOption() throws {
    let said = try Self.words(of: Self.words)
    expectEqual(try Self.words(of: said), said)
    for word in Self.words where !word.hasPrefix("-") || word.contains(".") {
      #expect(said.contains { $0 == word || $0.hasSuffix("=" + word) }, "\(word)")
    }
    let names = ServeCommand.helpMessage().split { !$0.isLetter && $0 != "-" }.filter {
      $0.hasPrefix("--")
    }
    for name in Set(names) where name.count > 2 && !["--help", "--version"].contains(name) {
      #expect(said.contains { $0 == name || $0.hasPrefix(name + "=") }, "\(name)")
    }
  }
}

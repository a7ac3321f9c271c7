// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Expectations
import Testing

@testable import ProgramParts

/// Which commands `stackflow-web` does, because it has a database's client and an HTTP server.
@Suite struct OtherProgramTests {
  private static let commands: [(any StoringCommand.Type, [String])] = [
    (NextCommand.self, ["a.flow.yaml"]), (AnswerCommand.self, ["x", "--flow", "a"]),
    (BackCommand.self, ["--flow", "a"]), (ResultCommand.self, ["--flow", "a"]),
    (ServeCommand.self, ["a"]), (ModelContextCommand.self, ["a"]),
    (ResealWalks.self, ["--key-file", "k"]),
  ]

  @Test(arguments: commands.indices)
  func aDatabaseIsForTheOtherProgram(index: Int) throws {
    let (type, words) = Self.commands[index]
    for (place, isOther) in [
      ("postgresql://db/walks", true), ("postgres://db", true), ("walks", false),
      ("mysql://db/walks", false), ("postgresql:/db", false),
    ] {
      expectEqual(try type.parse(words + ["--store", place]).needsOtherProgram, isOther)
    }
  }

  @Test(
    arguments: [
      ("postgresql://ada:geheim@db:5433/walks", "postgresql://ada@db:5433/walks"),
      ("postgresql://ada:a:b%40@/walks?host=/run", "postgresql://ada@/walks?host=/run"),
      ("postgres://:geheim@db", "postgres://@db"),
      ("postgresql://ada@db/walks", "postgresql://ada@db/walks"),
      ("postgresql://db:5433/walks?user=a@b:c", "postgresql://db:5433/walks?user=a@b:c"),
      ("postgresql://db/walks?user=ada&password=geheim", "postgresql://db/walks?user=ada"),
      ("postgresql://db/walks?password=geheim", "postgresql://db/walks"),
      ("walks:a@b", "walks:a@b"),
    ])
  func aPlaceIsShownWithoutItsPassword(place: String, shown: String) {
    expectEqual(StorePlace.shown(place), shown)
  }

  @Test func monitoringIsForTheOtherProgram() throws {
    expectEqual(try ServeCommand.parse(["a", "--admin", "127.0.0.1:0"]).needsOtherProgram, true)
    expectEqual(try ServeCommand.parse(["a"]).needsOtherProgram, false)
    expectEqual(try NextCommand.parse(["a", "--state", "a.walk"]).needsOtherProgram, false)
    expectEqual(try ModelContextCommand.parse(["a"]).needsOtherProgram, false)
  }
}

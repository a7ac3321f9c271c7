// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Expectations
import Testing

/// The machine's language, time zone, and files reach the questions.
@Suite struct LanguageTests {
  @Test(
    arguments: [
      (nil, ["LC_ALL": "de_AT.UTF-8", "LANG": "he_IL.UTF-8"], "In welcher Sprache"),
      (nil, ["LC_ALL": "", "LC_MESSAGES": "he_IL.UTF-8", "LANG": "de_DE.UTF-8"], "באיזו שפה"),
      (nil, ["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de"], "In welcher Sprache"),
      (nil, ["LC_ALL": "C"], "Which language"), (nil, ["LC_ALL": "fr_FR.UTF-8"], "Which language"),
      ("he", ["LC_ALL": "de_DE.UTF-8"], "באיזו שפה"),
    ] as [(String?, [String: String], String)])
  func theLanguageComesFromTheOptionTheEnvironmentOrTheFlow(
    option: String?, environment: [String: String], question: String
  ) throws {
    let walk = try ProgramWalk(
      "run", "practice-visit.flow.yaml", option.map { "--lang=\($0)" } ?? "--format=json",
      environment: environment,
      directory: ProgramFixtures.flows)
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    #expect(walk.sent.contains(question))
  }

  @Test(arguments: [
    (["--lang", "de_AT"], "Antworten fehlen, und --no-input ist gesetzt:"),
    (["--lang", "fr"], "il manque des réponses"), ([], "answers are missing"),
  ])
  func theProgramsOwnWordsFollowTheOption(options: [String], words: String) throws {
    var calls = ProgramCalls()
    let call = try calls.run(
      ["run", "practice-visit.flow.yaml", "--no-input"] + options,
      directory: ProgramFixtures.flows)
    expectEqual(call.exit, 3)
    #expect(call.messages.contains(words), "\(call.messages)")
  }

  @Test func anAnswerSetsTheLanguageOfLaterSteps() throws {
    let walk = try ProgramWalk(
      "run", "practice-visit.flow.yaml", environment: ["LC_ALL": "en_GB.UTF-8"],
      directory: ProgramFixtures.flows)
    try walk.type(lines: "he", ":back", "de")
    try walk.type("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    #expect(walk.sent.contains("מה שמכם?"), "no byte of it is changed")
    #expect(walk.sent.contains("Wie heißen Sie?"))
  }

  @Test(.enabled(if: access("/usr/share/zoneinfo/Europe/Berlin", R_OK) == 0))
  func timesAreReadInTheEnvironmentsZoneAndWrittenInUTC() throws {
    var calls = ProgramCalls()
    for (zone, moment) in [
      ("Europe/Berlin", "2026-07-01T07:00:00Z"), (":Europe/Berlin", "2026-07-01T07:00:00Z"),
      ("UTC", "2026-07-01T09:00:00Z"), ("no/such/zone", "2026-07-01T09:00:00Z"),
    ] {
      let call = try calls.run(
        [
          "run", "moments.flow.yaml", "--no-input", "--defaults", "--set", "at=2026-07-01 09:00",
          "--set", "file=moments.flow.yaml",
        ], environment: ["TZ": zone, "HOME": "/nowhere"])
      expectEqual(call.exit, 0, "\(call.messages)")
      #expect(call.output.contains(#""at": "\#(moment)""#), "\(zone)")
      #expect(call.output.contains(#""span": "PT1H30M""#))
      #expect(call.output.contains(#""fresh": "/nowhere/moments-of-nobody""#))
    }
  }

  @Test func aMissingPathIsRefusedWithTheReason() throws {
    var calls = ProgramCalls()
    let call = try calls.run(
      [
        "run", "moments.flow.yaml", "--no-input", "--defaults", "--set", "at=2026-07-01 09:00",
        "--set", "file=none.txt",
      ])
    #expect(call.exit != 0)
    #expect(
      call.messages.contains("choose an existing file; 'none.txt' doesn't exist"),
      "\(call.messages)")
  }

  @Test func tabCompletesTheNamesOfFiles() throws {
    let walk = try ProgramWalk("run", "moments.flow.yaml", environment: ["HOME": "/nowhere"])
    try walk.type(lines: "2026-07-01 09:00", "2h", "none")
    try walk.type("<Ctrl-U>mom<Tab><Enter>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
    #expect(walk.output.contains(#""file": "moments.flow.yaml""#))
  }
}

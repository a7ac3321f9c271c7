// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

/// The program's words about command lines that can't do what they seem to ask for.
@Suite("Usage") struct UsageTests {
  private static let flow = """
    flow: 1
    id: t
    steps:
      - { ask: name, type: string }
      - { review: look }
    """

  /// The manual, which is made of the usage of all commands, has no option that no page explains.
  @Test func everyOptionIsInAPaper() throws {
    let manual = try String(
      contentsOf: ProjectFolder.url.appending(path: "Manual/stackflow.1"), encoding: .utf8)
    let options = Set(
      manual.replacing("\\-", with: "-").matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
    var papers = ""
    for folder in ["Documentation", "Sources/StackFlow/StackFlow.docc"] {
      let folder = ProjectFolder.url.appending(path: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".md") {
        papers += try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      }
    }
    let explained = Set(papers.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
    expectEqual(options.subtracting(explained).sorted(), [])
    #expect(options.count > 80)
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.flow, to: "t.flow.yaml")
    return folder
  }

  @Test func fixSaysWhichFilesItChanges() throws {
    let folder = try folder()
    try folder.write("nothing: a\n", to: "t.extensions.yaml")
    let call = try ProgramCall(["check", "--fix", "t.extensions.yaml"], directory: folder.path)
    expectEqual(call.exit, 65)
    #expect(
      call.messages.contains(
        "'t.extensions.yaml' isn't changed; --fix changes flows, their translations, and their scripts"
      ))
  }

  @Test func aPlanIsWrittenInTheFormatOfTheCommandLine() throws {
    let folder = try folder()
    let text = try ProgramCall(["run", "t.flow.yaml", "--plan"], directory: folder.path)
    #expect(text.output.hasPrefix("t: "))
    let json = try ProgramCall(
      ["run", "t.flow.yaml", "--plan", "--format", "json"], directory: folder.path)
    #expect(json.output.hasPrefix("{"))
    let yaml = try ProgramCall(
      ["run", "t.flow.yaml", "--plan", "--format", "yaml"], directory: folder.path)
    expectEqual(yaml.exit, 2)
  }

  @Test func aTimeIsANumberOfSecondsOrHasAUnit() throws {
    let folder = try folder()
    for time in ["20", "20s", "1m"] {
      let walked = try ProgramCall(
        ["run", "t.flow.yaml", "--timeout", time, "--plan"], directory: folder.path)
      expectEqual(walked.exit, 0, "\(walked.messages)")
      let explored = try ProgramCall(
        ["explore", "t.flow.yaml", "--time", time, "--steps", "1"], directory: folder.path)
      #expect(explored.exit != 2, "\(explored.messages)")
    }
    for time in ["0", "-1", "1x", "", "99999999999999999999"] {
      try expectEqual(
        ProgramCall(
          ["explore", "t.flow.yaml", "--time=\(time)", "--steps", "1"], directory: folder.path
        ).exit, 2)
    }
  }

  @Test func whatIsNotListedOfTheCoverageIsSaid() throws {
    let folder = try folder()
    let questions = (1...8).map { "  - { ask: q\($0), type: string }\n" }.joined()
    try folder.write("flow: 1\nid: c\nsteps:\n\(questions)", to: "c.flow.yaml")
    try folder.write(
      "test: a\nsteps:\n  - leave: quit\noutcome: cancelled\n", to: "c.test.yaml")
    let short = try ProgramCall(["test", "c.test.yaml", "--coverage"], directory: folder.path)
    #expect(
      short.output.contains("  and 4 more of edges; --verbose lists all\n"),
      "\(short.output)\(short.messages)")
    let long = try ProgramCall(
      ["test", "c.test.yaml", "--coverage", "--verbose"], directory: folder.path)
    #expect(!long.output.contains("--verbose") && long.output.contains("after 'q8'"))
  }

  @Test func aDamagedWalkIsNamed() throws {
    let folder = try folder()
    try folder.write("no walk", to: "w.walk")
    let call = try ProgramCall(
      ["next", "--state", "w.walk"], environment: ["HOME": folder.path], directory: folder.path)
    expectEqual(call.exit, 65)
    #expect(
      call.messages.contains("./w.walk: the saved walk is damaged at byte"), "\(call.messages)")
  }

  @Test func theFlowsOfAFolderAreFormatted() throws {
    let folder = try folder()
    try folder.write("flow:   1\nid: u\nsteps:\n- { note: a, text: b }\n", to: "u.flow.yaml")
    let call = try ProgramCall(["fmt", "--check", "."], directory: folder.path)
    expectEqual(call.exit, 1, "\(call.messages)")
    #expect(call.output.contains("./u.flow.yaml\n"))
    try folder.makeFolder("empty")
    try expectEqual(ProgramCall(["fmt", "empty"], directory: folder.path).exit, 2)
  }

  @Test(arguments: [
    "run", "check", "plan", "diff", "schema", "test", "fmt", "next", "answer", "back", "result",
  ])
  func anUnknownOptionIsNamedWhereArgumentsAreMissing(_ command: String) throws {
    let call = try ProgramCall([command, "--foo"])
    expectEqual(call.exit, 2)
    #expect(call.messages.hasPrefix("stackflow: unknown option '--foo'"), "\(call.messages)")
  }

  /// Only a word that's near is proposed.
  @Test func anOptionThatIsNearIsProposed() throws {
    let near = try ProgramCall(["run", "a", "--ouptut", "x"])
    #expect(
      near.messages.hasPrefix("stackflow: unknown option '--ouptut'. Did you mean '--output'?\n"),
      "\(near.messages)")
    let far = try ProgramCall(["run", "a", "--bogus"])
    #expect(far.messages.hasPrefix("stackflow: unknown option '--bogus'\n"), "\(far.messages)")
  }

  @Test func helpForAnUnknownCommandIsAMistake() throws {
    let call = try ProgramCall(["help", "runn"])
    expectEqual(call.exit, 2)
    #expect(call.messages.contains("did you mean 'run'?"))
    try expectEqual(ProgramCall(["help", "run"]).exit, 0)
  }

  @Test func anAnswerForAReviewNamesTheOption() throws {
    let folder = try folder()
    let call = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--set", "name=a", "--set", "look=yes"],
      directory: folder.path)
    expectEqual(call.exit, 4)
    #expect(call.messages.contains("--yes"))
  }

  @Test(arguments: [("en", 0), ("de", 65), ("de-AT", 65)])
  func aMistakeInATranslationOnlyStopsRunsInItsLanguage(language: String, status: Int) throws {
    let folder = try folder()
    try folder.write("name.lable: Name\n", to: "t.de.texts.yaml")
    let call = try ProgramCall(
      [
        "run", "t.flow.yaml", "--no-input", "--yes", "--set", "name=a", "--lang", language,
      ], directory: folder.path)
    expectEqual(call.exit, Int32(status), "\(call.messages)")
    #expect(call.messages.contains("t.de.texts.yaml"))
  }

  // MARK: How to begin

  /// The names of the commands.
  private func commands() throws -> [String] {
    let dump = try ProgramCall(["--experimental-dump-help"])
    let whole = try #require(
      JSONSerialization.jsonObject(with: Data(dump.output.utf8)) as? [String: Any])
    let command = try #require(whole["command"] as? [String: Any])
    let subcommands = try #require(command["subcommands"] as? [[String: Any]])
    return subcommands.compactMap { $0["commandName"] as? String }.filter { $0 != "help" }
  }

  @Test func theHelpNamesEveryCommandAndFitsASmallWindow() throws {
    let help = try ProgramCall(["--help"])
    #expect(help.exit == 0 && help.messages.isEmpty)
    let rows = help.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(rows.count < 24 && rows.allSatisfy { $0.count <= 80 })
    let examples = rows.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { !$0.isEmpty }
    #expect(examples.count == 3 && examples.allSatisfy { $0.hasPrefix("  stackflow ") })
    let words = Set(
      help.output.split { !$0.isLetter }.map(String.init))
    let commands = try commands()
    #expect(commands.count > 15)
    for name in commands { #expect(words.contains(name), "\(name)") }
    for way in [["help"], ["-h"]] { try expectEqual(ProgramCall(way).output, help.output) }
  }

  @Test func theHelpOfEveryCommandFitsASmallWindow() throws {
    for name in try commands() {
      let help = try ProgramCall([name, "--help"])
      #expect(help.exit == 0 && help.messages.isEmpty)
      let rows = help.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(rows.count < 24 && rows.allSatisfy { $0.count <= 80 }, "\(name): \(help.output)")
      #expect(help.output.contains("Example: stackflow \(name)"), "\(name)")
      try expectEqual(ProgramCall([name, "-h"]).output, help.output)
      let full = try ProgramCall(["help", name]).output
      for option in full.matches(of: /\n  (?:-\w, )?(--[a-z-]+)/).map(\.1)
      where !["--help", "--version"].contains(option) {
        #expect(help.output.contains(option), "\(name): \(option)")
      }
    }
  }

  @Test func theHelpOfEveryCommandHasAnExample() throws {
    for name in try commands() {
      let help = try ProgramCall(["help", name])
      #expect(help.output.contains("Example: stackflow \(name)"), "\(name)")
    }
    for name in ["list", "show", "remove"] {
      let help = try ProgramCall(["walks", name, "--help"])
      #expect(help.output.contains("Example: stackflow walks \(name)"), "\(name)")
    }
  }

  @Test func withoutFlowsTheProgramSaysHowToBegin() throws {
    let folder = try TemporaryFolder()
    let call = try ProgramCall([], directory: folder.path)
    expectEqual(call.exit, 0)
    #expect(call.output.hasPrefix("There are no flows in this folder. To begin:\n"))
    #expect(call.output.contains("stackflow init"))
  }

  @Test func initWritesAFlowThatIsHealthyAndPassesItsTest() throws {
    let folder = try TemporaryFolder()
    let call = try ProgramCall(["init", "first-flow"], directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
    #expect(call.output.contains("stackflow run first-flow\n"))
    for line in [
      ["check", "Flows"], ["fmt", "--check", "Flows"], ["test", "Flows", "--coverage"],
    ] {
      let next = try ProgramCall(line, directory: folder.path)
      expectEqual(next.exit, 0, "\(line): \(next.messages)\(next.output)")
    }
    let run = try ProgramCall(
      ["run", "first-flow", "--no-input", "--set", "name=Ada", "--set", "drink=water"],
      directory: folder.path)
    expectEqual(run.exit, 0, "\(run.messages)")
    #expect(run.output.contains("\"drink\": \"water\""))
  }

  @Test func initOverwritesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Flows")
    try folder.write("mine", to: "Flows/a.test.yaml")
    let call = try ProgramCall(["init", "a"], directory: folder.path)
    expectEqual(call.exit, 2)
    expectEqual(
      call.messages, "stackflow: 'Flows/a.test.yaml' already exists; choose another name\n")
    expectEqual(folder.text(of: "Flows/a.test.yaml"), "mine")
    #expect(folder.text(of: "Flows/a.flow.yaml") == nil)
    try expectEqual(ProgramCall(["init", "../b"], directory: folder.path).exit, 2)
  }

  @Test func aShortNameFindsAFlowOfTheFolder() throws {
    let folder = try folder()
    try folder.makeFolder("Flows")
    try folder.write(Self.flow, to: "Flows/order.flow.yaml")
    for command in ["run", "plan", "graph", "schema"] {
      let line = command == "run" ? ["run", "order", "--plan"] : [command, "order"]
      let found = try ProgramCall(line, directory: folder.path)
      expectEqual(found.exit, 0, "\(command): \(found.messages)")
      let missed = try ProgramCall([command, "ordr"], directory: folder.path)
      expectEqual(missed.exit, 2)
      expectEqual(
        missed.messages,
        "stackflow: there is no file 'ordr', and no flow "
          + "'Flows/ordr.flow.yaml'; did you mean 'order'?\n")
    }
    // A path isn't a short name.
    try expectEqual(ProgramCall(["plan", "t.flow.yaml"], directory: folder.path).exit, 0)
  }

  @Test func theEndOfAFlowsNameMayBeLeftOut() throws {
    let folder = try folder()
    try folder.makeFolder("Flows")
    try folder.write(Self.flow, to: "Flows/order.flow.yaml")
    try folder.write(
      "test: t\nsteps: [{ leave: quit }]\noutcome: cancelled\n", to: "Flows/order.test.yaml")
    for line in [["plan", "Flows/order"], ["test", "Flows/order"], ["check", "./Flows/order"]] {
      let call = try ProgramCall(line, directory: folder.path)
      expectEqual(call.exit, 0, "\(line): \(call.messages)")
    }
  }

  @Test(arguments: [
    "name=ada", "# mine\n\nexport name='ada'\n", "name: ada\n", "{\"name\": \"ada\"}",
  ])
  func answersOnStandardInputAreVariablesOrYAML(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: t\nsteps: [{ ask: name, type: string }]\n", to: "t.flow.yaml")
    let call = try ProgramCall(
      ["run", "t.flow.yaml", "--answers", "-", "--no-input"], input: text, directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
    #expect(call.output.contains("\"ada\""))
  }
}

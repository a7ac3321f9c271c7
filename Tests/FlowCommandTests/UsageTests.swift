// SPDX-License-Identifier: Apache-2.0

import Testing

/// What the program says about command lines that can't do what they seem to ask for.
@Suite("Usage") struct UsageTests {
  private static let flow = """
    flow: 1
    id: t
    steps:
      - { ask: name, type: string }
      - { review: look }
    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.flow, to: "t.flow.yaml")
    return folder
  }

  @Test func fixSaysThatOnlyFlowFilesAreChanged() throws {
    let folder = try folder()
    try folder.write("tset: a\n", to: "t.test.yaml")
    let call = try ProgramCall(["check", "--fix", "t.test.yaml"], directory: folder.path)
    #expect(call.exit == 65)
    #expect(call.messages.contains("'t.test.yaml' isn't changed; --fix only changes flow files"))
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
    #expect(yaml.exit == 2)
  }

  @Test func theFlowsOfAFolderAreFormatted() throws {
    let folder = try folder()
    try folder.write("flow:   1\nid: u\nsteps:\n- { note: a, text: b }\n", to: "u.flow.yaml")
    let call = try ProgramCall(["fmt", "--check", "."], directory: folder.path)
    #expect(call.exit == 1, "\(call.messages)")
    #expect(call.output.contains("./u.flow.yaml\n"))
    try folder.makeFolder("empty")
    #expect(try ProgramCall(["fmt", "empty"], directory: folder.path).exit == 2)
  }

  @Test func helpForAnUnknownCommandIsAMistake() throws {
    let call = try ProgramCall(["help", "runn"])
    #expect(call.exit == 2)
    #expect(call.messages.contains("did you mean 'run'?"))
    #expect(try ProgramCall(["help", "run"]).exit == 0)
  }

  @Test func anAnswerForAReviewNamesTheOption() throws {
    let folder = try folder()
    let call = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--set", "name=a", "--set", "look=yes"],
      directory: folder.path)
    #expect(call.exit == 4)
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
    #expect(call.exit == Int32(status), "\(call.messages)")
    #expect(call.messages.contains("t.de.texts.yaml"))
  }
}

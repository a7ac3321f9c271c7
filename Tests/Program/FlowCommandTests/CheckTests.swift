// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("stackflow check and stackflow test")
struct CheckTests {
  @Test func everyMistakeIsFoundInOneRun() throws {
    var calls = ProgramCalls()
    try calls.run("check", "walk.flow.yaml")
    try calls.run("check", "walk.flow.yaml", "broken.flow.yaml", "wide.flow.yaml")
    try calls.run("check", "broken.flow.yaml", environment: ["CLICOLOR_FORCE": "1"])
    try calls.run("check", "missing.flow.yaml")
    try calls.run("check")
    calls.end()
  }

  /// A flow, its scripts, and its translations are checked together, each once, however they're
  /// named.
  @Test func filesThatBelongTogetherAreCheckedTogether() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps:\n  - { ask: name, type: string, label: Name }\n", to: "a.flow.yaml")
    try folder.write("name.label: Nom\nnome.hint: x\n", to: "a.fr.texts.yaml")
    try folder.write(
      "test: one\nsteps:\n  - answer: { nam: x }\n  - ansver: {}\n", to: "a.test.yaml")
    try folder.write("no flow at all", to: "notes.md")
    var calls = ProgramCalls()
    try calls.run(
      "check", "a.flow.yaml", "a.fr.texts.yaml", "a.test.yaml", directory: folder.path)
    try folder.write("name.label: Nom\n", to: "a.fr.texts.yaml")
    try calls.run("check", ".", directory: folder.path)
    try calls.run("check", "a.test.yaml", directory: folder.path)
    try calls.run("check", "a.fr.texts.yaml", directory: folder.path)
    try calls.run("check", "b.test.yaml", directory: folder.path)
    try folder.write("flow: 1\nid: a\n", to: "a.flow.yaml")
    try calls.run("check", "a.test.yaml", directory: folder.path)
    try folder.makeFolder("empty")
    try calls.run("check", "empty", directory: folder.path)
    calls.end()
  }

  /// A folder isn't searched through, and no one takes what's in its folders for checked.
  @Test func filesInFoldersInsideAreSaidToBeLeft() throws {
    let folder = try TemporaryFolder()
    let flow = "flow: 1\nid: a\nsteps:\n  - { ask: name, type: string }\n"
    let script = "test: a\nsteps:\n  - answer: { name: x }\noutput: { name: x }\n"
    try folder.write(flow, to: "a.flow.yaml")
    try folder.write(script, to: "a.test.yaml")
    for name in ["in", ".hidden"] {
      try folder.makeFolder(name)
      try folder.write(flow, to: "\(name)/b.flow.yaml")
    }
    let one = try ProgramCall(["check", "."], directory: folder.path)
    #expect(
      one.messages.contains("stackflow: './in/b.flow.yaml' wasn't checked; name its folder, too"),
      "\(one.messages)")
    let formatted = try ProgramCall(["fmt", "--check", "."], directory: folder.path)
    #expect(formatted.messages.contains("'./in/b.flow.yaml' wasn't formatted"))
    #expect(
      !(try ProgramCall(["test", "."], directory: folder.path)).messages.contains("wasn't run"))
    try folder.write(script, to: "in/b.test.yaml")
    let tested = try ProgramCall(["test", "."], directory: folder.path)
    #expect(tested.messages.contains("'./in/b.test.yaml' wasn't run"), "\(tested.messages)")
    let two = try ProgramCall(["check", "."], directory: folder.path)
    #expect(two.messages.contains("2 files in folders inside weren't checked"), "\(two.messages)")
    #expect(
      !(try ProgramCall(["check", ".", "in"], directory: folder.path)).messages.contains("weren't"))
  }

  /// Other tools name their files so, too; one that's named is an error.
  @Test func aScriptOfNoFlowStopsNoOther() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps:\n  - { ask: name, type: string }\n", to: "a.flow.yaml")
    try folder.write(
      "test: a\nsteps:\n  - answer: { name: x }\noutput: { name: x }\n", to: "a.test.yaml")
    try folder.write("suite: other\n", to: "api.test.yaml")
    for (command, done) in [("test", "run"), ("check", "checked")] {
      let call = try ProgramCall([command, "."], directory: folder.path)
      expectEqual(call.exit, 0, "\(call.messages)")
      #expect(
        call.messages.contains(
          "stackflow: './api.test.yaml' wasn't \(done): there is no './api.flow.yaml'"),
        "\(call.messages)")
      let named = try ProgramCall([command, "api.test.yaml"], directory: folder.path)
      #expect(named.exit != 0 && named.messages.contains("api.flow.yaml"), "\(named.messages)")
    }
  }

  /// It's read by itself, and with the flow that uses it.
  @Test func findingsOfAUsedFlowAreReportedOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: inner\nsteps:\n  - { ask: a, type: string, pattern: a }\n",
      to: "inner.flow.yaml")
    try folder.write(
      "flow: 1\nid: outer\nsteps:\n  - { flow: a, use: inner.flow.yaml }\n",
      to: "outer.flow.yaml")
    for files in [
      ["outer.flow.yaml", "inner.flow.yaml"], ["inner.flow.yaml", "outer.flow.yaml"],
    ] {
      let call = try ProgramCall(["check"] + files, directory: folder.path)
      #expect(call.messages.hasSuffix("1 warning in 1 file\n"), "\(call.messages)")
    }
  }

  /// A template is named by its folder or by its file, and how much of it was checked is said beside the findings.
  @Test(arguments: [".", "copier.yml"]) func templatesOfOtherProgramsAreChecked(
    file: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("name: Shop\n", to: "copier.yml")
    try folder.write("{{ nmae }}\n", to: "a.txt.jinja")
    try folder.write("{% extends 'a' %}\n", to: "b.txt.jinja")
    let text = try ProgramCall(["check", file], directory: folder.path)
    expectEqual(text.exit, 65)
    expectEqual(text.output, "")
    expectEqual(
      text.messages,
      """
      a.txt.jinja:1:4: error: unknown name 'nmae'; did you mean 'name'? [unknown-name]
      1 | {{ nmae }}
        |    ^~~~
      copier.yml:1:1: note: 'name' is asked here
      1 | name: Shop
        | ^~~~
      1 error in 1 file
      stackflow: 1 of 2 templates checked; 'extends' in 1 isn't understood

      """)
    let github = try ProgramCall(["check", "--format", "github", file], directory: folder.path)
    #expect(github.output.hasPrefix("::error file=a.txt.jinja,line=1,"))
    #expect(github.messages.hasPrefix("stackflow: 1 of 2 templates checked"))
    try folder.write("{{ name }}\n", to: "a.txt.jinja")
    try expectEqual(ProgramCall(["check", file], directory: folder.path).exit, 0)
  }

  /// Each gets the diagnostic of the limit that ends its reading, whatever else it contains.
  @Test func hostileFilesAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "empty.flow.yaml")
    try folder.write(String(repeating: "[", count: 100_000), to: "deep-flow.flow.yaml")
    try folder.write(String(repeating: "- ", count: 100_000), to: "deep-block.flow.yaml")
    try folder.write(
      "flow: 1\nid: deep\nsteps:\n  - { ask: a, type: boolean }\n  - { ask: b, type: string, when: \""
        + String(repeating: "(", count: 99_990) + "a\" }\n", to: "deep-expression.flow.yaml")
    try folder.write([0x66, 0x6C, 0x6F, 0x77, 0x3A, 0x20, 0xFF, 0xFE, 0x0A], to: "bytes.flow.yaml")
    try folder.write(
      String(repeating: "# nothing but comments\n", count: 200_000), to: "large.flow.yaml")
    try folder.write(
      "flow: 1\nid: small\nsteps:\n  - { note: a, text: b }\n", to: "small.flow.yaml")
    var calls = ProgramCalls()
    for name in [
      "empty", "deep-flow", "deep-block", "deep-expression", "bytes", "large",
    ] {
      let call = try calls.run("check", "\(name).flow.yaml", directory: folder.path)
      expectEqual(call.exit, 65, "\(name)")
      try expectEqual(ProgramCall(["run", "\(name).flow.yaml"], directory: folder.path).exit, 65)
    }
    try calls.run("check", "small.flow.yaml", "--max-bytes", "10", directory: folder.path)
    try calls.run("check", "small.flow.yaml", "--max-bytes=-1", directory: folder.path)
    try calls.run("run", "small.flow.yaml", "--max-bytes", "10", directory: folder.path)
    try calls.run("check", "large.flow.yaml", "--max-bytes", "5000000", directory: folder.path)
    calls.end()
  }

  /// Ten lines of aliases, each nine times as large as the one before.
  @Test func aBillionLaughsAreRefused() throws {
    let folder = try TemporaryFolder()
    var laughs = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1..<12 {
      let last = "*a\(level - 1)"
      laughs += "a\(level): &a\(level) ["
      laughs += Array(repeating: last, count: 9).joined(separator: ", ") + "]\n"
    }
    try folder.write(laughs, to: "laughs.flow.yaml")
    let call = try ProgramCall(["check", "laughs.flow.yaml"], directory: folder.path)
    expectEqual(call.exit, 65)
    #expect(call.messages.contains("'*a0' is an alias, which is not allowed here"))
    #expect(call.messages.hasSuffix("and 26 more\n126 errors in 1 file\n"))
    #expect(call.messages.utf8.count < 40_000, "at most 100 mistakes are told")
  }

  @Test func scriptedTestsPassAndFail() throws {
    var calls = ProgramCalls()
    try calls.run("test", "scripted.flow.yaml")
    try calls.run("test", "scripted.test.yaml", "--verbose")
    try calls.run("test", "failing")
    try calls.run("test", "failing/failing.test.yaml", "scripted.test.yaml")
    try calls.run("test", "walk.flow.yaml")
    try calls.run("test", "missing.test.yaml")
    calls.end()
  }

  @Test func uncoveredPartsAreReported() throws {
    var calls = ProgramCalls()
    try calls.run("test", "--coverage", "scripted.flow.yaml")
    try calls.run("test", "--coverage", "--verbose", "scripted.flow.yaml")
    let folder = try TemporaryFolder()
    try folder.copy("scripted.flow.yaml")
    try folder.write(
      """
      test: one step
      steps: [ { leave: quit } ]
      outcome: cancelled
      """, to: "scripted.test.yaml")
    try calls.run("test", "--coverage", ".", directory: folder.path)
    calls.end()
  }

  /// A flow without a script is uncovered; one that's named twice is tested once; a test with a
  /// mistake doesn't keep the others of its file from running.
  @Test func everyFlowOfAFolderIsTestedOnce() throws {
    let folder = try TemporaryFolder()
    let flow = "flow: 1\nid: a\nsteps:\n  - { ask: name, type: string }\n"
    try folder.write(flow, to: "a.flow.yaml")
    try folder.write(flow, to: "b.flow.yaml")
    try folder.write(
      "test: works\nsteps: [{ answer: { name: a } }]\n---\ntest: wrong\nstesp: []\n",
      to: "a.test.yaml")
    var calls = ProgramCalls()
    try calls.run("test", "--verbose", "a.flow.yaml", "./a.test.yaml", ".", directory: folder.path)
    try calls.run("test", "--coverage", ".", directory: folder.path)
    try calls.run("test", "--coverage", "b.flow.yaml", directory: folder.path)
    calls.end()
  }

  @Test func mistakesInScriptsAreFound() throws {
    let folder = try TemporaryFolder()
    try folder.copy("walk.flow.yaml")
    try folder.write(
      """
      test: a script with mistakes
      steps:
        - answr: { name: a }
        - answer: { nmae: a }
        - expect: { att: kind }
      outcome: complete
      """, to: "walk.test.yaml")
    var calls = ProgramCalls()
    try calls.run("test", "walk.flow.yaml", directory: folder.path)
    try folder.write("", to: "walk.test.yaml")
    try calls.run("test", ".", directory: folder.path)
    calls.end()
  }

  /// The warnings about a script are written to standard error, after the errors.
  @Test func warningsOfScriptsAreShown() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps:\n  - { ask: name, type: string }\n", to: "a.flow.yaml")
    try folder.write(
      "test: nothing\nsteps: []\noutcome: cancelled\n---\ntest: fails\nsteps: [{ answer: { name: '' } }]\n",
      to: "a.test.yaml")
    var calls = ProgramCalls()
    try calls.run("test", "a.test.yaml", directory: folder.path)
    try folder.write(
      "test: nothing\nsteps: [{ answer: { name: a } }]\noutput: {}\n---\ntest: empty\nsteps: [{ leave: quit }]\noutcome: cancelled\n",
      to: "a.test.yaml")
    try calls.run("test", "a.test.yaml", directory: folder.path)
    calls.end()
  }

  @Test func theFlowsOfThePackagePassTheirScripts() throws {
    let call = try ProgramCall(["test", "--coverage", "."], directory: ProgramFixtures.flows)
    expectEqual(call.exit, 0, "\(call.output)\(call.messages)")
    #expect(call.output.hasSuffix(" passed, 0 failed\n"))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// The README shows the program's output verbatim.
@Suite("README.md")
struct ReadmeTests {
  /// The lines of the README's code blocks in a language.
  private static func blocks(_ language: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var isInside = false
    for line in try ProgramFixtures.readme().split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("```") {
        isInside = line == "```\(language)"
        if isInside { blocks.append([]) }
      } else if isInside {
        blocks[blocks.count - 1].append(String(line))
      }
    }
    return blocks
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = try blocks("yaml")
    try #require(files.count >= 2)
    let flow = files[0].joined(separator: "\n") + "\n"
    try folder.write(flow, to: "service.flow.yaml")
    try folder.write(files[1].joined(separator: "\n") + "\n", to: "service.test.yaml")
    let broken = flow.split(separator: "when: kind", omittingEmptySubsequences: false)
    try folder.write(broken.joined(separator: "when: kinf"), to: "broken.flow.yaml")
    return folder
  }

  @Test func theWalkMatchesThePage() throws {
    let folder = try Self.folder()
    let shown = try #require(try Self.blocks("console").first)
    let result = try #require(shown.firstIndex(of: "$ cat service.json"))
    let walk = try ProgramWalk("run", "service.flow.yaml", directory: folder.path)
    for line in shown[1..<result] {
      for prompt in ["Service name: ", "Kind: ", "Port, 1024 to 65535: "]
      where line.hasPrefix(prompt) {
        try walk.type("<Ctrl-U>\(line.dropFirst(prompt.count))<Enter>")
      }
    }
    try expectEqual(walk.finish(), 0)
    expectEqual(walk.everyRow, Array(shown[1..<result]))
    expectEqual(walk.output, shown[(result + 1)...].joined(separator: "\n") + "\n")
  }

  @Test func theScriptPasses() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(["test", "service.flow.yaml"], directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(call.output, "1 passed, 0 failed\n")
  }

  /// The second line to type after installing is what `init` says to run.
  @Test func theFirstFlowRunsAsThePageSays() throws {
    let folder = try TemporaryFolder()
    let call = try ProgramCall(["init", "hello"], directory: folder.path)
    let said = (call.output + call.messages).split(separator: "\n").map(String.init)
    let line = try #require(said.first { $0.hasPrefix("Run it:") })
    let command = line.dropFirst("Run it:".count).drop { $0 == " " }
    let page = try ProgramFixtures.readme().split(separator: "\n").map(String.init)
    #expect(page.contains("    stackflow init hello && \(command)"), "\(command)")
  }

  @Test func theMistakeMatchesThePage() throws {
    let folder = try Self.folder()
    let shown = try #require(try Self.blocks("console").last)
    let call = try ProgramCall(["check", "broken.flow.yaml"], directory: folder.path)
    expectEqual(call.messages, shown.dropFirst().joined(separator: "\n") + "\n")
  }

  @Test func theScriptForTheShellRuns() throws {
    let script = try #require(try Self.blocks("sh").first).joined(separator: "\n")
      .replacing("./deploy", with: "echo")
    let answers = """
      git() { printf 'main\\nnext\\n'; }
      stackflow() {
        case $2 in
          string) "$PROGRAM" "$@" --answer billing ;;
          integer) "$PROGRAM" "$@" --answer 8080 ;;
          choice) "$PROGRAM" "$@" --answer next ;;
          *) "$PROGRAM" "$@" --answer yes ;;
        esac
      }

      """
    let call = try ProgramCall(shell: answers + script)
    expectEqual(call.output, "billing 8080 next\n")
    #expect(call.messages.isEmpty)
    expectEqual(call.exit, 0)
  }
}

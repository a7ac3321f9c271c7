// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import GitTesting
import Testing

/// Templates at addresses, which are repositories that git makes here.
@Suite("Templates at addresses")
struct AddressTests {
  private let repository: GitRepository

  /// Where the flows are walked.
  private let folder: String

  init() throws {
    repository = try GitRepository(named: "tool")
    folder = repository.folder + "/here"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private static let flow = """
    flow: 1
    id: tool
    steps:
      - { ask: name, type: string, default: shop }
      - { write: readme, path: "${name}.txt", content: "${name}\\n" }
      - { run: tell, command: [git, version], capture: text }

    """

  private func commit(flow: String = flow, tag: String? = nil) throws {
    try repository.write(flow, to: "tool.flow.yaml")
    try repository.commit(tag: tag)
  }

  private func commitCookiecutter(_ text: String, tag: String? = nil) throws {
    try repository.write(#"{"name": "demo", "license": ["MIT", "none"]}"#, to: "cookiecutter.json")
    try repository.write(text, to: "{{cookiecutter.name}}/README.md")
    try repository.commit(tag: tag)
  }

  private var environment: [String: String] {
    ["XDG_CACHE_HOME": repository.folder + "/cache"]
  }

  /// Runs the program; in its words, `…` stands for the folder of the repository.
  private func call(
    _ arguments: String..., environment more: [String: String] = [:]
  ) throws -> (exit: Int32, output: String, messages: String) {
    let call = try ProgramCall(
      arguments.map { $0.replacing("…", with: repository.folder) },
      environment: environment.merging(more) { $1 }, directory: folder)
    func shortened(_ text: String) -> String { text.replacing(repository.folder, with: "…") }
    return (call.exit, shortened(call.output), shortened(call.messages))
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private func away() throws {
    try FileManager.default.moveItem(atPath: repository.path, toPath: repository.path + "-away")
  }

  private static let unattended = [
    "--defaults", "--yes", "--no-input", "--allow-run", "--allow-write", ".",
  ]

  private func run(_ more: String...) throws -> (exit: Int32, output: String, messages: String) {
    let call = try ProgramCall(
      ["run", repository.address] + Self.unattended + more, environment: environment,
      directory: folder)
    return (call.exit, call.output, call.messages.replacing(repository.folder, with: "…"))
  }

  // MARK: Walking

  @Test func eachCommitIsConfirmedOnce() throws {
    try commit(tag: "v1.0.0")
    let refused = try run()
    expectEqual(refused.exit, 3)
    expectEqual(
      refused.messages,
      """
      stackflow: fetching file://…/tool
      stackflow: file://…/tool wasn't run here before, and there is no one to ask; --trust allows it

      """)
    #expect(text("shop.txt") == nil)
    try expectEqual(run("--trust").exit, 0)
    expectEqual(text("shop.txt"), "shop\n")
    try FileManager.default.removeItem(atPath: "\(folder)/shop.txt")
    let again = try run()
    expectEqual(again.exit, 0)
    expectEqual(again.messages, "")
    try repository.write("more\n", to: "more.txt")
    try repository.commit(tag: "v1.1.0")
    try expectEqual(run().exit, 3)
  }

  @Test func aUserSeesWhatAFlowMayDo() throws {
    try commit(tag: "v1.0.0")
    let commit = try repository.git("rev-parse", "v1.0.0").prefix(10)
    let arguments = ["run", repository.address, "--defaults", "--yes"]
    let walk = try ProgramWalk(
      arguments: arguments, columns: 200, repaints: true,
      environment: environment.merging(["ACCESSIBLE": ""]) { $1 }, directory: folder)
    let screen = walk.everyRow.joined(separator: "\n")
    for words in [
      "\(repository.address) wasn't run here before. It's v1.0.0 (\(commit)).",
      "It may run: git version", "It may write: ${name}.txt", "Do you want to run it?",
    ] { #expect(screen.contains(words), "\(screen)") }
    try walk.type("n")
    try expectEqual(walk.finish(), 1)
    let other = try ProgramWalk(
      arguments: arguments + ["--allow-run", "--allow-write", "."], columns: 200, repaints: true,
      environment: environment.merging(["ACCESSIBLE": ""]) { $1 }, directory: folder)
    try other.type("y")
    try expectEqual(other.finish(), 0)
    expectEqual(text("shop.txt"), "shop\n")
    try expectEqual(run().exit, 0)
  }

  @Test func withoutTheRepositoryTheCacheIsUsed() throws {
    try commit(tag: "v1.0.0")
    try expectEqual(run("--trust").exit, 0)
    let commit = try repository.git("rev-parse", "v1.0.0").prefix(10)
    try away()
    let call = try run()
    expectEqual(call.exit, 0)
    expectEqual(
      call.messages,
      """
      stackflow: file://…/tool can't be reached ('…/tool' does not appear to be a git repository); \
      v1.0.0 (\(commit)) from the cache is used

      """)
    let other = try self.call("run", "file://…/other")
    expectEqual(other.exit, 74)
    expectEqual(
      other.messages,
      "stackflow: file://…/other: it can't be fetched: '…/other' does not appear to be a git repository\n"
    )
  }

  @Test func aTemplateOfAnotherToolIsWalked() throws {
    try commitCookiecutter(
      "{% if cookiecutter.license == 'MIT' %}MIT{% endif %}, {{ cookiecutter.name }}\n", tag: "1.0")
    let call = try run("--trust")
    expectEqual(call.exit, 0, "\(call)")
    expectEqual(text("demo/README.md"), "MIT, demo\n")
    try expectEqual(run().exit, 0)
  }

  @Test func whatIsLeftOfATemplateIsSaid() throws {
    try repository.write("fine\n", to: "{{cookiecutter.name}}/fine.txt")
    try commitCookiecutter("{{ cookiecutter.name | unknown_filter }}\n")
    let call = try run("--trust")
    expectEqual(call.exit, 65)
    #expect(
      call.messages.contains(
        "stackflow: file://…/tool: 1 thing can't be translated:\n- `{{cookiecutter.name}}/README.md:1`"
      ),
      "\(call.messages)")
    #expect(call.messages.contains("--partial"))
    #expect(text("demo/fine.txt") == nil)
    try repository.write("print(open('x'))\n", to: "hooks/post_gen_project.py")
    try repository.commit()
    let hooked = try run("--trust")
    #expect(
      hooked.messages.contains("2 things can't be translated:\n")
        && hooked.messages.contains("- `hooks/post_gen_project.py:1`"), "\(hooked.messages)")
    try expectEqual(run("--trust", "--partial").exit, 0)
    expectEqual(text("demo/fine.txt"), "fine\n")
    #expect(text("demo/README.md") == nil)
  }

  // MARK: Reading

  @Test func aTemplateIsImportedAndChecked() throws {
    try commitCookiecutter(
      "{% if cookiecutter.license == 'Mit' %}MIT{% endif %}, {{ cookiecutter.name }}\n", tag: "1.0")
    let commit = try repository.git("rev-parse", "1.0").prefix(10)
    let checked = try call("check", "file://…/tool@1.0")
    expectEqual(checked.exit, 0)
    #expect(
      checked.messages.hasPrefix(
        """
        stackflow: fetching file://…/tool@1.0
        stackflow: file://…/tool@1.0: 1.0 (\(commit))
        {{cookiecutter.name}}/README.md:1:
        """), "\(checked.messages)")
    #expect(checked.messages.contains("[unknown-choice]"))
    let imported = try call("import", "file://…/tool")
    expectEqual(imported.exit, 0)
    #expect(
      imported.output.hasPrefix("Imported 2 of 2 questions and 1 of 1 files into Flows/tool.\n"))
    #expect(text("Flows/tool/tool.flow.yaml") != nil)
    try expectEqual(call("check", "file://…/tool", "--fix").exit, 2)
  }

  @Test func aFlowIsReadByEveryCommandThatOnlyReads() throws {
    try commit(tag: "v1")
    try commit(flow: Self.flow.replacing("default: shop", with: "default: store"), tag: "v2")
    #expect(try call("plan", "file://…/tool@v1").output.contains("(default: shop)"))
    #expect(try call("run", "--plan", "file://…/tool").output.contains("(default: store)"))
    #expect(try call("graph", "file://…/tool").output.contains("name"))
    #expect(try call("schema", "file://…/tool#tool").output.contains("store"))
    try expectEqual(call("diff", "file://…/tool@v1", "file://…/tool@v2").exit, 0)
    for command in ["test", "explore", "serve", "fmt"] {
      let call = try call(command, "file://…/tool")
      expectEqual(call.exit, 2, "\(command)")
      expectEqual(
        call.messages,
        "stackflow: this command takes no address; run, import, check, plan, graph, schema, and diff do\n",
        "\(command)")
    }
  }

  @Test func mistakesNameFilesAsInTheRepository() throws {
    try commit(flow: Self.flow.replacing("type: string", with: "type: strng"))
    for call in [try call("check", "file://…/tool"), try run("--trust")] {
      expectEqual(call.exit, 65)
      #expect(
        call.messages.contains("tool.flow.yaml:4:24: error: unknown type 'strng'")
          && !call.messages.contains("/tool.flow.yaml:"), "\(call.messages)")
    }
  }

  @Test func oneOfSeveralFlowsIsNamed() throws {
    for name in ["one", "two"] { try repository.write(Self.flow, to: "\(name).flow.yaml") }
    try repository.write(Self.flow, to: "part/Flows/three.flow.yaml")
    try repository.write("a\n", to: "one/tree.txt")
    try repository.commit()
    var call = try call("plan", "file://…/tool")
    expectEqual(call.exit, 2)
    #expect(
      call.messages.hasSuffix(
        "has 2 flows; name one of them: 'file://…/tool#one', 'file://…/tool#two'\n"),
      "\(call.messages)")
    for name in ["one", "one.flow.yaml", "part", "part/Flows", "part/Flows/three"] {
      try expectEqual(self.call("plan", "file://…/tool#\(name)").exit, 0, "\(name)")
    }
    call = try self.call("plan", "file://…/tool#ona")
    #expect(
      call.messages.hasSuffix("there's no 'ona' in it; did you mean 'one'?\n"), "\(call.messages)")
  }

  @Test func aFolderHereIsTheFlowInIt() throws {
    func write(_ text: String, to path: String) throws {
      let url = URL(filePath: "\(folder)/\(path)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    try write(Self.flow, to: "own/tool.flow.yaml")
    for word in ["own", "own/", "own#", "own#tool"] {
      try expectEqual(call("plan", word).exit, 0, "\(word)")
      try expectEqual(call("run", "--plan", word).exit, 0, "\(word)")
    }
    try write(#"{"name": "demo"}"#, to: "their own/cookiecutter.json")
    let foreign = try call("run", "their own")
    expectEqual(foreign.exit, 2)
    expectEqual(
      foreign.messages,
      "stackflow: 'their own' is a template of another tool, which is walked only at an address; "
        + "make a flow of it: stackflow import 'their own'\n")
    // A flow comes before a folder of its name, which it may have made.
    try write(Self.flow, to: "Flows/made.flow.yaml")
    try write("", to: "made/README.md")
    try expectEqual(call("plan", "made").exit, 0)
    try write(Self.flow, to: "beside.flow.yaml")
    try write("", to: "beside/README.md")
    try expectEqual(call("plan", "beside").exit, 0)
  }

  // MARK: Names

  @Test func whatExistsHereIsNoAddress() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: "\(folder)/gh:ada", withIntermediateDirectories: true)
    try Data(Self.flow.utf8).write(to: URL(filePath: "\(folder)/gh:ada/tool"))
    try expectEqual(call("plan", "gh:ada/tool").exit, 0)
    try manager.createDirectory(atPath: "\(folder)/a@b/in", withIntermediateDirectories: true)
    try Data(Self.flow.utf8).write(to: URL(filePath: "\(folder)/a@b/in/tool.flow.yaml"))
    try Data(Self.flow.utf8).write(to: URL(filePath: "\(folder)/a#in"))
    try expectEqual(call("plan", "a#in").exit, 0)
    try expectEqual(call("plan", "a@b#in").exit, 0)
    try expectEqual(call("plan", "a@b#in/tool").exit, 0)
    try expectEqual(call("plan", "a@b#../x").exit, 2)
    try expectEqual(call("check", "a@b#in").exit, 0)
    #expect(!manager.fileExists(atPath: repository.folder + "/cache"))
  }

  @Test(arguments: [
    "https://ada:secret@example.org/tool", "https://secret@example.org/tool",
    "ssh://git:secret@example.org/tool", "git:secret@example.org:tool",
  ])
  func aPasswordIsNeverShown(address: String) throws {
    let call = try call("run", address)
    expectEqual(call.exit, 2)
    #expect(call.messages.hasPrefix("stackflow: an address has no password or token"))
    #expect(!call.messages.contains("secret"))
    #expect(!FileManager.default.fileExists(atPath: repository.folder + "/cache"))
  }

  // MARK: Git

  @Test func withoutGitItsPackageIsNamed() throws {
    try commit()
    let call = try call("plan", "file://…/tool", environment: ["PATH": "/nonexistent"])
    expectEqual(call.exit, 2)
    expectEqual(
      call.messages,
      """
      stackflow: file://…/tool: there's no 'git', which fetches templates; install it (apt install \
      git, dnf install git, or brew install git)

      """)
  }

  /// Neither settings of the user nor attributes of the repository change what's read.
  @Test func settingsOfTheUserChangeNoFile() throws {
    try Data(
      """
      [core]
        autocrlf = true
        eol = crlf
        hooksPath = /nonexistent
      [filter "shout"]
        smudge = tr a-z A-Z
        required = true
      [protocol]
        version = 0

      """.utf8
    ).write(to: URL(filePath: repository.folder + "/config"))
    try repository.write("one\ntwo\n", to: "files/unix.txt")
    try repository.write("one\r\n", to: "files/dos.txt")
    let flow = """
      flow: 1
      id: tool
      steps:
        - { write: files, to: out, tree: files }

      """
    try commit(flow: flow)
    try repository.write("* filter=shout text=auto\n", to: ".gitattributes")
    try repository.git(
      "update-index", "--add", "--cacheinfo",
      "100644,\(try repository.git("hash-object", "-w", ".gitattributes")),.gitattributes")
    try repository.git("commit", "--quiet", "--message", "Attributes")
    let named = try repository.git("rev-parse", "HEAD")
    // No name leads to the commit anymore, and this protocol gives only what a name leads to, or is before that.
    try repository.git("commit", "--quiet", "--allow-empty", "--message", "Next")
    let call = try ProgramCall(
      ["run", "\(repository.address)@\(named)", "--trust"] + Self.unattended,
      environment: environment.merging(["GIT_CONFIG_GLOBAL": repository.folder + "/config"]) { $1 },
      directory: folder)
    expectEqual(call.exit, 0, "\(call)")
    expectEqual(text("out/unix.txt"), "one\ntwo\n")
    expectEqual(text("out/dos.txt"), "one\r\n")
  }

  @Test func whatIsNotFetchedIsSaid() throws {
    try commit()
    let commit = try repository.git("rev-parse", "HEAD")
    try repository.git("update-index", "--add", "--cacheinfo", "160000,\(commit),parts")
    try repository.write("version https://git-lfs.github.com/spec/v1\nsize 5\n", to: "a.png")
    try repository.git("add", "a.png")
    try repository.git("commit", "--quiet", "--message", "Parts")
    try repository.git("branch", "next")
    try repository.git("tag", "next", commit)
    let messages = try call("plan", "file://…/tool@main").messages
    #expect(
      messages.contains("file://…/tool@main: repositories inside it aren't fetched: 'parts'\n"))
    #expect(
      messages.contains("files are in Git LFS, and only their pointers are fetched: 'a.png'\n"))
    #expect(
      try call("plan", "file://…/tool@next").messages.contains(
        "'next' is a tag and a branch, and the tag is used; the branch is '@heads/next'\n"))
  }
}

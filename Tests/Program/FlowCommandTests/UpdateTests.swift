// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

@Suite("stackflow update")
struct UpdateTests {
  /// A folder with a flow that writes the tree `t` to `p`, and the project that it has made.
  private func place(_ files: [String: String], questions: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeFolder("t")
    try write(files, version: 1, asking: questions, in: folder)
    let call = try ProgramCall(
      ["run", "app.flow.yaml", "--defaults", "--no-input", "--no-save", "--allow-write", "."],
      directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
    return folder
  }

  private func write(
    _ files: [String: String], version: Int, asking questions: String = "",
    in folder: TemporaryFolder
  ) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/t") {
      try FileManager.default.removeItem(atPath: folder.path + "/t/" + name)
    }
    for (name, text) in files { try folder.write(text, to: "t/\(name)") }
    try folder.write(
      "flow: 1\nid: app\nversion: \(version)\nupdatable: true\nsteps:\n\(questions)"
        + "  - { write: project, tree: t, to: p }\n", to: "app.flow.yaml")
  }

  private func update(
    _ folder: TemporaryFolder, _ options: String...
  ) throws -> ProgramCall {
    try ProgramCall(["update", "p"] + options, directory: folder.path)
  }

  private static let lines = (1...9).map { "line \($0)\n" }.joined()

  @Test func aCheckTakesTheDefaultsOfNewQuestions() throws {
    let folder = try place(["a": "a\n"])
    try write(
      ["a.tmpl": "a ${n}\n"], version: 2, asking: "  - { ask: n, type: integer, default: 7 }\n",
      in: folder)
    let check = try update(folder, "--check")
    expectEqual(check.exit, 1)
    expectEqual(check.output, "updated  a  (+1 -1)\n")
    try write(
      ["a.tmpl": "a ${n}\n"], version: 2, asking: "  - { ask: n, type: integer }\n", in: folder)
    let missing = try update(folder, "--check")
    expectEqual(missing.exit, 3)
    expectEqual(
      missing.messages,
      """
      stackflow: answers are missing, and a check asks nothing:
        --set n=…
      stackflow: with samples for n, the files would be:

      """)
    expectEqual(missing.output, "updated  a  (+1 -1)\n")
  }

  @Test func anAnswerThatNoQuestionTakesIsTold() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("t")
    let questions = "  - { ask: color, type: string }\n  - { ask: n, type: integer, default: 1 }\n"
    try write(["a.tmpl": "${color} ${n}\n"], version: 1, asking: questions, in: folder)
    let made = try ProgramCall(
      [
        "run", "app.flow.yaml", "--set", "color=blue", "--defaults", "--no-input", "--no-save",
        "--allow-write", ".",
      ], directory: folder.path)
    expectEqual(made.exit, 0, "\(made.messages)")
    let later = "  - { ask: shade, type: string, default: green }\n"
    try write(["a.tmpl": "${shade}\n"], version: 2, asking: later, in: folder)
    for options in [["--check"], ["--yes", "--defaults", "--on-conflict", "theirs"]] {
      let call = try ProgramCall(["update", "p"] + options, directory: folder.path)
      #expect(
        call.messages.contains(
          ": no question of this version takes the answer to 'color', which is recorded here\n"),
        "\(call.messages)")
      #expect(!call.messages.contains("'n'"), "what was only a default isn't missed")
    }
    let again = try update(folder, "--check")
    expectEqual(again.messages, "")
  }

  /// An obstacle that can't be replaced ends an update before anything is written, and it's tried
  /// again.
  @Test func whatIsInTheWayOfANewFileEndsAnUpdate() throws {
    let folder = try place(["a": "a\n", "b": "b\n"])
    try write(["a": "a\n", "b": "b2\n", "c": "c\n"], version: 2, in: folder)
    try folder.makeFolder("p/c")
    for _ in 0..<2 {
      let check = try update(folder, "--check")
      expectEqual(check.exit, 1)
      expectEqual(
        check.output, "updated  b  (+1 -1)\nblocked  c  (is a folder)\n1 file unchanged\n")
      let call = try update(folder, "--yes")
      expectEqual(call.exit, 5)
      #expect(call.messages.contains("in the place of 'c' (is a folder)"), "\(call.messages)")
      expectEqual(folder.text(of: "p/b"), "b\n")
    }
    try FileManager.default.removeItem(atPath: folder.path + "/p/c")
    expectEqual(try update(folder, "--yes").exit, 0)
    expectEqual(folder.text(of: "p/b"), "b2\n")
    expectEqual(folder.text(of: "p/c"), "c\n")
  }

  @Test func anotherFlowAndAnUnknownFileAreRefused() throws {
    let folder = try place(["a": "a\n"])
    try folder.write(
      "flow: 1\nid: other\nupdatable: true\nsteps:\n  - { write: project, tree: t, to: p }\n",
      to: "other.flow.yaml")
    let other = try update(folder, "--yes", "--from", "other.flow.yaml")
    expectEqual(other.exit, 65)
    #expect(other.messages.contains("is the flow 'other', and the project was made by 'app'"))
    let unknown = try update(folder, "--yes", "--restore", "nothing")
    expectEqual(unknown.exit, 2)
    #expect(unknown.messages.contains("makes no file 'nothing'"))
  }

  /// A file that can't have marks stays, and isn't forgotten.
  @Test func whatCanHaveNoMarksIsListed() throws {
    let folder = try place(["a": "a\n"])
    try folder.write("mine\n", to: "p/b")
    try write(["a": "a\n", "b": "theirs\n"], version: 2, in: folder)
    let call = try update(folder, "--yes", "--on-conflict", "markers")
    expectEqual(call.exit, 8)
    #expect(call.messages.contains("left as yours, because they can't have marks: 'b'"))
    expectEqual(folder.text(of: "p/b"), "mine\n")
  }

  @Test func aProjectFollowsItsFlow() throws {
    let folder = try place(["a": "a\n", "b": "b\n", "c": "c\n"])
    try write(["a": "a2\n", "b": "b\n", "d": "d\n"], version: 2, in: folder)
    try folder.write("mine\n", to: "p/b")
    let check = try update(folder, "--check")
    expectEqual(check.exit, 1)
    expectEqual(
      check.output,
      """
      updated  a  (+1 -1)
      removed  c
      added    d
      1 file changed by you alone, left as it is

      """)
    expectEqual(folder.text(of: "p/a"), "a\n")
    // Without a person, the yes is an option.
    expectEqual(try update(folder, "--no-input").exit, 3)
    expectEqual(folder.text(of: "p/a"), "a\n")
    let done = try update(folder, "--yes")
    expectEqual(done.exit, 0, "\(done.messages)")
    expectEqual(done.output.split(separator: "\n").last, "Updated 3 files.")
    expectEqual(
      ["a", "b", "c", "d"].map { folder.text(of: "p/\($0)") }, ["a2\n", "mine\n", nil, "d\n"])
    #expect(folder.text(of: "p/.stackflow/app.yaml")?.contains("version: 2\n") == true)
    #expect(
      folder.text(of: "p/.stackflow/app.yaml")?.contains("source: \"../app.flow.yaml\"\n") == true)
    let again = try update(folder, "--check")
    expectEqual(again.output, "The project is up to date.\n")
    expectEqual(again.exit, 0)
  }

  /// Without a person, conflicts write nothing unless an option decides about them.
  @Test(arguments: [
    ("ask", 8, "mine 3"), ("fail", 8, "mine 3"), ("keep", 0, "mine 3"), ("theirs", 0, "theirs 3"),
    ("markers", 8, "||||||| before\nline 3\n=======\ntheirs 3\n>>>>>>> new"),
  ]) func conflictsFollowAPolicy(policy: String, exit: Int, part: String) throws {
    let folder = try place(["a": Self.lines, "b": "b\n"])
    try FileManager.default.copyItem(
      atPath: folder.path + "/app.flow.yaml", toPath: folder.path + "/old.flow.yaml")
    try FileManager.default.copyItem(atPath: folder.path + "/t", toPath: folder.path + "/old")
    try folder.write(
      "flow: 1\nid: app\nupdatable: true\nsteps:\n  - { write: project, tree: old, to: p }\n",
      to: "old.flow.yaml")
    let new = Self.lines.replacingOccurrences(of: "line 3", with: "theirs 3")
    try write(["a": new, "b": "b2\n"], version: 2, in: folder)
    try folder.write(Self.lines.replacingOccurrences(of: "line 3", with: "mine 3"), to: "p/a")
    let call = try update(
      folder, "--yes", "--on-conflict", policy, "--base", "old.flow.yaml")
    expectEqual(Int(call.exit), exit, "\(call.messages)")
    #expect(folder.text(of: "p/a")?.contains(part) == true, "\(folder.text(of: "p/a") ?? "")")
    let isWritten = policy != "ask" && policy != "fail"
    expectEqual(folder.text(of: "p/b"), isWritten ? "b2\n" : "b\n")
  }

  /// Only what's new is asked, and a given answer is taken.
  @Test func newQuestionsAreAsked() throws {
    let folder = try place(["a.tmpl": "a\n"])
    try write(
      ["a.tmpl": "${size}\n"], version: 2, asking: "  - { ask: size, type: integer }\n",
      in: folder)
    let asked = try update(folder, "--yes", "--no-input")
    expectEqual(asked.exit, 3)
    #expect(asked.messages.contains("size"), "\(asked.messages)")
    expectEqual(try update(folder, "--yes", "--set", "size=5").exit, 0)
    expectEqual(folder.text(of: "p/a"), "5\n")
    expectEqual(try update(folder, "--check").exit, 0)
    // An answer that's asked again is only offered.
    expectEqual(try update(folder, "--yes", "--no-input", "--ask", "size").exit, 3)
    expectEqual(try update(folder, "--ask", "sise").exit, 2)
  }

  /// A question that was left empty is answered, also if it has a default.
  @Test(arguments: ["", ", default: dd"]) func whatWasLeftEmptyStaysEmpty(keys: String) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("t")
    let question = "  - { ask: o, type: string, required: false\(keys) }\n"
    try write(["a.tmpl": "${o.orValue('-')}\n"], version: 1, asking: question, in: folder)
    let run = try ProgramCall(
      [
        "run", "app.flow.yaml", "--set", "o=", "--no-input", "--no-save", "--allow-write", ".",
        "--yes",
      ], directory: folder.path)
    expectEqual(run.exit, 0, "\(run.messages)")
    #expect(folder.text(of: "p/.stackflow/app.yaml")?.contains("typed: null") == true)
    let check = try update(folder, "--check")
    expectEqual(check.exit, 0, "\(check.output)\(check.messages)")
    try write(["a.tmpl": "now ${o.orValue('-')}\n"], version: 2, asking: question, in: folder)
    expectEqual(try update(folder, "--yes", "--no-input", "--defaults").exit, 0)
    expectEqual(folder.text(of: "p/a"), "now -\n")
    #expect(folder.text(of: "p/.stackflow/app.yaml")?.contains("typed: null") == true)
  }

  @Test func whatTheUserDeletedComesBackOnlyIfItIsWanted() throws {
    let folder = try place(["a": "a\n", "b": "b\n"])
    try FileManager.default.removeItem(atPath: folder.path + "/p/a")
    let check = try update(folder, "--check")
    expectEqual(check.exit, 0)
    expectEqual(try update(folder, "--yes", "--restore", "a").exit, 0)
    expectEqual(folder.text(of: "p/a"), "a\n")
  }

  /// Conflicts are left to the index of git, where a merge tool finds them.
  @Test func conflictsAreLeftToTheIndex() throws {
    let folder = try place(["a": Self.lines])
    let new = Self.lines.replacingOccurrences(of: "line 3", with: "theirs 3")
    try FileManager.default.copyItem(atPath: folder.path + "/t", toPath: folder.path + "/old")
    try folder.write(
      "flow: 1\nid: app\nupdatable: true\nsteps:\n  - { write: project, tree: old, to: p }\n",
      to: "old.flow.yaml")
    try write(["a": new], version: 2, in: folder)
    try folder.write(Self.lines.replacingOccurrences(of: "line 3", with: "mine 3"), to: "p/a")
    let call = try ProgramCall(
      shell: "git init -q p && git -C p add -A && stackflow update p --yes --index --base "
        + "old.flow.yaml; git -C p ls-files -u | cut -f1 | cut -d' ' -f3; git -C p diff --name-only",
      directory: folder.path)
    #expect(call.output.contains("\n1\n2\n3\n") && call.output.hasSuffix("\na\n"), "\(call)")
  }

  /// Writes a template of copier, or of cookiecutter with a folder of its project.
  private func template(
    _ name: String, _ files: [String: String], in folder: TemporaryFolder
  ) throws {
    for (path, text) in files {
      let whole = "\(name)/\(path)"
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + (whole as NSString).deletingLastPathComponent,
        withIntermediateDirectories: true)
      try folder.write(text, to: whole)
    }
  }

  @Test func aProjectOfCopierIsTakenOver() throws {
    let folder = try TemporaryFolder()
    let questions = "name: { type: str }\nport: { type: int, default: 80 }\n"
    try template(
      "old",
      [
        "copier.yml": questions, "README.md.jinja": "# {{ name }}\n\nold\n",
        "gone.txt": "gone\n", "port.txt.jinja": "{{ port }}\n",
      ], in: folder)
    try template(
      "new",
      [
        "copier.yml": questions + "color: { type: str, default: red }\n",
        "README.md.jinja": "# {{ name }}\n\nnew\n", "port.txt.jinja": "{{ port }}\n",
        "color.txt.jinja": "{{ color }}\n",
      ], in: folder)
    try folder.makeFolder("p")
    try folder.write(
      "# Changes here will be overwritten\n_commit: v1.0.0\n_src_path: ../new\nname: Shop\nport: 8080\n",
      to: "p/.copier-answers.yml")
    try folder.write("# Shop\n\nold\n", to: "p/README.md")
    try folder.write("gone\n", to: "p/gone.txt")
    try folder.write("8080\nmine\n", to: "p/port.txt")
    // Without the version that made it, nothing is guessed.
    let unknown = try update(folder, "--check")
    expectEqual(unknown.exit, 2)
    #expect(unknown.messages.contains("at v1.0.0 has made the project"), "\(unknown.messages)")
    let call = try update(folder, "--yes", "--defaults", "--base", "old")
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(
      ["README.md", "gone.txt", "port.txt", "color.txt"].map { folder.text(of: "p/\($0)") },
      ["# Shop\n\nnew\n", nil, "8080\nmine\n", "red\n"])
    // From now on, the record counts.
    let again = try update(folder, "--check")
    expectEqual(again.output, "The project is up to date.\n", "\(again.messages)")
    #expect(folder.text(of: "p/.copier-answers.yml") != nil)
  }

  @Test func aProjectOfCruftIsTakenOver() throws {
    let folder = try TemporaryFolder()
    for (name, word) in [("old", "one"), ("new", "two")] {
      try template(
        name,
        [
          "cookiecutter.json": #"{"name": "demo", "license": ["MIT", "none"]}"#,
          "{{cookiecutter.name}}/a.txt": "{{ cookiecutter.name }} \(word)\n",
          "{{cookiecutter.name}}/b.txt": "{{ cookiecutter.license }}\n",
        ], in: folder)
    }
    try folder.makeFolder("p")
    try folder.write(
      #"""
      {"template": "../new", "commit": "0123456789", "checkout": null, "directory": null,
       "context": {"cookiecutter": {"name": "shop", "license": "none", "_template": "../new"}}}
      """#, to: "p/.cruft.json")
    try folder.write("shop one\n", to: "p/a.txt")
    try folder.write("none\n", to: "p/b.txt")
    let call = try update(folder, "--yes", "--no-input", "--base", "old")
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(["a.txt", "b.txt"].map { folder.text(of: "p/\($0)") }, ["shop two\n", "none\n"])
    expectEqual(try update(folder, "--check").exit, 0)
  }

  /// Before a template is released, its projects' questions and files are known.
  @Test func aVersionIsComparedWithAnEarlierOne() throws {
    let folder = try place(["a": "a\n", "b": "b\n"])
    try FileManager.default.copyItem(atPath: folder.path + "/t", toPath: folder.path + "/old")
    try folder.write(
      "flow: 1\nid: app\nupdatable: true\nsteps:\n  - { write: project, tree: old, to: p }\n",
      to: "old.flow.yaml")
    try write(
      ["a.tmpl": "${size}\n", "c": "c\n"], version: 2,
      asking: "  - { ask: size, type: integer }\n", in: folder)
    let call = try ProgramCall(
      ["check", "app.flow.yaml", "--against", "old.flow.yaml"], directory: folder.path)
    expectEqual(
      call.output,
      """
      Of a project of version 1, an update asks:
        size (new)
      The files of a project with default answers:
        updated  a  (+1 -1)
        removed  b
        added    c

      """, "\(call.messages)")
    expectEqual(call.exit, 0)
  }

  /// A folder stands for the only flow in it.
  @Test func aFolderIsComparedWithAnother() throws {
    let folder = try place(["a": "a\n"])
    try folder.makeFolder("old")
    for name in ["t", "app.flow.yaml"] {
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/old/\(name)")
    }
    try write(["a": "b\n"], version: 2, in: folder)
    try folder.makeFolder("new")
    for name in ["t", "app.flow.yaml"] {
      try FileManager.default.moveItem(
        atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/new/\(name)")
    }
    let compare = ["check", "new", "--against", "old"]
    let call = try ProgramCall(compare, directory: folder.path)
    #expect(call.output.hasSuffix("  updated  a  (+1 -1)\n"), "\(call.output)\(call.messages)")
    try FileManager.default.copyItem(
      atPath: folder.path + "/new/app.flow.yaml", toPath: folder.path + "/new/b.flow.yaml")
    let several = try ProgramCall(compare, directory: folder.path)
    expectEqual(several.exit, 2)
    #expect(several.messages.contains("'new' has none or several"), "\(several.messages)")
  }

  /// The name of an answer in data is the one that counts.
  @Test func aQuestionIsNamedAsInData() throws {
    let folder = try place(
      ["a": "a\n"], questions: "  - { ask: n, key: size, type: integer, default: 1 }\n")
    let wrong = try update(folder, "--ask", "n")
    expectEqual(wrong.exit, 2)
    #expect(
      wrong.messages.contains("the flow has no question 'n'; in data, it's 'size'"),
      "\(wrong.messages)")
  }

  @Test func ofSeveralRecordsOneIsNamed() throws {
    let folder = try place(["a": "a\n"])
    try folder.write(folder.text(of: "p/.stackflow/app.yaml") ?? "", to: "p/.stackflow/other.yaml")
    let call = try update(folder, "--check")
    expectEqual(call.exit, 2)
    #expect(call.messages.contains("'p' has records of 'app', 'other'; choose one with --flow"))
    expectEqual(try update(folder, "--check", "--flow", "app").exit, 0)
  }

  /// A check writes nothing, also where an update was killed.
  @Test func aCheckLeavesAnUnfinishedUpdate() throws {
    let folder = try place(["a": "a\n"])
    try folder.write("{", to: "p/.stackflow/app.update")
    let call = try update(folder, "--check")
    expectEqual(call.exit, 1)
    #expect(call.messages.contains("an update was interrupted; 'stackflow update' completes it"))
    expectEqual(folder.text(of: "p/.stackflow/app.update"), "{")
  }

  /// The record names the flow as it's reached from the project.
  @Test func theSourceCountsFromTheProject() throws {
    let folder = try place(["a": "a\n"])
    try folder.makeFolder("flows")
    for name in ["app.flow.yaml", "t"] {
      try FileManager.default.moveItem(
        atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/flows/\(name)")
    }
    expectEqual(try update(folder, "--check").exit, 2)
    let moved = try update(folder, "--yes", "--from", "flows/app.flow.yaml")
    expectEqual(moved.exit, 0, "\(moved.messages)")
    let record = folder.text(of: "p/.stackflow/app.yaml") ?? ""
    #expect(record.contains("source: \"../flows/app.flow.yaml\"\n"), "\(record)")
    expectEqual(try update(folder, "--check").exit, 0)
  }

  @Test func newFoldersAreListed() throws {
    let folder = try place(["a": "a\n"])
    try folder.makeFolder("old")
    try folder.write("a\n", to: "old/a")
    try folder.write(
      "flow: 1\nid: app\nupdatable: true\nsteps:\n  - { write: project, tree: old, to: p }\n",
      to: "old.flow.yaml")
    try folder.makeFolder("t/logs")
    let check = try update(folder, "--check", "--base", "old.flow.yaml")
    expectEqual(check.output, "added  logs/  (an empty folder)\n1 file unchanged\n")
    let call = try update(folder, "--yes", "--base", "old.flow.yaml")
    #expect(call.output.hasSuffix("\nMade 1 folder.\n"), "\(call.output)")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/p/logs"))
    expectEqual(try update(folder, "--check").exit, 0)
  }

  /// A recorded answer of a wrong type is refused with its line, and asked again.
  @Test func aRecordedAnswerIsFound() throws {
    let question = "  - { ask: n, type: integer, default: 3 }\n"
    let folder = try place(["a.tmpl": "${n}\n"], questions: question)
    let record = folder.text(of: "p/.stackflow/app.yaml") ?? ""
    try folder.write(
      record.replacingOccurrences(of: "taken: 3", with: "typed: x"), to: "p/.stackflow/app.yaml")
    let call = try update(folder, "--check")
    expectEqual(call.exit, 3)
    expectEqual(
      call.messages,
      """
      stackflow: p/.stackflow/app.yaml:12:5: the answer to 'n' is recorded here
      stackflow: the answer 'n' is refused: enter a whole number, such as 8080
      stackflow: answers are missing, and a check asks nothing:
        --set n=…

      """)
    expectEqual(call.output, "")
    let alone = try update(folder, "--yes", "--no-input", "--defaults")
    expectEqual(alone.exit, 3)
    #expect(alone.messages.contains("--no-input is set"), "\(alone.messages)")
    // An answer that's given is no recorded one.
    expectEqual(try update(folder, "--check", "--set", "n=y").exit, 4)
    expectEqual(try update(folder, "--check", "--set", "n=4").exit, 1)
  }

  /// A question that's new in a list is one about the list.
  @Test func aRecordedListLacksANewAnswer() throws {
    func list(_ questions: String) -> String {
      "  - { repeat: hosts, steps: [ { ask: host, type: string }\(questions) ] }\n"
    }
    let folder = try TemporaryFolder()
    try folder.makeFolder("t")
    try write(["a": "a\n"], version: 1, asking: list(""), in: folder)
    let made = try ProgramCall(
      [
        "run", "app.flow.yaml", "--no-save", "--allow-write", ".", "--yes", "--no-input", "--set",
        #"hosts=[{"host": "a"}]"#,
      ], directory: folder.path)
    expectEqual(made.exit, 0, "\(made.messages)")
    try write(
      ["a": "b\n"], version: 2, asking: list(", { ask: zone, type: string }"), in: folder)
    let check = try update(folder, "--check")
    expectEqual(check.exit, 3)
    #expect(check.messages.contains("item 1: zone needs an answer"), "\(check.messages)")
    #expect(check.messages.contains("--set hosts=…"), "\(check.messages)")
    let given = try update(folder, "--check", "--set", #"hosts=[{"host": "a", "zone": "z"}]"#)
    expectEqual(given.output, "updated  a  (+1 -1)\n", "\(given.messages)")
  }

  /// A secret that's given is that of the base, too.
  @Test func aSecretIsGivenToBothVersions() throws {
    let question =
      "  - { ask: token, type: secret }\n"
      + "  - { write: env, path: p/.env, secret: true, content: \"${token}\" }\n"
    let folder = try TemporaryFolder()
    try folder.makeFolder("t")
    try write(["a": Self.lines], version: 1, asking: question, in: folder)
    let secret = ["--set", "token=s3cret", "--no-input"]
    let made = try ProgramCall(
      ["run", "app.flow.yaml", "--no-save", "--allow-write", ".", "--yes"] + secret,
      directory: folder.path)
    expectEqual(made.exit, 0, "\(made.messages)")
    try folder.makeFolder("old")
    try FileManager.default.copyItem(atPath: folder.path + "/t", toPath: folder.path + "/old/t")
    try FileManager.default.copyItem(
      atPath: folder.path + "/app.flow.yaml", toPath: folder.path + "/old/app.flow.yaml")
    let new = Self.lines.replacingOccurrences(of: "line 9", with: "theirs 9")
    try write(["a": new], version: 2, asking: question, in: folder)
    try folder.write(Self.lines.replacingOccurrences(of: "line 1", with: "mine 1"), to: "p/a")
    let check = try ProgramCall(
      ["update", "p", "--check", "--base", "old"] + secret, directory: folder.path)
    expectEqual(check.output, "merged  a  (+1 -1)\n1 file unchanged\n", "\(check.messages)")
  }

  /// A project with a secret that was drawn is up to date, again and again.
  @Test func aProjectWithADrawnSecretIsUpToDate() throws {
    let question =
      "  - { ask: token, type: secret, generate: 12 }\n"
      + "  - { write: env, path: p/.env, secret: true, content: \"${token}\" }\n"
    let folder = try TemporaryFolder()
    try folder.makeFolder("t")
    try write(["a": "a\n"], version: 1, asking: question, in: folder)
    let made = try ProgramCall(
      ["run", "app.flow.yaml", "--no-save", "--allow-write", ".", "--yes", "--defaults"],
      directory: folder.path)
    expectEqual(made.exit, 0, "\(made.messages)")
    for options in [["--check"], ["--defaults", "--yes"], ["--check"]] {
      let call = try ProgramCall(["update", "p"] + options, directory: folder.path)
      expectEqual(call.exit, 0, "\(call.output)\(call.messages)")
    }
    let given = try ProgramCall(
      ["update", "p", "--check", "--set", "token=other"], directory: folder.path)
    #expect(given.exit == 1 && given.output.contains("has a secret  .env"), "\(given.output)")
  }

  /// A file that isn't UTF-8 keeps no conflict out of the index.
  @Test func aConflictThatIsNotUnicodeIsLeftToTheIndex() throws {
    let folder = try place(["a": Self.lines, "b": Self.lines])
    try FileManager.default.copyItem(atPath: folder.path + "/t", toPath: folder.path + "/old")
    try folder.write(
      "flow: 1\nid: app\nupdatable: true\nsteps:\n  - { write: project, tree: old, to: p }\n",
      to: "old.flow.yaml")
    let new = Self.lines.replacingOccurrences(of: "line 3", with: "theirs 3")
    try write(["a": new, "b": new], version: 2, in: folder)
    for name in ["a", "b"] {
      var mine = Data(Self.lines.replacingOccurrences(of: "line 3", with: "mine 3").utf8)
      if name == "b" { mine[0] = 0xE9 }
      try mine.write(to: URL(filePath: "\(folder.path)/p/\(name)"))
    }
    let call = try ProgramCall(
      shell: "git init -q p && git -C p add -A && stackflow update p --yes --index --base "
        + "old.flow.yaml; git -C p ls-files -u | cut -f2 | tr '\\n' ' '",
      directory: folder.path)
    #expect(call.output.hasSuffix("a a a b b b "), "\(call)")
  }

  @Test func listsHaveSamples() throws {
    let folder = try TemporaryFolder()
    for (name, version) in [("old", 1), ("new", 2)] {
      try folder.makeFolder(name)
      try folder.write(
        "${string(size(l))} ${string(size(people))} v\(version)\n", to: "\(name)/a.tmpl")
      try folder.write(
        """
        flow: 1
        id: app
        version: \(version)
        updatable: true
        steps:
          - { ask: l, type: list, of: { type: integer }, minItems: 2 }
          - repeat: people
            minItems: 2
            steps: [ { ask: name, type: string }, { ask: age, type: integer } ]
          - { write: project, tree: \(name), to: p }

        """, to: "\(name).flow.yaml")
    }
    let call = try ProgramCall(
      ["check", "new.flow.yaml", "--against", "old.flow.yaml"], directory: folder.path)
    expectEqual(
      call.output,
      """
      Of a project of version 1, an update asks:
        nothing
      The files of a project with default answers, and samples for l, people:
        updated  a  (+1 -1)

      """, "\(call.messages)")
  }

  @Test func mistakesAreSaid() throws {
    let folder = try place(["a": "a\n"])
    expectEqual(try ProgramCall(["update"], directory: folder.path).exit, 2)
    expectEqual(try update(folder, "--flow", "other").exit, 2)
    let record = folder.text(of: "p/.stackflow/app.yaml") ?? ""
    try folder.write(
      record.replacingOccurrences(of: "zone:", with: "zona:"), to: "p/.stackflow/app.yaml")
    let call = try update(folder, "--check")
    expectEqual(call.exit, 65)
    #expect(call.messages.contains("unknown key 'zona' in a record; did you mean 'zone'?"))
  }
}

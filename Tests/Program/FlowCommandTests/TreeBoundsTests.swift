// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

/// Folders that no one meant as templates, and trees that would have too many files: each is refused at once,
/// with a reason, and nothing is written.
@Suite struct TreeBoundsTests {
  private static let flow = """
    flow: 1
    id: t
    steps:
      - { ask: name, type: string, default: out }
      - { write: project, tree: t, to: "${name}" }

    """

  /// Shell commands that make the folder `t`, with the message of `check`.
  private static let folders = [
    (make: "mkfifo t/a", message: "'t/a' is neither a file, nor a folder, nor a link"),
    (
      "cd t; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"a\")'",
      "'t/a' is neither a file, nor a folder, nor a link"
    ),
    ("ln -s /dev/zero t/a", "the link 't/a' leads out of the tree, to '/dev/zero'"),
    ("ln -s ../t t/a", "the link 't/a' leads out of the tree, to '../t'"),
    (
      "dd if=/dev/null of=t/a.tmpl bs=1 seek=67108864 2>&1",
      "'t/a.tmpl' has more than 4194304 bytes"
    ),
    (
      "p=t; i=0; while [ $i -lt 300 ]; do p=$p/d; i=$((i+1)); done; mkdir -p $p",
      "the folders of a tree are nested at most 32 deep"
    ),
    (
      "cd t; seq 20001 | xargs touch",
      "all trees together have at most 20000 files and folders"
    ),
    (
      "for i in 1 2 3 4 5 6 7 8 9; do dd if=/dev/null of=t/$i bs=1 seek=4000000 2>&1; done",
      "the files of all trees together have at most 33554432 bytes"
    ),
  ]

  @Test(arguments: folders)
  func aFolderThatIsNoTemplateIsRefused(make: String, message: String) throws {
    try expectRefusal(make, "unreadable-file|file-outside|tree-too-large", message)
  }

  #if os(Linux)
  @Test func namesThatAreNotUTF8AreRefused() throws {
    try expectRefusal(
      "touch \"t/a$(printf '\\377')\"", "unreadable-file",
      "the name of 't/a\u{FFFD}' isn't UTF-8 text")
    try expectRefusal(
      "ln -s \"$(printf '\\377')\" t/a", "unreadable-file",
      "the target of the link 't/a' isn't UTF-8 text")
  }
  #endif

  private func expectRefusal(_ make: String, _ ids: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.flow, to: "t.flow.yaml")
    let call = try ProgramCall(
      shell: "mkdir t; (\(make)) >/dev/null; stackflow check t.flow.yaml", directory: folder.path)
    expectEqual(call.exit, 65, "\(make): \(call.messages)")
    let first = call.messages.split(separator: "\n").first.map(String.init) ?? ""
    #expect(
      ids.split(separator: "|").contains {
        first == "t.flow.yaml:5:29: error: \(message) [\($0)]"
      }, "\(make): \(first)")
  }

  /// They aren't followed, neither where they're read nor where they're written.
  @Test func linksInCyclesAreCopied() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.flow, to: "t.flow.yaml")
    let call = try ProgramCall(
      shell: """
        mkdir -p t/d; ln -s b t/a; ln -s a t/b; ln -s . t/self; ln -s ../d t/d/up
        stackflow run t.flow.yaml --defaults --no-input --no-save --allow-write . >/dev/null || exit
        cd out; for link in a b self d/up; do readlink $link; done
        """, directory: folder.path)
    expectEqual(call.output, "b\na\n.\n../d\n", "\(call.messages)")
  }

  /// It's a warning, because another folder can be the working directory.
  @Test(arguments: [
    ("t/out", true), ("t", true), ("./t//${name}", true), ("t/${name}", true), ("t${name}", false),
    ("tt", false), ("${name}/t", false), (".", false),
  ])
  func aTreeThatIsWrittenIntoItselfIsAWarning(target: String, isWarned: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("t")
    let text = Self.flow.replacingOccurrences(of: "to: \"${name}\"", with: "to: \"\(target)\"")
    try folder.write(text, to: "t.flow.yaml")
    let call = try ProgramCall(["check", "t.flow.yaml"], directory: folder.path)
    expectEqual(call.exit, 0)
    expectEqual(call.messages.contains("[tree-into-itself]"), isWarned, "\(call.messages)")
  }

  private static let many = """
    flow: 1
    id: t
    steps:
      - { ask: names, type: list }
      - { write: project, tree: t, to: "${item}", each: names }

    """

  /// Writes the same tree for each of 10,000 items.
  private func writeMany(_ make: String) throws -> ProgramCall {
    let folder = try TemporaryFolder()
    try folder.write(Self.many, to: "t.flow.yaml")
    let items = (0..<10_000).map { "\"i\($0)\"" }.joined(separator: ", ")
    try folder.write("{ \"names\": [\(items)] }", to: "answers.json")
    return try ProgramCall(
      shell: """
        mkdir t; (\(make)); mkdir out; cd out
        stackflow run ../t.flow.yaml --answers ../answers.json --no-input --no-save --allow-write . >/dev/null
        exit=$?; ls; exit $exit
        """, directory: folder.path)
  }

  @Test func filesForEachItemAreCounted() throws {
    let call = try writeMany("touch t/a t/b t/c")
    #expect(call.exit == 6 && call.output.isEmpty)
    expectEqual(
      call.messages,
      "stackflow: ../t.flow.yaml:5:36: a tree has at most 20000 files and folders with 33554432 bytes\n"
    )
  }

  /// A file that's left out takes time, too.
  ///
  /// In a long run only, because it takes seconds without optimization.
  @Test(.enabled(if: isLongRun)) func whatIsLeftOutForEachItemIsCounted() throws {
    let call = try writeMany(
      "cd t; for i in $(seq 300); do touch \"\\${item == 'x' ? '$i' : ''}\"; done")
    #expect(call.exit == 6 && call.output.isEmpty)
    #expect(
      call.messages.contains("the names and loops of this tree have more than 2000000 steps"),
      "\(call.messages)")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// A tree that's written one command at a time: each is another process.
@Suite struct TreeSteppingTests {
  private static let steps = """
      - { ask: name, type: string }
      - { write: p, tree: t, to: out, title: Write it }
      - { note: told, text: All of it is there. }
    """

  private static func place() throws -> SteppedFolder {
    let place = try SteppedFolder(steps)
    for name in ["t", "out"] { try place.folder.makeFolder(name) }
    for name in ["a", "b", "c", "d"] {
      try place.folder.write("\(name) ${name}\n", to: "t/\(name).tmpl")
    }
    for name in ["a", "b", "c"] { try place.folder.write("\(name) mine\n", to: "out/\(name)") }
    return place
  }

  private static func asks(_ name: String) -> String {
    "The file 'out/\(name)' already exists with different content."
  }

  @Test func eachCommandDecidesAboutAFile() throws {
    let place = try Self.place()
    try place.call("next", "trip.flow.yaml")
    #expect(try place.call("answer", "x").output.contains(Self.asks("a")))
    #expect(try place.call("answer", "yes").output.contains(Self.asks("b")))
    #expect(try place.call("next").output.contains(Self.asks("b")))
    #expect(try place.call("answer", "keep").output.contains(Self.asks("c")))
    let permission = try place.call("answer", "yes").output
    #expect(
      !permission.contains("already exists") && permission.contains("answer --state w.walk yes|no"))
    #expect(place.folder.text(of: "out/d") == nil)
    #expect(try place.call("answer", "yes").output.contains("All of it is there."))
    expectEqual(
      ["a", "b", "c", "d"].map { place.folder.text(of: "out/\($0)") },
      [
        "a x\n", "b mine\n", "c x\n", "d x\n",
      ])
    try place.call("back", "--allow-write", ".")
    expectEqual(
      ["a", "b", "c", "d"].map { place.folder.text(of: "out/\($0)") },
      [
        "a mine\n", "b mine\n", "c mine\n", nil,
      ])
  }

  @Test func withPermissionTheLastFileIsTheLastQuestion() throws {
    let place = try Self.place()
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "x")
    for _ in 0..<2 { try place.call("answer", "keep") }
    #expect(
      try place.call("answer", "yes", "--allow-write", ".").output.contains("All of it is there."))
    expectEqual(place.folder.text(of: "out/c"), "c x\n")
  }

  @Test func backLeadsToTheFileBefore() throws {
    let place = try Self.place()
    try place.folder.makeFolder("out/d")
    try place.call("next", "trip.flow.yaml")
    let first = try place.call("answer", "x").output
    #expect(first.contains("1 of 4: " + Self.asks("a")) && first.contains("changed"), "\(first)")
    for name in ["b", "c"] {
      #expect(try place.call("answer", "yes").output.contains(Self.asks(name)))
    }
    let last = try place.call("answer", "yes").output
    #expect(
      last.contains("4 of 4: 'out/d' is a folder") && last.contains("w.walk keep|no"), "\(last)")
    try expectEqual(place.call("answer", "yes").exit, 2)
    #expect(try place.call("back").output.contains("3 of 4: " + Self.asks("c")))
    for answer in ["keep", "keep"] { try place.call("answer", answer) }
    #expect(try place.call("answer", "yes").output.contains("All of it is there."))
    expectEqual(
      ["a", "b", "c"].map { place.folder.text(of: "out/\($0)") },
      [
        "a x\n", "b x\n", "c mine\n",
      ])
  }

  @Test func anAnswerIsOnlyForTheContentThatWasShown() throws {
    let place = try Self.place()
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "x")
    try place.folder.write("a changed\n", to: "out/a")
    let refused = try place.call("answer", "yes")
    #expect(refused.exit == 4 && refused.output.contains(Self.asks("a")))
    for answer in ["yes", "yes", "yes"] { try place.call("answer", answer) }
    try place.folder.write("b changed\n", to: "out/b")
    let again = try place.call("answer", "yes")
    #expect(again.exit == 4 && again.output.contains(Self.asks("b")))
    try place.call("answer", "keep")
    #expect(try place.call("answer", "yes").output.contains("All of it is there."))
    expectEqual(place.folder.text(of: "out/b"), "b changed\n")
  }

  /// A question about a file shows how it'd differ, as lines do: also where only the ends of its lines do.
  @Test func aQuestionShowsTheDifference() throws {
    let place = try SteppedFolder(
      """
      - { ask: name, type: string }
      - { write: p, path: one, content: "a\\n${name}\\n", exists: ask }
      - { write: q, tree: t, to: out, exists: ask }
      """)
    for name in ["t", "out"] { try place.folder.makeFolder(name) }
    try place.folder.write("a\nx\n", to: "t/b")
    try place.folder.write("a\r\nx", to: "out/b")
    try place.folder.write("a\ny\n", to: "one")
    try place.call("next", "trip.flow.yaml")
    let first = try place.call("answer", "x").output
    #expect(first.contains("|   a\n| - y\n| + x\n"), "\(first)")
    let second = try place.call("answer", "keep").output
    #expect(
      second.contains(
        #"""
        | - a\r
        | - x
        |   (no line break at the end)
        | + a
        | + x

        """#), "\(second)")
    #expect(second.contains("out/b  (+2 -2)"), "\(second)")
  }
}

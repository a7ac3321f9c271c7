// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import Foundation
import Testing

@testable import FlowHosts

/// Lookups of paths on the machine, in a folder of the test's own.
@Suite struct SystemPathsTests {
  /// A folder with a file, a folder, a link to each, a hidden file and a link to nothing.
  private final class Folder {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/paths-\(UUID().uuidString)"
      let manager = FileManager.default
      try manager.createDirectory(
        atPath: path + "/inner", withIntermediateDirectories: true)
      for name in ["file.txt", "first.txt", ".hidden", "a b.txt", "日.txt"] {
        try Data().write(to: URL(filePath: path + "/" + name))
      }
      for (name, target) in [("link", "file.txt"), ("way", "inner"), ("gone", "nothing")] {
        try manager.createSymbolicLink(
          atPath: path + "/" + name, withDestinationPath: path + "/" + target)
      }
      try manager.createSymbolicLink(
        atPath: path + "/round", withDestinationPath: path + "/round")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test func entriesSayWhenTheyWereChanged() throws {
    let folder = try Folder()
    // Noon in the time zone of this machine.
    let noon = try #require(
      Calendar(identifier: .gregorian).date(
        from: DateComponents(year: 2024, month: 2, day: 29, hour: 12)))
    try FileManager.default.setAttributes(
      [.modificationDate: noon], ofItemAtPath: folder.path + "/file.txt")
    let entries = SystemPaths().entries(beginning: folder.path + "/")
    let file = try #require(entries.first { $0.path.hasSuffix("/file.txt") })
    expectEqual(file.changed?.description, "2024-02-29")
    expectEqual(file.byteCount, 0)
    #expect(entries.first { $0.path.hasSuffix("/inner/") }?.changed != nil)
    #expect(entries.first { $0.path.hasSuffix("/gone") }?.changed == nil)
  }

  /// Whether something exists can't be told from what's said about a path outside the folders, also where the path
  /// leads over others and back.
  @Test func aHostWithFoldersLooksUpNothingElse() throws {
    let (folder, other) = (try Folder(), try Folder())
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/inner/escape", withDestinationPath: other.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/inner/nowhere", withDestinationPath: other.path + "/nothing")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/inner/round", withDestinationPath: "round")
    try Data().write(to: URL(filePath: folder.path + "/inner/f"))
    let temporary = folder.path.components(separatedBy: "/").last ?? ""
    for named in ["inner", "way"] {
      let paths = SystemPaths(inside: ["/no such folder", folder.path + "/" + named])
      let kinds: [(String, PathFacts.Kind)] = [
        ("inner", .directory), ("inner/", .directory), ("inner/f", .file), ("inner/none", .absent),
        ("inner/f/deeper", .absent), ("inner/none/../f", .absent), ("inner/round", .danglingLink),
        ("inner/../../\(temporary)/inner/f", .file), ("inner/./f", .file),
        ("", .notAllowed), ("file.txt", .notAllowed), ("none", .notAllowed),
        ("innermost", .notAllowed),
        ("inner/../file.txt", .notAllowed), ("inner/../none", .notAllowed),
        ("inner/escape", .notAllowed), ("inner/escape/file.txt", .notAllowed),
        ("inner/nowhere", .notAllowed), ("link/../inner/f", .notAllowed),
        ("none/../inner/f", .notAllowed), ("inner/escape/../\(temporary)/inner/f", .notAllowed),
        ("inner/" + String(repeating: "./", count: 3_000) + "f", .notAllowed),
      ]
      for (name, kind) in kinds {
        let path = "\(folder.path)/\(name)"
        expectEqual(
          paths.facts(of: path),
          PathFacts(path, expanded: kind == .notAllowed ? nil : path, kind: kind),
          "\(named) \(name.prefix(80))")
      }
      expectEqual(paths.paths(beginning: folder.path + "/inner/"), [])
    }
    let way = SystemPaths(inside: [folder.path + "/way"])
    expectEqual(way.facts(of: folder.path + "/way/f").kind, .file)
    let none = SystemPaths(inside: [])
    for path in ["/", "~", "~root", "~nobody-has-this-name", "a\0b", folder.path + "/file.txt"] {
      expectEqual(
        none.facts(of: path), PathFacts(path, expanded: nil, kind: .notAllowed))
    }
    expectEqual(SystemPaths(inside: ["/"]).facts(of: "/dev/null").kind, .other)
    expectEqual(SystemPaths(inside: ["."]).facts(of: "no such file").kind, .absent)
    expectEqual(SystemPaths(inside: ["."]).facts(of: "..").kind, .notAllowed)
  }

  @Test func pathsAreLookedUpThroughLinks() throws {
    let folder = try Folder()
    let kinds: [(String, PathFacts.Kind)] = [
      ("file.txt", .file), ("a b.txt", .file), ("日.txt", .file), ("link", .file),
      ("inner", .directory), ("inner/", .directory), ("way", .directory), ("none", .absent),
      ("none/deeper", .absent), ("file.txt/deeper", .absent), ("gone", .danglingLink),
      ("round", .danglingLink),
    ]
    for (name, kind) in kinds {
      let path = "\(folder.path)/\(name)"
      expectEqual(
        SystemPaths().facts(of: path), PathFacts(path, expanded: path, kind: kind),
        "\(name)")
    }
    expectEqual(SystemPaths().facts(of: "/dev/null").kind, .other)
    expectEqual(SystemPaths().facts(of: "a\0b").kind, .absent)
  }

  @Test func theTildeIsExpanded() throws {
    let home = try #require(SystemPaths().facts(of: "~").expanded)
    #expect(home.hasPrefix("/"))
    let inside = SystemPaths().facts(of: "~/no such file at all")
    expectEqual(inside.expanded, (home == "/" ? "" : home) + "/no such file at all")
    expectEqual(inside.kind, .absent)
    #expect(SystemPaths().facts(of: "~root").expanded != nil)
    #expect(SystemPaths().facts(of: "~nobody-has-this-name/x").expanded == nil)
    expectEqual(SystemPaths().facts(of: "./~").expanded, "./~")
  }

  @Test func namesAreCompletedInTheTypedFolder() throws {
    let folder = try Folder()
    let all = SystemPaths().paths(beginning: folder.path + "/")
    expectEqual(
      all.map { $0.dropFirst(folder.path.count + 1) },
      ["a b.txt", "file.txt", "first.txt", "gone", "inner/", "link", "round", "way/", "日.txt"])
    expectEqual(
      SystemPaths().paths(beginning: folder.path + "/fi"),
      [folder.path + "/file.txt", folder.path + "/first.txt"])
    expectEqual(
      SystemPaths().paths(beginning: folder.path + "/.h"), [folder.path + "/.hidden"],
      "hidden names are offered to whoever types the point")
    #expect(SystemPaths().paths(beginning: folder.path + "/none/x").isEmpty)
    expectEqual(SystemPaths().paths(beginning: "~"), ["~/"])
  }

  /// A folder with this many files, which was changed some time ago.
  private func folder(ofFiles count: Int) throws -> Folder {
    let folder = try Folder()
    for number in 0..<count {
      let path = folder.path + "/" + name(number)
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
    }
    try age(folder)
    return folder
  }

  private func name(_ number: Int) -> String { "name-" + String(10_000 + number).dropFirst() }

  private func age(_ folder: Folder, days: Double = 1) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: folder.path)
  }

  @Test func aFolderIsReadOnceWhileAPathIsTyped() throws {
    let folder = try folder(ofFiles: 20)
    let paths = SystemPaths()
    for typed in ["/", "/n", "/na", "/name-0003", "/name-000", "/.", "/zz"] {
      _ = paths.entries(beginning: folder.path + typed)
      _ = paths.paths(beginning: folder.path + typed)
    }
    expectEqual(paths.readCount, 1)
    _ = paths.entries(beginning: folder.path + "/inner/")
    expectEqual(paths.readCount, 2)
  }

  @Test func aChangedFolderIsReadAgain() throws {
    let folder = try folder(ofFiles: 2)
    let paths = SystemPaths()
    expectEqual(paths.entries(beginning: folder.path + "/name").count, 2)
    try Data().write(to: URL(filePath: folder.path + "/name-new"))
    expectEqual(paths.entries(beginning: folder.path + "/name").count, 3)
    // The time of a change has a resolution, so what has changed just now isn't known to be read.
    try FileManager.default.removeItem(atPath: folder.path + "/name-new")
    expectEqual(paths.entries(beginning: folder.path + "/name").count, 2)
    try age(folder, days: 2)
    expectEqual(paths.entries(beginning: folder.path + "/name").count, 2)
    let reads = paths.readCount
    expectEqual(paths.entries(beginning: folder.path + "/name").count, 2)
    expectEqual(paths.readCount, reads)
  }

  @Test func ofManyPathsTheFirstAndTheLastAreOffered() throws {
    let folder = try folder(ofFiles: 1_500)
    let paths = SystemPaths()
    let offered = paths.paths(beginning: folder.path + "/name-")
    expectEqual(offered.count, 1_000)
    expectEqual(offered.first, folder.path + "/name-0000")
    expectEqual(offered.last, folder.path + "/name-1499")
    // A list has all of them.
    let entries = paths.entries(beginning: folder.path + "/name-")
    expectEqual(entries.map(\.path), (0..<1_500).map { folder.path + "/" + name($0) })
  }

  @Test func namesBeginWithATextHoweverItsLettersAreComposed() throws {
    let folder = try Folder()
    for name in ["e", "ee", "e\u{301}1", "\u{E9}2", "f"] {
      try Data().write(to: URL(filePath: folder.path + "/" + name))
    }
    let paths = SystemPaths()
    for accented in ["\u{E9}", "e\u{301}"] {
      let found = paths.entries(beginning: folder.path + "/" + accented).map(\.path)
      expectEqual(found, [folder.path + "/\u{E9}1", folder.path + "/\u{E9}2"])
    }
    let plain = paths.entries(beginning: folder.path + "/e").map(\.path)
    expectEqual(plain, [folder.path + "/e", folder.path + "/ee"])
  }
}

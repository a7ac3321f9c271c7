// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Expectations
import FlowEffects
import FlowModel
import FlowSessions
import Foundation
import Testing

@testable import FlowHosts

/// An obstacle in the place of a part of a tree: it's named for what it is, kept if the user says so,
/// and otherwise nothing is written.
@Suite struct TreeObstacleTests {
  /// Something in the place `w/x`, and what's seen of it.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let kind: WriteRequest.Kind
    let outlook: WriteOutlook
    let words: String
    var canBeKept = true
    let make: @Sendable (Folder) throws -> Void

    var testDescription: String { name }

    /// The failure of writing over it.
    var failure: EffectResult {
      .failed(message: "failed: 'w/x'\(words.hasPrefix("is ") ? "" : ":") \(words)")
    }
  }

  static let cases: [Case] = [
    Case(
      name: "folder for file", kind: .file, outlook: .blocked(by: .folder), words: "is a folder",
      make: { try $0.make("w/x/in") }),
    Case(
      name: "pipe for file", kind: .file, outlook: .blocked(by: .pipe), words: "is a pipe",
      make: { expectEqual(mkfifo("\($0.path)/w/x", 0o644), 0) }),
    Case(
      name: "link to another file", kind: .file, outlook: .blocked(by: .link), words: "is a link",
      make: {
        try $0.write("other", to: "other")
        try $0.link("w/x", to: "../other")
      }),
    Case(
      name: "link to nothing", kind: .file, outlook: .blocked(by: .link), words: "is a link",
      make: { try $0.link("w/x", to: "nowhere") }),
    Case(
      name: "link out of the folder", kind: .file, outlook: .blocked(by: .link),
      words: "is a link", make: { try $0.link("w/x", to: "/etc/hostname") }),
    Case(
      name: "large file", kind: .file,
      outlook: .blocked(by: .unreadable(reason: largeReason)), words: largeReason,
      make: {
        try $0.write("", to: "w/x")
        expectEqual(truncate("\($0.path)/w/x", off_t(SystemWrites.previousLimit + 1)), 0)
      }),
    Case(
      name: "file for link", kind: .link, outlook: .blocked(by: .file), words: "is a file",
      make: { try $0.write("mine", to: "w/x") }),
    Case(
      name: "folder for link", kind: .link, outlook: .blocked(by: .folder), words: "is a folder",
      make: { try $0.make("w/x") }),
    Case(
      name: "file for folder", kind: .folder, outlook: .blocked(by: .file), words: "is a file",
      canBeKept: false, make: { try $0.write("mine", to: "w/x") }),
    Case(
      name: "pipe for folder", kind: .folder, outlook: .blocked(by: .pipe), words: "is a pipe",
      canBeKept: false, make: { expectEqual(mkfifo("\($0.path)/w/x", 0o644), 0) }),
  ]

  private static let largeReason = FileFailure.tooLarge(limit: SystemWrites.previousLimit).reason

  private static func part(
    _ path: String, _ kind: WriteRequest.Kind = .file, _ exists: ExistingFilePolicy = .ask
  ) -> WriteRequest {
    let content = kind == .folder ? [] : Array("new".utf8)
    return WriteRequest(path: path, content: content, exists: exists, kind: kind)
  }

  private static func tree(
    _ kind: WriteRequest.Kind, _ exists: ExistingFilePolicy
  ) -> WriteRequest {
    WriteRequest(
      path: "w", content: [], exists: .ask,
      kind: .tree([part("w/a"), part("w/x", kind, exists), part("w/z/deep")]))
  }

  private static func folder(_ example: Case) throws -> Folder {
    let folder = try Folder()
    try folder.make("w")
    try example.make(folder)
    return folder
  }

  @Test(arguments: cases)
  func itIsSeenAsWhatItIs(example: Case) throws {
    let folder = try Self.folder(example)
    let outlook = SystemWrites(folder: folder.path).outlook(of: Self.part("w/x", example.kind))
    expectEqual(outlook, example.outlook)
    let effects = SystemEffects(
      folder: folder.path, permissions: .init(commands: [], writableFolders: ["."]))
    let request = EffectRequest(step: "s", effect: .write(Self.tree(example.kind, .keep)))
    expectEqual(effects.permission(for: request), .granted)
  }

  @Test(arguments: cases, [ExistingFilePolicy.ask, .overwrite, .fail])
  func nothingIsWrittenOverIt(example: Case, policy: ExistingFilePolicy) throws {
    let folder = try Self.folder(example)
    let before = folder.names
    expectEqual(
      SystemWrites(folder: folder.path).write(Self.tree(example.kind, policy)), example.failure)
    expectEqual(folder.names, before)
  }

  @Test(arguments: cases)
  func itIsKeptWithTheOthersWritten(example: Case) throws {
    let folder = try Self.folder(example)
    let before = folder.names
    let writes = SystemWrites(folder: folder.path)
    let request = Self.tree(example.kind, .keep)
    let result = writes.write(request)
    guard example.canBeKept else {
      expectEqual(result, example.failure)
      expectEqual(folder.names, before)
      return
    }
    guard case .written(let written) = result else {
      Issue.record("\(result)")
      return
    }
    expectEqual(folder.names, (before + ["w/a", "w/z", "w/z/deep"]).sorted())
    expectEqual(writes.outlook(of: Self.part("w/x", example.kind)), example.outlook)
    expectEqual(writes.restore(RestoreRequest(write: request, written: written)), .done)
    expectEqual(folder.names, before)
  }

  /// A write of a single file names what's there, too; it follows links, and keeps any file.
  @Test(arguments: cases.filter { $0.kind == .file && !$0.name.hasPrefix("link") })
  func aSingleFileIsNotWrittenOverIt(example: Case) throws {
    let folder = try Self.folder(example)
    let before = folder.names
    for policy in ExistingFilePolicy.allCases {
      let result = SystemWrites(folder: folder.path).write(Self.part("w/x", .file, policy))
      switch (example.name, policy) {
      case ("large file", .keep): expectEqual(result, .done)
      case ("large file", .fail): expectEqual(result, FileFailure.exists.result())
      case ("large file", _):
        expectEqual(result, .failed(message: "failed: \(example.words)"))
      default: expectEqual(result, example.failure, "\(policy)")
      }
      expectEqual(folder.names, before)
    }
  }

  /// Nobody is asked for a permission that wouldn't help.
  @Test func aFileInThePlaceOfItsFolderRefusesATree() throws {
    let folder = try Folder()
    try folder.write("mine", to: "w")
    let tree = WriteRequest(
      path: "w", content: [], exists: .ask,
      kind: .tree([Self.part("w", .folder), Self.part("w/x")]))
    let effects = SystemEffects(folder: folder.path, permissions: .asked)
    expectEqual(
      effects.permission(for: EffectRequest(step: "s", effect: .write(tree))),
      .refused(reason: "'w/x': 'w' isn't a folder"))
  }

  /// A file in the place of a folder is in the way of all that's in the folder.
  @Test func whatIsBelowAFileCannotBeReached() throws {
    let folder = try Folder()
    try folder.write("mine", to: "w")
    let part = Self.part("w/x")
    expectEqual(
      SystemWrites(folder: folder.path).outlook(of: part),
      .blocked(by: .unreachable(reason: "'w' isn't a folder")))
    #expect(!part.canKeep(.unreachable(reason: "")))
  }

  /// A link isn't followed, but if it leads to the same file, nothing has to be written.
  @Test func aLinkToTheSameContentIsLeftAlone() throws {
    let folder = try Folder()
    try folder.make("w")
    try folder.write("new", to: "other")
    try folder.link("w/x", to: "../other")
    let writes = SystemWrites(folder: folder.path)
    expectEqual(writes.outlook(of: Self.part("w/x")), .same)
    let parts = WriteRequest.Kind.tree([Self.part("w/x", .file, .overwrite)])
    expectEqual(
      writes.write(WriteRequest(path: "w", content: [], exists: .ask, kind: parts)), .done)
  }
}

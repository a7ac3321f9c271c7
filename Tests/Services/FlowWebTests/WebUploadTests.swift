// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowHosts
import FlowSessions
import FlowWalks
import Foundation
import SavedWalks
import Synchronization
import Testing

@testable import FlowWeb

/// Files that visitors send.
@Suite struct WebUploadTests {
  private static let flow = """
    flow: 1
    id: f
    steps:
      - form: papers
        fields:
          - { ask: photo, type: path, must: file }
          - { ask: proof, type: path, must: exist, required: false }
          - { ask: target, type: path }
          - { ask: age, type: integer }
      - { note: seen, text: "See ${photo}" }
      - { review: check }
    """

  private let folder = FileManager.default.temporaryDirectory.path + "/uploads-\(UUID().uuidString)"

  private func options() -> WebOptions {
    var options = WebOptions()
    options.uploads = WebUploads(in: folder)
    options.uploads?.maximumByteCount = 1_000
    return options
  }

  private func visitor(
    _ store: MemoryWalkStore = MemoryWalkStore(), _ options: WebOptions? = nil,
    onEnd: (@Sendable (Value) -> Void)? = nil
  ) async throws -> VisitorForTests {
    var service = try VisitorForTests.service(Self.flow, options ?? self.options(), store: store)
    if let onEnd { service.onEnd = { _, _, report in onEnd(report.output) } }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    return visitor
  }

  /// The names of the files of all walks, and of those that none has taken.
  private var names: [String] {
    (SystemFiles.names(inFolder: folder) ?? []).flatMap { name in
      name.hasPrefix(".") ? [name] : SystemFiles.names(inFolder: folder + "/" + name) ?? []
    }.sorted()
  }

  @Test func onlyAPathOfSomethingThatIsThereHasAnInputForAFile() async throws {
    let visitor = try await visitor()
    expectEqual(visitor.form.type(of: "f:photo"), "file")
    expectEqual(visitor.form.type(of: "f:proof"), "file")
    expectEqual(visitor.form.type(of: "f:target"), "text")
    #expect(visitor.page.contains("enctype=\"multipart/form-data\""))
    let typed = try await self.visitor(MemoryWalkStore(), WebOptions())
    expectEqual(typed.form.type(of: "f:photo"), "text")
    #expect(!typed.page.contains("multipart"))
  }

  @Test func aFileStaysAfterAnErrorGoingBackAndReplacing() async throws {
    let outputs = Mutex<[Value]>([])
    var visitor = try await visitor { output in outputs.withLock { $0.append(output) } }
    await visitor.press("next", ["target": "out"], files: ["photo": ("../a b.jpg", "1")])
    #expect(visitor.page.contains("class=\"problems\""))
    #expect(visitor.page.contains("a_b.jpg"))
    expectEqual(names, ["a_b.jpg"])
    await visitor.press("next", ["age": "5"])
    expectEqual(visitor.step, "seen")
    #expect(visitor.page.contains("See a_b.jpg"))
    await visitor.press("back")
    #expect(visitor.page.contains("a_b.jpg"))
    await visitor.press("next", files: ["photo": ("a b.jpg", "2")])
    expectEqual(visitor.step, "seen")
    expectEqual(names, ["a_b-2.jpg"])
    await visitor.press("next")
    #expect(!visitor.page.contains(folder))
    await visitor.press("next")
    expectEqual(visitor.step, "-end")
    guard case .map(let output)? = outputs.withLock({ $0.first }) else {
      Issue.record("there's no result")
      return
    }
    let photo =
      output.map { ($0.key.plainText, $0.value.plainText) }.first { $0.0 == "photo" }?.1 ?? ""
    #expect(photo.hasPrefix(folder) && photo.hasSuffix("/a_b-2.jpg"))
    expectEqual(try SystemFiles.read(photo), Array("2".utf8))
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func aPathThatIsTypedInAFormIsNotTaken() async throws {
    var visitor = try await visitor()
    var sent = visitor.form.sent(pressing: "next").filter { $0.name != "f:photo" }
    sent += [("f:photo", "/etc/passwd"), ("f:age", "1"), ("f:target", "x")]
    await visitor.post(sent)
    expectEqual(visitor.step, "papers")
    #expect(!visitor.page.contains("passwd"))
  }

  @Test func aFileThatIsRemovedIsDeleted() async throws {
    var visitor = try await visitor()
    await visitor.press("next", files: ["photo": ("a.jpg", "1"), "proof": ("b.pdf", "2")])
    expectEqual(names, ["a.jpg", "b.pdf"])
    var sent = visitor.form.sent(pressing: "next")
    sent.append(("r:proof", "1"))
    await visitor.post(sent)
    expectEqual(names, ["a.jpg"])
    FileManager.default.removeItemIfThere(folder)
  }

  private static let list = """
    flow: 1
    id: f
    steps:
      - repeat: people
        steps:
          - { ask: name, type: string }
          - { ask: photo, type: path, must: file }
      - { ask: last, type: string }
    """

  @Test func filesOfARemovedItemStayUntilItCannotBePutBack() async throws {
    var visitor = VisitorForTests(try VisitorForTests.service(Self.list, options()))
    await visitor.get("/f")
    for name in ["ada", "bob"] {
      await visitor.press("add")
      await visitor.press("next", ["people[\(name == "ada" ? 0 : 1)].name": name])
      await visitor.press("next", files: ["people[\(name == "ada" ? 0 : 1)].photo": (name, "1")])
    }
    expectEqual(visitor.step, "people")
    expectEqual(names, ["ada", "bob"])
    await visitor.press("remove:0")
    expectEqual(names, ["ada", "bob"])
    await visitor.press("restore")
    expectEqual(names, ["ada", "bob"])
    await visitor.press("remove:1")
    expectEqual(names, ["ada", "bob"])
    // The next step leaves nothing to put back.
    await visitor.press("next")
    expectEqual(visitor.step, "last")
    expectEqual(names, ["ada"])
    await visitor.press("back")
    expectEqual(visitor.step, "people")
    expectEqual(names, ["ada"])
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func filesOfAFormThatCameTooLateAreDeleted() async throws {
    let store = MemoryWalkStore()
    var visitor = try await visitor(store)
    await visitor.press("next", files: ["photo": ("a.jpg", "1")])
    var late = visitor
    await visitor.press("next", ["age": "5", "target": "x"])
    await late.press("next", ["age": "6", "target": "y"], files: ["photo": ("b.jpg", "2")])
    #expect(late.address.contains("note=stale"))
    expectEqual(names, ["a.jpg"])
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func theFolderHasOnePathBeforeAndAfterItIsMade() throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/real", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: "real")
    let before = WebUploads(in: folder + "/link/./files/")
    expectEqual(before.folder, folder + "/link/files")
    try FileManager.default.createDirectory(
      atPath: before.folder, withIntermediateDirectories: true)
    expectEqual(WebUploads(in: folder + "/link/files").folder, before.folder)
    let working = FileManager.default.currentDirectoryPath
    expectEqual(
      WebUploads(in: "none-\(UUID().uuidString)/.").folder.hasPrefix(working + "/none-"), true)
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func aFileThatIsTooLargeIsSaidSo() async throws {
    var visitor = try await visitor()
    await visitor.press(
      "next", ["age": "1", "target": "x"],
      files: ["photo": ("a.jpg", String(repeating: "x", count: 1_001))])
    #expect(visitor.page.contains("too large"))
    expectEqual(names, [])
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func aFileThatCannotBeWrittenIsSaidSoAndTheRestStays() async throws {
    #expect(FileManager.default.createFile(atPath: folder, contents: nil))
    var options = WebOptions()
    options.uploads = WebUploads(in: folder + "/sent")
    let log = Mutex<[String]>([])
    var service = try VisitorForTests.service(Self.flow, options)
    service.log = { line in log.withLock { $0.append(line) } }
    var visitor = VisitorForTests(service)
    await visitor.get("/f")
    await visitor.press("next", ["age": "7", "target": "x"], files: ["photo": ("a.jpg", "1")])
    #expect(visitor.page.contains("could not be kept"))
    #expect(!visitor.page.contains("too large"))
    #expect(visitor.page.contains("value=\"7\""))
    let lines = log.withLock { $0 }
    expectEqual(lines.count, 1)
    #expect(lines.first?.hasPrefix("f: a file that was sent isn't kept: \(folder)/sent: ") == true)
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func nothingIsSubmittedWithoutAFileThatWasChosen() async throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - { ask: photo, type: path, must: file, required: false }
        - { ask: name, type: string }
      """
    var visitor = VisitorForTests(try VisitorForTests.service(flow, options()))
    await visitor.get("/f")
    let large = String(repeating: "x", count: 1_001)
    await visitor.press("next", files: ["photo": ("a.jpg", large)])
    expectEqual(visitor.step, "photo")
    #expect(visitor.page.contains("too large"))
    await visitor.press("next")
    expectEqual(visitor.step, "name")
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func filesGoWithTheirWalk() async throws {
    let store = MemoryWalkStore()
    var visitor = try await visitor(store)
    await visitor.press("next", files: ["photo": ("a.jpg", "1")])
    expectEqual(names, ["a.jpg"])
    for entry in await store.list(after: nil, limit: 10) { try await store.remove(entry.id) }
    await options().uploads?.removeOrphans(in: store)
    expectEqual(names, [])
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func filesOfARevokedAddressGoWithTheWalkAtItsNewOne() async throws {
    let store = MemoryWalkStore()
    var visitor = try await visitor(store)
    await visitor.press("next", files: ["photo": ("a.jpg", "1")])
    let old = try #require(await store.list(after: nil, limit: 2).first?.id)
    let new = try await store.revokeAddress(of: old)
    await options().uploads?.removeOrphans(in: store)
    expectEqual(names, ["a.jpg"])
    // The old address has expired, but the walk hasn't.
    try await store.remove(old)
    await options().uploads?.removeOrphans(in: store)
    expectEqual(names, ["a.jpg"])
    let newer = try await store.revokeAddress(of: new)
    try await store.remove(newer)
    await options().uploads?.removeOrphans(in: store)
    expectEqual(names, [])
    FileManager.default.removeItemIfThere(folder)
  }

  @Test func namesOfFilesAreSafe() {
    let names = [
      "a.jpg": "a.jpg", "../../etc/passwd": "passwd", "C:\\x\\é 1.PDF": "é_1.PDF",
      ".htaccess": "htaccess",
      "": "file", "...": "file", "-rf": "rf", "a\u{0}b\n.c": "a_b_.c", "京都.png": "京都.png",
      "/": "file",
      String(repeating: "x", count: 300) + ".pdf": String(repeating: "x", count: 96) + ".pdf",
    ]
    for (name, safe) in names { expectEqual(WebUploads.safeName(name), safe) }
  }

  @Test func foldersAreNotInPages() {
    let uploads = WebUploads(in: "/srv/a&b")
    let page: HTML = "<p>/srv/a&amp;b/0123456789abcdef-1-abc/x.jpg, /srv/a&amp;b/</p>"
    let shown: HTML = "<p>x.jpg, </p>"
    expectEqual(uploads.withoutFolders(page.bytes), shown.bytes)
    expectEqual(uploads.withoutFolders(shown.bytes), shown.bytes)
  }

  @Test func aFileBeforeTheTokenIsRefused() throws {
    let uploads = WebUploads(in: folder)
    let file =
      "--b\r\nContent-Disposition: form-data; name=\"f:a\"; filename=\"a\"\r\n\r\nx\r\n--b--"
    let begun = FormReceiver(
      contentType: "multipart/form-data; boundary=b", mostTextBytes: 100, uploads,
      isOwn: { $0 == "t" })
    var receiver = try #require(begun)
    #expect(throws: FormReceiver.Foreign.self) { try receiver.take(Array(file.utf8)) }
    receiver.discard()
    expectEqual(names, [])
  }
}

extension FileManager {
  fileprivate func removeItemIfThere(_ path: String) { try? removeItem(atPath: path) }
}

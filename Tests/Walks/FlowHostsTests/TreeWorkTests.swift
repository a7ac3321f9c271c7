// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowModel
import FlowSessions
import Foundation
import Testing

@testable import FlowHosts

/// The work of writing trees: each folder on the way to files is looked up a few times, however many files it has.
@Suite struct TreeWorkTests {
  private static let folderCount = 10

  /// A tree with some files in each of ten folders.
  private static func request(filesInFolder count: Int) -> EffectRequest {
    let parts = (0..<folderCount).flatMap { folder in
      (0..<count).map { file in
        WriteRequest(
          path: "p/d\(folder)/f\(file)", content: Array("\(file)".utf8), exists: .ask)
      }
    }
    return EffectRequest(
      step: "s",
      effect: .write(WriteRequest(path: "p", content: [], exists: .ask, kind: .tree(parts))))
  }

  /// Asks for everything about a tree, writes it, finds it unchanged, and takes it back.
  ///
  /// - Returns: The number of paths that were resolved from the folder on in each of these operations.
  private static func walks(filesInFolder count: Int) throws -> [String: Int] {
    let folder = try Folder()
    let effects = SystemEffects(
      folder: folder.path, permissions: .init(commands: [], writableFolders: ["."]))
    let request = request(filesInFolder: count)
    guard case .write(let write) = request.effect else { return [:] }
    var counts: [String: Int] = [:]
    func counted<Result>(_ name: String, _ body: () -> Result) -> Result {
      let before = effects.walkCount
      defer { counts[name] = effects.walkCount - before }
      return body()
    }
    func look(_ name: String, _ expected: WriteOutlook) {
      expectEqual(counted("permission, \(name)") { effects.permission(for: request) }, .granted)
      let seen = counted("outlooks, \(name)") { effects.outlooks(of: write) }
      expectEqual(seen, write.parts.map { _ in expected })
    }
    look("new", .new)
    let result = counted("writing") { effects.perform(request, until: EffectCancellation()) }
    guard case .written(let written) = result else {
      Issue.record("\(result)")
      return [:]
    }
    expectEqual(folder.names.count, 1 + folderCount * (1 + count))
    look("the same", .same)
    expectEqual(
      counted("writing the same") { effects.perform(request, until: EffectCancellation()) }, .done
    )
    let undo = EffectRequest(
      step: "s", isUndo: true, effect: .restore(RestoreRequest(write: write, written: written)))
    expectEqual(
      counted("restoring") { effects.perform(undo, until: EffectCancellation()) }, .done)
    expectEqual(folder.names, [])
    return counts
  }

  @Test func foldersAreLookedUpOnceForAllOfTheirFiles() throws {
    let few = try Self.walks(filesInFolder: 3)
    let many = try Self.walks(filesInFolder: 60)
    expectEqual(few, many)
    for (name, count) in many {
      #expect(count <= 6 * Self.folderCount, "\(name): \(count) of \(60 * Self.folderCount) files")
    }
    #expect(many["writing"] ?? 0 > 0)
  }

  /// A missing folder that is remembered leads nowhere else than the next path does.
  @Test func aMissingFolderIsRememberedAsItIs() throws {
    let folder = try Folder()
    try folder.make("a/b")
    try folder.make("m/a")
    try folder.link("l", to: "m")
    try folder.link("a/x", to: "../m/a/x")
    let paths = [
      "n/o/p", "n/q", "n/./q", "n//q", "n/../q", "n/o/../../a/y/z", "a/y/z", "a/x/y", "a/other/y",
      "l/o/p", "l/o/q", "m/o/p", "m/o", "n/", "n", "a/b/../y/z", "a/y/w", "ny/z",
    ]
    func places(_ resolve: (String) throws(FileFailure) -> SystemFolder.Place) -> [String] {
      paths.map { path in
        do throws(FileFailure) {
          let place = try resolve(path)
          return "\(place.realPath) by \(place.name)"
        } catch {
          return "\(error)"
        }
      }
    }
    let plain = SystemFolder(path: folder.path)
    for isReversed in [false, true] {
      let kept = plain.keepingLastOpen()
      for path in isReversed ? paths.reversed() : paths {
        _ = try? kept.place(of: path, makesFolders: false)
        expectEqual(
          places { path throws(FileFailure) in try kept.place(of: path, makesFolders: false) },
          places { path throws(FileFailure) in try plain.place(of: path, makesFolders: false) })
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import FlowForms
import Localization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Writes trees: first everything next to its place, and then everything to its place, so that an error
// leaves nothing. What a process that was killed has left is taken back when the tree is written again, or finished.
extension SystemWrites {
  /// The maximum size in bytes of all files that a tree replaces together: 64 MiB.
  static let previousTreeLimit = 64 << 20

  /// Why a part of a tree can't be written or restored.
  package struct PartFailure: Error {
    let path: String
    let failure: FileFailure

    func result(in catalog: MessageCatalog) -> EffectResult {
      failure.result(at: path, in: catalog)
    }
  }

  /// Returns what a file, a folder, or a link would replace.
  package func outlook(of part: WriteRequest) -> WriteOutlook {
    do {
      switch try present(part) {
      case .nothing: return .new
      case .same: return .same
      case .file(let old): return .differs(from: old.content)
      case .link(let target): return .differs(from: Array(target.utf8))
      case .obstacle(let obstacle): return .blocked(by: obstacle)
      }
    } catch {
      return .blocked(by: .unreachable(reason: error.reason(in: catalog)))
    }
  }

  // MARK: What's there

  /// What's at the place of a part.
  enum Present {
    case nothing
    case same
    case file(OldFile)
    case link(String)
    case obstacle(WriteObstacle)
  }

  /// Finds what's at the place of a part.
  ///
  /// - Throws: The reason why nothing can be there.
  func present(_ part: WriteRequest) throws(FileFailure) -> Present {
    // A link to a folder can be in the place of a folder.
    let place = try folder.place(
      of: part.path, makesFolders: false, followsLast: part.kind == .folder)
    guard !place.isInMissingFolder, let found = try Self.obstacle(at: place) else {
      return .nothing
    }
    switch (part.kind, found) {
    case (.file, .file):
      do throws(FileFailure) {
        guard let old = try OldFile(place) else { return .nothing }
        return old.isSame(as: part) ? .same : .file(old)
      } catch {
        return .obstacle(.unreadable(reason: error.reason(in: catalog)))
      }
    case (.file, .link):
      let target = try? OldFile(folder.place(of: part.path, makesFolders: false))
      return target?.isSame(as: part) == true ? .same : .obstacle(.link)
    case (.link, .link):
      guard let target = try Self.target(at: place) else { return .nothing }
      return Array(target.utf8) == part.content ? .same : .link(target)
    case (.folder, .folder): return .same
    case (.tree, _): throw FileFailure.notAFile
    default: return .obstacle(found)
    }
  }

  /// Returns what's at a place, as if it were in the way; nil if there's nothing.
  static func obstacle(at place: SystemFolder.Place) throws(FileFailure) -> WriteObstacle? {
    var status = stat()
    guard fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileFailure(code: errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    case S_IFIFO: return .pipe
    default: return .device
    }
  }

  /// Returns the target of the link at a place; nil if there's nothing.
  static func target(at place: SystemFolder.Place) throws(FileFailure) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlinkat(place.folder, place.name, &buffer, buffer.count - 1)
    guard count >= 0 else {
      if errno == ENOENT { return nil }
      throw errno == EINVAL ? FileFailure.exists : FileFailure(code: errno)
    }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Writing

  /// Writes the parts of a tree, all or none.
  ///
  /// - Complexity: O(*n*) in the size of the parts and of what they replace, and O(*d*) calls of the system for each
  ///   part, where *d* is its depth.
  func writeTree(
    _ parts: [WriteRequest], until cancellation: EffectCancellation
  ) -> EffectResult {
    let recovery = TreeRecovery(of: parts, in: folder)
    do throws(PartFailure) {
      let takenBack = try recovery.takeBack(by: self)
      var parts = parts
      // A process that was killed had replaced them, so that no one was asked about them.
      for index in takenBack where parts[index].exists == .ask { parts[index].exists = .overwrite }
      let plan = try TreePlan(of: parts, by: ofManyPaths, naming: recovery)
      if plan.units.isEmpty { return .done }
      var change = TreeChange(parts, plan, by: self, recovery)
      do throws(PartFailure) {
        try change.run(until: cancellation)
      } catch {
        change.undo()
        throw error
      }
      return .written(plan.written)
    } catch {
      return error.result(in: catalog)
    }
  }

  // MARK: Restoring

  /// Restores parts of a tree, if none of them has changed since it was written.
  ///
  /// - Parameters:
  ///   - parts: The parts, each after the folders around it.
  ///   - written: For each of them, what it replaced; nil for one that was left alone.
  ///   - temporary: Returns the name of the temporary file of the part with an index.
  /// - Throws: The reason why a part can't be restored.
  func restoreTree(
    _ parts: [WriteRequest], _ written: [WrittenFile?], temporary: (Int) -> String
  ) throws(PartFailure) {
    let indices = parts.indices.filter { written[$0] != nil }
    let present = ofManyPaths
    for index in indices {
      if let written = written[index] { try present.checkUnchanged(parts[index], written) }
    }
    let restored = ofManyPaths
    for index in indices.reversed() {
      guard let written = written[index] else { continue }
      do throws(FileFailure) {
        try restored.restore(parts[index], written, temporary: temporary(index))
      } catch {
        throw PartFailure(path: parts[index].path, failure: error)
      }
    }
  }

  /// Throws if a part is neither as it was written, nor as it was before, which an undo that was
  /// interrupted leaves.
  private func checkUnchanged(_ part: WriteRequest, _ written: WrittenFile) throws(PartFailure) {
    do throws(FileFailure) {
      switch (try present(part), written.previous) {
      case (.same, _), (.nothing, .nothing): return
      case (.file(let old), .replaced(let bytes, _))
      where old.content == part.content || old.content == bytes:
        return
      case (.file(let old), .nothing) where old.content == part.content: return
      case (.link(let target), .link(let before)) where target == before: return
      default: throw FileFailure.changed
      }
    } catch {
      if part.kind == .folder { return }
      throw PartFailure(path: part.path, failure: error)
    }
  }

  private func restore(
    _ part: WriteRequest, _ written: WrittenFile, temporary: String
  ) throws(FileFailure) {
    switch (part.kind, written.previous) {
    case (.folder, _): removeFolders(written.madeFolders)
    case (.link, _):
      let place = try folder.place(of: part.path, makesFolders: false, followsLast: false)
      if case .link(let old) = written.previous {
        try Self.putLink(to: old, at: place, temporary: temporary)
      } else {
        guard unlinkat(place.folder, place.name, 0) == 0 || errno == ENOENT else {
          throw FileFailure(code: errno)
        }
        removeFolders(written.madeFolders)
      }
    case (.file, .replaced(let bytes, let mode)):
      let place = try folder.place(of: part.path, makesFolders: false)
      unlinkat(place.folder, temporary, 0)
      try Self.put(bytes, at: place, mode: mode, replacing: true, temporary: temporary)
    case (.file, _): try putBack(RestoreRequest(write: part, written: written))
    case (.tree, _): break
    }
  }

  /// Replaces what's at a place by a link.
  private static func putLink(
    to target: String, at place: SystemFolder.Place, temporary: String
  ) throws(FileFailure) {
    unlinkat(place.folder, temporary, 0)
    guard symlinkat(target, place.folder, temporary) == 0 else { throw FileFailure(code: errno) }
    guard renameat(place.folder, temporary, place.folder, place.name) == 0 else {
      let code = errno
      unlinkat(place.folder, temporary, 0)
      throw FileFailure(code: code)
    }
  }
}

extension SystemWrites.OldFile {
  /// Whether writing a part of a tree would change nothing.
  fileprivate func isSame(as part: WriteRequest) -> Bool {
    guard content == part.content else { return false }
    guard let wanted = part.mode else { return true }
    return mode & 0o100 == wanted & 0o100 && (!part.isSecret || mode & 0o077 == 0)
  }
}

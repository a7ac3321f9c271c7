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
// leaves nothing. What a process that was killed has left is undone when the tree is written again.
extension SystemWrites {
  /// The maximum size in bytes of all files that a tree replaces together: 64 MiB.
  static let previousTreeLimit = 64 << 20

  /// Why a part of a tree can't be written or restored.
  package struct PartFailure: Error {
    let path: String
    let failure: FileFailure

    func result(in catalog: MessageCatalog) -> EffectResult {
      let reason = catalog.text(
        .fileBecause,
        ["path": .quoted(path), "reason": .text(failure.reason(in: catalog))])
      return .failed(message: catalog.text(.failedBecause, ["reason": .text(reason)]))
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
      }
    } catch {
      return .differs(from: nil)
    }
  }

  // MARK: What's there

  /// What's at the place of a part.
  private enum Present {
    case nothing
    case same
    case file(OldFile)
    case link(String)
  }

  private func present(_ part: WriteRequest) throws(FileFailure) -> Present {
    switch part.kind {
    case .file:
      let place = try folder.place(of: part.path, makesFolders: false)
      guard let old = try OldFile(place) else { return .nothing }
      return old.isSame(as: part) ? .same : .file(old)
    case .link:
      let place = try folder.place(of: part.path, makesFolders: false, followsLast: false)
      guard let target = try Self.target(at: place) else { return .nothing }
      return Array(target.utf8) == part.content ? .same : .link(target)
    case .folder:
      guard let isFolder = try isFolder(part.path) else { return .nothing }
      guard isFolder else { throw FileFailure.exists }
      return .same
    case .tree: throw FileFailure.notAFile
    }
  }

  /// Returns whether a path is a folder; nil if there's nothing.
  private func isFolder(_ path: String) throws(FileFailure) -> Bool? {
    let place = try folder.place(of: path, makesFolders: false)
    var status = stat()
    guard fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw FileFailure(code: errno)
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the target of the link at a place; nil if there's nothing.
  private static func target(at place: SystemFolder.Place) throws(FileFailure) -> String? {
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
  func writeTree(
    _ parts: [WriteRequest], until cancellation: EffectCancellation
  ) -> EffectResult {
    let recovery = TreeRecovery(of: parts, in: folder)
    do throws(PartFailure) {
      try recovery.undoInterrupted(by: self)
      let plan = try plan(parts)
      if plan.allSatisfy({ $0 == nil }) { return .done }
      var change = TreeChange(writes: self, recovery: recovery)
      do throws(PartFailure) {
        for (part, replaced) in zip(parts, plan) {
          if cancellation.isCancelled { throw change.interrupted(part, catalog) }
          try change.prepare(part, replaced)
        }
        try change.finish(until: cancellation)
      } catch {
        change.undo()
        throw error
      }
      return .written(WrittenFile(previous: .tree(change.written)))
    } catch {
      return error.result(in: catalog)
    }
  }

  /// What each part replaces; nil for one that's left alone.
  private func plan(
    _ parts: [WriteRequest]
  ) throws(PartFailure) -> [WrittenFile.Previous?] {
    var plan: [WrittenFile.Previous?] = []
    var byteCount = 0
    for part in parts {
      do throws(FileFailure) {
        let present = try present(part)
        switch (present, part.exists) {
        case (.nothing, _): plan.append(.nothing)
        case (.same, _), (_, .keep): plan.append(nil)
        case (.file(let old), .overwrite):
          byteCount += old.content.count
          guard byteCount <= Self.previousTreeLimit else {
            throw FileFailure.tooLarge(limit: Self.previousTreeLimit)
          }
          plan.append(.replaced(old.content, mode: old.mode))
        case (.link(let target), .overwrite): plan.append(.link(to: target))
        case (_, .ask), (_, .fail), (_, .append): throw FileFailure.exists
        }
      } catch {
        if part.exists == .keep, error == .exists, part.kind != .folder {
          plan.append(nil)
          continue
        }
        throw PartFailure(path: part.path, failure: error)
      }
    }
    return plan
  }

  // MARK: Restoring

  /// Restores the parts of a tree, if none of them has changed since it was written.
  func restoreTree(_ parts: [WriteRequest], _ written: [WrittenFile?]) -> EffectResult {
    let steps = zip(parts, written).compactMap { part, written in written.map { (part, $0) } }
    do throws(PartFailure) {
      for (part, written) in steps { try checkUnchanged(part, written) }
      for (part, written) in steps.reversed() {
        do throws(FileFailure) {
          try restore(part, written)
        } catch {
          throw PartFailure(path: part.path, failure: error)
        }
      }
      return .done
    } catch {
      return error.result(in: catalog)
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
      throw PartFailure(path: part.path, failure: error == .exists ? .changed : error)
    }
  }

  private func restore(_ part: WriteRequest, _ written: WrittenFile) throws(FileFailure) {
    switch (part.kind, written.previous) {
    case (.folder, _): removeFolders(written.madeFolders)
    case (.link, _):
      let place = try folder.place(of: part.path, makesFolders: false, followsLast: false)
      if case .link(let old) = written.previous {
        try Self.putLink(to: old, at: place, replacing: true)
      } else {
        guard unlinkat(place.folder, place.name, 0) == 0 || errno == ENOENT else {
          throw FileFailure(code: errno)
        }
        removeFolders(written.madeFolders)
      }
    case (.file, .replaced(let bytes, let mode)):
      let place = try folder.place(of: part.path, makesFolders: false)
      try Self.put(bytes, at: place, mode: mode, replacing: true)
    case (.file, _): try putBack(RestoreRequest(write: part, written: written))
    case (.tree, _): break
    }
  }

  /// Creates a link at a place, or replaces what's there.
  static func putLink(
    to target: String, at place: SystemFolder.Place, replacing: Bool
  ) throws(FileFailure) {
    guard replacing else {
      guard symlinkat(target, place.folder, place.name) == 0 else {
        throw errno == EEXIST ? FileFailure.exists : FileFailure(code: errno)
      }
      return
    }
    let temporary = temporaryName()
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

/// A tree that's being written: what was made for it so far.
private struct TreeChange {
  /// A part that's ready to be moved to its place.
  private struct Step {
    let index: Int
    let place: SystemFolder.Place
    let previous: WrittenFile.Previous

    /// The name of the temporary file; nil for a folder, which is in its place.
    let temporary: String?
    var isDone = false
  }

  private let writes: SystemWrites
  private let recovery: TreeRecovery
  private var parts: [WriteRequest] = []
  private var steps: [Step] = []

  /// For each part so far, what it replaces.
  private(set) var written: [WrittenFile?] = []

  init(writes: SystemWrites, recovery: TreeRecovery) {
    self.writes = writes
    self.recovery = recovery
  }

  func interrupted(_ part: WriteRequest, _ catalog: MessageCatalog) -> SystemWrites.PartFailure {
    .init(path: part.path, failure: .system(catalog.text(.wasInterrupted)))
  }

  /// Writes a part next to its place.
  mutating func prepare(
    _ part: WriteRequest, _ previous: WrittenFile.Previous?
  ) throws(SystemWrites.PartFailure) {
    parts.append(part)
    guard let previous else { return written.append(nil) }
    do throws(FileFailure) {
      let place = try writes.folder.place(
        of: part.path, makesFolders: true, followsLast: part.kind != .link)
      var made = place.madeFolders
      do throws(FileFailure) {
        var temporary: String?
        switch part.kind {
        case .folder:
          guard mkdirat(place.folder, place.name, 0o777) == 0 else {
            throw FileFailure(code: errno)
          }
          made.append(place.realPath)
        case .link:
          let name = recovery.temporaryName(parts.count - 1)
          guard symlinkat(String(decoding: part.content, as: UTF8.self), place.folder, name) == 0
          else { throw FileFailure(code: errno) }
          temporary = name
        case .file:
          var mode = part.mode ?? SystemWrites.newFileMode()
          if part.mode == nil, case .replaced(_, let old) = previous { mode = old }
          temporary = try SystemWrites.prepare(
            part.content, at: place, mode: mode, syncs: false,
            temporary: recovery.temporaryName(parts.count - 1))
        case .tree: break
        }
        steps.append(
          Step(index: parts.count - 1, place: place, previous: previous, temporary: temporary))
        written.append(WrittenFile(previous: previous, madeFolders: made))
      } catch {
        writes.removeFolders(made)
        throw error
      }
    } catch {
      throw .init(path: part.path, failure: error)
    }
  }

  /// Moves everything to its place.
  mutating func finish(until cancellation: EffectCancellation) throws(SystemWrites.PartFailure) {
    try recovery.note(
      steps.map { parts[$0.index] }, steps.compactMap { written[$0.index] },
      temporaries: steps.map { step in
        step.temporary.map { Self.path(of: $0, nextTo: step.place) }
      })
    for index in steps.indices {
      let part = parts[steps[index].index]
      if cancellation.isCancelled { throw interrupted(part, writes.catalog) }
      do throws(FileFailure) {
        try finish(steps[index], part)
      } catch {
        throw .init(path: part.path, failure: error)
      }
      steps[index].isDone = true
    }
    recovery.sync()
    recovery.forget()
  }

  private func finish(_ step: Step, _ part: WriteRequest) throws(FileFailure) {
    guard let temporary = step.temporary else { return }
    let isNew = step.previous == .nothing
    if isNew, part.kind == .link {
      try SystemWrites.putLink(
        to: String(decoding: part.content, as: UTF8.self), at: step.place, replacing: false)
      unlinkat(step.place.folder, temporary, 0)
    } else {
      try SystemWrites.move(temporary, to: step.place, replacing: !isNew)
    }
  }

  private static func path(of name: String, nextTo place: SystemFolder.Place) -> String {
    (place.realPath.split(separator: "/").dropLast().map(String.init) + [name])
      .joined(separator: "/")
  }

  /// Takes everything back, newest first.
  mutating func undo() {
    for step in steps.reversed() {
      let part = parts[step.index]
      if let temporary = step.temporary { unlinkat(step.place.folder, temporary, 0) }
      guard let written = written[step.index] else { continue }
      if step.isDone, part.kind != .folder {
        _ = writes.restoreTree([part], [written])
      } else {
        writes.removeFolders(written.madeFolders)
      }
    }
    recovery.forget()
  }
}

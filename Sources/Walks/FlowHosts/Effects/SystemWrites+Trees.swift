// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowEffects
import FlowModel
import Localization

// The entries at the places of files and trees, and how they're restored.
extension SystemWrites {
  /// The maximum size in bytes of all files that a tree replaces together: 64 MiB.
  static let previousTreeLimit = 64 << 20

  /// Why a part can't be written or restored.
  struct PartFailure: Error {
    let path: String
    let failure: FileFailure

    /// The paths that aren't restored as a consequence.
    var leftovers: [Leftover] = []

    /// Whether there's a reason besides the leftovers.
    private var hasReason = true

    init(path: String, failure: FileFailure) {
      self.path = path
      self.failure = failure
    }

    /// Creates a failure to restore parts; nil if there are none.
    init?(_ leftovers: [Leftover]) {
      guard let first = leftovers.first else { return nil }
      self.init(path: first.path, failure: first.reason)
      self.leftovers = leftovers
      hasReason = false
    }

    /// The result, with all that isn't restored.
    ///
    /// - Parameters:
    ///   - catalog: The language.
    ///   - isSingle: Whether the path needs no name, because there's only one.
    ///   - advice: What to do about it; nil if that's said with each part.
    /// - Returns: The result.
    func result(
      in catalog: MessageCatalog, isSingle: Bool, advice: MessageID? = nil
    ) -> EffectResult {
      if leftovers.isEmpty {
        if isSingle, case .inTheWay = failure {
        } else if isSingle {
          return failure.result(in: catalog)
        }
        return failure.result(at: path, in: catalog)
      }
      var reasons = leftovers.prefix(Leftover.mostListed).map {
        isSingle && $0.keptAt == nil ? $0.reason.reason(in: catalog) : $0.words(in: catalog)
      }
      if hasReason {
        let reason = failure.reason(in: catalog)
        reasons.insert(
          isSingle
            ? reason
            : catalog.text(.fileBecause, ["path": .quoted(path), "reason": .text(reason)]), at: 0)
      }
      var list = reasons.joined(separator: "; ")
      if leftovers.count > Leftover.mostListed {
        list = catalog.text(
          .andMore,
          ["list": .text(list), "count": .count(leftovers.count - Leftover.mostListed)])
      }
      if let advice, leftovers.contains(where: { $0.reason == .changed }) {
        list += "; " + catalog.text(advice)
      }
      return .failed(message: catalog.text(.failedBecause, ["reason": .text(list)]))
    }
  }

  /// A part that isn't restored.
  struct Leftover {
    /// The maximum number of parts that a message lists.
    static let mostListed = 10

    let path: String
    let reason: FileFailure

    /// The path at which what it replaced is kept; nil if it replaced nothing, or the walk has it.
    var keptAt: String?

    /// Whether only the note has what it replaced.
    var isOnlyInNote = false

    func words(in catalog: MessageCatalog) -> String {
      let (path, reason) = (
        MessageValue.quoted(path), MessageValue.text(reason.reason(in: catalog))
      )
      guard let keptAt else { return catalog.text(.notRestored, ["path": path, "reason": reason]) }
      return catalog.text(
        .notRestoredKept, ["path": path, "reason": reason, "place": .quoted(keptAt)])
    }
  }

  /// Returns what a file, a folder, or a link would replace.
  func outlook(of part: WriteRequest) -> WriteOutlook {
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

  /// The entry at the place of a part.
  enum Present {
    case nothing
    case same
    case file(OldFile)
    case link(String)
    case obstacle(WriteObstacle)
  }

  /// Returns the place of a part; a link that's in it is followed outside trees.
  func place(of part: WriteRequest) throws(FileFailure) -> SystemFolder.Place {
    try folder.place(
      of: part.path, makesFolders: false, followsLast: isSingle || part.kind == .folder)
  }

  /// Finds what's at the place of a part.
  ///
  /// - Throws: The reason why nothing can be there.
  func present(_ part: WriteRequest) throws(FileFailure) -> Present {
    // A link to a folder can be in the place of a folder.
    let place = try place(of: part)
    guard !place.isInMissingFolder, let found = try Self.obstacle(at: place) else {
      return .nothing
    }
    switch (part.kind, found) {
    case (.file, .file), (.removal, .file):
      do throws(FileFailure) {
        guard let old = try OldFile(place) else { return .nothing }
        return part.kind == .file && old.isSame(as: part) ? .same : .file(old)
      } catch {
        return .obstacle(.unreadable(reason: error.reason(in: catalog)))
      }
    case (.file, .link):
      if isSingle { return .nothing }
      let target = try? OldFile(folder.place(of: part.path, makesFolders: false))
      if part.replacesKind, let target = try Self.target(at: place) { return .link(target) }
      return target?.isSame(as: part) == true ? .same : .obstacle(.link)
    case (.link, .link):
      guard let target = try Self.target(at: place) else { return .nothing }
      return Array(target.utf8) == part.content ? .same : .link(target)
    case (.link, .file) where part.replacesKind:
      return try OldFile(place).map { .file($0) } ?? .nothing
    case (.removal, .link): return try Self.target(at: place).map { .link($0) } ?? .nothing
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

  // MARK: Restoring

  /// The state of the place of a part that was written.
  private enum Standing {
    case asWritten
    case asBefore
    case gone
  }

  /// Restores parts, one after the other; those that have changed since they were written stay as they are.
  ///
  /// - Parameters:
  ///   - recovery: The file or the tree.
  ///   - indices: The indices of the parts, each after those of the folders around it.
  ///   - written: For each of them, what it replaced; nil for one that was left alone.
  ///   - keepsOld: Whether what a part replaced that isn't restored is put next to it.
  /// - Returns: What isn't restored.
  func restoreTree(
    _ recovery: TreeRecovery, _ indices: [Int], _ written: [WrittenFile?], keepsOld: Bool
  ) -> [Leftover] {
    let writes = ofManyPaths
    var leftovers: [Leftover] = []
    for (index, written) in zip(indices, written).reversed() {
      guard let written else { continue }
      let part = recovery.parts[index]
      do throws(FileFailure) {
        let standing = try writes.standing(part, written)
        try writes.restore(
          part, written, from: standing, temporary: recovery.restoringName(index))
      } catch {
        leftovers.append(
          writes.leftover(part, written, error, keepsOld: keepsOld, note: recovery.name))
      }
    }
    return leftovers.reversed()
  }

  /// Returns what's at the place of a part.
  ///
  /// - Throws: The failure `changed` if it's neither what was written nor what was there before, or the reason why that
  ///   can't be found out.
  private func standing(
    _ part: WriteRequest, _ written: WrittenFile
  ) throws(FileFailure) -> Standing {
    // A folder's content keeps it, whatever has become of it.
    if part.kind == .folder { return .asWritten }
    if case .appended(let count) = written.previous {
      guard let old = try OldFile(place(of: part), limit: Self.previousLimit * 2) else {
        throw .changed
      }
      if old.content.count == count { return .asBefore }
      guard old.content.count == count + part.content.count,
        old.content[count...].elementsEqual(part.content)
      else { throw .changed }
      return .asWritten
    }
    switch (try present(part), written.previous) {
    case (.same, _): return .asWritten
    case (.nothing, .nothing): return .asBefore
    case (.nothing, _) where part.kind == .removal: return .asWritten
    // Nothing is lost by putting back what was there.
    case (.nothing, _): return .gone
    case (.file(let old), .replaced(let bytes, let mode)) where old.content == bytes:
      return old.mode == mode ? .asBefore : .asWritten
    case (.file(let old), _) where part.kind == .file && old.content == part.content:
      return .asWritten
    case (.link(let target), .link(let before)) where target == before: return .asBefore
    case (.obstacle(.unreadable(let reason)), _): throw .system(reason)
    default: throw .changed
    }
  }

  /// Finds out from the files alone whether parts were written.
  func found(_ request: WriteRequest) -> EffectRecovery {
    var (isWritten, isMissing) = (false, false)
    for part in request.parts {
      guard part.exists != .append else { return .unknown }
      let present: Present
      do throws(FileFailure) {
        present = try self.present(part)
      } catch {
        guard case .notAFolder = error else { return .unknown }
        // In a file is nothing.
        present = .nothing
      }
      switch present {
      case .same: if part.kind != .folder { isWritten = true }
      case .nothing where part.kind == .removal: isWritten = true
      case .obstacle(.folder) where part.kind == .removal: isWritten = true
      case .nothing: isMissing = true
      case .file, .link: if part.exists != .keep { isMissing = true }
      case .obstacle(let obstacle):
        if part.exists != .keep || !part.canKeep(obstacle) { isMissing = true }
      }
    }
    if !isMissing { return .ended(.done) }
    return isWritten ? .unknown : .notPerformed
  }

  /// Finds out from the files alone whether parts were restored.
  func found(_ request: RestoreRequest) -> EffectRecovery {
    var (isWritten, isRestored, hasFolder) = (false, false, false)
    for (part, written) in zip(request.write.parts, request.writtenParts) {
      guard let written else { continue }
      if part.kind == .folder {
        if case .nothing? = try? present(part) { isRestored = true } else { hasFolder = true }
        continue
      }
      switch try? standing(part, written) {
      case .asWritten: isWritten = true
      case .asBefore: isRestored = true
      case .gone, nil: return .unknown
      }
    }
    if isWritten, isRestored { return .unknown }
    return isWritten || !isRestored && hasFolder ? .notPerformed : .ended(.done)
  }

  private func restore(
    _ part: WriteRequest, _ written: WrittenFile, from standing: Standing, temporary: String
  ) throws(FileFailure) {
    switch (part.kind, written.previous) {
    case (.folder, _): break
    case (_, .nothing) where standing == .asBefore: break
    case _ where standing == .asBefore: return
    case (.tree, _), (_, .tree): return
    case (_, .link(let old)):
      let place = try folder.place(of: part.path, makesFolders: true, followsLast: false)
      try Self.putLink(to: old, at: place, temporary: temporary)
      return
    case (_, .replaced(let bytes, let mode)):
      let place = try folder.place(
        of: part.path, makesFolders: true, followsLast: part.kind != .link)
      unlinkat(place.folder, temporary, 0)
      try Self.put(bytes, at: place, mode: mode, replacing: true, temporary: temporary)
      return
    case (_, .appended(let count)):
      let place = try place(of: part)
      guard let old = try OldFile(place, limit: Self.previousLimit * 2) else { throw .changed }
      unlinkat(place.folder, temporary, 0)
      try Self.put(
        Array(old.content[..<count]), at: place, mode: old.mode, replacing: true,
        temporary: temporary)
      return
    case (_, .nothing):
      let place = try place(of: part)
      guard unlinkat(place.folder, place.name, 0) == 0 || errno == ENOENT || errno == ENOTDIR
      else { throw FileFailure(code: errno) }
    }
    try removeFolders(written.madeFolders)
  }

  /// Returns a part that isn't restored, and keeps what it replaced.
  private func leftover(
    _ part: WriteRequest, _ written: WrittenFile, _ reason: FileFailure, keepsOld: Bool,
    note: String
  ) -> Leftover {
    var leftover = Leftover(path: part.path, reason: reason)
    guard keepsOld else { return leftover }
    switch written.previous {
    case .replaced, .link: break
    // The note is all that says what was made here.
    case .nothing, .appended, .tree:
      leftover.isOnlyInNote = reason != .changed
      return leftover
    }
    do throws(FileFailure) {
      leftover.keptAt = try keep(written.previous, nextTo: part)
    } catch {
      leftover.keptAt = note
      leftover.isOnlyInNote = true
    }
    return leftover
  }

  /// Puts what a part replaced next to it, under a name that nothing has.
  ///
  /// - Returns: The path.
  private func keep(
    _ previous: WrittenFile.Previous, nextTo part: WriteRequest
  ) throws(FileFailure) -> String {
    for number in 1...100 {
      let path = part.path + ".before" + (number == 1 ? "" : "\(number)")
      let place = try folder.place(of: path, makesFolders: true, followsLast: false)
      do throws(FileFailure) {
        switch previous {
        case .replaced(let bytes, let mode):
          try Self.put(bytes, at: place, mode: mode, replacing: false)
        case .link(let target):
          guard symlinkat(target, place.folder, place.name) == 0 else {
            throw errno == EEXIST ? FileFailure.exists : FileFailure(code: errno)
          }
        case .nothing, .appended, .tree: break
        }
        return path
      } catch {
        guard error == .exists else { throw error }
      }
    }
    throw .exists
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

extension RestoreRequest {
  /// For each part of what was written, what it replaced; nil for one that was left alone.
  var writtenParts: [WrittenFile?] {
    guard write.isTree else { return [written] }
    guard case .tree(let parts) = written.previous else { return write.parts.map { _ in nil } }
    return write.parts.indices.map { $0 < parts.count ? parts[$0] : nil }
  }
}

extension WriteRequest {
  /// Decides that a part overwrites, if the user would be asked about it.
  mutating func overwriteAskedPart(_ index: Int) {
    guard case .tree(var parts) = kind else {
      if exists == .ask { exists = .overwrite }
      return
    }
    if parts[index].exists == .ask { parts[index].exists = .overwrite }
    kind = .tree(parts)
  }
}

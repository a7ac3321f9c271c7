// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import Localization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes files in a folder, and restores their previous content.
///
/// Files are written atomically: to a temporary file in the same folder, which is then renamed, or
/// linked if nothing may be overwritten. No path and no symbolic link leads out of the folder.
package struct SystemWrites: Sendable {
  /// The maximum size in bytes of a file that can be replaced: 16 MiB.
  ///
  /// Its content is kept, so that it can be restored.
  package static let previousLimit = 16 << 20

  let folder: SystemFolder
  let catalog: MessageCatalog

  /// Creates a host of writes.
  ///
  /// - Parameters:
  ///   - folder: The folder below which files are written.
  ///   - catalog: The language in which failures are described.
  package init(folder: String = ".", catalog: MessageCatalog = .english) {
    self.init(SystemFolder(path: folder), catalog)
  }

  private init(_ folder: SystemFolder, _ catalog: MessageCatalog) {
    self.folder = folder
    self.catalog = catalog
  }

  /// The same host for one operation on many paths.
  package var ofManyPaths: SystemWrites { SystemWrites(folder.keepingLastOpen(), catalog) }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - request: A file, or a tree, of which nothing is left if it can't be written as a whole.
  ///   - cancellation: A cancellation that ends the writing of a tree.
  /// - Returns: The result.
  package func write(
    _ request: WriteRequest, until cancellation: EffectCancellation = EffectCancellation()
  ) -> EffectResult {
    if case .tree(let parts) = request.kind {
      return ofManyPaths.writeTree(parts, until: cancellation)
    }
    do throws(FileFailure) {
      return try written(request)
    } catch .inTheWay(let obstacle) {
      return FileFailure.inTheWay(obstacle).result(at: request.path, in: catalog)
    } catch {
      return error.result(in: catalog)
    }
  }

  /// Restores a file as it was before it was written.
  ///
  /// If the file has changed since it was written, it's left alone, and the restore fails. If a new
  /// file is already gone, there's nothing to restore.
  ///
  /// A tree is restored as a whole: if one of its files has changed, nothing is.
  package func restore(_ request: RestoreRequest) -> EffectResult {
    if case .tree(let parts) = request.write.kind {
      guard case .tree(let written) = request.written.previous else { return .done }
      return TreeRecovery(of: parts, in: folder).restore(written, by: self)
    }
    do {
      try putBack(request)
      return .done
    } catch {
      return error.result(in: catalog)
    }
  }

  /// Finishes or takes back a tree that a killed process has left; nil if it has left nothing.
  package func recover(_ request: WriteRequest, finishing: Bool) -> EffectResult? {
    guard case .tree(let parts) = request.kind else { return nil }
    let recovery = TreeRecovery(of: parts, in: folder)
    do throws(PartFailure) {
      if finishing { return try recovery.finish(by: self) }
      return try recovery.takeBack(by: self).isEmpty ? nil : .done
    } catch {
      return error.result(in: catalog)
    }
  }

  /// Returns whether a write would replace a file with different content.
  package func meetsFile(_ request: WriteRequest) -> Bool {
    guard request.kind == .file else {
      let writes = ofManyPaths
      return request.parts.contains {
        if case .differs = writes.outlook(of: $0) { true } else { false }
      }
    }
    guard let place = try? folder.place(of: request.path, makesFolders: false),
      let old = try? OldFile(place)
    else { return false }
    return old.content != request.content
  }

  /// Returns the path of a write with all links resolved, relative to the folder, or the failure if it leads
  /// out of it.
  func realPath(of path: String, followsLast: Bool = true) -> Result<String, FileFailure> {
    do {
      let place = try folder.place(of: path, makesFolders: false, followsLast: followsLast)
      return .success(place.realPath)
    } catch {
      return .failure(error)
    }
  }

  // MARK: Writing

  private func written(
    _ request: WriteRequest
  ) throws(FileFailure) -> EffectResult {
    let place = try folder.place(of: request.path, makesFolders: true)
    do throws(FileFailure) {
      return try written(request, at: place)
    } catch {
      removeFolders(place.madeFolders)
      throw error
    }
  }

  private func written(
    _ request: WriteRequest, at place: SystemFolder.Place
  ) throws(FileFailure) -> EffectResult {
    if let found = try Self.obstacle(at: place), found != .link {
      switch (found, request.exists) {
      case (.file, .keep): return .done
      case (.file, .fail): throw FileFailure.exists
      case (.file, _): break
      default: throw FileFailure.inTheWay(found)
      }
    }
    guard let old = try OldFile(place) else {
      let mode = request.mode ?? Int(NewFileMode.current)
      try Self.put(request.content, at: place, mode: mode, replacing: false)
      return .written(WrittenFile(previous: .nothing, madeFolders: place.madeFolders))
    }
    let isSame = old.content == request.content && request.mode ?? old.mode == old.mode
    switch request.exists {
    case .ask where isSame, .overwrite where isSame, .keep: return .done
    case .ask, .fail: throw FileFailure.exists
    case .overwrite:
      try Self.put(
        request.content, at: place, mode: request.mode ?? old.mode, replacing: true)
      return .written(WrittenFile(previous: .replaced(old.content, mode: old.mode)))
    case .append:
      if request.content.isEmpty { return .done }
      try Self.put(
        old.content + request.content, at: place, mode: request.mode ?? old.mode, replacing: true)
      return .written(WrittenFile(previous: .appended(count: old.content.count)))
    }
  }

  func putBack(_ request: RestoreRequest) throws(FileFailure) {
    let place = try folder.place(of: request.write.path, makesFolders: false)
    let changed = FileFailure.changed
    let content = request.write.content
    guard let old = try OldFile(place) else {
      guard case .nothing = request.written.previous else { throw changed }
      return removeFolders(request.written.madeFolders)
    }
    switch request.written.previous {
    case .nothing:
      guard old.content == content else { throw changed }
      guard unlinkat(place.folder, place.name, 0) == 0 else {
        throw FileFailure(code: errno)
      }
      removeFolders(request.written.madeFolders)
    case .replaced(let bytes, let mode):
      guard old.content == content else { throw changed }
      try Self.put(bytes, at: place, mode: mode, replacing: true)
    case .appended(let count):
      guard old.content.count == count + content.count, old.content[count...].elementsEqual(content)
      else { throw changed }
      try Self.put(Array(old.content[..<count]), at: place, mode: old.mode, replacing: true)
    case .link, .tree: throw changed
    }
  }

  /// Removes folders that were created here, innermost first, if they're empty.
  func removeFolders(_ folders: [String]) {
    for path in folders.reversed() {
      guard let place = try? folder.place(of: path, makesFolders: false) else { return }
      if unlinkat(place.folder, place.name, AT_REMOVEDIR) != 0 { return }
    }
  }

  /// An existing file.
  struct OldFile {
    let content: [UInt8]
    let mode: Int

    /// Reads the file at a place; nil if there isn't one.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - limit: The maximum size in bytes.
    /// - Throws: The reason why it can't be read.
    init?(
      _ place: SystemFolder.Place, limit: Int = SystemWrites.previousLimit
    ) throws(FileFailure) {
      let descriptor = openat(
        place.folder, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw FileFailure(code: errno)
      }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileFailure(code: errno) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileFailure.notAFile
      }
      guard status.st_size <= limit else {
        throw FileFailure.tooLarge(limit: limit)
      }
      mode = Int(status.st_mode & 0o777)
      do {
        content = try SystemFiles.readAll(descriptor, name: place.realPath)
      } catch {
        throw FileFailure.system(error.reason)
      }
    }
  }

  /// Writes bytes atomically.
  static func put(
    _ bytes: [UInt8], at place: SystemFolder.Place, mode: Int, replacing: Bool,
    temporary name: String = temporaryName()
  ) throws(FileFailure) {
    let temporary = try prepare(bytes, at: place, mode: mode, syncs: true, temporary: name)
    do throws(FileFailure) {
      try move(temporary, to: place, replacing: replacing)
    } catch {
      unlinkat(place.folder, temporary, 0)
      throw error
    }
  }

  /// Returns the name of a temporary file in a place's folder.
  static func temporaryName() -> String { ".stackflow-\(UInt64.random(in: 0 ... .max))" }

  /// Writes bytes to a temporary file next to where they belong.
  ///
  /// - Returns: Its name. If it can't be written, there's no file.
  static func prepare(
    _ bytes: [UInt8], at place: SystemFolder.Place, mode: Int, syncs: Bool,
    temporary: String = temporaryName()
  ) throws(FileFailure) -> String {
    let descriptor = openat(
      place.folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure(code: errno) }
    var failure: FileFailure?
    do {
      try SystemFiles.writeAll(bytes, to: descriptor, name: place.realPath)
    } catch {
      failure = FileFailure.system(error.reason)
    }
    if failure == nil, fchmod(descriptor, mode_t(mode)) != 0 || syncs && fsync(descriptor) != 0 {
      failure = FileFailure(code: errno)
    }
    if close(descriptor) != 0, failure == nil { failure = FileFailure(code: errno) }
    guard let failure else { return temporary }
    unlinkat(place.folder, temporary, 0)
    throw failure
  }

  /// Moves a temporary file to the place next to it, or links it there if nothing may be replaced.
  static func move(
    _ temporary: String, to place: SystemFolder.Place, replacing: Bool
  ) throws(FileFailure) {
    if replacing {
      if renameat(place.folder, temporary, place.folder, place.name) == 0 { return }
    } else if linkat(place.folder, temporary, place.folder, place.name, 0) == 0 {
      unlinkat(place.folder, temporary, 0)
      return
    }
    throw errno == EEXIST ? FileFailure.exists : FileFailure(code: errno)
  }
}

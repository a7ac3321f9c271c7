// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowHosts
import FlowModel
public import SavedWalks

/// The files that visitors have sent, each in a folder of its walk.
///
/// A field of type `path` that names a file that exists then has an input for a file instead of a line of text.
public struct WebUploads: Sendable {
  /// The folder, absolute; nobody else should be able to write into it.
  public let folder: String

  /// The maximum size of a file in bytes.
  public var maximumByteCount = 10 << 20

  /// The maximum number of files of a walk.
  public var maximumCount = 50

  /// Creates a description of a folder, which is created when it's needed.
  ///
  /// - Parameter folder: Its path; a relative one counts from the working directory.
  public init(in folder: String) {
    // Answers have it, so it's the same before it's there, and links on the way stay.
    let isAbsolute = folder.hasPrefix("/")
    let parts = folder.split(separator: "/").filter { $0 != "." }
    let base = isAbsolute ? "" : SystemFiles.absolutePath(".")
    self.folder = ([Substring(base)] + parts).joined(separator: "/")
  }

  /// The folder of a walk.
  func folder(of walk: String) -> String { "\(folder)/\(walk)" }

  /// The beginning of the names of files that no walk has taken yet.
  private static let begun = ".part-"

  /// Removes the files of walks that aren't in a store, and those that no walk has taken for a day.
  ///
  /// A walk whose address was revoked has its files in the folder of its old one, as long as there's the walk.
  ///
  /// - Parameter store: The store of the walks.
  /// - Complexity: O(*n*) in the number of walks in the store.
  public func removeOrphans(in store: any WalkStore) async {
    // A walk is in the store before its folder is there.
    var orphans = Set(SystemFiles.names(inFolder: folder) ?? []).filter { !$0.hasPrefix(".") }
    // Twice, because an address may be revoked while walks are listed.
    for _ in 0..<2 where !orphans.isEmpty {
      guard let folders = try? await store.foldersOfFiles() else { return }
      orphans.subtract(folders)
    }
    for name in orphans { remove(name) }
    for name in SystemFiles.names(inFolder: folder) ?? [] where name.hasPrefix(Self.begun) {
      var status = stat()
      let path = "\(folder)/\(name)"
      guard stat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > 86_400 else { continue }
      SystemFiles.remove(path)
    }
  }

  /// Removes the files of a walk.
  public func remove(_ walk: String) {
    guard WalkID.isValid(walk) else { return }
    SystemFiles.remove(folder(of: walk))
  }

  // MARK: Receiving

  /// A file while it's received.
  struct Begun {
    let path: String
    let descriptor: Int32
    var byteCount = 0
  }

  /// Begins a file.
  func begin() throws(UnkeptFile) -> Begun {
    guard SystemFiles.makePrivateFolder(folder) else { throw .failed(folder) }
    let path = "\(folder)/\(Self.begun)\(WalkID.random())"
    do throws(SystemFiles.Failure) {
      return Begun(path: path, descriptor: try SystemFiles.openPrivately(path))
    } catch {
      throw .refused(error.message)
    }
  }

  /// Ends the writing of a file.
  static func close(_ descriptor: Int32) {
    _ = CLibrary.close(descriptor)
  }

  /// Has a walk take a file that was received.
  ///
  /// - Parameters:
  ///   - path: The path of the file that was received.
  ///   - name: The name that it had at the visitor.
  ///   - walk: The id of the walk.
  /// - Returns: Its path.
  /// - Throws: ``UnkeptFile`` if it can't be moved, or the walk has too many.
  func keep(_ path: String, as name: String, of walk: String) throws(UnkeptFile) -> String {
    let folder = folder(of: walk)
    guard WalkID.isValid(walk), SystemFiles.makePrivateFolder(folder) else { throw .failed(folder) }
    let taken = SystemFiles.names(inFolder: folder) ?? []
    guard taken.count < maximumCount else { throw .tooLarge }
    let safe = Self.safeName(name)
    let parts = Self.parts(of: safe)
    for number in 1...maximumCount + 1 {
      let own = number == 1 ? safe : "\(parts.stem)-\(number)\(parts.ending)"
      let target = "\(folder)/\(own)"
      // A link is refused if something has the name, which a renaming would replace.
      if link(path, target) == 0 {
        unlink(path)
        return target
      }
      guard errno == EEXIST else { throw .failed(target) }
    }
    throw .tooLarge
  }

  /// The paths of the files of a walk.
  func files(of walk: String) -> [String] {
    let folder = folder(of: walk)
    return (SystemFiles.names(inFolder: folder) ?? []).map { "\(folder)/\($0)" }
  }

  /// Removes a file of a walk that was replaced; another path is left alone.
  func remove(_ path: String, of walk: String) {
    guard isKept(path, of: walk) else { return }
    unlink(path)
  }

  /// Whether a path is that of a file of a walk.
  func isKept(_ path: String, of walk: String) -> Bool {
    let own = folder(of: walk) + "/"
    return path.hasPrefix(own) && !path.dropFirst(own.count).contains("/")
      && !path.hasSuffix("/..") && !path.hasSuffix("/.")
  }

  /// Removes the files of a walk that has ended which aren't among its answers.
  func removeAll(of walk: String, besides answers: Set<String>) {
    for path in files(of: walk) where !answers.contains(path) { unlink(path) }
  }

  /// Returns a page without the folders of files, of which only the names are left.
  func withoutFolders(_ page: [UInt8]) -> [UInt8] {
    guard !page.isEmpty else { return page }
    let prefix: HTML = "\(folder)/"
    guard page.hold(prefix.bytes) else { return page }
    let parts = String(decoding: page, as: UTF8.self).split(
      separator: prefix.markup, omittingEmptySubsequences: false)
    let shown = parts.dropFirst().reduce(into: String(parts[0])) { page, part in
      let walk = part.prefix { $0 != "/" && $0 != "<" && $0 != " " }
      page += WalkID.isValid(String(walk)) ? part.dropFirst(walk.count + 1) : part
    }
    return Array(shown.utf8)
  }

  // MARK: Names

  /// The name of a file without what a folder, a shell, or a terminal takes as something else: letters, digits, and
  /// `-`, `_`, and `.`, which isn't first; at most 100 bytes.
  static func safeName(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    var safe = ""
    for character in last {
      let isSafe = character.isLetter || character.isNumber || "-_.".contains(character)
      let next = isSafe ? character : "_"
      if safe.isEmpty, next == "." || next == "-" { continue }
      safe.append(next)
    }
    let parts = parts(of: safe)
    let ending = parts.ending.utf8.count <= 20 ? parts.ending : ""
    var stem = ending.isEmpty ? safe : parts.stem
    while stem.utf8.count + ending.utf8.count > 100 { stem.removeLast() }
    return stem.isEmpty ? "file" + ending : stem + ending
  }

  /// A name before and from its last dot.
  private static func parts(of name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }
}

extension UnkeptFile {
  /// The system's last refusal at a path.
  static func failed(_ path: String) -> UnkeptFile {
    .refused("\(path): \(String(cString: strerror(errno)).lowercased())")
  }
}

/// Looks up the files of a walk, and leaves other paths to another host.
struct KeptPaths: PathHost {
  private let uploads: WebUploads
  private let walk: String
  private let others: (any PathHost)?

  init(_ uploads: WebUploads, of walk: String, others: (any PathHost)?) {
    self.uploads = uploads
    self.walk = walk
    self.others = others
  }

  func facts(of path: String) -> PathFacts {
    if uploads.isKept(path, of: walk) {
      return SystemPaths(inside: [uploads.folder(of: walk)]).facts(of: path)
    }
    return others?.facts(of: path) ?? PathFacts(unknown: path)
  }

  func paths(beginning typed: String) -> [String] { others?.paths(beginning: typed) ?? [] }

  func entries(beginning typed: String) -> PathEntries {
    others?.entries(beginning: typed) ?? PathEntries([])
  }
}

// SPDX-License-Identifier: Apache-2.0

import CLibrary
package import FlowEffects
import FlowHosts
import FlowModel
import FlowSessions

/// The templates that were fetched from addresses, in a folder of the user's cache.
///
/// For each repository, it has a bare repository of git and a folder for each commit that was used, whose files are
/// those of git's objects, byte by byte: nothing is checked out, so that no filter and no setting of line endings
/// changes them. A folder is there as a whole or not at all, and processes wait for one another. What isn't used for
/// long is dropped when something is fetched, and all of it can be removed at any time; it's fetched again then.
package struct TemplateStore: Sendable {
  /// The folder.
  let folder: String

  /// Called before a commit is fetched, which can take long.
  package var whenFetching: (@Sendable (TemplateAddress) -> Void)?

  /// Creates a store in a folder, which needn't exist.
  init(folder: String) { self.folder = folder }

  /// The store of the user: `$XDG_CACHE_HOME/stackflow/templates`.
  ///
  /// - Throws: ``TemplateFailure/noCache``.
  package static func ofUser() throws(TemplateFailure) -> TemplateStore {
    if let cache = SystemHost.environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      return TemplateStore(folder: cache + "/stackflow/templates")
    }
    guard let home = SystemHost.environment("HOME"), home.hasPrefix("/"), SystemFiles.isFolder(home)
    else { throw .noCache }
    return TemplateStore(folder: home + "/.cache/stackflow/templates")
  }

  /// How long another process that fetches the same is waited for, in seconds.
  fileprivate static let patience: Int64 = 900

  // MARK: Versions

  /// Returns the commit that an address means now: of its tag, branch, or commit, or without one, of the highest release,
  /// or of the default branch if there's none.
  ///
  /// Releases are compared by Semantic Versioning; pre-releases only count if there's nothing else. The repository is
  /// asked unless the address names a whole commit. If it can't be reached, what it said when a commit of the cache was
  /// fetched counts, and the version has an ``TemplateVersion/offlineReason``.
  ///
  /// - Throws: ``TemplateFailure``.
  func latest(of address: TemplateAddress) throws(TemplateFailure) -> TemplateVersion {
    if let commit = address.revision?.lowercased(), TemplateReferences.isCommit(commit) {
      return TemplateVersion(commit: commit, kind: .commit)
    }
    let place = try place(of: address)
    let reason: String
    do throws(TemplateFailure) {
      let git = try place.withLock { () throws(TemplateFailure) in
        try place.usableRepository(hasLongNames: false)
      }
      let found = try git.references(of: address)
      place.write(found.listing, to: Place.listed)
      return try found.version(named: address.revision)
    } catch {
      guard case .unreachable(let words) = error else { throw error }
      reason = words
    }
    let known = place.references(in: Place.known).keeping(place.hasFolder, orElse: .init())
    guard var version = try? known.version(named: address.revision) else {
      throw .unreachable(reason)
    }
    version.offlineReason = reason
    return version
  }

  // MARK: Folders

  /// Returns the folder of what an address means now, as ``latest(of:)`` and ``folder(of:at:)`` do.
  ///
  /// If the repository answers, and then can't be fetched, the commit of the cache is used as if it hadn't answered.
  ///
  /// - Throws: ``TemplateFailure``.
  package func fetched(
    _ address: TemplateAddress
  ) throws(TemplateFailure) -> (folder: TemplateFolder, version: TemplateVersion) {
    let version = try latest(of: address)
    let reason: String
    do throws(TemplateFailure) {
      return (try folder(of: address, at: version.commit), version)
    } catch {
      guard case .unreachable(let words) = error else { throw error }
      reason = words
    }
    let place = try place(of: address)
    let known = place.references(in: Place.known).keeping(place.hasFolder, orElse: .init())
    guard var version = try? known.version(named: address.revision), place.hasFolder(version.commit)
    else { throw .unreachable(reason) }
    version.offlineReason = reason
    return (try folder(of: address, at: version.commit), version)
  }

  /// Returns the folder with the files of a commit, which is fetched unless the cache has it.
  ///
  /// A folder in the cache that isn't whole is made again. Repositories inside the repository are left out.
  ///
  /// - Parameters:
  ///   - address: The address, of which only the repository and the folder in it count.
  ///   - commit: The whole name of the commit, as ``latest(of:)`` returns it.
  /// - Returns: The folder. That the address's own folder is in it isn't checked.
  /// - Throws: ``TemplateFailure``: among others, for a name or a link that could lead out of the folder.
  /// - Complexity: O(*n*) in the size of the commit's files, which is limited; O(*n*) in their number if the cache has
  ///   them.
  func folder(
    of address: TemplateAddress, at commit: String
  ) throws(TemplateFailure) -> TemplateFolder {
    guard TemplateReferences.isCommit(commit) else { throw .missingCommit(commit) }
    let place = try place(of: address)
    let (list, isNew) = try place.withLock { () throws(TemplateFailure) in
      if let list = place.wholeList(of: commit) { return (list, false) }
      SystemFiles.remove(place.folder(of: commit))
      let list = try fetched(commit, of: address, into: place)
      let known = place.references(in: Place.listed)
        .keeping(place.hasFolder, orElse: place.references(in: Place.known))
      place.write(known.listing, to: Place.known)
      return (list, true)
    }
    noteUse(of: place.folder(of: commit))
    if isNew { dropUnused() }
    return TemplateFolder(
      address: address, commit: commit, root: place.files(of: commit),
      submodules: list.submodules, pointers: list.pointers)
  }

  /// Fetches a commit unless it's here, and writes its folder; once more from the beginning if what's here is damaged.
  private func fetched(
    _ commit: String, of address: TemplateAddress, into place: Place
  ) throws(TemplateFailure) -> TemplateList {
    let hasLongNames = commit.utf8.count == 64
    for isLast in [false, true] {
      let git = try place.usableRepository(hasLongNames: hasLongNames)
      var isHere = false
      if !isLast { isHere = try git.has(commit) }
      if !isHere {
        whenFetching?(address)
        try git.fetch(commit, wholly: address)
      }
      do throws(TemplateFailure) {
        return try TemplateWriter(git: git, commit: commit).write(into: place)
      } catch {
        guard error == .damaged, !isLast else { throw error }
        SystemFiles.remove(git.repository)
      }
    }
    throw .damaged
  }

  /// Keeps files that were made of a commit's, such as a flow of a template of another tool.
  ///
  /// The same files are kept once.
  ///
  /// - Parameters:
  ///   - parts: The folders, files, and links, each after the folders around it, with the policy to overwrite.
  ///   - folder: The folder of the commit.
  /// - Returns: The path of the folder that they're in.
  /// - Throws: ``TemplateFailure/cache(_:)`` if they can't be written.
  /// - Complexity: O(*n*) in their size.
  package func keep(
    _ parts: [WriteRequest], of folder: TemplateFolder
  ) throws(TemplateFailure) -> String {
    let place = try place(of: folder.address)
    var fingerprint = Fingerprint()
    for part in parts {
      fingerprint.add(part.path)
      fingerprint.add(part.content)
    }
    let path = "\(place.path)/made-\(String(fingerprint.value, radix: 16))"
    guard SystemFiles.makePrivateFolder(path) else { throw .cache("'\(path)' can't be made") }
    let write = WriteRequest(path: ".", content: [], exists: .overwrite, kind: .tree(parts))
    if case .failed(let reason) = SystemWrites(folder: path).write(write) { throw .cache(reason) }
    noteUse(of: path)
    return path
  }

  // MARK: Trust

  /// Returns whether the user has confirmed that a flow of a commit may be walked.
  ///
  /// - Parameters:
  ///   - flow: The path of the flow, or of a foreign template, in the repository.
  ///   - folder: The folder of the commit.
  /// - Returns: Whether that's remembered; false if the cache can't be read.
  package func isTrusted(_ flow: String, in folder: TemplateFolder) -> Bool {
    guard let place = try? place(of: folder.address) else { return false }
    return place.text(of: Place.trusted).split(separator: "\n")
      .contains("\(folder.commit) \(flow)")
  }

  /// Remembers that the user has confirmed that a flow of a commit may be walked.
  ///
  /// - Parameters:
  ///   - flow: The path of the flow, or of a foreign template, in the repository.
  ///   - folder: The folder of the commit.
  /// - Throws: ``TemplateFailure/cache(_:)`` if that can't be written.
  package func trust(_ flow: String, in folder: TemplateFolder) throws(TemplateFailure) {
    let place = try place(of: folder.address)
    try place.withLock { () throws(TemplateFailure) in
      guard !isTrusted(flow, in: folder) else { return }
      place.write(
        place.text(of: Place.trusted) + "\(folder.commit) \(flow)\n", to: Place.trusted)
    }
  }

  // MARK: Places

  /// Returns the place of a repository in the store, and makes it.
  func place(of address: TemplateAddress) throws(TemplateFailure) -> Place {
    guard SystemFiles.makePrivateFolder(folder) else { throw .cache("'\(folder)' can't be made") }
    guard !SystemFiles.letsOthersWrite(inFolder: folder) else { throw .openCache(folder) }
    var fingerprint = Fingerprint()
    fingerprint.add(address.repository)
    let digits = String(fingerprint.value, radix: 16)
    let place = Place(
      path: "\(folder)/\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)")
    guard SystemFiles.makePrivateFolder(place.path) else {
      throw .cache("'\(place.path)' can't be made")
    }
    // Two repositories can have one fingerprint, if someone looks for such.
    let known = place.text(of: Place.address)
    if known.isEmpty { place.write(address.repository + "\n", to: Place.address) }
    guard known.isEmpty || known == address.repository + "\n" else {
      throw .cache("'\(place.path)' is of another repository")
    }
    return place
  }

  /// The folder of the store for a repository.
  struct Place {
    let path: String

    static let (address, listed, known, trusted) = ("address", "listed", "known", "trusted")

    /// The path of what's kept of a commit.
    func folder(of commit: String) -> String { "\(path)/\(commit)" }

    /// The path of the folder with a commit's files.
    func files(of commit: String) -> String { "\(path)/\(commit)/files" }

    /// Whether there's a folder for a commit.
    func hasFolder(_ commit: String) -> Bool { SystemFiles.exists("\(path)/\(commit)/list") }

    /// Does something while no other process changes the place.
    func withLock<Result>(
      _ body: () throws(TemplateFailure) -> Result
    ) throws(TemplateFailure) -> Result {
      let lock: FolderLock
      do throws(FileFailure) {
        lock = try FolderLock(named: "lock", in: path, patience: TemplateStore.patience)
      } catch {
        throw .cache(error.reason)
      }
      defer { withExtendedLifetime(lock) {} }
      return try body()
    }

    /// The text of a file; empty if there's none.
    func text(of name: String) -> String {
      guard let bytes = try? SystemFiles.read("\(path)/\(name)", limit: GitCommands.outputLimit)
      else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file, whole or not at all; what it's for works without it.
    func write(_ text: String, to name: String) {
      try? SystemFiles.write(text, to: "\(path)/\(name)", isPrivate: true)
    }

    /// The references in a file.
    func references(in name: String) -> TemplateReferences {
      TemplateReferences(listing: text(of: name))
    }

    /// Returns the bare repository, made again unless git can use it; no other process fetches into it meanwhile.
    func usableRepository(hasLongNames: Bool) throws(TemplateFailure) -> GitCommands {
      let git = GitCommands(repository: "\(path)/repository.git")
      // A git that was killed has left it.
      SystemFiles.remove("\(git.repository)/shallow.lock")
      if try git.isUsable { return git }
      SystemFiles.remove(git.repository)
      do throws(TemplateFailure) {
        try git.make(hasLongNames: hasLongNames)
      } catch {
        guard case .unreachable(let reason) = error else { throw error }
        throw .cache(reason)
      }
      return git
    }

    /// Returns what a commit's folder has, if every file is there with its size and its permission to execute; nil
    /// otherwise.
    func wholeList(of commit: String) -> TemplateList? {
      guard let list = TemplateList(text(of: "\(commit)/list")) else { return nil }
      let files = files(of: commit)
      guard SystemFiles.isFolder(files) else { return nil }
      for item in list.items where item.entry.kind != .submodule {
        var status = stat()
        guard lstat("\(files)/\(item.entry.path)", &status) == 0,
          Int(status.st_size) == item.entry.size
        else { return nil }
        let isExecutable = status.st_mode & S_IXUSR != 0
        switch (item.entry.kind, status.st_mode & S_IFMT) {
        case (.link, S_IFLNK), (.submodule, _): break
        case (.file, S_IFREG) where !isExecutable: break
        case (.executable, S_IFREG) where isExecutable: break
        default: return nil
        }
      }
      return list
    }
  }
}

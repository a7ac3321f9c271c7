// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowHosts
import FlowModel
import FlowSessions

/// Writes the files of a commit into the cache, from git's objects.
struct TemplateWriter {
  let git: GitCommands
  let commit: String

  /// The number of bytes of files that git is asked for at once: 8 MiB, or one larger file.
  private static let batchByteCount = 8 << 20

  /// The maximum number of files that git is asked for at once.
  private static let batchCount = 2_000

  /// The maximum size of a pointer of Git LFS in bytes.
  private static let maximumPointerSize = 1_024

  /// Writes the folder of the commit, whole or not at all.
  ///
  /// - Returns: What's in it.
  /// - Throws: ``TemplateFailure``: ``TemplateFailure/damaged`` if git lacks objects.
  func write(into place: TemplateStore.Place) throws(TemplateFailure) -> TemplateList {
    let listing: [UInt8]
    do throws(TemplateFailure) {
      listing = try git.files(of: commit)
    } catch {
      if case .unreachable = error { throw .damaged }
      throw error
    }
    let entries = try TemplateEntry.entries(in: listing)
    let contents = try contents(of: entries)
    var targets: [String: String] = [:]
    for (entry, content) in zip(entries, contents) where entry.kind == .link {
      guard let target = String(validating: content, as: UTF8.self) else {
        throw .link(entry.path, target: String(decoding: content, as: UTF8.self))
      }
      targets[entry.path] = target
    }
    _ = try TemplateLinks(targets)
    let list = TemplateList(
      zip(entries, contents).map { entry, content in
        .init(entry: entry, isPointer: entry.kind != .link && Self.isPointer(content))
      })
    let write = WriteRequest(
      path: ".", content: [], exists: .fail, kind: .tree(parts(entries, contents, list)))
    if case .failed(let reason) = SystemWrites(folder: place.path).write(write) {
      throw .cache(reason)
    }
    return list
  }

  /// The folder of the commit, the folders and files in it, and its list.
  private func parts(
    _ entries: [TemplateEntry], _ contents: [[UInt8]], _ list: TemplateList
  ) -> [WriteRequest] {
    var folders: Set<String> = []
    var parts: [WriteRequest] = []
    func addFolders(around names: some Collection<Substring>) {
      var path = "\(commit)/files"
      for name in [""] + names {
        if !name.isEmpty { path += "/" + name }
        guard folders.insert(path).inserted else { continue }
        parts.append(WriteRequest(path: path, content: [], exists: .fail, kind: .folder))
      }
    }
    parts.append(WriteRequest(path: commit, content: [], exists: .fail, kind: .folder))
    addFolders(around: [])
    for (entry, content) in zip(entries, contents) where entry.kind != .submodule {
      addFolders(around: entry.path.split(separator: "/").dropLast())
      parts.append(
        WriteRequest(
          path: "\(commit)/files/\(entry.path)", content: content,
          mode: entry.kind == .link ? nil : entry.kind == .executable ? 0o755 : 0o644,
          exists: .fail, kind: entry.kind == .link ? .link : .file))
    }
    parts.append(
      WriteRequest(
        path: "\(commit)/list", content: Array(list.text.utf8), mode: 0o644, exists: .fail))
    return parts
  }

  /// Reads the contents of files and links; that of a submodule is empty.
  private func contents(of entries: [TemplateEntry]) throws(TemplateFailure) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    contents.reserveCapacity(entries.count)
    var rest = entries[...]
    while !rest.isEmpty {
      var byteCount = 0
      let batch = rest.prefix { entry in
        byteCount += entry.size
        return byteCount <= Self.batchByteCount
      }.prefix(Self.batchCount)
      let asked = batch.isEmpty ? rest.prefix(1) : batch
      rest = rest.dropFirst(asked.count)
      let files = asked.filter { $0.kind != .submodule }
      var objects = try objects(of: files)[...]
      for entry in asked {
        contents.append(entry.kind == .submodule ? [] : objects.removeFirst())
      }
    }
    return contents
  }

  private func objects(of entries: [TemplateEntry]) throws(TemplateFailure) -> [[UInt8]] {
    guard !entries.isEmpty else { return [] }
    let output: [UInt8]
    do throws(TemplateFailure) {
      output = try git.objects(
        entries.map(\.object), byteCount: entries.reduce(0) { $0 + $1.size })
    } catch {
      if case .unreachable = error { throw .damaged }
      throw error
    }
    var rest = output[...]
    var objects: [[UInt8]] = []
    for entry in entries {
      let head = "\(entry.object) blob \(entry.size)\n".utf8
      guard rest.starts(with: head) else { throw .damaged }
      rest = rest.dropFirst(head.count)
      guard rest.count > entry.size, rest[rest.startIndex + entry.size] == 0x0A else {
        throw .damaged
      }
      objects.append(Array(rest.prefix(entry.size)))
      rest = rest.dropFirst(entry.size + 1)
    }
    return objects
  }

  /// Whether a file is a pointer of Git LFS, whose content is elsewhere.
  private static func isPointer(_ content: [UInt8]) -> Bool {
    content.count <= maximumPointerSize
      && content.starts(with: "version https://git-lfs.github.com/spec/".utf8)
  }
}

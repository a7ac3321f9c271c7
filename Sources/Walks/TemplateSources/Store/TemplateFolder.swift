// SPDX-License-Identifier: Apache-2.0

/// The files of an exact commit, in a folder of the cache that no one changes.
package struct TemplateFolder: Hashable, Sendable {
  /// The address.
  package let address: TemplateAddress

  /// The whole name of the commit.
  let commit: String

  /// The path of the folder with all files of the commit.
  package let root: String

  /// The paths of repositories inside the repository, which are left out.
  package let submodules: [String]

  /// The paths of files that are kept in Git LFS, of which the folder has only the pointers.
  package let pointers: [String]

  /// The path of the folder that the address names, or of what else it names in the repository.
  var path: String { address.subfolder.map { "\(root)/\($0)" } ?? root }
}

/// The entries in the folder of a commit, as a text in the cache: it says whether the folder is
/// whole.
struct TemplateList {
  /// A file or a link.
  struct Item: Hashable {
    let entry: TemplateEntry

    /// Whether the file is a pointer of Git LFS.
    let isPointer: Bool
  }

  var items: [Item]

  init(_ items: [Item]) { self.items = items }

  /// Reads a list; nil if it isn't whole.
  init?(_ text: String) {
    var items: [Item] = []
    guard text.hasSuffix(Self.end) else { return nil }
    for line in text.dropLast(Self.end.count).split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count == 4, let kind = TemplateEntry.Kind(rawValue: String(fields[0])),
        let size = Int(fields[1])
      else { return nil }
      items.append(
        Item(
          entry: TemplateEntry(kind: kind, object: "", size: size, path: String(fields[3])),
          isPointer: fields[2] == "lfs"))
    }
    self.items = items
  }

  private static let end = "end\n"

  /// The text that ``init(_:)`` reads; no path has a line break.
  var text: String {
    items.map { item in
      let (entry, mark) = (item.entry, item.isPointer ? "lfs" : "-")
      return "\(entry.kind.rawValue) \(entry.size) \(mark) \(entry.path)\n"
    }.joined() + Self.end
  }

  /// The paths of repositories inside the repository.
  var submodules: [String] {
    items.filter { $0.entry.kind == .submodule }.map(\.entry.path)
  }

  /// The paths of pointers of Git LFS.
  var pointers: [String] { items.filter(\.isPointer).map(\.entry.path) }
}

// SPDX-License-Identifier: Apache-2.0

internal import FlowModel

/// Follows the links of a tree inside the flow's folder, each folder of which is listed once.
struct TreeLinkReader {
  /// The end of a link.
  enum End {
    /// Something in the flow's folder, at a path without links.
    case found(FlowFolderEntry.Kind, at: String)
    case outside

    /// Nothing, or a link that leads in a circle.
    case nothing
  }

  private let files: any FlowFileSource

  /// The path of the tree, relative to the outermost flow's folder.
  private let root: String

  /// The entries of each folder, by path and name.
  private var listings: [String: [String: FlowFolderEntry.Kind]] = [:]

  /// The maximum number of links to follow from one, as in the system.
  private static let maximumLinks = 40

  init(files: any FlowFileSource, root: String) {
    self.files = files
    self.root = root
  }

  /// Returns what a link leads to, over all links on the way.
  ///
  /// - Complexity: O(*n*) in the number of names on the way, and once in that of each folder there.
  mutating func end(ofLinkAt path: String) -> End {
    // The folders around the tree can be outside of the flow's folder.
    var found = root.hasPrefix("../") ? root.split(separator: "/").map(String.init) : []
    let base = found.count
    var open = Array(
      path.split(separator: "/").map(String.init).dropFirst(base).reversed())
    var kind = FlowFolderEntry.Kind.folder
    var links = 0
    while let name = open.popLast() {
      if name == "." { continue }
      guard kind == .folder else { return .nothing }
      if name == ".." {
        guard found.count > base else { return .outside }
        found.removeLast()
        continue
      }
      guard let next = self.kind(of: name, in: found.isEmpty ? "." : found.joined(separator: "/"))
      else { return .nothing }
      if case .link(let target) = next {
        links += 1
        guard links <= Self.maximumLinks, !target.isEmpty else { return .nothing }
        guard !target.hasPrefix("/") else { return .outside }
        open += target.split(separator: "/").map(String.init).reversed()
        continue
      }
      kind = next
      found.append(name)
    }
    return .found(kind, at: found.joined(separator: "/"))
  }

  private mutating func kind(of name: String, in folder: String) -> FlowFolderEntry.Kind? {
    if listings[folder] == nil {
      let entries = (try? files.entries(in: folder, limit: TreeDefinition.maximumEntryCount)) ?? []
      listings[folder] = Dictionary(entries.map { ($0.name, $0.kind) }) { first, _ in first }
    }
    return listings[folder]?[name]
  }
}

extension String {
  /// Whether it's the path of a folder that a path is in, or the path itself.
  func isFolder(around path: String) -> Bool {
    isEmpty || path == self || path.hasPrefix(self + "/")
  }
}

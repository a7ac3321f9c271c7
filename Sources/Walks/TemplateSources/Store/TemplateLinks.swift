// SPDX-License-Identifier: Apache-2.0

/// The links of a commit, which may only lead to what's in it.
struct TemplateLinks {
  /// The targets of the links by their paths.
  private let targets: [String: String]

  /// The maximum number of names that are followed for all links together.
  private static let maximumSteps = 200_000

  /// The maximum number of links that one path may lead through, which is the system's.
  private static let maximumLinks = 40

  /// The maximum length of a target in bytes, which is the system's.
  static let maximumLength = 4_095

  /// Creates the links, and refuses any that leads out.
  ///
  /// A link is followed as the system does it, through other links, because a path such as `a/..` leads to another folder
  /// if `a` is a link. What it leads to needn't exist.
  ///
  /// - Parameter targets: The targets of the links by their paths, from the root of the commit.
  /// - Throws: ``TemplateFailure/link(_:target:)``.
  /// - Complexity: O(*n*) in the length of all targets, and at most 200,000 names.
  init(_ targets: [String: String]) throws(TemplateFailure) {
    self.targets = targets
    var steps = 0
    for (path, target) in targets.sorted(by: { $0.key < $1.key }) {
      guard try staysInside(path, target, &steps) else { throw .link(path, target: target) }
    }
  }

  private func staysInside(
    _ path: String, _ target: String, _ steps: inout Int
  ) throws(TemplateFailure) -> Bool {
    var links = 1
    var folders = path.split(separator: "/").dropLast()
    guard var rest = Self.names(target) else { return false }
    while let name = rest.popLast() {
      steps += 1
      guard steps <= Self.maximumSteps else { throw .tooLarge }
      if name == "." { continue }
      if name == ".." {
        guard folders.popLast() != nil else { return false }
        continue
      }
      folders.append(name)
      // No link is that deep.
      if folders.count > TemplateEntry.maximumDepth + 1 { continue }
      guard let next = targets[folders.joined(separator: "/")] else { continue }
      links += 1
      guard links <= Self.maximumLinks, let names = Self.names(next) else { return false }
      folders.removeLast()
      rest += names
      guard rest.count <= Self.maximumLength else { return false }
    }
    return true
  }

  /// The names in a target, in reverse; nil if it isn't a relative path.
  private static func names(_ target: String) -> [Substring]? {
    guard !target.isEmpty, !target.hasPrefix("/"), target.utf8.count <= maximumLength,
      !target.utf8.contains(0)
    else { return nil }
    return target.split(separator: "/").reversed()
  }
}

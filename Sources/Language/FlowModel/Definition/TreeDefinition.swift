// SPDX-License-Identifier: Apache-2.0

/// A folder next to a flow, whose files and folders a `write` step writes.
///
/// Its templates are part of the flow: their expressions are checked with it, and refer to the same
/// answers.
public struct TreeDefinition: Hashable, Sendable {
  /// The suffix of the names of templates if the flow says nothing else.
  public static let defaultSuffix = ".tmpl"

  /// The maximum number of files, folders, and links in a tree, and in the result of one: 20,000.
  package static let maximumEntryCount = 20_000

  /// The maximum number of folders around an entry: 32.
  package static let maximumDepth = 32

  /// The maximum size of all files of a tree together, and of its result, in bytes: 32 MiB.
  package static let maximumByteCount = 32 << 20

  /// The path of the folder, relative to the flow's folder.
  package var folder: String

  /// The suffix by which templates are known, and which their results lose.
  ///
  /// If it's empty, every file that's UTF-8 text is a template.
  package var suffix: String

  /// Patterns of the files, folders, and links that are left out.
  package var skip: [String]

  /// A list for whose elements the tree is written once each, with the element as `item`.
  package var each: ExpressionSource?

  /// The files, folders, and links in the folder, without those that are left out.
  package var entries: [TreeEntryDefinition]

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, relative to the flow's folder.
  ///   - suffix: The suffix of templates, or an empty text if every file that's text is one.
  ///   - skip: Patterns of what's left out.
  ///   - each: A list for whose elements the tree is written once each.
  ///   - entries: The content of the folder.
  public init(
    folder: String, suffix: String = TreeDefinition.defaultSuffix, skip: [String] = [],
    each: ExpressionSource? = nil, entries: [TreeEntryDefinition]
  ) {
    self.folder = folder
    self.suffix = suffix
    self.skip = skip
    self.each = each
    self.entries = entries
  }
}

/// A file, a folder, or a link in a tree.
public struct TreeEntryDefinition: Hashable, Sendable {
  /// The kind of the entry.
  public enum Content: Hashable, Sendable {
    /// A folder with its entries.
    case folder([TreeEntryDefinition])

    /// A file whose text is evaluated. The suffix isn't part of the name.
    case template(TextTemplate)

    /// A file that's copied byte for byte.
    case bytes([UInt8])

    /// A symbolic link to a path relative to its own folder, which stays in the tree.
    case link(to: TextTemplate)
  }

  /// The name, without the suffix.
  ///
  /// If it's empty once it's evaluated, the entry is left out with everything in it. If that of a folder is `.`, the
  /// folder is no level: what's in it is one level up.
  package var name: TextTemplate

  /// Its kind.
  package var content: Content

  /// Whether the file may be executed.
  package var isExecutable: Bool

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: The name, without the suffix of templates.
  ///   - content: What it is.
  ///   - isExecutable: Whether the file may be executed.
  public init(_ name: TextTemplate, _ content: Content, isExecutable: Bool = false) {
    self.name = name
    self.content = content
    self.isExecutable = isExecutable
  }
}

extension TreeDefinition {
  /// The texts of its entries, each after those of the folders around it.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package var texts: [TextTemplate] {
    var texts: [TextTemplate] = []
    func add(_ entries: [TreeEntryDefinition]) {
      for entry in entries {
        texts.append(entry.name)
        switch entry.content {
        case .folder(let inner): add(inner)
        case .template(let text), .link(let text): texts.append(text)
        case .bytes: break
        }
      }
    }
    add(entries)
    return texts
  }
}

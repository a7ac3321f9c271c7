// SPDX-License-Identifier: Apache-2.0

import FlowFiles
package import SourceDiagnostics

/// A command of the program that an editor offers above a line; it's the user who has it run.
package struct FileLens: Sendable, Hashable {
  package let title: String

  /// The arguments of the program.
  package let arguments: [String]

  /// The range above which it's shown.
  package let range: SourceRange
}

extension FileView {
  /// The commands for the file: to walk a flow and to run its tests, and to run each test of a script.
  ///
  /// - Complexity: O(*n*) in the number of documents.
  package var lenses: [FileLens] {
    switch kind {
    case .flow:
      guard let first = tree.root?.entries.first?.key.range else { return [] }
      return [
        FileLens(title: "walk it", arguments: ["run", path], range: first),
        FileLens(title: "run its tests", arguments: ["test", path], range: first),
      ]
    case .script:
      return tree.documents.compactMap { document in
        guard let entry = document.root?.entries.first(where: { $0.key.text == "test" }),
          let name = entry.value.scalar?.text, !name.isEmpty
        else { return nil }
        return FileLens(
          title: "run this test", arguments: ["test", path, "--filter", name],
          range: entry.key.range)
      }
    case .texts, .extensions, .copier, .cookiecutter, .template: return []
    }
  }
}

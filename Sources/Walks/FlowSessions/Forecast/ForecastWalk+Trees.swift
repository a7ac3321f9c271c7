// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// The files with known names that a tree would write.
extension ForecastWalk {
  /// Returns the paths of the files, of the links, and of the folders in which there's nothing, in their order.
  ///
  /// The unknown parts of a name are shown as they're written in the flow: `${name}/README.md`. A tree that's written once
  /// for each element of a list that isn't known is listed once.
  ///
  /// - Complexity: O(*n* log *n*) in the number of files, of which at most `TreeDefinition.maximumEntryCount` are
  ///   listed.
  func files(of write: CheckedWrite) -> [String] {
    guard case .tree(let tree) = write.content else { return [] }
    var paths: [String] = []
    func add(_ entries: [CheckedTreeEntry], below folder: String, in scope: SessionScope) {
      for entry in entries where paths.count < TreeDefinition.maximumEntryCount {
        let name = shown(entry.name, in: scope)
        if name.isEmpty { continue }
        guard case .folder(let inner) = entry.content else {
          paths.append(folder + name)
          continue
        }
        let count = paths.count
        add(inner, below: "\(folder)\(name)/", in: scope)
        if paths.count == count { paths.append("\(folder)\(name)/") }
      }
    }
    func add(in scope: SessionScope) {
      let folder = shown(write.path, in: scope).split(separator: "/").filter { $0 != "." }
        .joined(separator: "/")
      add(tree.entries, below: folder.isEmpty ? "" : folder + "/", in: scope)
    }
    if case .list(let items)? = try? tree.each?.value(in: scope).unwrapped {
      var scope = scope
      for item in items where paths.count < TreeDefinition.maximumEntryCount {
        scope.local["item"] = item
        add(in: scope)
      }
    } else {
      add(in: scope)
    }
    return paths.sortedAsPaths { $0 }
  }

  /// Returns the known parts of a name, without secrets.
  private func shown(_ text: CheckedText, in scope: SessionScope) -> String {
    var scope = scope
    var shown = ""
    for part in text.variants.first?.parts ?? [] {
      switch part {
      case .words(let words): shown += words
      case .expression(let expression):
        shown +=
          known(expression, in: scope)?.plainText ?? "${\(expression.source.text.trimmed)}"
      case .conditional, .loop, .file: shown += "…"
      case .binding(let name, let expression):
        // The parts after it may read the name.
        guard let value = known(expression, in: scope) else { return shown + "…" }
        scope.bind(name, to: value)
      }
    }
    return shown
  }

  private func known(_ expression: FlowExpression, in scope: SessionScope) -> Value? {
    session.readsSecret(expression) ? nil : try? expression.value(in: scope)
  }
}

extension Sequence {
  /// Returns the elements in the order of their paths: a folder, then what's in it.
  ///
  /// - Complexity: O(*n* log *n*).
  package func sortedAsPaths(_ path: (Element) -> String) -> [Element] {
    // A `/` comes before all else, so that nothing comes between a folder and what's in it.
    map { element in (key: path(element).utf8.map { $0 == 0x2F ? 0 : $0 }, element: element) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.element)
  }
}

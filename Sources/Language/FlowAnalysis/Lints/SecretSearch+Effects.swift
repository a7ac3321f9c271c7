// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// Secrets in commands and files, which other users may see.
extension SecretSearch {
  /// Checks a `run` step: the arguments of a command are visible to every user in the list of
  /// processes, but its environment and input, and the arguments of an action, may be secrets.
  mutating func check(_ run: RunDefinition) {
    for call in [run.call, run.undo].compactMap({ $0 }) {
      guard case .command(let arguments) = call.target else { continue }
      for argument in arguments {
        if let each = argument.each, argument.texts == nil { check(each, "an argument") }
        for text in argument.texts ?? [] {
          check(
            LocalizedText(text), "an argument, which other people can see", item: argument.each)
        }
      }
    }
  }

  /// Checks a `write` step: a secret may be in a secret file, but never in a path, or in a name or a
  /// link of a tree.
  mutating func check(_ write: WriteDefinition) {
    if case .tree(let tree) = write.content {
      check(LocalizedText(write.path), "a path", item: tree.each)
      check(tree.entries, of: tree, isSecret: write.isSecret)
    } else {
      check(LocalizedText(write.path), "a path")
    }
    guard !write.isSecret else { return }
    let what = "a file without 'secret: true'"
    switch write.content {
    case .parts(let parts):
      for part in parts {
        check(LocalizedText(part.text), what, item: part.each)
      }
    case .json(let output), .yaml(let output):
      for source in output.sources { check(source, what) }
    case .copy, .tree: break
    }
  }

  /// Checks the entries of a tree; only the text of a template may have a secret, if the files are secret.
  private mutating func check(
    _ entries: [TreeEntryDefinition], of tree: TreeDefinition, isSecret: Bool
  ) {
    for entry in entries {
      check(LocalizedText(entry.name), "a name", item: tree.each)
      switch entry.content {
      case .folder(let inner): check(inner, of: tree, isSecret: isSecret)
      case .link(let target):
        check(LocalizedText(target), "the target of a link", item: tree.each)
      case .template(let text) where !isSecret:
        check(LocalizedText(text), "a file without 'secret: true'", item: tree.each)
      case .template, .bytes: break
      }
    }
  }
}

extension OutputDefinition {
  /// The expressions in the output.
  var sources: [ExpressionSource] {
    switch self {
    case .expression(let source): [source]
    case .map(let entries): entries.flatMap { $0.value.sources }
    case .list(let items): items.flatMap(\.sources)
    }
  }
}

extension CallDefinition {
  /// The expressions through which the call may receive a secret.
  var received: [ExpressionSource] {
    var all = with.flatMap { $0.value.sources }
    for variant in stdin?.variants ?? [] {
      all += variant.template.expressions
    }
    return all
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

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

  /// Checks a `write` step: a secret may be in a secret file, but never in a path.
  mutating func check(_ write: WriteDefinition) {
    if case .tree(let tree) = write.content {
      check(LocalizedText(write.path), "a path", item: tree.each)
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
    case .copy: break
    case .tree(let tree):
      for text in tree.texts { check(LocalizedText(text), what, item: tree.each) }
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

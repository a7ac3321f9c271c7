// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A part of a template, with its blocks matched.
indirect enum JinjaNode {
  case words(String)
  case output(JinjaExpression, SourceRange)
  case branches([Branch], otherwise: [JinjaNode]?)
  case loop(Loop)
  case set([JinjaExpression], JinjaExpression)
  case setBlock(String, [JinjaNode])
  case include(JinjaExpression, ignoresMissing: Bool)

  /// `import` of a file as a name, or `from … import` of some names.
  case imports(JinjaExpression, [Import])
  case macro(String, [Parameter], [JinjaNode])
  case call([Parameter], JinjaExpression, [JinjaNode])
  case with([(name: String, value: JinjaExpression)], [JinjaNode])

  /// `block`, `autoescape`, and other blocks whose content is shown.
  case scope([JinjaNode])

  /// `filter`: filters of an empty text, which stands for the content.
  case filtered(JinjaExpression, [JinjaNode])

  /// `yield` of copier: the content for each element of a list, also in the files of a folder.
  case yield(String, JinjaExpression, [JinjaNode])

  /// Expressions that a tag evaluates.
  case evaluated([JinjaExpression])

  /// `now` of jinja2_time: a time zone, and a format after a comma.
  case now(JinjaExpression)

  /// `break` and `continue`.
  case jump(String, SourceRange)

  /// A tag that isn't understood.
  case unknown(String, SourceRange)

  struct Branch {
    let condition: JinjaExpression
    let nodes: [JinjaNode]
  }

  struct Loop {
    let targets: [String]
    let list: JinjaExpression
    let filter: JinjaExpression?
    let nodes: [JinjaNode]
    let otherwise: [JinjaNode]
    let isRecursive: Bool
  }

  struct Import {
    /// The name in the file; nil for the whole file.
    let name: String?

    /// The name that it gets.
    let alias: String
  }

  struct Parameter {
    let name: String
    let value: JinjaExpression?
  }
}

extension [JinjaNode] {
  /// The names that the nodes give to values and macros, outside loops and macros.
  var assignedNames: Set<String> {
    var names: Set<String> = []
    var open = self
    while let node = open.popLast() {
      switch node {
      case .set(let targets, _): names.formUnion(targets.flatMap(\.assignedNames))
      case .setBlock(let name, _), .macro(let name, _, _): names.insert(name)
      case .imports(_, let imported): names.formUnion(imported.map(\.alias))
      case .branches(let branches, let otherwise):
        open += branches.flatMap(\.nodes) + (otherwise ?? [])
      case .scope(let nodes), .filtered(_, let nodes), .with(_, let nodes): open += nodes
      default: break
      }
    }
    return names
  }
}

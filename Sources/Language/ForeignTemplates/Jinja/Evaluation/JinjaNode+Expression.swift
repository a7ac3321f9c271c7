// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension [JinjaNode] {
  /// One expression with the text that the nodes give; nil if they do more than showing values under
  /// conditions.
  var asExpression: JinjaExpression? { expression(depth: 0) }

  private func expression(depth: Int) -> JinjaExpression? {
    guard depth < 16 else { return nil }
    var parts: [JinjaExpression] = []
    for node in self {
      switch node {
      case .words(let words):
        parts.append(JinjaExpression(kind: .literal(.string(words)), range: SourceRange(at: 0)))
      case .output(let value, _): parts.append(value)
      case .branches(let branches, let otherwise):
        guard var result = (otherwise ?? []).expression(depth: depth + 1) else { return nil }
        for branch in branches.reversed() {
          guard let then = branch.nodes.expression(depth: depth + 1) else { return nil }
          result = JinjaExpression(
            kind: .conditional(branch.condition, then: then, otherwise: result),
            range: branch.condition.range)
        }
        parts.append(result)
      default: return nil
      }
    }
    guard parts.count != 1 else { return parts[0] }
    return JinjaExpression(
      kind: parts.isEmpty ? .literal(.string("")) : .concat(parts),
      range: parts.first?.range ?? SourceRange(at: 0))
  }

  /// The nodes without the line break at the end of the text, which Jinja drops.
  var withoutLastBreak: [JinjaNode] {
    guard case .words(let words)? = last, words.hasSuffix("\n") else { return self }
    let rest = String(words.dropLast())
    return dropLast() + (rest.isEmpty ? [] : [.words(rest)])
  }
}

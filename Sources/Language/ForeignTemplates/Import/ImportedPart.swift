// SPDX-License-Identifier: Apache-2.0

import FlowModel

/// A part of a text of ours, whose values have types.
enum ImportedPart {
  case words(String)
  case value(ImportedValue)
  case branches([(condition: ImportedValue, parts: [ImportedPart])], otherwise: [ImportedPart])
  case loop(String, ImportedValue, [ImportedPart])

  /// A name for a value, until the end of the block.
  case binding(String, ImportedValue)

  /// A file that's used, with the values that it sees, whose text doesn't depend on where it is.
  case file(String, [(name: String, value: ImportedValue)], [ImportedPart])

  /// Whether it's never empty.
  var isFilled: Bool {
    switch self {
    case .words(let words): !words.isEmpty
    case .value(let value): value.isFilled || value.kind == .integer
    case .branches(let branches, let otherwise):
      branches.allSatisfy { $0.parts.contains(where: \.isFilled) }
        && otherwise.contains(where: \.isFilled)
    case .file(_, _, let parts): parts.contains(where: \.isFilled)
    case .loop, .binding: false
    }
  }

  /// Whether it's a control, or a file.
  var isBlock: Bool {
    switch self {
    case .words, .value: false
    case .branches, .loop, .binding, .file: true
    }
  }
}

extension [ImportedPart] {
  /// How deep their blocks are nested.
  var depth: Int {
    map { part in
      switch part {
      case .words, .value, .binding: 0
      case .branches(let branches, let otherwise):
        1 + Swift.max(otherwise.depth, branches.map(\.parts.depth).max() ?? 0)
      case .loop(_, _, let inner), .file(_, _, let inner): 1 + inner.depth
      }
    }.max() ?? 0
  }

  /// The parts as those of a definition, with words joined.
  var definition: [TextTemplate.Part] {
    var parts: [TextTemplate.Part] = []
    func add(_ words: String) {
      if case .words(let before)? = parts.last {
        parts[parts.count - 1] = .words(before + words)
      } else if !words.isEmpty {
        parts.append(.words(words))
      }
    }
    for part in self {
      switch part {
      case .words(let words): add(words)
      case .value(let value):
        if case .string(let text)? = value.constant {
          add(text)
        } else {
          parts.append(.expression(ExpressionSource(value.code)))
        }
      case .branches(let branches, let otherwise):
        parts.append(
          .conditional(
            .init(
              branches.map { .init(if: ExpressionSource($0.condition.code), $0.parts.definition) },
              else: otherwise.definition)))
      case .loop(let name, let list, let inner):
        parts.append(
          .loop(.init(Identifier(name), in: ExpressionSource(list.code), inner.definition)))
      case .binding(let name, let value):
        parts.append(.binding(.init(Identifier(name), ExpressionSource(value.code))))
      case .file(let path, let arguments, let inner):
        // The last line break of a file isn't taken.
        parts.append(
          .file(
            .init(
              Identifier(path),
              with: arguments.map { .init(Identifier($0.name), ExpressionSource($0.value.code)) },
              text: TextTemplate(parts: (inner + [.words("\n")]).definition))))
      }
    }
    return parts
  }

  /// The words, if there's nothing else.
  var words: String? {
    var all = ""
    for case let part in self {
      switch part {
      case .words(let words): all += words
      case .value(let value):
        guard case .string(let text)? = value.constant else { return nil }
        all += text
      case .branches, .loop, .binding, .file: return nil
      }
    }
    return all
  }

  /// The parts without names that nothing reads, and those names.
  var withoutUnusedNames: [ImportedPart] {
    var read: Set<String> = []
    return withoutUnusedNames(&read)
  }

  private func withoutUnusedNames(_ read: inout Set<String>) -> [ImportedPart] {
    var kept: [ImportedPart] = []
    // Names are read after they're given.
    for part in reversed() {
      switch part {
      case .words: kept.append(part)
      case .value(let value):
        if value.constant == nil { read.formUnion(value.code.namesInCode) }
        kept.append(part)
      case .branches(let branches, let otherwise):
        let last = otherwise.withoutUnusedNames(&read)
        let all = branches.map { ($0.condition, $0.parts.withoutUnusedNames(&read)) }
        for branch in all { read.formUnion(branch.0.code.namesInCode) }
        kept.append(.branches(all, otherwise: last))
      case .loop(let name, let list, let parts):
        let inner = parts.withoutUnusedNames(&read)
        read.formUnion(list.code.namesInCode)
        kept.append(.loop(name, list, inner))
      case .binding(let name, let value):
        guard read.contains(name) else { continue }
        read.formUnion(value.code.namesInCode)
        kept.append(part)
      case .file(_, let arguments, _):
        for argument in arguments { read.formUnion(argument.value.code.namesInCode) }
        kept.append(part)
      }
    }
    return kept.reversed()
  }

  /// The words that it can be, each with its condition; nil if there are others.
  var alternatives: [(condition: ImportedValue, words: String)]? {
    if let words { return [(ImportedValue(.bool(true)), words)] }
    guard count == 1, case .branches(let branches, let otherwise) = self[0] else { return nil }
    var found: [(ImportedValue, String)] = []
    var before = ImportedValue(.bool(true))
    for branch in branches + [(ImportedValue(.bool(true)), otherwise)] {
      guard let words = branch.parts.words else { return nil }
      found.append((.joined(before, "&&", branch.condition), words.trimmingMarks))
      before = .joined(before, "&&", branch.condition.negated)
    }
    return found
  }
}

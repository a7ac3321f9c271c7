// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowModel

// `run` and `write` steps.
extension DefinitionWriter {
  mutating func add(_ run: RunDefinition, to map: inout Entries) {
    add(run.call, to: &map)
    if let undo = run.undo {
      var call = Entries()
      add(undo, to: &call)
      map.add(.undo, call.lines)
    }
    if run.onlyReads { map.add(.reads, .boolean(true)) }
    if let capture = run.capture {
      map.add(.capture, .text(capture.kind.rawValue))
      if let type = capture.type { add(type, to: &map) }
    }
    if run.onError != .retry { map.add(.onError, .text(run.onError.rawValue)) }
    map.add(.secret, run.isSecret.map { .boolean($0) })
  }

  private mutating func add(_ call: CallDefinition, to map: inout Entries) {
    switch call.target {
    case .command(let arguments):
      map.add(.command, .list(arguments.map(argument).numbered("argument")))
    case .action(let name): map.add(.action, .text(name.name))
    }
    if !call.with.isEmpty { map.add(.with, output(.map(call.with))) }
    map.add(.stdin, call.stdin.map(text))
    map.add(.pass, list(call.pass.map { .text($0.name) }))
    map.add(.timeout, call.timeout.map { .text($0.iso8601) })
  }

  private func argument(_ argument: ArgumentDefinition) -> YAMLLines {
    if argument.when == nil, argument.each == nil, let texts = argument.texts, texts.count == 1 {
      return template(texts[0])
    }
    var map = Entries()
    map.add(.when, argument.when.map(code))
    map.add(.each, argument.each.map(code))
    map.add(.args, argument.texts.map { .list($0.map(template).numbered("argument")) })
    return map.lines
  }

  mutating func add(_ write: WriteDefinition, to map: inout Entries) {
    if case .tree(let tree) = write.content { return add(tree, of: write, to: &map) }
    map.add(.path, template(write.path))
    switch write.content {
    case .parts(let parts) where isReadable && parts.count == 1 && parts[0].isPlain:
      map.add(.content, template(parts[0].text))
    case .parts(let parts): map.add(.content, .list(parts.map(part).numbered("part")))
    case .json(let value): map.add(.json, output(value))
    case .yaml(let value): map.add(.yaml, output(value))
    case .copy(let path, let bytes): map.add(.copy, .text(add(bytes, named: path)))
    case .tree: break
    }
    if write.exists != .ask { map.add(.exists, .text(write.exists.rawValue)) }
    map.add(.mode, write.mode.map { .scalar(YAMLLines.quoted(octal($0))) })
    if write.isSecret { map.add(.secret, .boolean(true)) }
    if write.onError != .retry { map.add(.onError, .text(write.onError.rawValue)) }
  }

  private mutating func add(
    _ tree: TreeDefinition, of write: WriteDefinition, to map: inout Entries
  ) {
    map.add(.tree, .text(add(tree)))
    map.add(.to, template(write.path))
    if tree.suffix != TreeDefinition.defaultSuffix {
      map.add(.suffix, .scalar(YAMLLines.quoted(tree.suffix)))
    }
    if !tree.skip.isEmpty { map.add(.skip, .list(tree.skip.map { .text($0) })) }
    map.add(.each, tree.each.map(code))
    if write.exists != .ask {
      map.add(
        .exists, .text(LoadingContext.treePolicy(write.exists) ?? write.exists.rawValue))
    }
    map.add(.mode, write.mode.map { .scalar(YAMLLines.quoted(octal($0))) })
    if write.isSecret { map.add(.secret, .boolean(true)) }
    if write.onError != .retry { map.add(.onError, .text(write.onError.rawValue)) }
  }

  private func octal(_ mode: Int) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private func part(_ part: ContentPartDefinition) -> YAMLLines {
    if part.when == nil, part.each == nil { return template(part.text) }
    var map = Entries()
    map.add(.when, part.when.map(code))
    map.add(.each, part.each.map(code))
    map.add(.text, template(part.text))
    return map.lines
  }
}

extension ContentPartDefinition {
  /// Whether it's a text without conditions.
  fileprivate var isPlain: Bool { when == nil && each == nil }
}

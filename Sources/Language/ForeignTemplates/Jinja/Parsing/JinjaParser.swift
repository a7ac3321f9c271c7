// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Parses templates of Jinja 3.1 into trees.
///
/// A tag that isn't known becomes ``JinjaNode/unknown(_:)``, and the rest of the template is parsed.
struct JinjaParser {
  /// The maximum number of blocks, and of brackets and operators, around a part of a template.
  static let maximumDepth = 64

  private let segments: [JinjaSegment]
  private var position = 0
  private var depth = 0

  /// Parses a template.
  ///
  /// - Throws: ``JinjaFailure`` if its blocks don't match, or are nested too deep.
  /// - Complexity: O(*n*) in the length of the template.
  static func parse(
    _ text: String, _ delimiters: JinjaDelimiters = JinjaDelimiters()
  ) throws(JinjaFailure) -> [JinjaNode] {
    var parser = JinjaParser(segments: try JinjaLexer.segments(of: text, delimiters))
    return try parser.nodes(until: []).nodes
  }

  private init(segments: [JinjaSegment]) { self.segments = segments }

  // MARK: Blocks

  /// Parses up to one of some tags, which it skips, and whose tokens it returns.
  private mutating func nodes(
    until ends: Set<String>
  ) throws(JinjaFailure) -> (nodes: [JinjaNode], end: String, tokens: JinjaTokens) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw .limit }
    var nodes: [JinjaNode] = []
    while position < segments.count {
      let segment = segments[position]
      position += 1
      switch segment {
      case .words(let words): nodes.append(.words(words))
      case .output(let tokens, let range):
        var tokens = JinjaTokens(tokens, in: range)
        let expression = try tokens.tuple()
        try tokens.finish()
        nodes.append(.output(expression, range))
      case .statement(let tokens, let range):
        var tokens = JinjaTokens(tokens, in: range)
        let tag = try tokens.name()
        if ends.contains(tag) { return (nodes, tag, tokens) }
        if let node = try statement(tag, range, &tokens) { nodes.append(node) }
      }
    }
    guard ends.isEmpty else { throw .syntax }
    return (nodes, "", JinjaTokens([], in: SourceRange(at: 0)))
  }

  /// Parses up to the end of a block.
  private mutating func body(_ end: String) throws(JinjaFailure) -> [JinjaNode] {
    try nodes(until: [end]).nodes
  }

  private mutating func statement(
    _ tag: String, _ range: SourceRange, _ tokens: inout JinjaTokens
  ) throws(JinjaFailure) -> JinjaNode? {
    switch tag {
    case "if": return try conditional(&tokens)
    case "for": return try loop(&tokens)
    case "set": return try assignment(&tokens)
    case "include":
      let name = try tokens.expression()
      var ignoresMissing = false
      while let word = tokens.takeName() { ignoresMissing = ignoresMissing || word == "missing" }
      return .include(name, ignoresMissing: ignoresMissing)
    case "import":
      let file = try tokens.expression()
      try tokens.expect("as")
      return .imports(file, [.init(name: nil, alias: try tokens.name())])
    case "from": return try imports(&tokens)
    case "macro":
      let name = try tokens.name()
      let parameters = try tokens.parameters()
      return .macro(name, parameters, try body("endmacro"))
    case "call":
      let parameters = tokens.next(is: "(") ? try tokens.parameters() : []
      let call = try tokens.expression()
      return .call(parameters, call, try body("endcall"))
    case "filter":
      // The content is the operand.
      let filter = try tokens.filters(of: tokens.literal(.string("")))
      return .filtered(filter, try body("endfilter"))
    case "with":
      var bindings: [(name: String, value: JinjaExpression)] = []
      while !tokens.isAtEnd {
        let name = try tokens.name()
        try tokens.expect("=")
        bindings.append((name, try tokens.expression()))
        guard tokens.take(",") else { break }
      }
      return .with(bindings, try body("endwith"))
    case "block": return .scope(try body("endblock"))
    case "autoescape": return .scope(try body("endautoescape"))
    case "yield":
      let name = try tokens.name()
      _ = tokens.take("from")
      let list = try tokens.expression()
      return .yield(name, list, try body("endyield"))
    case "do": return .evaluated([try tokens.tuple()])
    // jinja2_time: {% now 'utc', '%Y' %}
    case "now": return .now(try tokens.tuple())
    case "break", "continue": return .jump(tag, range)
    default:
      // The end of an unknown block is unknown, too.
      return tag.hasPrefix("end") ? nil : .unknown(tag, range)
    }
  }

  private mutating func conditional(
    _ tokens: inout JinjaTokens
  ) throws(JinjaFailure) -> JinjaNode {
    var branches: [JinjaNode.Branch] = []
    var condition = try tokens.tuple()
    while true {
      var (nodes, end, rest) = try nodes(until: ["elif", "else", "endif"])
      branches.append(JinjaNode.Branch(condition: condition, nodes: nodes))
      switch end {
      case "elif": condition = try rest.tuple()
      case "else": return .branches(branches, otherwise: try body("endif"))
      default: return .branches(branches, otherwise: nil)
      }
    }
  }

  private mutating func loop(_ tokens: inout JinjaTokens) throws(JinjaFailure) -> JinjaNode {
    let targets = try tokens.targets()
    try tokens.expect("in")
    let list = try tokens.tuple(isConditional: false)
    let filter = tokens.take("if") ? try tokens.expression() : nil
    let isRecursive = tokens.take("recursive")
    let (nodes, end, _) = try nodes(until: ["else", "endfor"])
    let otherwise = end == "else" ? try body("endfor") : []
    return .loop(
      JinjaNode.Loop(
        targets: targets.flatMap(\.assignedNames), list: list, filter: filter, nodes: nodes,
        otherwise: otherwise, isRecursive: isRecursive))
  }

  private mutating func assignment(_ tokens: inout JinjaTokens) throws(JinjaFailure) -> JinjaNode {
    let targets = try tokens.targets()
    if tokens.take("=") { return .set(targets, try tokens.tuple()) }
    guard targets.count == 1, case .name(let name) = targets[0].kind else { throw .syntax }
    let filter = tokens.isAtEnd ? nil : try tokens.filters(of: tokens.literal(.string("")))
    let nodes = try body("endset")
    return .setBlock(name, filter.map { [.filtered($0, nodes)] } ?? nodes)
  }

  private mutating func imports(_ tokens: inout JinjaTokens) throws(JinjaFailure) -> JinjaNode {
    let file = try tokens.expression()
    try tokens.expect("import")
    var names: [JinjaNode.Import] = []
    while let name = tokens.takeName() {
      if name == "with" || name == "without", tokens.takeName() == "context" { break }
      names.append(.init(name: name, alias: tokens.take("as") ? try tokens.name() : name))
      guard tokens.take(",") else {
        continue
      }
    }
    return .imports(file, names)
  }
}

extension JinjaExpression {
  /// The names to which a target of `set` or `for` assigns.
  var assignedNames: [String] {
    switch kind {
    case .name(let name): [name]
    case .tuple(let items), .list(let items): items.flatMap(\.assignedNames)
    default: []
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// A dump of a definition without places, so that equivalent definitions have the same text.
///
/// It uses reflection on stored properties, so properties that are added later are included
/// automatically.
struct PlacelessDump {
  private var lines: [String] = []
  private var language = "en"

  static func dump(_ flow: FlowDefinition) -> [String] {
    var dump = PlacelessDump()
    dump.add(flow, at: "")
    return dump.lines
  }

  private mutating func add(_ value: Any, at path: String) {
    switch value {
    case is SourcePlace, is SourceFile, is SourceMap: return
    case let name as Identifier: lines.append("\(path) = \(name.name.debugDescription)")
    case let text as LocalizedText:
      for variant in text.variants {
        // The flow's own language may be given explicitly if there are several.
        let tag = variant.language ?? language
        add(variant.template, at: "\(path).\(tag)")
      }
    case let template as TextTemplate: lines.append("\(path) = \(Self.words(template))")
    case let source as ExpressionSource: lines.append("\(path) = \(source.text)")
    case let flow as FlowDefinition:
      let outer = language
      language = flow.language
      addParts(of: flow, at: path)
      language = outer
    case let used as SubflowDefinition:
      // File names count as places.
      add(used.arguments, at: path + ".arguments")
      add(used.flow, at: path + ".flow")
    case let content as WriteDefinition.Content:
      switch content {
      case .copy(_, let bytes): lines.append("\(path) = copy \(bytes)")
      case .tree(var tree):
        tree.folder = ""
        addParts(of: tree, at: path + ".tree")
      default: addParts(of: content, at: path)
      }
    default: addParts(of: value, at: path)
    }
  }

  private mutating func addParts(of value: Any, at path: String) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum { lines.append("\(path) = \("\(value)".prefix { $0 != "(" })") }
    guard !mirror.children.isEmpty else {
      if mirror.displayStyle != .enum { lines.append("\(path) = \(value)") }
      return
    }
    for (index, child) in mirror.children.enumerated() {
      add(child.value, at: "\(path).\(child.label ?? "\(index)")")
    }
  }

  /// Returns a text with adjacent words joined: a `$` before a tag, and nothing before a control that
  /// isn't alone on its line, are written as expressions in a file.
  private static func words(_ template: TextTemplate) -> String {
    words(template.parts).debugDescription
  }

  private static func words(_ parts: [TextTemplate.Part]) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .words(let words): text += words
      case .expression(let source) where source.text == "'$'": text += "$"
      case .expression(let source) where source.text == "''": break
      case .expression(let source): text += "⟨\(source.text)⟩"
      case .conditional(let conditional):
        for branch in conditional.branches {
          text += "⟨if \(branch.condition.text): \(words(branch.parts))⟩"
        }
        text += "⟨else: \(words(conditional.otherwise))⟩"
      case .loop(let loop):
        let names = [loop.name.name, loop.value?.name].compactMap(\.self).joined(separator: ", ")
        text += "⟨\(names) in \(loop.list.text): \(words(loop.parts))⟩"
      case .binding(let binding): text += "⟨\(binding.name.name) = \(binding.value.text)⟩"
      case .file(let file):
        // The path of a file is the writer's.
        let arguments = file.arguments?.map { "\($0.name.name) = \($0.value.text)" } ?? ["all"]
        text += "⟨use \(words(file.text?.parts ?? [])) with \(arguments)⟩"
      }
    }
    return text
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// Reads JSON into the trees of YAML.
///
/// JSON may have characters in its texts that YAML 1.2 leaves to readers or doesn't allow, keys of any length, and
/// surrogate pairs, so it isn't read as YAML.
enum JSONTree {
  /// Returns the only document of a file, or nil if the file has to be read as YAML.
  ///
  /// That's a file that isn't JSON, unless its name ends with `.json`.
  ///
  /// - Complexity: O(*n*) in the length of the file.
  static func read(_ input: [UInt8], name: String, options: YAMLOptions) -> YAMLStream? {
    let isNamed = name.lowercased().hasSuffix(".json")
    let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = hasMark ? Array(input.dropFirst(3)) : input
    let first = bytes.first { !isBlank($0) }
    guard input.count <= options.maximumByteCount, let first,
      isNamed || first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let file = SourceFile(name: name, text: text, outline: options.outline)
    do throws(JSONError) {
      _ = try Value(json: text, maximumDepth: options.maximumDepth)
    } catch {
      guard isNamed else { return nil }
      var diagnostics = DiagnosticList()
      diagnostics.add(
        Diagnostic(
          "bad-json", "the file isn't JSON: \(error.message)",
          at: SourcePlace(file, SourceRange(at: min(error.offset, file.utf8Count)))))
      return YAMLStream(file: file, documents: [], diagnostics: diagnostics)
    }
    var walk = Walk(bytes: bytes)
    let root = walk.node()
    return YAMLStream(
      file: file, documents: [YAMLDocument(root: root, range: root.range)],
      diagnostics: DiagnosticList())
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// A walk through a text that's known to be JSON.
  private struct Walk {
    let bytes: [UInt8]
    var offset = 0

    private var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func skipBlanks() {
      while offset < bytes.count, JSONTree.isBlank(bytes[offset]) { offset += 1 }
    }

    /// Skips blanks and a byte, and returns whether it's there.
    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
      skipBlanks()
      guard current == UInt8(ascii: byte), offset < bytes.count else { return false }
      offset += 1
      return true
    }

    mutating func node() -> YAMLNode {
      skipBlanks()
      let start = offset
      var content: YAMLNode.Content
      if take("{") {
        var entries: [YAMLEntry] = []
        while !take("}"), offset < bytes.count {
          skipBlanks()
          let key = scalar()
          _ = take(":")
          entries.append(YAMLEntry(key: key, value: node()))
          _ = take(",")
        }
        content = .map(entries)
      } else if take("[") {
        var items: [YAMLNode] = []
        while !take("]"), offset < bytes.count {
          items.append(node())
          _ = take(",")
        }
        content = .list(items)
      } else {
        content = .scalar(scalar())
      }
      return YAMLNode(content, range: SourceRange(start, offset), isFlowStyle: true)
    }

    /// A text, a number, or a word.
    private mutating func scalar() -> YAMLScalar {
      let start = offset
      guard current == UInt8(ascii: "\"") else {
        while offset < bytes.count, !JSONTree.isBlank(current),
          ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(current)
        {
          offset += 1
        }
        return YAMLScalar(
          text: String(decoding: bytes[start..<offset], as: UTF8.self), style: .plain,
          range: SourceRange(start, offset), parentIndent: -1)
      }
      offset += 1
      while offset < bytes.count, current != UInt8(ascii: "\"") {
        offset += current == UInt8(ascii: "\\") ? 2 : 1
      }
      offset += 1
      let source = String(decoding: bytes[start..<offset], as: UTF8.self)
      let text = if case .string(let text)? = try? Value(json: source) { text } else { source }
      return YAMLScalar(
        text: text, style: .doubleQuoted, range: SourceRange(start, offset), parentIndent: -1)
    }
  }
}

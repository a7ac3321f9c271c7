// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The first form of a page, filled in as a visitor does who types an answer in each empty field, ticks each box, and
/// presses the first button.
struct PageForm {
  /// The address that it's sent to; nil for that of its page.
  private(set) var action: String?

  /// What's sent.
  private(set) var content: [UInt8] = []

  /// Reads a page; nil if it has no form.
  init?(_ page: Slice<UnsafeRawBufferPointer>, answer: String) {
    guard let start = page.position(of: "<form"),
      let end = page[start...].position(of: "</form>")
    else { return nil }
    var rest = page[start..<end]
    var hasButton = false
    while let open = rest.position(of: "<") {
      rest = rest[(open + 1)...]
      guard let close = rest.position(of: ">") else { return nil }
      let tag = rest[..<close]
      rest = rest[(close + 1)...]
      if tag.hasPrefix("form") {
        action = Tag(tag)["action"]
      } else if tag.hasPrefix("input") {
        let tag = Tag(tag)
        guard let name = tag["name"] else { continue }
        let value = tag["value"] ?? ""
        switch tag["type"] ?? "text" {
        case "checkbox": add(name, value.isEmpty ? "on" : value)
        case "hidden": add(name, value)
        default: add(name, value.isEmpty ? answer : value)
        }
      } else if tag.hasPrefix("button"), !hasButton {
        let tag = Tag(tag)
        hasButton = true
        if let name = tag["name"] { add(name, tag["value"] ?? "") }
      }
    }
  }

  /// Adds a pair as `application/x-www-form-urlencoded` has it.
  private mutating func add(_ name: String, _ value: String) {
    if !content.isEmpty { content.append(UInt8(ascii: "&")) }
    add(name)
    content.append(UInt8(ascii: "="))
    add(value)
  }

  private mutating func add(_ text: String) {
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        content.append(byte)
      case UInt8(ascii: " "): content.append(UInt8(ascii: "+"))
      default: content += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}

/// A tag, whose attributes have quoted values or none.
private struct Tag {
  private let bytes: Slice<UnsafeRawBufferPointer>

  init(_ bytes: Slice<UnsafeRawBufferPointer>) { self.bytes = bytes }

  /// The value of an attribute; nil if there's none.
  subscript(name: String) -> String? {
    guard let start = bytes.position(of: " \(name)=\"") else { return nil }
    let value = bytes[(start + name.utf8.count + 3)...].prefix { $0 != UInt8(ascii: "\"") }
    guard value.contains(UInt8(ascii: "&")) else { return value.text }
    var text = value.text
    for (code, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"),
      ("&#34;", "\""),
      ("&amp;", "&"),
    ] {
      text = text.replacing(code, with: character)
    }
    return text
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

extension ByteWriter {
  /// Writes a value that has a form.
  mutating func write(_ value: Value, as layout: ByteLayout) {
    switch (layout, value) {
    case (.text, .string(let text)): write(text)
    case (.name, .string(let name)): write(name: name)
    case (.content, .bytes(let content)): write(content)
    case (.number, .int(let number)): write(signed: Int128(number))
    case (.fingerprint, .string(let digits)): write(fixed: UInt64(digits, radix: 16) ?? 0)
    case (.value, _): write(value)
    case (.constant, _): break
    case (.word(let words), .string(let word)): write(UInt8(words.firstIndex(of: word) ?? 0))
    case (.list(let layout), .list(let elements)):
      write(count: elements.count)
      for element in elements { write(element, as: layout) }
    case (.optionals(let layout), .list(let elements)):
      write(count: elements.count)
      for element in elements {
        write(flag: element != .null)
        if element != .null { write(element, as: layout) }
      }
    case (.record(let layout), .map(let map)):
      write(count: map.count)
      let entries = map.map { (key: $0.key.plainText, content: $0.value) }
      for entry in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        write(entry.key)
        write(entry.content, as: layout)
      }
    case (.parts(let parts), .map(let map)): for part in parts { write(part) { map[$0] } }
    case (.choice(let forms), _):
      let number = forms.lastIndex { $0.fits(value) } ?? 0
      write(UInt8(number))
      write(value, as: forms[number])
    default: assertionFailure("\(value) has another form")
    }
  }

  /// Writes a part of an object with some entries.
  mutating func write(_ part: ByteLayout.Part, of entry: (String) -> Value?) {
    switch part {
    case .entry(let key, let layout): write(entry(key) ?? .null, as: layout)
    case .bits(let entries):
      let contents = entries.map { entry($0.0) }
      var bits: UInt8 = 0
      for (number, content) in contents.enumerated() where content ?? false != false {
        bits |= 1 << UInt8(number)
      }
      write(bits)
      for case (let content?, (_, let layout?)) in zip(contents, entries) {
        write(content, as: layout)
      }
    }
  }
}

extension ByteReader {
  /// Reads a value that has a form.
  mutating func value(as layout: ByteLayout) throws(SavedWalkError) -> Value {
    switch layout {
    case .text: return .string(try text())
    case .name: return .string(try name())
    case .content: return .bytes(try content())
    case .number: return .int(Int64(try signedInt()))
    case .fingerprint: return .string(try fixed().hexadecimal)
    case .value: return try value()
    case .constant(let word): return .string(word)
    case .word(let words):
      let number = Int(try byte())
      guard words.indices.contains(number) else { throw damaged("a word is unknown") }
      return .string(words[number])
    case .list(let layout):
      var elements: [Value] = []
      for _ in 0..<(try items()) { elements.append(try value(as: layout)) }
      return .list(elements)
    case .optionals(let layout):
      var elements: [Value] = []
      for _ in 0..<(try items()) { elements.append(try flag() ? try value(as: layout) : .null) }
      return .list(elements)
    case .record(let layout): return .map(try record(of: layout))
    case .parts(let parts):
      var map = ValueMap()
      for part in parts { try read(part, into: &map) }
      return .map(map)
    case .choice(let forms):
      let number = Int(try byte())
      guard forms.indices.contains(number) else { throw damaged("a form is unknown") }
      return try value(as: forms[number])
    }
  }

  /// Reads the entries of a record.
  mutating func record(of layout: ByteLayout) throws(SavedWalkError) -> ValueMap {
    var record = ValueMap()
    var last: String?
    for _ in 0..<(try items()) {
      let key = try text()
      if let last, !last.utf8.lexicographicallyPrecedes(key.utf8) {
        throw damaged("the keys aren't sorted")
      }
      last = key
      record[key] = try value(as: layout)
    }
    return record
  }

  /// Reads a part of an object.
  mutating func read(_ part: ByteLayout.Part, into map: inout ValueMap) throws(SavedWalkError) {
    switch part {
    case .entry(let key, let layout): map.appendNew(key, try value(as: layout))
    case .bits(let entries):
      let bits = try byte()
      guard bits >> UInt8(entries.count) == 0 else { throw damaged("a flag is unknown") }
      for (number, (key, layout)) in entries.enumerated() {
        let isThere = bits & (1 << UInt8(number)) != 0
        if let layout {
          if isThere { map.appendNew(key, try value(as: layout)) }
        } else {
          map.appendNew(key, .bool(isThere))
        }
      }
    }
  }
}

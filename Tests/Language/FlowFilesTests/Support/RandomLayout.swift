// SPDX-License-Identifier: Apache-2.0

import RandomTesting

/// A random, untidily formatted YAML file, with odd indentation, white space, comments, and every
/// style.
struct RandomLayout {
  /// The text of the file.
  private(set) var text = ""

  /// The comments, in file order.
  private(set) var comments: [String] = []

  private var random: SeededGenerator
  private var lineBreak = "\n"

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    if chance(10) { text += "\u{FEFF}" }
    if chance(15) { lineBreak = "\r\n" }
    addMap(indent: 0, depth: 0, isBehindDash: false)
    if chance(30) {
      comment(indent: number(0...6))
    } else if chance(20), text.hasSuffix(lineBreak) {
      // In Swift, \r\n is a single Character.
      text.removeLast()
    }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private mutating func pick(_ words: [String]) -> String {
    words.randomElement(using: &random) ?? "x"
  }

  // MARK: Lines

  private mutating func endLine() {
    if chance(12) { text += pick(["  ", " ", "\t", " \t "]) }
    if chance(12) {
      let comment = "# note \(comments.count)"
      comments.append(comment)
      text += pick([" ", "   ", "\t"]) + comment + (chance(20) ? "  " : "")
    }
    text += lineBreak
    blankLines()
  }

  private mutating func blankLines() {
    guard chance(15) else { return }
    for _ in 0..<number(1...3) { text += pick(["", "", "  ", "\t"]) + lineBreak }
  }

  private mutating func comment(indent: Int) {
    let comment = "# note \(comments.count)"
    comments.append(comment)
    text += blanks(indent) + comment + lineBreak
    blankLines()
  }

  private mutating func comments(near indent: Int) {
    while chance(12) { comment(indent: max(0, indent + number(-5...5))) }
  }

  // MARK: Nodes

  private mutating func addMap(indent: Int, depth: Int, isBehindDash: Bool) {
    for index in 0..<number(1...4) {
      if index > 0 || !isBehindDash {
        comments(near: indent)
        text += blanks(indent)
      }
      let quote = pick(["", "", "'", "\""])
      text += quote + pick(["a", "key", "テ", "when"]) + "\(index)" + quote
      text += chance(8) ? "  :" : ":"
      addValue(indent: indent, depth: depth, isInList: false)
    }
  }

  private mutating func addList(indent: Int, depth: Int, isBehindDash: Bool) {
    for index in 0..<number(1...3) {
      if index > 0 || !isBehindDash {
        comments(near: indent)
        text += blanks(indent)
      }
      text += "-"
      addValue(indent: indent, depth: depth, isInList: true)
    }
  }

  /// Writes what follows `key:` or `-`.
  private mutating func addValue(indent: Int, depth: Int, isInList: Bool) {
    let step = number(1...4)
    switch number(0...9) {
    case 0...1 where depth < 4:
      if isInList, chance(80) {
        text += blanks(step)
        addMap(indent: indent + 1 + step, depth: depth + 1, isBehindDash: true)
      } else {
        endLine()
        addMap(indent: indent + step, depth: depth + 1, isBehindDash: false)
      }
    case 2...3 where depth < 4:
      if isInList, chance(50) {
        text += blanks(step)
        addList(indent: indent + 1 + step, depth: depth + 1, isBehindDash: true)
      } else {
        endLine()
        let column = isInList || chance(60) ? indent + step : indent
        addList(indent: column, depth: depth + 1, isBehindDash: false)
      }
    case 4: addBlock(indent: indent, step: step)
    case 5:
      text += blanks(step)
      addBrackets(indent: indent + 1, depth: 0)
      endLine()
    case 6 where chance(50):
      // A multiline text.
      let quote = pick(["", "'", "\""])
      text += blanks(step) + quote + "one  two" + (chance(20) ? "  " : "") + lineBreak
      if chance(30) { text += lineBreak }
      text += blanks(indent + number(1...6)) + "three" + quote
      endLine()
    case 7 where !isInList:
      endLine()
      comments(near: indent + step)
      text += blanks(indent + step) + "'below'"
      endLine()
    default:
      text += blanks(step)
      text += pick(["word", "12", "a b", "'it''s'", "\"a\\tb\"", "é🙂", "x#y", "\"\"", "true"])
      endLine()
    }
  }

  private mutating func addBlock(indent: Int, step: Int) {
    let digit = chance(25) ? "\(step)" : ""
    text += " " + pick(["|", ">"]) + digit + pick(["", "-", "+"]) + lineBreak
    let column = indent + step
    if chance(20) { text += lineBreak }
    for _ in 0..<number(1...3) {
      let more = digit.isEmpty ? 0 : number(0...2)
      text += blanks(column + more) + pick(["one", "# no comment", "two  ", "a: b"]) + lineBreak
      if chance(20) { text += blanks(chance(50) ? 0 : column + 2) + lineBreak }
    }
    blankLines()
  }

  private mutating func addBrackets(indent: Int, depth: Int) {
    let isMap = chance(50)
    text += isMap ? "{" : "["
    gap(indent)
    let count = number(0...3)
    for index in 0..<count {
      if isMap { text += "k\(index)\(pick([": ", ":   "]))" }
      if depth < 2, chance(25) {
        addBrackets(indent: indent, depth: depth + 1)
      } else {
        text += pick(["w", "7", "'q'", "\"d\"", "a b"])
      }
      gap(indent)
      if index < count - 1 {
        text += pick([", ", ",   ", " , "])
        gap(indent)
      }
    }
    text += isMap ? "}" : "]"
  }

  private mutating func gap(_ indent: Int) {
    if chance(25) { text += blanks(number(1...2)) }
    if chance(8) { text += lineBreak + blanks(indent + number(0...4)) }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

extension PatternParser {
  /// Parses the start of a group, or flags that apply up to the end of the enclosing group.
  mutating func openGroup() throws(RegularExpressionError) {
    let start = index
    guard openGroups.count <= limits.nesting else {
      throw error(
        .tooLarge, "groups are nested more than \(limits.nesting) deep", from: start)
    }
    var group = OpenGroup(start: start, number: nil, outerFlags: flags)
    index += 1
    if !accept("?") {
      groupNames.append(nil)
      group.number = groupNames.count - 1
    } else if at("P<") || (at("<") && peek(1) != 0x3D && peek(1) != 0x21) {
      groupNames.append(try parseGroupName(from: start))
      group.number = groupNames.count - 1
    } else if let reason = unsupportedGroup() {
      throw error(.unsupported, reason.message, from: start, to: index + reason.length)
    } else {
      try parseFlags(from: start)
      guard accept(":") else {
        index += 1
        return
      }
    }
    openGroups.append(group)
  }

  private mutating func parseGroupName(
    from start: Int
  ) throws(RegularExpressionError) -> String {
    _ = accept("P")
    _ = accept("<")
    let nameStart = index
    while let next = peek(), next != 0x3E, next != 0x29 { index += 1 }
    let nameEnd = index
    guard accept(">") else {
      throw error(
        .syntax, "the name of this group is not closed; expected '>'", from: start, to: nameEnd)
    }
    let name = text(nameStart, nameEnd)
    guard !name.isEmpty, name.unicodeScalars.allSatisfy({ UnicodeClasses.words.contains($0.value) })
    else {
      throw error(
        .syntax, "'\(name)' isn't a group name; ASCII letters, digits, and '_' are allowed",
        from: nameStart, to: max(nameEnd, nameStart + 1))
    }
    guard groupRanges[name] == nil else {
      throw error(
        .syntax, "two groups have the name '\(name)'", from: nameStart, to: nameEnd)
    }
    groupRanges[name] = SourceRange(offsets[nameStart], offsets[nameEnd])
    return name
  }

  /// Syntax after `(?` that other engines support, but this one doesn't.
  private func unsupportedGroup() -> (message: String, length: Int)? {
    let linear = "patterns run in linear time"
    if at("=") || at("!") { return ("look-ahead is not supported: \(linear)", 1) }
    if at("<=") || at("<!") { return ("look-behind is not supported: \(linear)", 2) }
    if at(">") { return ("atomic groups are not supported", 1) }
    if at("|") { return ("branch-reset groups are not supported", 1) }
    if at("#") { return ("comments in patterns are not supported", 1) }
    if at("(") { return ("conditional groups are not supported: \(linear)", 1) }
    if at("P=") || at("P>") || at("&") || at("R") || at("0") {
      return ("references to groups are not supported: \(linear)", 1)
    }
    if at("'") { return ("named groups are written '(?P<name>…)' or '(?<name>…)'", 1) }
    return nil
  }

  /// Parses flags up to the `:` or `)` after them.
  private mutating func parseFlags(from start: Int) throws(RegularExpressionError) {
    var isOn = true
    var hasFlagSinceMinus = true
    var read = flags
    while let next = peek(), next != 0x3A, next != 0x29 {
      switch Unicode.Scalar(next) {
      case "i": read.ignoresCase = isOn
      case "m": read.isMultiline = isOn
      case "s": read.dotMatchesNewline = isOn
      case "U": read.isUngreedy = isOn
      case "-" where isOn:
        isOn = false
        hasFlagSinceMinus = false
        index += 1
        continue
      default:
        let extra = next == 0x78 ? " (extended patterns are not supported)" : ""
        throw error(
          .syntax,
          "unknown flag '\(text(index, index + 1))'\(extra); 'i', 'm', 's' and 'U' are "
            + "allowed", from: index)
      }
      hasFlagSinceMinus = true
      index += 1
    }
    guard peek() != nil else {
      throw error(.syntax, "this group is not closed; expected ')'", from: start, to: index)
    }
    guard hasFlagSinceMinus else {
      throw error(.syntax, "expected a flag: 'i', 'm', 's' or 'U'", from: start, to: index + 1)
    }
    flags = read
  }
}

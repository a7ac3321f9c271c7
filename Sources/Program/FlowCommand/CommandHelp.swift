// SPDX-License-Identifier: GPL-3.0-or-later

/// The help of a command, as the option parser writes it, and a short form that fits a window.
///
/// With an explanation of each option, the help of `run` has almost 100 rows, so that its beginning has
/// left the window when it's shown.
struct CommandHelp {
  /// The help with an explanation of each option.
  let text: String

  /// The number of rows of a window that has the short form and the next prompt.
  private static let rows = 23

  /// The maximum width of the short form, in cells.
  private static let columns = 80

  /// Returns whether the words of a command line ask for the short form.
  static func isShort(for words: some Collection<String>) -> Bool {
    words.first != "help" && words.contains { ["--help", "-help", "-h"].contains($0) }
  }

  /// The help if it fits a window, else what the command does, an example, and the names of its options.
  var short: String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }) else { return text }
    let command = lines[usage].split(separator: " ").dropFirst().prefix { word in
      !["[", "<", "-"].contains(word.first)
    }
    lines[usage] = Self.shortened(lines[usage], of: command)
    guard lines.count > Self.rows else { return lines.joined(separator: "\n") }
    let example = lines.drop { !$0.hasPrefix("Example: ") }.prefix { !$0.isEmpty }
    let topic = command.dropFirst().joined(separator: " ")
    let foot = ["", "'stackflow help \(topic)' explains the rest."]
    let sections = Self.sections(of: lines[usage...])
    var named = sections.map(\.named)
    let heads = [Array(lines[...usage]), [lines[0], ""] + example + ["", lines[usage]]]
    func count(_ head: [String]) -> Int { (head + [""] + named.joined() + foot).count }
    let head = heads.first { count($0) <= Self.rows } ?? heads[1]
    // As many sections as there's room for are explained.
    for (index, section) in sections.enumerated() {
      let short = named[index]
      named[index] = section.lines
      if count(head) > Self.rows { named[index] = short }
    }
    return (head + [""] + named.joined() + foot).joined(separator: "\n")
  }

  /// Returns how a command is used, without its options.
  private static func shortened(_ usage: String, of command: ArraySlice<Substring>) -> String {
    var words: [String] = []
    var depth = 0
    for word in usage.split(separator: " ").dropFirst(1 + command.count) {
      if depth > 0 { words[words.count - 1] += " " + word } else { words.append(String(word)) }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    let arguments = words.filter { !$0.hasPrefix("[-") && $0 != "[<options>]" }
    return (["USAGE:"] + command.map(String.init) + ["[<options>]"] + arguments)
      .joined(separator: " ")
  }

  private struct Section {
    /// The title, and what explains each option or argument.
    var lines: [String]

    /// The names of the options or the arguments.
    var names: [String] = []

    /// The title and the names, in as many lines as they need.
    var named: [String] {
      var named = [lines[0]]
      for name in names {
        let last = named[named.count - 1]
        if last.count + 1 + name.count <= CommandHelp.columns {
          named[named.count - 1] += " " + name
        } else {
          named.append("  " + name)
        }
      }
      return named
    }
  }

  private static func sections(of lines: ArraySlice<String>) -> [Section] {
    var sections: [Section] = []
    for line in lines.dropFirst() where !line.isEmpty {
      if line.last == ":", line.first?.isUppercase == true {
        sections.append(Section(lines: [line]))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
        guard line.hasPrefix("  "), !line.hasPrefix("   ") else { continue }
        let words = line.split(separator: " ")
        guard let name = words.first(where: { !$0.hasSuffix(",") }), name != "--help",
          name != "--version"
        else { continue }
        sections[sections.count - 1].names.append(String(name))
      }
    }
    return sections.filter { !$0.names.isEmpty }
  }
}

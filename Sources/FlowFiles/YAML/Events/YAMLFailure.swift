// SPDX-License-Identifier: Apache-2.0

/// Why libyaml stopped.
struct YAMLFailure: Error {
  /// What it found or missed.
  enum Problem {
    /// A list in brackets continues without `,` or `]`.
    case unclosedList

    /// A map in braces continues without `,` or `}`.
    case unclosedMap

    /// The text ends inside quotes.
    case unclosedQuote

    /// A line of a map is no key.
    case noKey

    /// A line of a list has no `-`.
    case noDash

    /// A key has no `:`.
    case noColon

    /// A `:` where no map can begin.
    case misplacedColon

    /// A `-` where no list can begin.
    case misplacedDash

    /// A `?` where no key can begin.
    case misplacedQuestionMark

    /// A tab in the indentation.
    case tab

    /// An escape that doesn't exist.
    case unknownEscape

    /// An escape without its hexadecimal digits.
    case noHexadecimalDigits

    /// An escape that names no character.
    case invalidCharacterEscape

    /// Too many lists and maps in each other.
    case tooDeep

    /// Something else than digits and signs after `|` or `>`.
    case blockHeader

    /// Something follows the document.
    case noDocumentStart

    /// A directive for another version of YAML.
    case version

    /// Another directive.
    case directive

    /// Anything else.
    case other
  }

  /// What it was doing.
  enum Context {
    /// Reading a text in quotes.
    case quotedText

    /// Reading a directive.
    case directive

    /// Reading a tag.
    case tag

    /// Reading an anchor.
    case anchor

    /// Reading an alias.
    case alias

    /// Anything else, or it doesn't say.
    case other
  }

  /// What it found or missed.
  let problem: Problem

  /// What it was doing.
  let context: Context

  /// Where it stopped, in scalars.
  let problemIndex: Int

  /// Where what it was doing began, in scalars; nil when it names no place.
  let contextIndex: Int?
}

// libyaml gives its reasons as English sentences only. They are read here and nowhere else.

extension YAMLFailure.Problem {
  /// Reads libyaml's words for a problem.
  init(libyaml words: String) {
    switch words {
    case "did not find expected ',' or ']'": self = .unclosedList
    case "did not find expected ',' or '}'": self = .unclosedMap
    case "found unexpected end of stream", "found unexpected document indicator":
      self = .unclosedQuote
    case "did not find expected key": self = .noKey
    case "did not find expected '-' indicator": self = .noDash
    case "could not find expected ':'": self = .noColon
    case "mapping values are not allowed in this context": self = .misplacedColon
    case "block sequence entries are not allowed in this context": self = .misplacedDash
    case "mapping keys are not allowed in this context": self = .misplacedQuestionMark
    case "found unknown escape character": self = .unknownEscape
    case "did not find expected hexdecimal number": self = .noHexadecimalDigits
    case "found invalid Unicode character escape code": self = .invalidCharacterEscape
    case "Maximum nesting level reached, set with yaml_set_max_nest_level())": self = .tooDeep
    case "found an indentation indicator equal to 0", "did not find expected comment or line break":
      self = .blockHeader
    case let words where words.contains("tab character"): self = .tab
    case let words where words.contains("document start"): self = .noDocumentStart
    case let words where words.contains("%YAML") || words.contains("YAML document"):
      self = .version
    case let words where words.contains("%TAG") || words.contains("directive"): self = .directive
    default: self = .other
    }
  }

  /// Whether it is about an escape in a text.
  var isEscape: Bool {
    switch self {
    case .unknownEscape, .noHexadecimalDigits, .invalidCharacterEscape: true
    default: false
    }
  }

  /// Whether a bracket or a brace isn't closed.
  var isUnclosedBracket: Bool { self == .unclosedList || self == .unclosedMap }
}

extension YAMLFailure.Context {
  /// Reads libyaml's words for what it was doing; nil when it says nothing.
  init(libyaml words: String?) {
    switch words {
    case let words? where words.hasSuffix("a quoted scalar"): self = .quotedText
    case let words? where words.contains("directive"): self = .directive
    case let words? where words.contains("tag"): self = .tag
    case let words? where words.contains("anchor"): self = .anchor
    case let words? where words.contains("alias"): self = .alias
    default: self = .other
    }
  }
}

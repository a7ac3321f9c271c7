// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The reason why libyaml stopped parsing.
struct YAMLFailure: Error {
  enum Problem {
    /// `,` or `]` is missing in a list in brackets.
    case unclosedList

    /// `,` or `}` is missing in a map in braces.
    case unclosedMap

    /// The text ends inside quotes.
    case unclosedQuote

    /// A line of a map isn't a key.
    case noKey

    /// A line of a list has no `-`.
    case noDash

    /// A key has no `:`.
    case noColon

    /// A `:` is where no map can begin.
    case misplacedColon

    /// A `-` is where no list can begin.
    case misplacedDash

    /// A `?` is where no key can begin.
    case misplacedQuestionMark

    /// There's a tab in the indentation.
    case tab

    /// An escape doesn't exist.
    case unknownEscape

    /// An escape lacks its hexadecimal digits.
    case noHexadecimalDigits

    /// An escape isn't a valid character.
    case invalidCharacterEscape

    /// Lists and maps are nested too deeply.
    case tooDeep

    /// Something other than indicators follows `|` or `>`.
    case blockHeader

    /// Something follows the end of the document.
    case noDocumentStart

    /// There's a directive for another version of YAML.
    case version

    /// There's another directive.
    case directive

    /// Anything else.
    case other
  }

  /// The part of the text that libyaml was reading.
  enum Context {
    case quotedText

    case directive

    case tag

    case anchor

    case alias

    /// Anything else, or unknown.
    case other
  }

  let problem: Problem

  let context: Context

  /// The position at which it stopped, in scalars.
  let problemIndex: Int

  /// The start position of the context, in scalars; nil if unknown.
  let contextIndex: Int?
}

// libyaml provides its reasons only as English sentences, which are parsed only here.

extension YAMLFailure.Problem {
  /// Creates a problem from libyaml's message.
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
    case let words where words.includes("tab character"): self = .tab
    case let words where words.includes("document start"): self = .noDocumentStart
    case let words where words.includes("%YAML") || words.includes("YAML document"):
      self = .version
    case let words where words.includes("%TAG") || words.includes("directive"): self = .directive
    default: self = .other
    }
  }

  /// Whether the problem is about an escape in a text.
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
  /// Creates a context from libyaml's message, which may be missing.
  init(libyaml words: String?) {
    switch words {
    case let words? where words.hasSuffix("a quoted scalar"): self = .quotedText
    case let words? where words.includes("directive"): self = .directive
    case let words? where words.includes("tag"): self = .tag
    case let words? where words.includes("anchor"): self = .anchor
    case let words? where words.includes("alias"): self = .alias
    default: self = .other
    }
  }
}

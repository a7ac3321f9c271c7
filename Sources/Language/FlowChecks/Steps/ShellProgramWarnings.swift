// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Commands that run a program given as text, such as `sh -c`.
extension FlowChecking {
  /// Warns about answers that become part of a program: `[sh, -c, "echo ${name} | wc"]`.
  ///
  /// No shell splits a command, so an answer stays one argument. In the text of a program it
  /// becomes code.
  mutating func warnOfShellProgram(_ arguments: [CheckedArgument]) {
    let texts = arguments.flatMap { $0.texts ?? [] }
    guard let first = texts.first?.plainWords,
      let flag = Self.programFlags[String(first.split(separator: "/").last ?? "")]
    else { return }
    let isShell = flag == "c" && first.hasSuffix("sh")
    var takesProgram = false
    for text in texts.dropFirst() {
      if takesProgram {
        for expression in text.shownExpressions where expression.mayBeCode {
          report(foundIn(expression.source, isShell: isShell))
        }
        return
      }
      guard let word = text.plainWords, word.hasPrefix("-") else { return }
      takesProgram = !word.hasPrefix("--") && word.contains(flag)
    }
  }

  /// The letter of the option before a program, by the name of what runs it.
  private static let programFlags: [String: Character] = [
    "sh": "c", "bash": "c", "dash": "c", "zsh": "c", "ksh": "c", "ash": "c", "fish": "c",
    "python": "c", "python3": "c", "perl": "e", "ruby": "e", "node": "e", "php": "r",
  ]

  private func foundIn(_ source: ExpressionSource, isShell: Bool) -> Diagnostic {
    let answer =
      source.text.count > 60 || source.text.contains(where: \.isNewline) ? "…" : source.text
    return Diagnostic(
      "shell-program", .warning,
      isShell
        ? "'\(answer)' becomes part of the shell's program; write \"$1\" there, and pass it as an "
          + "argument after the program: sh, \"${\(answer)}\""
        : "'\(answer)' becomes part of the program; pass it as an argument after the program",
      at: source.place)
  }
}

extension CheckedText {
  /// The text, if it's the same in every language and has no expression.
  fileprivate var plainWords: String? {
    guard variants.count == 1, let variant = variants.first else { return nil }
    return words(in: variant.language)
  }
}

extension FlowExpression {
  /// Whether its value is a text that the flow doesn't determine.
  fileprivate var mayBeCode: Bool {
    switch compiled.type {
    case .string, .optional(.string): break
    default: return false
    }
    switch compiled.knownValues {
    case .oneOf, .written: return false
    default: return true
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Testing

@Suite struct SyntaxMistakeTests {
  @Test(arguments: rows) func syntaxMistakesAreReported(_ row: MistakeRow) {
    row.check()
  }

  // Users read these messages: a change here is a change for them.
  // swift-format-ignore
  private static let rows: [MistakeRow] = [
    MistakeRow(##"テスト == 1 # 2"##, [##"unexpected-character 0..<9: 'テスト' isn't allowed here"##, ##"unexpected-character 15..<16: '#' isn't allowed here"##]),
    MistakeRow(#"'abc"#, [#"unterminated-text 0..<4: the text that starts here has no closing ' on its line"#], fixed: #"'abc'"#),
    MistakeRow(#"'a\qb'"#, [#"invalid-escape 2..<4: '\q' isn't an escape; for a backslash write '\\'"#], fixed: #"'a\\qb'"#),
    MistakeRow(#"99999999999999999999"#, [#"number-out-of-range 0..<20: the number is out of range for an int"#]),
    MistakeRow(#"9223372036854775808"#, [#"number-out-of-range 0..<19: the number is out of range for an int"#]),
    MistakeRow(#"a ? b ? 1 : 2 : 3"#, [#"nested-condition 6..<7: a condition inside the first branch of '?:' needs parentheses"#]),
    MistakeRow(#"(n + 1"#, [#"syntax-error 6..<6: ')' is missing"#], fixed: #"(n + 1)"#),
    MistakeRow(#"n + "#, [#"syntax-error 4..<4: the expression ends too early"#]),
    MistakeRow(#"[1, 2"#, [#"syntax-error 5..<5: ']' is missing"#], fixed: #"[1, 2]"#),
    MistakeRow(#"n n"#, [#"syntax-error 2..<3: an operator is expected before 'n'"#]),
    MistakeRow(#""#, [#"empty-expression 0..<0: an expression is expected here"#]),
    MistakeRow(#"   "#, [#"empty-expression 3..<3: an expression is expected here"#]),
    MistakeRow(#"§"#, [#"unexpected-character 0..<2: '§' isn't allowed here"#]),
    MistakeRow(#"if"#, [#"reserved-word 0..<2: 'if' is a reserved word and cannot be a name"#]),
    MistakeRow(#"a.true"#, [#"reserved-word 2..<6: 'true' cannot be a field's name here; write it as ['true']"#]),
    MistakeRow(#"Foo{a: 1}"#, [#"messages-not-supported 0..<4: messages aren't part of this language; write a map '{…}'"#]),
    MistakeRow(#"has(1)"#, [#"invalid-has 4..<5: 'has' takes the selection of a field, as in 'has(a.b)'"#]),
    MistakeRow(#"team.map(1, 2)"#, [#"invalid-macro-variable 9..<10: 'map' takes a simple name for the bound value here"#]),
    MistakeRow(#"a b c"#, [#"syntax-error 2..<3: an operator is expected before 'b'"#]),
  ]
}

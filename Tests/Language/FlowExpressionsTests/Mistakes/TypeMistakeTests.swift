// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Testing

@Suite struct TypeMistakeTests {
  @Test(arguments: rows) func typeMistakesAreReported(_ row: MistakeRow) {
    row.check()
  }

  // Users read these messages: a change here is a change for them.
  // swift-format-ignore
  private static let rows: [MistakeRow] = [
    MistakeRow(#"price == 5"#, [#"no-overload 0..<10: '==' is not defined for a double and an int"#], fixed: #"price == 5.0"#),
    MistakeRow(#"price + 1"#, [#"no-overload 0..<9: '+' is not defined for a double and an int; expected 'int + int' or 'double + double'"#], fixed: #"price + 1.0"#),
    MistakeRow(#"5"#, as: .double, [#"type-mismatch 0..<1: a double is expected here, found an int"#], fixed: #"5.0"#),
    MistakeRow(#"n"#, as: .double, [#"type-mismatch 0..<1: a double is expected here, found an int"#], fixed: #"double(n)"#),
    MistakeRow(#"n"#, as: .string, [#"type-mismatch 0..<1: a string is expected here, found an int"#], fixed: #"string(n)"#),
    MistakeRow(#"price * n"#, [#"no-overload 0..<9: '*' is not defined for a double and an int; expected 'int * int' or 'double * double'"#], fixed: #"price * double(n)"#),
    MistakeRow(#"'a' + n"#, [#"no-overload 0..<7: '+' is not defined for a string and an int; expected 'int + int' or 'string + string'"#], fixed: #"'a' + string(n)"#),
    MistakeRow(#"n == 'x'"#, [#"no-overload 0..<8: an int never equals a string"#]),
    MistakeRow(#"kind.startsWith(1)"#, [#"no-overload 16..<17: 'startsWith' takes a string, not an int"#]),
    MistakeRow(#"kind.startsWith()"#, [#"no-overload 5..<15: 'startsWith' takes 1 argument, found 0"#]),
    MistakeRow(#"startsWith(kind, 'a')"#, [#"no-overload 0..<10: 'startsWith' is called as 'value.startsWith(…)'"#]),
    MistakeRow(#"kind.matches('(')"#, [#"invalid-pattern 13..<16: this group is not closed; expected ')'"#]),
    MistakeRow(#"1 + true"#, [#"no-overload 0..<8: '+' is not defined for an int and a bool; expected 'int + int'"#]),
    MistakeRow(#"-kind"#, [#"no-overload 0..<5: '-' is not defined for a string"#]),
    MistakeRow(#"n.map(x, x)"#, [#"no-range 0..<1: 'map' iterates over lists and maps, not over an int"#]),
    MistakeRow(#"{1.5: 2}"#, [#"invalid-key 1..<4: a key is a bool, int, uint or string, not a double"#]),
    MistakeRow(#"{[1]: 2}"#, [#"invalid-key 1..<4: a key is a bool, int, uint or string, not a list of ints"#]),
    MistakeRow(#"n[0]"#, [#"no-index 1..<4: an int has no elements to index"#]),
    MistakeRow(#"team['a']"#, [#"type-mismatch 5..<8: the index of a list is an int, not a string"#]),
    MistakeRow(#"label('a')"#, [#"no-overload 6..<9: 'label' takes the bare name of an answer"#]),
    MistakeRow(#"label(n)"#, [#"no-overload 6..<7: 'label' takes the answer of a choice, but 'n' isn't one"#]),
    MistakeRow(#"label(string)"#, [#"no-overload 6..<12: 'label' takes the bare name of an answer"#]),
    MistakeRow(#"label(n, n)"#, [#"no-overload 6..<7: 'label' takes the bare name of an answer"#]),
    MistakeRow(#"team.all(n, label(n) == '')"#, [#"no-overload 18..<19: 'label' takes the bare name of an answer"#]),
    MistakeRow(#"math.greatest('a')"#, [#"no-overload 14..<17: 'math.greatest' takes a number or a list of numbers, not a string"#]),
    MistakeRow(#"math.greatest()"#, [#"no-overload 5..<13: 'math.greatest' takes 1 to 16 arguments, found 0"#]),
    MistakeRow(#"1 < 2 < 3"#, [#"no-overload 0..<9: '<' is not defined for a bool and an int; expected 'bool < bool', 'int < int', 'uint < int' or 'double < int'"#]),
    MistakeRow(#"'a' in kind"#, [#"no-overload 0..<11: a string cannot be in a string; write `kind.contains('a')`"#], fixed: #"kind.contains('a')"#),
    MistakeRow(#"n in team"#, [#"no-overload 0..<9: an int cannot be in a list of strings"#]),
    MistakeRow(#"n in {'a': 1}"#, [#"no-overload 0..<13: a key of the map is a string, not an int"#]),
    MistakeRow(#"kind.contains(n)"#, [#"no-overload 14..<15: 'contains' takes a string, not an int"#]),
    MistakeRow(#"team.sort(1)"#, [#"no-overload 5..<9: 'sort' takes 0 arguments, found 1"#]),
    MistakeRow(#"ok ? 1 : 'a'"#, [#"type-mismatch 5..<12: the branches are of different types, an int and a string"#]),
    MistakeRow(#"optional.of(1) + 1"#, [#"no-overload 0..<18: '+' is not defined for an optional int and an int; expected 'int + int'"#]),
    MistakeRow(#"timestamp('x') + 1"#, [#"no-overload 0..<18: '+' is not defined for a timestamp and an int; expected 'int + int' or 'timestamp + duration'"#]),
    MistakeRow(#"sum(team)"#, [#"no-overload 4..<8: 'sum' takes a list of numbers or durations, not a list of strings"#]),
    MistakeRow(#"n.sum()"#, [#"no-overload 2..<5: 'sum' is for lists of numbers or durations, not for an int"#]),
  ]
}

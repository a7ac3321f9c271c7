// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Testing

@Suite struct HabitMistakeTests {
  @Test(arguments: rows) func habitsFromOtherLanguagesAreFixed(_ row: MistakeRow) {
    row.check()
  }

  // Users read these messages: a change here is a change for them.
  // swift-format-ignore
  private static let rows: [MistakeRow] = [
    MistakeRow(#"backup_dst"#, as: .bool, [#"not-a-condition 0..<10: a string is not a condition; did you mean `backup_dst != ''`?"#], fixed: #"backup_dst != ''"#),
    MistakeRow(#"backup_dst && ok"#, [#"not-a-condition 0..<10: a string is not a condition; did you mean `backup_dst != ''`?"#], fixed: #"backup_dst != '' && ok"#),
    MistakeRow(#"ok and ok"#, [#"wrong-operator 3..<6: 'and' isn't an operator here; did you mean '&&'?"#], fixed: #"ok && ok"#),
    MistakeRow(#"ok or not ok"#, [#"wrong-operator 3..<5: 'or' isn't an operator here; did you mean '||'?"#, #"wrong-operator 6..<9: 'not' isn't an operator here; did you mean '!'?"#], fixed: #"ok || not ok"#),
    MistakeRow(#"not ok"#, [#"wrong-operator 0..<3: 'not' isn't an operator here; did you mean '!'?"#], fixed: #"!ok"#),
    MistakeRow(#"kind = 'http'"#, [#"wrong-operator 5..<6: '=' isn't an operator here; did you mean '=='?"#], fixed: #"kind == 'http'"#),
    MistakeRow(#"kind === 'http'"#, [#"wrong-operator 5..<8: '===' isn't an operator here; did you mean '=='?"#], fixed: #"kind == 'http'"#),
    MistakeRow(#"n <> 3"#, [#"wrong-operator 2..<4: '<>' isn't an operator here; did you mean '!='?"#], fixed: #"n != 3"#),
    MistakeRow(#"ok & ok"#, [#"wrong-operator 3..<4: '&' isn't an operator here; did you mean '&&'?"#], fixed: #"ok && ok"#),
    MistakeRow(#"ok | ok"#, [#"wrong-operator 3..<4: '|' isn't an operator here; did you mean '||'?"#], fixed: #"ok || ok"#),
    MistakeRow(#"backup_dst == null"#, [#"null-check 0..<18: a string is never null; did you mean `backup_dst == ''`?"#], fixed: #"backup_dst == ''"#),
    MistakeRow(#"port != null"#, [#"null-check 0..<12: 'port' is never null; did you mean `has(port)`?"#], fixed: #"has(port)"#),
    MistakeRow(#"team == null"#, [#"null-check 0..<12: a list of strings is never null; did you mean `size(team) == 0`?"#], fixed: #"size(team) == 0"#),
    MistakeRow(#"port ? 1 : 2"#, [#"not-a-condition 0..<4: an optional int is not a condition; did you mean `port.hasValue()`?"#], fixed: #"port.hasValue() ? 1 : 2"#),
    MistakeRow(#"team.exists(t, t = 'a')"#, [#"wrong-operator 17..<18: '=' isn't an operator here; did you mean '=='?"#], fixed: #"team.exists(t, t == 'a')"#),
    MistakeRow(#"!n"#, [#"not-a-condition 1..<2: an int is not a condition; did you mean `n != 0`?"#], fixed: #"!(n != 0)"#),
    MistakeRow(#"5"#, as: .bool, [#"not-a-condition 0..<1: an int is not a condition; did you mean `5 != 0`?"#], fixed: #"5 != 0"#),
    MistakeRow(#"price"#, as: .bool, [#"not-a-condition 0..<5: a double is not a condition; did you mean `price != 0.0`?"#], fixed: #"price != 0.0"#),
    MistakeRow(#"team"#, as: .bool, [#"not-a-condition 0..<4: a list of strings is not a condition; did you mean `size(team) > 0`?"#], fixed: #"size(team) > 0"#),
    MistakeRow(#"null"#, as: .bool, [#"not-a-condition 0..<4: null is not a condition"#]),
    MistakeRow(#"port"#, as: .bool, [#"not-a-condition 0..<4: an optional int is not a condition; did you mean `port.hasValue()`?"#], fixed: #"port.hasValue()"#),
  ]
}

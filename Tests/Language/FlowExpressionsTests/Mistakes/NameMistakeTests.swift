// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Testing

@Suite struct NameMistakeTests {
  @Test(arguments: rows) func unknownNamesSuggestSimilarNames(_ row: MistakeRow) {
    row.check()
  }

  // Users read these messages: a change here is a change for them.
  // swift-format-ignore
  private static let rows: [MistakeRow] = [
    MistakeRow(#"not(ok)"#, [#"unknown-function 0..<3: unknown function 'not'; did you mean '!'?"#], fixed: #"!(ok)"#),
    MistakeRow(#"kind == http"#, [#"unknown-name 8..<12: unknown name 'http'; did you mean the text 'http'?"#], fixed: #"kind == 'http'"#),
    MistakeRow(#"kind in [http, cron]"#, [#"unknown-name 9..<13: unknown name 'http'; did you mean the text 'http'?"#, #"unknown-name 15..<19: unknown name 'cron'; did you mean the text 'cron'?"#], fixed: #"kind in ['http', cron]"#),
    MistakeRow(#"kin == 'http'"#, [#"unknown-name 0..<3: unknown name 'kin'; did you mean 'kind'?"#], fixed: #"kind == 'http'"#),
    MistakeRow(#"owner.nmae"#, [#"unknown-field 6..<10: unknown field 'nmae'; did you mean 'name'?"#], fixed: #"owner.name"#),
    MistakeRow(#"owner['nmae']"#, [#"unknown-field 5..<13: unknown field 'nmae'; did you mean 'name'?"#], fixed: #"owner['name']"#),
    MistakeRow(#"team.len()"#, [#"unknown-function 5..<8: unknown method 'len'; did you mean 'size'?"#], fixed: #"team.size()"#),
    MistakeRow(#"len(team)"#, [#"unknown-function 0..<3: unknown function 'len'; did you mean 'size'?"#], fixed: #"size(team)"#),
    MistakeRow(#"team.size"#, [#"no-fields 5..<9: a list of strings has no fields, so it has no 'size'; did you mean `size()`?"#], fixed: #"team.size()"#),
    MistakeRow(#"kind.startswith('a')"#, [#"unknown-function 5..<15: unknown method 'startswith'; did you mean 'startsWith'?"#], fixed: #"kind.startsWith('a')"#),
    MistakeRow(#"a.if"#, [#"unknown-name 0..<1: unknown name 'a'"#]),
    MistakeRow(#"team.map(x, y)"#, [#"unknown-name 12..<13: unknown name 'y'"#]),
    MistakeRow(#"n.foo"#, [#"no-fields 2..<5: an int has no fields, so it has no 'foo'"#]),
    MistakeRow(#"True"#, [#"unknown-name 0..<4: unknown name 'True'; did you mean 'true'?"#], fixed: #"true"#),
    MistakeRow(#"None == kind"#, [#"unknown-name 0..<4: unknown name 'None'; did you mean 'null'?"#], fixed: #"null == kind"#),
    MistakeRow(#"size"#, [#"unknown-name 0..<4: unknown name 'size'; there is only a function 'size(…)'"#]),
    MistakeRow(#"all"#, [#"unknown-name 0..<3: unknown name 'all'"#]),
    MistakeRow(#"team.all(x)"#, [#"unknown-function 5..<8: 'all' is called as 'list.all(x, condition)'"#, #"unknown-name 9..<10: unknown name 'x'"#]),
  ]
}

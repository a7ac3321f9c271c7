// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Testing

@Suite struct MayBeUnaskedMistakeTests {
  @Test(arguments: rows) func namesThatMayBeUnaskedNeedAGuard(_ row: MistakeRow) {
    row.check()
  }

  // Users read these messages: a change here is a change for them.
  // swift-format-ignore
  private static let rows: [MistakeRow] = [
    MistakeRow(#"owner.mail"#, as: .string, [#"may-be-unasked 0..<10: 'owner.mail' may be absent here; guard it with `has(owner.mail)` or write `owner.mail.orValue('')`"#], fixed: #"owner.mail.orValue('')"#),
    MistakeRow(#"has(owner.name)"#, [#"warning redundant-presence-test 0..<15: 'name' is always present here"#]),
    MistakeRow(#"has(n)"#, [#"warning redundant-presence-test 0..<6: 'n' always has a value here"#]),
    MistakeRow(#"n.orValue(3)"#, [#"warning redundant-presence-test 2..<9: 'n' always has a value here, so 'orValue' is not needed"#]),
    MistakeRow(#"port"#, as: .int, [#"may-be-unasked 0..<4: 'port' may be unasked here; guard it with `has(port)` or write `port.orValue(0)`"#], fixed: #"port.orValue(0)"#),
    MistakeRow(#"'x' + string(port)"#, [#"may-be-unasked 13..<17: 'port' may be unasked here; guard it with `has(port)` or write `port.orValue(0)`"#], fixed: #"'x' + string(port.orValue(0))"#),
    MistakeRow(#"ok ? port : 1"#, [#"may-be-unasked 5..<9: 'port' may be unasked here; guard it with `has(port)` or write `port.orValue(0)`"#], fixed: #"ok ? port.orValue(0) : 1"#),
    MistakeRow(#"[port, 1]"#, [#"may-be-unasked 1..<5: 'port' may be unasked here; guard it with `has(port)` or write `port.orValue(0)`"#], fixed: #"[port.orValue(0), 1]"#),
    MistakeRow(#"has(owner)"#, [#"warning redundant-presence-test 0..<10: 'owner' always has a value here"#]),
    MistakeRow(#"label(port)"#, as: .string, [#"may-be-unasked 0..<11: 'port' may be unasked here; guard it with `has(port)` or write `label(port).orValue('')`"#], fixed: #"label(port).orValue('')"#),
    MistakeRow(#"port > 1 && has(port)"#, [#"may-be-unasked 0..<4: 'port' may be unasked here; guard it with `has(port)` or write `port.orValue(0)`"#], fixed: #"port.orValue(0) > 1 && has(port)"#),
    MistakeRow(#"kind == "http" && port > 1"#, [#"may-be-unasked 18..<22: 'port' may be unasked here; guard it with `has(port)` or write `port.orValue(0)`"#], fixed: #"kind == "http" && port.orValue(0) > 1"#),
  ]
}

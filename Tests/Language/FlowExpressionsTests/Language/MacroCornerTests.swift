// SPDX-License-Identifier: Apache-2.0

import Testing

/// The operands that settle a result, and the meaning of a name inside a macro.
@Suite struct MacroCornerTests {
  @Test(arguments: rows) func macrosAbsorbAndBindAsDefined(_ row: CornerRow) {
    row.check()
  }

  // swift-format-ignore
  private static let rows: [CornerRow] = [
    // Logic
    CornerRow(#"true || 1/0 > 0"#, #"true"#),
    CornerRow(#"1/0 > 0 || true"#, #"true"#),
    CornerRow(#"false && 1/0 > 0"#, #"false"#),
    CornerRow(#"1/0 > 0 && false"#, #"false"#),
    CornerRow(#"1/0 > 0 || false"#, #"! division-by-zero"#),
    CornerRow(#"dyn(1) || true"#, #"true"#),
    CornerRow(#"true || dyn(1)"#, #"true"#),
    CornerRow(#"dyn(1) && false"#, #"false"#),
    CornerRow(#"dyn(1) || false"#, #"! no-overload"#),
    CornerRow(#"true ? 1 : 1/0"#, #"1"#),
    CornerRow(#"1/0 > 0 ? 1 : 2"#, #"! division-by-zero"#),
    CornerRow(#"dyn('a') ? 1 : 2"#, #"! no-overload"#),
    CornerRow(#"[1, 2, 0].exists(i, 4/i == 4)"#, #"true"#),
    CornerRow(#"[0, 1].exists(i, 4/i == 4)"#, #"true"#),
    CornerRow(#"[0, 2].exists(i, 4/i == 4)"#, #"! division-by-zero"#),
    CornerRow(#"[0, 1].all(i, 4/i == 4)"#, #"! division-by-zero"#),
    CornerRow(#"[0, 2].all(i, 4/i == 4)"#, #"false"#),
    CornerRow(#"[0, 1].exists_one(i, 4/i == 4)"#, #"! division-by-zero"#),
    CornerRow(#"[1, 0].exists_one(i, true)"#, #"false"#),
    CornerRow(#"[1].exists_one(i, 'a')"#, #"? not-a-condition"#),
    CornerRow(#"[1, 2].existsOne(i, i == 1)"#, #"true"#),
    CornerRow(#"{'a': 1, 'b': 2}.existsOne(k, v, v == 2)"#, #"true"#),
    CornerRow(#"{'a': 1}.all(k, k == 'a')"#, #"true"#),
    CornerRow(#"{'a': 1}.map(k, k)"#, #"['a']"#),
    CornerRow(#"{'a': 1}.filter(k, k == 'a')"#, #"['a']"#),
    CornerRow(#"[1, 2, 3].map(i, i > 1, i * 2)"#, #"[4, 6]"#),
    CornerRow(#"[[1, 2], [3]].map(x, x.map(x, x + 1))"#, #"[[2, 3], [4]]"#),
    CornerRow(#"[1].map(size, size)"#, #"[1]"#),
    CornerRow(#"[1].map(a.b, 1)"#, #"? invalid-macro-variable"#),
    CornerRow(#"[1].all(i, j, i == 0 && j == 1)"#, #"true"#),
    CornerRow(#"[10, 20].transformList(i, v, i + v)"#, #"[10, 21]"#),
    CornerRow(#"[10, 20].transformList(i, v, i > 0, i + v)"#, #"[21]"#),
    CornerRow(#"[10, 20].transformMap(i, v, v)"#, #"{0: 10, 1: 20}"#),
    CornerRow(#"{'a': 1}.transformMap(k, v, v + 1)"#, #"{'a': 2}"#),
    CornerRow(#"{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v + 1)"#, #"{'b': 3}"#),
    CornerRow(#"[10, 20].transformMapEntry(i, v, {v: i})"#, #"{10: 0, 20: 1}"#),
    CornerRow(#"{'a': 1}.transformMapEntry(k, v, {v: k})"#, #"{1: 'a'}"#),
    CornerRow(#"[1, 1].transformMapEntry(i, v, {v: i})"#, #"! invalid-key"#),
    CornerRow(#"{'a': 1}.transformList(k, v, k)"#, #"['a']"#),
    CornerRow(#"[1].transformMapEntry(i, v, {})"#, #"{}"#),
    CornerRow(#"[1].transformMapEntry(i, v, {1: 1, 2: 2})"#, #"{1: 1, 2: 2}"#),
    CornerRow(#"[1, 2].exists(x, x, true)"#, #"? invalid-macro-variable"#),
    CornerRow(#"cel.bind(x, 1/0, true)"#, #"true"#),
    CornerRow(#"cel.bind(x, 1, cel.bind(x, x + 1, x * 10))"#, #"20"#),
    CornerRow(#"cel.bind(a.b, 1, 2)"#, #"? invalid-macro-variable"#),
    CornerRow(#"cel.bind(x, [1,2], x.map(y, y + x[0]))"#, #"[2, 3]"#),
    // Bindings
    CornerRow(#"cel.bind(x, 1/0, x > 0 || true)"#, #"true"#),
    CornerRow(#"cel.bind(x, 1/0, x > 0 || false)"#, #"! division-by-zero"#),
    CornerRow(#"cel.bind(x, [1].map(y, y), [2].map(z, x[0] + z))"#, #"[3]"#),
    CornerRow(#"[1,2].map(a, cel.bind(x, [10].map(b, b + a)[0], [1].map(c, x + c + a)))"#, #"[[13], [15]]"#),
    CornerRow(#"cel.bind(x, cel.bind(y, 5, [y].map(q, q + y)), [1, 2].map(p, x[0] + p))"#, #"[11, 12]"#),
    CornerRow(#"cel.bind(a, lists.range(1000).map(i, i), [1,2,3].map(j, a.size() + j))"#, #"[1001, 1002, 1003]"#),
    CornerRow(#"cel.bind(a, 1, cel.bind(b, a + 1, cel.bind(c, b + a, [a, b, c])))"#, #"[1, 2, 3]"#),
    CornerRow(#"cel.bind(x, optional.none(), x.hasValue())"#, #"false"#),
  ]
}

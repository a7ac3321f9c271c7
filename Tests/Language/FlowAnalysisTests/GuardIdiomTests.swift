// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

/// Common ways to guard a name or a field, each with a similar expression that isn't a guard.
@Suite struct GuardIdiomTests {
  /// A correct expression, and a similar one that isn't.
  @Test(arguments: [
    ("has(o) ? o + 1 : 0", "has(p) ? o + 1 : 0"),
    ("has(o) in [true] && o > 1", "has(o) in [false] && o > 1"),
    ("!(has(o) in [false]) && o > 1", "has(o) in [true, false] && o > 1"),
    ("o.hasValue() && o > 1", "o.hasValue() || o > 1"),
    ("o.hasValue() ? o.value() : 0", "p.hasValue() ? o.value() : 0"),
    ("o.or(p).hasValue() ? o.or(p).value() : 0", "o.hasValue() ? p.value() : 0"),
    ("o.or(p).hasValue() && !has(o) ? p + 1 : 0", "o.or(p).hasValue() && has(o) ? p + 1 : 0"),
    ("cel.bind(t, has(o), t ? o + 1 : 0)", "cel.bind(t, has(p), t ? o + 1 : 0)"),
    ("cel.bind(t, has(o) && k > 1, t && o > 1)", "cel.bind(t, has(o) || k > 1, t && o > 1)"),
    ("cel.bind(t, o, t.hasValue() ? o + 1 : 0)", "cel.bind(t, p, t.hasValue() ? o + 1 : 0)"),
    (
      "cel.bind(t, o.orValue(0), t > 0 ? o + 1 : 0)",
      "cel.bind(t, o.orValue(0), t >= 0 ? o + 1 : 0)"
    ),
    (
      "cel.bind(t, has(o), cel.bind(u, t && k > 1, u ? o : 0))",
      "cel.bind(t, has(o), cel.bind(u, t || k > 1, u ? o : 0))"
    ),
    (
      "cel.bind(t, has(person.mail), t ? person.mail + '!' : '')",
      "cel.bind(t, has(person.mail), t ? '' : person.mail + '!')"
    ),
    (
      "cel.bind(t, has(person.mail), t ? [1].map(n, person.mail + '!') : [''])",
      "cel.bind(t, has(person.mail), people.map(person, t ? person.mail + '!' : ''))"
    ),
    (
      "cel.bind(t, has(person.mail), t ? person.mail + '!' : '')",
      "people.map(q, cel.bind(person, q, cel.bind(t, has(q.mail), t ? person.mail + '!' : '')))"
    ),
    ("people.filter(x, has(x.mail)).map(y, y.mail + '!')", "people.map(y, y.mail + '!')"),
    (
      "people.filter(x, has(x.mail) && x.name != '').map(y, y.mail + '!')",
      "people.filter(x, has(x.mail) || x.name != '').map(y, y.mail + '!')"
    ),
    (
      "people.filter(x, x.mail.hasValue()).exists(y, y.mail == 'a')",
      "people.filter(x, !x.mail.hasValue()).exists(y, y.mail == 'a')"
    ),
    (
      "people.filter(x, has(x.mail)).filter(y, y.mail != 'a').map(z, z.mail + '!')",
      "people.filter(x, !has(x.mail)).filter(y, y.name != 'a').map(z, z.mail + '!')"
    ),
    (
      "people.filter(x, has(x.mail)).sortBy(y, y.mail).map(z, z.mail + '!')",
      "people.sortBy(y, y.name).map(z, z.mail + '!')"
    ),
    (
      "people.filter(x, has(x.mail)).all(y, y.mail.startsWith('a'))",
      "people.filter(x, has(person.mail)).all(y, y.mail.startsWith('a'))"
    ),
    (
      "people.map(x, has(x.mail), x.mail + '!')", "people.map(x, has(person.mail), x.mail + '!')"
    ),
    ("has(used) ? used.port + 1 : 0", "has(o) ? used.port + 1 : 0"),
    ("k > 1 ? used.port + 1 : 0", "k > 0 ? used.port + 1 : 0"),
    (
      "has(used) && has(used.nick) ? used.nick + '!' : ''",
      "has(used) ? used.nick + '!' : ''"
    ),
    ("has(used.nick) ? used.nick + '!' : ''", "has(used.nick) ? '' : used.nick + '!'"),
    ("used.nick.hasValue() ? used.nick + '!' : ''", "used.nick.hasValue() || used.nick != ''"),
    ("used.optMap(u, u.port).orValue(0)", "used.optMap(u, u.nick + '!').orValue('')"),
  ])
  func guardsAreUnderstoodAndTheirAbsenceIsAnError(right: String, wrong: String) {
    let accepted = Self.findings(right)
    #expect(!accepted.contains(where: { $0.severity == .error }), "\(accepted.map(\.message))")
    let refused = Self.findings(wrong).filter { $0.severity == .error }
    #expect(
      !refused.isEmpty
        && refused.allSatisfy { ["may-be-unasked", "may-be-empty"].contains($0.id) },
      "\(refused.map(\.message))")
  }

  private static let used = """
    flow: 1
    id: used
    steps:
      - { ask: port, type: integer }
      - { ask: nick, type: string, required: false }
    """

  private static func findings(_ value: String) -> [Diagnostic] {
    let text = """
      flow: 1
      id: t
      inputs:
        people: { type: list, of: { name: string, mail: string? }, default: [] }
        person: { type: { name: string, mail: string? }, default: { name: Ada } }
      steps:
        - { ask: o, type: integer, required: false }
        - { ask: p, type: integer, required: false }
        - { ask: k, type: integer }
        - { flow: used, when: k > 1, use: used.flow.yaml }
        - { compute: value, value: "\(value)" }
      """
    let files = MemoryFileSource(texts: ["used.flow.yaml": used])
    return FlowFile.load(Array(text.utf8), name: "t.flow.yaml", files: files)
      .diagnostics.diagnostics
  }
}

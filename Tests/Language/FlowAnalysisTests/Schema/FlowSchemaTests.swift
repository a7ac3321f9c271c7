// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import Foundation
import RandomTesting
import RegularExpressions
import SourceDiagnostics
import Testing

/// Compares the schema of a flow's answers with what its session accepts.
@Suite struct FlowSchemaTests {
  /// A flow whose rules JSON Schema can express completely.
  static let sayable = """
    flow: 1
    id: sayable
    steps:
      - { ask: name, type: string, pattern: '^[a-z]{2,3}$', maxLength: 9 }
      - { ask: kind, type: choice, choices: [{ value: http, label: HTTP }, worker, cron] }
      - { ask: port, when: kind == 'http', type: integer, min: 80, max: 9090, default: 8080 }
      - { ask: flag, type: boolean }
      - { ask: ratio, type: number, required: false, min: 0, max: 1 }
      - group: inner
        when: flag
        steps:
          - { ask: parts, type: choices, choices: [x, y, z], minItems: 1 }
          - { ask: why, type: text, required: false, when: "'x' in parts" }
      - { compute: both, value: "flag && kind == 'http'" }
      - { ask: day, type: date, when: both }
      - { ask: hour, type: time, when: has(why) }
      - { stop: early, when: "kind == 'worker' && !flag", outcome: completed }
      - form: details
        fields:
          - { ask: first, type: choice, choices: [p, q] }
          - { ask: second, type: integer, when: first == 'p' }
          - { ask: third, type: string, when: "first == 'q' || flag", required: false }
      - ask: pick
        type: choice
        choices:
          - one
          - { value: two, when: kind == 'http' }
          - { value: three, disabledWhen: "!flag" }
      - { ask: note_to, type: string, required: { value: flag } }
      - { stop: refused, when: name == 'zz', text: No }
      - repeat: env
        when: "size(name) > 2"
        maxItems: 2
        steps:
          - { ask: key, type: string }
          - { ask: sort, type: choice, choices: [a, b] }
          - { ask: size_of, type: integer, when: sort == 'a' }
      - { flow: license, use: license.flow.yaml, when: kind == 'cron', with: { owner: name } }
      - { ask: moment, type: datetime }
      - { ask: length, type: duration, required: false }
      - { ask: key, type: secret, when: "size(env.orValue([])) == 0" }
      - { ask: place, type: path, required: false }
      - { ask: many, type: choices, choices: [1, 2, 3, 4, 5, 6, 7, 8], required: false }
      - { ask: eight, type: string, when: "8 in many.orValue([])" }
      - { ask: even, type: boolean, when: "kind == 'http' && port % 2 == 0" }
      - { ask: part_of, type: boolean, when: "name.startsWith('a') || name.endsWith('z')" }
      - { ask: within, type: boolean, when: "name.contains('b') && !name.matches('^a+b$')" }
      - { ask: elder, type: boolean, when: "kind == 'cron' && license.name == 'ab'" }
      - form: pair
        fields:
          - { ask: one, type: boolean, default: false }
          - { ask: two, type: boolean }
        validate: [{ check: one || two, message: at least one }]
      - { ask: level, type: choice, choices: [low, high], default: low }
      - { ask: floor, type: integer, when: level == 'low', default: 3 }
      - { ask: top, type: boolean, when: "has(floor) && floor > 2" }
      - { ask: nick, type: string, required: false, default: abc }
      - { ask: formal, type: boolean, when: has(nick) }
      - { ask: short, type: boolean, when: "has(nick) && size(nick) < 3" }
      - { ask: relay, type: string, when: kind == 'http', pattern: '^[a-c]+$', otherwise: "" }
      - { ask: ask_more, type: boolean, when: "relay == ''", otherwise: true }
      - { ask: more, type: integer, when: ask_more, min: 1, max: 3, otherwise: 2 }
      - { ask: most, type: boolean, when: more > 1 }
      - { ask: motto, type: string, required: false, default: "", minLength: 2 }
      - { ask: why_not, type: boolean, when: "motto == ''" }
      - { commit: sure, text: "Sure?" }
    """

  static let license = """
    flow: 1
    id: license
    inputs: { owner: { type: string } }
    steps:
      - { ask: name, type: string }
      - { ask: holder, type: string, default: { value: owner } }
      - { ask: kind, type: choice, choices: [a, b], default: a }
      - { ask: years, type: integer, min: 1, when: kind == 'a' }
    """

  /// A flow with all the rules that JSON Schema can't express.
  static let unsayable = """
    flow: 1
    id: unsayable
    inputs:
      regions: { type: list, of: string, default: [ab, abc] }
      strict: { type: boolean, default: false }
    steps:
      - { ask: region, type: choice, choices: { from: regions }, when: size(regions) > 0 }
      - { ask: mail, type: string, format: email, required: { value: strict } }
      - { ask: address, type: string, format: uri, required: false }
      - { ask: version, type: string, format: semver, required: false }
      - { ask: search, type: string, format: regex, required: false }
      - { ask: price, type: number, multipleOf: 0.01, min: { value: "strict ? 1.0 : 0.0" } }
      - { ask: born, type: date, max: { value: today }, min: 1900-01-01 }
      - { ask: since, type: duration, min: 0s, max: 72h, required: false }
      - { ask: word, type: string, pattern: '^\\pL+\\b', required: false }
      - { ask: letters, type: string, pattern: '(?i)^[a-z]+$', required: false }
      - ask: even
        type: integer
        validate: [{ check: even % 2 == 0, message: even please }]
      - { ask: again, type: boolean, when: "even > 3 || word.orValue('').startsWith('a')" }
      - repeat: host
        minItems: 1
        steps:
          - { ask: title, type: string }
          - { ask: first, type: boolean, when: index == 0 }
          - { ask: mine, type: string, when: even > 1 }
          - { ask: other, type: integer, when: "title == 'ab' && size(items) > 0" }
      - { ask: file, type: path, must: file, required: false }
      - { ask: copies, type: integer, when: even > 4, min: 1, otherwise: { value: even } }
    """

  /// A flow whose rules come from declared field types, in every place of a field.
  static let declared = """
    flow: 1
    id: declared
    extensions: acme.extensions.yaml
    steps:
      - { ask: name, type: code }
      - { ask: own, type: code, maxLength: 2 }
      - form: sizes
        fields:
          - { ask: wide, type: extent }
          - { ask: high, type: extent, max: 90 }
      - group: inner
        when: wide > 80
        steps: [{ ask: part, type: code, required: false }]
      - repeat: env
        maxItems: 2
        steps: [{ ask: key, type: code }]
      - { flow: license, use: inner.flow.yaml }
    """

  static let declaredFiles = [
    "acme.extensions.yaml": """
    extensions: 1
    types:
      code: { type: string, pattern: '^[a-z]{2,3}$', maxLength: 9 }
      extent: { type: integer, min: 79, max: 9090 }
    """,
    "inner.flow.yaml": """
    flow: 1
    id: inner
    extensions: acme.extensions.yaml
    steps: [{ ask: holder, type: code }]
    """,
  ]

  static func flow(
    _ text: String, _ files: [String: String] = [:],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> CheckedFlow {
    let loaded = FlowFile.load(
      text, name: "test.flow.yaml", files: MemoryFileSource(texts: files))
    if loaded.diagnostics.hasErrors {
      Issue.record(
        Comment(rawValue: DiagnosticRenderer().render(loaded.diagnostics)),
        sourceLocation: sourceLocation)
    }
    return try #require(loaded.flow, sourceLocation: sourceLocation)
  }

  /// Returns the flows of the project that have no effects and need no inputs.
  private static func projectFlows() throws -> [CheckedFlow] {
    let folder = ProjectFolder.url.appending(path: "Flows")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".flow.yaml") }
      .compactMap { name in
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        guard !text.contains("- write:"), !text.contains("- run:"),
          let flow = FlowFile.load(text, name: name).flow
        else { return nil }
        return (try? FlowSession(flow: flow)) == nil ? nil : flow
      }
  }

  /// Whatever the session accepts is valid.
  ///
  /// If the schema can express all rules, whatever is valid is accepted.
  @Test func theSchemaAcceptsWhatTheSessionAccepts() throws {
    guard SchemaValidator.absence == nil else {
      return Self.missing()
    }
    let said = try Self.flow(Self.sayable, ["license.flow.yaml": Self.license])
    let declared = try Self.flow(Self.declared, Self.declaredFiles)
    let flows = try [said, declared, Self.flow(Self.unsayable)] + Self.projectFlows()
    var schemas: [Value] = []
    var checks: [SchemaValidator.Check] = []
    /// Whether a record must be valid, or must not be unless the session accepts it.
    var expected: [Bool?] = []
    let runs = RandomRuns(long: 1_500, every: 100, named: "schemas of answers")
    var ended = 0
    for (index, flow) in flows.enumerated() {
      schemas.append(FlowSchema.answers(of: flow.definition))
      schemas.append(FlowSchema.output(of: flow.definition))
      var records: [Value] = []
      for seed in runs.seeds {
        var answers = RandomAnswers(
          flow: flow, inputs: [:], random: SeededGenerator(seed: seed &* 31 &+ UInt64(index)))
        guard let (record, output) = try answers.walk() else { continue }
        records.append(record.asJSON)
        checks.append(.init(schema: index * 2, instance: record.asJSON))
        checks.append(.init(schema: index * 2 + 1, instance: output.asJSON))
        expected += [true, true]
        let changed = answers.changed(record.asJSON, alongside: records)
        let accepted = try answers.accepted(changed)
        if let accepted {
          checks.append(.init(schema: index * 2, instance: accepted.asJSON))
          expected.append(true)
        } else if index < 2 {
          checks.append(.init(schema: index * 2, instance: changed))
          expected.append(false)
        }
      }
      // Random answers rarely reach the end of some of the project's flows.
      if index < 3 || !records.isEmpty { ended += 1 }
      #expect(
        index >= 3 || runs.holds(records.count, of: 0.05), "'\(flow.id)' never ended")
    }
    #expect(ended > flows.count / 2)
    let found = try SchemaValidator.complaints(schemas: schemas, checks)
    var failures = 0
    for (check, (complaint, isExpected)) in zip(checks, zip(found, expected))
    where (complaint == nil) != (isExpected ?? true) {
      failures += 1
      guard failures <= 5 else { continue }
      let id = flows[check.schema / 2].definition.id
      let instance = JSONWriter().text(of: check.instance) ?? ""
      Issue.record("\(id): \(complaint ?? "valid, but rejected") in \(instance)")
    }
    expectEqual(failures, 0, "of \(checks.count)")
    #expect(expected.contains(false) && expected.contains(true))
  }

  /// An integer has 64 bits, also in lists, in the results of expressions, and beside one bound.
  @Test func integersHaveTheBoundsOf64Bits() throws {
    guard SchemaValidator.absence == nil else { return Self.missing() }
    let flow = try Self.flow(
      """
      flow: 1
      id: t
      steps:
        - { ask: a, type: integer, required: false }
        - { ask: b, type: integer, min: 1, required: false }
        - { ask: c, type: list, of: integer, required: false }
        - { compute: d, value: "1 + size('x')" }
      output: { a: a, b: b, c: c, d: d, e: uint(1) }
      """)
    let schemas = [FlowSchema.answers(of: flow), FlowSchema.output(of: flow)]
    var checks: [SchemaValidator.Check] = []
    var allowed: [Bool] = []
    for (text, isAllowed) in [
      ("9223372036854775807", true), ("9223372036854775808", false),
      ("-9223372036854775808", true), ("-9223372036854775809", false),
    ] {
      // The validator gets the digits: a value can't hold them.
      for form in [#"{"a": \#(text)}"#, #"{"c": [\#(text)]}"#] {
        checks.append(.init(schema: 0, instance: .string(form)))
        allowed.append(isAllowed)
      }
    }
    checks.append(.init(schema: 0, instance: .string(#"{"b": 9223372036854775808}"#)))
    allowed.append(false)
    for entry in ["d": "9223372036854775808", "e": "18446744073709551616"] {
      checks.append(
        .init(
          schema: 1,
          instance: .string(
            #"{"a": 1, "b": 1, "c": [], "d": 1, "e": 1, "\#(entry.key)": \#(entry.value)}"#)))
      allowed.append(false)
    }
    let found = try SchemaValidator.complaints(schemas: schemas, checks, areTexts: true)
    expectEqual(found.map { $0 == nil }, allowed, "\(found)")
  }

  /// An optional question that's answered without elements has no answer, so what depends on it isn't asked.
  @Test(arguments: [
    ("choices, choices: [a, b]", "[]", #"["a"]"#), ("list", "[]", #"["a"]"#),
    ("map", "{}", #"{"a": "b"}"#),
  ])
  func anAnswerWithoutElementsIsNone(type: String, none: String, some: String) throws {
    guard SchemaValidator.absence == nil else { return Self.missing() }
    let flow = try Self.flow(
      """
      flow: 1
      id: t
      steps:
        - { ask: l, required: false, type: \(type) }
        - { ask: n, type: integer, when: has(l) }
      """)
    let documents = [
      ("{}", true), (#"{"l": \#(none)}"#, true), (#"{"l": \#(none), "n": 1}"#, false),
      (#"{"l": \#(some)}"#, false), (#"{"l": \#(some), "n": 1}"#, true),
    ]
    try Self.expect(
      documents.map { (schema: 0, document: $0.0, isValid: $0.1) },
      of: [FlowSchema.answers(of: flow)])
    let answers = RandomAnswers(flow: flow, inputs: [:], random: SeededGenerator(seed: 1))
    for (document, isValid) in documents {
      try expectEqual(answers.accepted(Value(json: document)) != nil, isValid, "\(document)")
    }
  }

  /// The values that validators check otherwise, as the page of the flow language says: addresses, and the ends of
  /// time.
  @Test(arguments: [
    (#"{"at": "9999-12-31T23:59:59Z", "mail": "a@b.c"}"#, true),
    (#"{"at": "9999-12-31T23:59:59-01:00", "mail": "a@b.c"}"#, false),
    (#"{"at": "0001-01-01T00:00:00+01:00", "mail": "a@b.c"}"#, false),
    (#"{"at": "9999-12-31T23:59:59Z", "mail": "@"}"#, false),
  ])
  func someFormatsAreCheckedByTheSessionAlone(document: String, isAccepted: Bool) throws {
    guard SchemaValidator.absence == nil else { return Self.missing() }
    let flow = try Self.flow(
      """
      flow: 1
      id: t
      steps:
        - { ask: at, type: datetime }
        - { ask: mail, type: string, format: email }
      """)
    let found = try SchemaValidator.complaints(
      schemas: [FlowSchema.answers(of: flow)], [.init(schema: 0, instance: .string(document))],
      areTexts: true)
    expectEqual(found, [nil])
    let answers = RandomAnswers(flow: flow, inputs: [:], random: SeededGenerator(seed: 1))
    let accepted = try answers.accepted(Value(json: document))
    expectEqual(accepted != nil, isAccepted)
  }

  /// An answer with a default is always in a result, but needn't be given.
  @Test func answersWithADefaultAreRequiredOnlyInResults() throws {
    let flow = try Self.flow(
      """
      flow: 1
      id: t
      steps:
        - { ask: a, type: string }
        - { ask: b, type: string, default: x }
        - { ask: c, type: string, required: false, default: "" }
        - { repeat: d, steps: [{ ask: e, type: string, default: { value: a } }] }
        - { repeat: f, minItems: 1, steps: [{ ask: g, type: string }] }
        - { flow: h, use: h.flow.yaml }
        - { flow: i, use: i.flow.yaml }
      """,
      [
        "h.flow.yaml": "flow: 1\nid: h\nsteps: [{ ask: j, type: string, default: x }]\n",
        "i.flow.yaml": """
        flow: 1
        id: i
        steps:
          - { ask: k, type: boolean, default: true }
          - { ask: l, type: string, when: k }
        """,
      ])
    func required(_ schema: Value, _ path: String...) -> Value? {
      path.reduce(schema) { $0.map?["properties"]?.map?[.string($1)] ?? .null }.map?["required"]
    }
    let given = FlowSchema.answers(of: flow)
    let result = FlowSchema.output(of: flow)
    expectEqual(required(given), ["a", "f", "i"])
    expectEqual(required(result), ["a", "b", "c", "d", "f", "h", "i"])
    #expect(required(given, "h") == nil)
    expectEqual(required(result, "h"), ["j"])
    expectEqual(given.map?["properties"]?.map?["c"]?.map?["default"], "")
  }

  /// A stop in a used flow ends the whole flow, so nothing after it can be given.
  @Test func nothingIsGivenAfterAUsedFlowThatEnded() throws {
    guard SchemaValidator.absence == nil else { return Self.missing() }
    let inner = """
      flow: 1
      id: h
      steps:
        - { ask: word, type: string }
        - { stop: enough, when: CONDITION, outcome: completed }
      """
    func schema(_ condition: String) throws -> Value {
      FlowSchema.answers(
        of: try Self.flow(
          """
          flow: 1
          id: t
          steps:
            - { ask: a, type: string }
            - { flow: h, use: h.flow.yaml }
            - { ask: b, type: string, required: false }
            - { ask: c, type: string }
            - { stop: no, when: "a == 'x'" }
          """, ["h.flow.yaml": inner.replacingParts("CONDITION", with: condition)]))
    }
    let schemas = [try schema("word == 'end'"), try schema("word == string(today)")]
    #expect(schemas[0].map?["properties"]?.map?["b"]?.map?["x-stackflow-when"] == nil)
    expectEqual(
      schemas[1].map?["properties"]?.map?["b"]?.map?["x-stackflow-when"], "!(word == string(today))"
    )
    let cases: [(schema: Int, document: String, isValid: Bool)] = [
      (0, #"{ "a": "x", "h": { "word": "end" } }"#, true),
      (0, #"{ "a": "y", "h": { "word": "end" }, "b": "z" }"#, false),
      (0, #"{ "a": "y", "h": { "word": "on" }, "c": "z" }"#, true),
      (0, #"{ "a": "y", "h": { "word": "on" }, "b": "z" }"#, false),
      (0, #"{ "a": "x", "h": { "word": "on" }, "c": "z" }"#, false),
      (1, #"{ "a": "x", "h": { "word": "end" } }"#, true),
      (1, #"{ "a": "y", "h": { "word": "end" }, "c": "z" }"#, true),
    ]
    try Self.expect(cases, of: schemas)
  }

  /// A label that depends on answers is no title of a text beside the choices, and no text that's refused.
  @Test func computedLabelsOfOtherTextsAreLeftOut() throws {
    let flow = try Self.flow(
      """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
        - ask: b
          type: choice
          choices: [{ value: x, label: "X of ${a}" }, { value: y, label: Y }]
          other: "None of ${a}"
      """)
    let given = FlowSchema.answers(of: flow.definition)
    let other = given.map?["properties"]?.map?["b"]?.map?["anyOf"]?.elements?.last?.map
    #expect(other != nil)
    expectEqual(other?["title"], nil)
    let refused = other?["not"]?.map?["anyOf"]?.elements?.last?.map?["enum"]
    expectEqual(refused, .list(["x", "y", "Y"]))
  }

  /// A required text isn't a blank, unless a pattern or a blank default says so; neither is a text beside the choices.
  @Test func blanksAreNoAnswersOfRequiredTexts() throws {
    let flow = try Self.flow(
      """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
        - { ask: b, type: text }
        - { ask: c, type: string, required: false }
        - { ask: d, type: string, default: " " }
        - { ask: e, type: string, pattern: '^x' }
        - { ask: f, type: secret }
        - { ask: g, type: choice, choices: [x], other: true }
        - { ask: h, type: list }
      """)
    let properties = FlowSchema.answers(of: flow.definition).map?["properties"]?.map
    let patterns = ["a", "b", "c", "d", "e", "f", "h"].map {
      properties?[.string($0)]?.map?["pattern"]
    }
    expectEqual(patterns, ["\\S", "\\S", nil, nil, "^x", nil, nil])
    expectEqual(
      properties?["g"]?.map?["anyOf"]?.elements?.last?.map?["pattern"], "\\S")
    expectEqual(properties?["h"]?.map?["items"]?.map?["pattern"], nil)
  }

  /// After a stop that completes the flow, a question has no value, not even that of `otherwise`.
  @Test func nothingIsGivenAfterAStopForWhatIsNotAsked() throws {
    guard SchemaValidator.absence == nil else { return Self.missing() }
    let schemas = try ["a == 'x'", "a == string(today)"].map { condition in
      FlowSchema.answers(
        of: try Self.flow(
          """
          flow: 1
          id: t
          steps:
            - { ask: a, type: string }
            - { stop: enough, when: "\(condition)", outcome: completed }
            - { ask: b, type: string, when: a == 'x', otherwise: z }
            - { ask: c, type: string, when: a == 'y', otherwise: z }
          """))
    }
    // With the first condition, the first question is never asked.
    let cases: [(schema: Int, document: String, isValid: Bool)] = [
      (0, #"{ "a": "x" }"#, true),
      (0, #"{ "a": "x", "b": "z" }"#, false),
      (0, #"{ "a": "x", "c": "z" }"#, false),
      (0, #"{ "a": "y", "b": "z", "c": "v" }"#, true),
      (0, #"{ "a": "w", "b": "z", "c": "z" }"#, true),
      (0, #"{ "a": "w", "b": "v" }"#, false),
      (1, #"{ "a": "w", "b": "z" }"#, true),
    ]
    try Self.expect(cases, of: schemas)
    expectEqual(
      schemas.map { $0.map?["properties"]?.map?["c"]?.map?["x-stackflow-when"] },
      [
        nil, "!(a == string(today)) && a == 'y'",
      ])
  }

  private static func expect(
    _ cases: [(schema: Int, document: String, isValid: Bool)], of schemas: [Value]
  ) throws {
    let found = try SchemaValidator.complaints(
      schemas: schemas,
      cases.map {
        .init(schema: $0.schema, instance: try #require(AnswersFile.value(of: $0.document)))
      })
    for (one, complaint) in zip(cases, found) {
      expectEqual((complaint == nil), one.isValid, "\(one.document): \(complaint ?? "valid")")
    }
  }

  /// Each question after used flows that may end the flow says so, but not of all of them.
  @Test(arguments: ["", ", when: b"])
  func theSchemaGrowsLinearlyWithUsedFlowsThatMayEnd(when: String) throws {
    func size(_ count: Int) throws -> Int {
      let steps = (0..<count).map {
        "  - { flow: p\($0), use: part.flow.yaml\(when) }\n  - { ask: q\($0), type: string }\n"
      }
      let flow = try Self.flow(
        "flow: 1\nid: t\nsteps:\n  - { ask: b, type: boolean }\n\(steps.joined())",
        [
          "part.flow.yaml": """
          flow: 1
          id: part
          steps:
            - { ask: word, type: string }
            - { stop: enough, when: "word == 'x'", outcome: completed }
          """
        ])
      return FlowSchema.answers(of: flow).partCount
    }
    let (small, large) = (try size(40), try size(80))
    #expect(large <= small * 2 + small / 8, "\(small), \(large)")
  }

  /// A pattern matches the same texts in both engines.
  @Test func patternsMatchTheSameTexts() throws {
    guard SchemaValidator.absence == nil else { return Self.missing() }
    let patterns = [
      "^[a-z][a-z0-9-]*$", #"^\d+\s\w+$"#, #"\bword\b"#, #"^\pL+$"#, "(?i)^straße$", "(?s)a.b",
      "a.b",
      "^(a|b)*c{2,3}$", #"^[\]\\^-]+$"#, "(?m)^line$", "^[^a-z]$", "^$", "", "a{0}b", #"\Aab\z"#,
      "^(?:a|)+$", #"^[[:alpha:]]+$"#, #"^\x{1F600}$"#, "^(?i:K)$", "[é-ü]", #"^\.\*$"#, "x*?y",
      #"^\Qa.b\E$"#, "(^a|b$)", #"\Bb"#,
    ]
    let texts =
      RandomAnswers.texts + [
        "", "c", "ccc", "abcc", "12 a_b", "٣ a", "a word here", "swords", "STRASSE", "Straße",
        "STRAẞE",
        "a\nb", "a\rb", "line", "other\nline", "]\\^-", "😀", "k", "K", "\u{212A}", "é", "b", ".*",
        "y",
        "a.b", "aaa", "ab", "aXb", "äb",
      ]
    var schemas: [Value] = []
    var checks: [SchemaValidator.Check] = []
    var expected: [Bool] = []
    for pattern in patterns {
      let ours = try RegularExpression(pattern)
      guard let theirs = ours.ecmaScriptPattern else {
        expectEqual(pattern, #"^\pL+$"#, "too long to be written")
        continue
      }
      for text in texts {
        checks.append(.init(schema: schemas.count, instance: .string(text)))
        expected.append(ours.matches(text))
      }
      schemas.append(["pattern": .string(theirs)])
    }
    let found = try SchemaValidator.complaints(schemas: schemas, checks)
    for (check, (complaint, matches)) in zip(checks, zip(found, expected))
    where (complaint == nil) != matches {
      Issue.record("\(schemas[check.schema]) \(check.instance) ours: \(matches)")
    }
  }

  static func missing() {
    let reason = SchemaValidator.absence ?? ""
    print("not compared with another validator: \(reason)")
    // If Scripts/test can install it, it must be there.
    #if os(Linux)
    if !reason.contains("no python3") { Issue.record("\(reason)") }
    #endif
  }
}

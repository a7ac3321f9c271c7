// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowBuilders
import FlowExpressions
import FlowModel
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// Builders say what a flow file can say.
@Suite struct FlowBuilderTests {
  private enum Plan: String, CaseIterable, AnswerValue { case free, pro }

  private static let license = FlowDefinition("license") {
    Input("owner", .field(.string))
    Ask("holder", .string).default(.computed("owner"))
  }

  /// A flow with every key of the flow language.
  private static func everything() throws -> FlowDefinition {
    let name = AnswerKey<String>("name")
    let plan = AnswerKey<Plan>("plan")
    let age = AnswerKey<Int>("age")
    let consent = AnswerKey<Bool>("consent")
    let limit = try TimeSpan(seconds: 5)
    return FlowDefinition(
      "everything", version: 2, title: ["en": "Everything", "de": "Alles"], language: "de",
      allow: ["unused-answer"], isUpdatable: true, extensionsFile: "acme.extensions.yaml"
    ) {
      Input("user", .field(.string), default: "nobody", env: "USER")
      Input(
        "regions", .list(.fields(["id": .field(.string), "note?": .field(.string)])), default: [])
      FlowFunction("loud", with: ["text": .field(.string)], value: "upper(text)")
      Ask(name, "Name of \(AnswerKey<String>("user"))")
        .short("Name").description("It's shown").help("Help").hint("Hint").pattern(
          "^[a-z]+$", "lower case"
        ).minLength(2)
        .maxLength(40)
        .check(name != "root", "'\(name)' is reserved")
        .check("size(name) > 3", "short", level: .warning)
        .suggest(["ada", "bo"]).priority(.critical).remember(false).widget("line")
      Ask(plan, "Plan").default(.value(Plan.free))
      Ask(age, "Age").min(0).max(150).multipleOf(1).default(30).when(plan == .pro)
      Ask(consent, "Consent").words(yes: "I agree", no: "No").otherwise(false).when(
        plan == .pro && age > 18
      ).title("Consent")
        .allow(
          "redundant-presence-test")
      Ask("kinds", .choices).choices(
        .choice("a", "A", hint: "first").section("Letters"),
        .choice("b").when("plan == 'pro'").section("Letters", isSeparated: true),
        .choice("c").disabled(when: plan == .free, "pro only").data(["port": 443, "tags": ["x"]]),
        .choice("d").locked(when: "plan == 'pro'", "a part of pro")
      ).minItems(0).maxItems(2)
      Ask("worries", .choices).choices("price", .choice("none").alone()).other("Another worry")
        .maxLength(40)
      Ask("reason", .choice).choices("price", "time").other()
      Ask("region", .choice, "Region")
        .choices(
          from: "regions", value: "item.id", label: "${item.id}", hint: "hint",
          section: "Regions"
        ).empty("none").when("size(regions) > 0")
      Ask("token", .secret).generate(40, from: "0123456789abcdef").confirm().required(false)
      Ask("file", .path).key("main/file name").must("file")
      Ask("mail", .string).format("email").required(.term(plan == .pro)).message(
        for: "format", "no mail")
      Ask("tongue", .choice).choices("en", "de").setsLanguage()
      Ask("tags", .list).items(of: .string, ConstraintDefinition(.minLength, 2)).unique()
      Ask("ports", .map)
        .items(of: .integer, names: [ConstraintDefinition(.pattern, "^[a-z]+$")])
      Form("schedule", "When") {
        Ask("every", .choice).choices("hour", "day")
        Ask("at", .time).when("every != 'hour'")
        Note("hint", "Hint")
        Compute("twice", "every + every")
      }.description("The computer has to be on").check(
        "every != 'day' || at > '01:00'", "too early", at: "at")
      Form("grades", "Grades") { Ask("grade", .integer) }
        .over("regions", as: "region", heading: "In ${region}").check("grade > 0", "too low")
      Group("more", "More") {
        Note("intro", "Intro")
      }.when(plan == .pro)
      Compute(AnswerKey<Int>("months"), age.or(0) * 12)
      Repeat("env", "Variables") {
        Ask("key", .string)
        Ask("value", .string).required(false)
      }.key("env:").description("They're read once").summary("${key}").minItems(1).maxItems(20)
        .fill()
        .check("size(env) < 9", "many")
      Repeat("each") { Ask("size", .integer) }.over("regions")
      Subflow("license", license, with: ["owner": "user"]).key("package")
      Review("review", "Check")
      Run("version", command: "git", "--version").reads().capture(.text).onError(.skip)
      Run(
        "make", command: "mkdir", "\(name)", .when("plan == 'pro'", "-p"), .each("kinds"),
        .each("kinds", "--kind", "${item}")
      )
      .undo(command: "rmdir", "\(name)").environment(["A": "name"]).stdin("text").pass("HOME")
      .timeout(limit)
      Run("notify", action: "notify", with: ["user": "name"]).undo(action: "forget")
      Run("data", command: "cat").reads().capture(.json, .map(.field(.integer))).secret()
      Commit("commit", "Create \(name)?").description("For good")
      Write("readme", path: "\(name)/README", "# \(name)\n", .when("plan == 'pro'", "pro\n"))
        .exists(.overwrite).mode(0o755).onError(.retry)
      Write("json", path: "a.json", content: .json(["name": .term(name)])).secret()
      Write("yaml", path: "a.yaml", content: .yaml("name"))
      Write("copy", path: "a.bin", content: .copy(path: "a.bin", bytes: [1, 2]))
      Write(
        "project",
        tree: TreeDefinition(
          folder: "project", suffix: ".in", skip: ["*.orig"],
          entries: [TreeEntryDefinition("a.bin", .bytes([1, 2]))]), to: "out")
      Stop("stop", "No", outcome: .completed)
      Output(["name": .term(name), "parts": ["plan": "plan"]])
      Migration(from: 1, rename: ["a": "name"], drop: ["b"], set: ["age": "saved.old"])
    }
  }

  @Test func buildersSayEveryKeyOfAFile() throws {
    let written = try FlowFile.write(Self.everything())
    let texts = [written.text] + written.files.values.map { String(decoding: $0, as: UTF8.self) }
    for map in FileMap.all {
      for key in map.keys.map(\.name) where !Self.onlyOfFiles.contains(key) {
        #expect(
          texts.contains {
            $0.contains("\n\(key):") || $0.contains(" \(key):") || $0.hasPrefix(key)
              || $0.contains("\"\(key)\":")
          },
          "\(map.name).\(key)\n\(written.text)")
      }
    }
  }

  /// How a file takes texts and trees from other files: in code, these are texts and entries.
  private static let onlyOfFiles: Set<String> = ["from", "verbatim", "links", "lines"]

  @Test func whatIsBuiltIsReadBackFromItsFile() throws {
    let flow = try Self.everything()
    let written = try FlowFile.write(flow)
    let read = FlowFile.read(
      Array(written.text.utf8), name: "everything.flow.yaml",
      files: MemoryFileSource(
        written.files.merging(
          ["acme.extensions.yaml": Array("extensions: 1\n".utf8)], uniquingKeysWith: { $1 }))
    )
    expectEqual(DiagnosticRenderer().render(read.diagnostics), "")
    let again = try FlowFile.write(try #require(read.definition))
    expectEqual(again, written)
    expectEqual(read.definition?.fingerprint, flow.fingerprint)
  }

  @Test func aBuiltFlowIsCheckedAndProven() throws {
    let plan = AnswerKey<Plan>("plan")
    let flow = FlowDefinition("signup") {
      Ask(plan)
      Ask("seats", .integer).when(plan == .pro)
      Note("end", "\(AnswerKey<Int>("seats")) seats")
    }
    let checked = FlowFile.check(flow)
    #expect(checked.flow == nil)
    #expect(
      DiagnosticRenderer().render(checked.diagnostics).hasPrefix(
        "step 'end' › text: error: "))
    expectEqual(checked.diagnostics.diagnostics.map(\.id), ["may-be-unasked"])
  }

  @Test func partsCanBeChosenWhileTheFlowIsBuilt() throws {
    func flow(isLong: Bool, kinds: [String]) -> FlowDefinition {
      FlowDefinition("parts") {
        if isLong { Note("intro", "Long") }
        for kind in kinds { Ask(Identifier(kind), .string) }
        if isLong {
          Note("a", "A")
        } else {
          Note("b", "B")
        }
        Group("group") {
          if isLong { Note("c", "C") } else { Note("d", "D") }
          for kind in kinds { Note(Identifier(kind + "2"), "E") }
        }
        Review("made")
      }
    }
    func ids(_ steps: [StepDefinition]) -> [String] {
      steps.flatMap { step -> [String] in
        if case .group(let inner) = step.kind { return [step.id.name] + ids(inner) }
        return [step.id.name]
      }
    }
    expectEqual(
      ids(flow(isLong: true, kinds: ["x", "y"]).steps),
      ["intro", "x", "y", "a", "group", "c", "x2", "y2", "made"])
    expectEqual(ids(flow(isLong: false, kinds: []).steps), ["b", "group", "d", "made"])
  }

  @Test func anUndoHasTheOptionsOfAStep() throws {
    let unmake = Run("unmake", action: "unmake", with: ["user": "name"])
    let made = Run("make", action: "make").undo(action: "unmake", with: ["user": "name"])
    expectEqual(Run("make", action: "make").undo(unmake).step, made.step)
    let limited = Run("make", action: "make").undo(unmake.timeout(try TimeSpan(seconds: 5)))
    #expect(limited.step != made.step)
  }

  @Test func textsTakeTermsAndValues() throws {
    let name = AnswerKey<String>("name")
    let text: LocalizedText = "Hello \(name), \("${5}") of \(3) ${size(name)} $${x}"
    expectEqual(
      text.variants[0].template.parts,
      [
        .words("Hello "), .expression("name"), .words(", ${5} of 3 "), .expression("size(name)"),
        .words(" ${x}"),
      ])
  }

  @Test func textsTakeBlocks() throws {
    let (isPublic, regions) = (AnswerKey<Bool>("isPublic"), AnswerKey<[String]>("regions"))
    let text: TextTemplate = """
      A\(if: isPublic, "b", else: "${regions[0]}")
      ${if !\(isPublic) && \(Term<Int>(cel: "2")) > 1}
      \(for: "r", in: regions, { "- \($0) ${r_index}\("${x}")\n" })
      ${else}
      ${for s in \(regions)}${s}${end}
      ${end}
      """
    expectEqual(
      text.source,
      """
      A${if isPublic}b${else}${regions[0]}${end}
      ${if !isPublic && (2) > 1}
      ${for r in regions}- ${r} ${r_index}$${x}
      ${end}

      ${else}
      ${for s in regions}${s}${end}
      ${end}

      """)
    expectEqual(TextTemplate("${if isPublic}b${end}"), "\(if: isPublic, "b")")
  }

  @Test func textsTakeNamesForValuesAndFiles() throws {
    let (name, ports) = (AnswerKey<String>("name"), AnswerKey<[String: Int]>("ports"))
    let text: TextTemplate = """
      ${let loud = upper(\(name))}${loud}\(for: "k", "v", in: ports, { "\($0)=\($1 + 1)" })
      ${for k, v in \(ports)}${k}${end}${use 'x.txt' with a = \(name), b = [\(name)]}.
      """
    expectEqual(
      text.source,
      """
      ${let loud = upper(name)}${loud}${for k, v in ports}${k}=${v + 1}${end}
      ${for k, v in ports}${k}${end}${use 'x.txt' with a = name, b = [name]}.
      """)
  }

  @Test func whatNoFileCanSayIsAnError() throws {
    let flow = FlowDefinition("broken") {
      Run("nothing")
    }
    let error = #expect(throws: FlowWritingError.self) { try FlowFile.write(flow) }
    expectEqual(error?.description.contains("step 'nothing'"), true)
  }

  @Test func usedFlowsKeepTheirNames() throws {
    let other = FlowDefinition("license") { Ask("other", .string) }
    let flow = FlowDefinition("outer") {
      Subflow("a", Self.license, with: ["owner": "'x'"])
      Subflow("b", other)
      Subflow("c", other, file: "parts/other.flow.yaml")
      Subflow("d", other, file: "../outside.flow.yaml")
      Subflow("e", FlowDefinition("f") { Subflow("g", other) }, file: "parts/f.flow.yaml")
    }
    let written = try FlowFile.write(flow)
    expectEqual(
      written.files.keys.sorted(),
      [
        "license.flow.yaml", "parts/f.flow.yaml", "parts/license.flow.yaml",
        "parts/other.flow.yaml", "used-2.flow.yaml",
      ])
    let loaded = FlowFile.load(
      Array(written.text.utf8), name: "outer.flow.yaml", files: written.source)
    expectEqual(loaded.definition?.fingerprint, flow.fingerprint)
  }
}

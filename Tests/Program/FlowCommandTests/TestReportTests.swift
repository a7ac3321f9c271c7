// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

/// `stackflow test` with its selection of tests, and its reports as other programs read them.
@Suite("stackflow test --report") struct TestReportTests {
  /// A folder with two script files of one flow: two tests pass, one fails, and one has a mistake.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps:\n  - { ask: name, type: string, label: Name }\n", to: "a.flow.yaml")
    try folder.write(
      """
      test: first
      steps: [ { answer: { name: x } } ]
      ---
      test: second fails
      steps: [ { answer: { name: "x & <y>" } } ]
      output: { name: z }
      ---
      test: third is mistaken
      steps: [ { anwser: {} } ]
      """, to: "a.test.yaml")
    try folder.write(
      "test: more\nsteps: [ { answer: { name: x } } ]\n", to: "a.more.test.yaml")
    return folder
  }

  @Test func allScriptFilesOfAFlowAreItsTests() throws {
    let folder = try Self.folder()
    for path in [".", "a.flow.yaml"] {
      let call = try ProgramCall(["test", path], directory: folder.path)
      #expect(call.output.hasSuffix("2 passed, 1 failed, 1 not run\n"))
      expectEqual(call.exit, 65)
    }
    let one = try ProgramCall(["test", "a.more.test.yaml"], directory: folder.path)
    expectEqual(one.output, "1 passed, 0 failed\n")
    expectEqual(one.exit, 0)
  }

  /// Lists of records, reviews, clicks, and the names of answers on the screens of both faces.
  @Test(arguments: dailyPart(of: ["inline", "full"], every: 2, named: "faces of screens"))
  func theScriptsOfScreensPass(face: String) throws {
    let call = try ProgramCall(
      ["test", "../screens", "--depth", "shell", "--ui", face], directory: ProgramFixtures.folder)
    expectEqual(call.exit, 0, "\(call.messages)\(call.output)")
    #expect(call.output.hasSuffix("31 passed, 0 failed\n"))
  }

  /// Words, offers, and choices in lines look the same in memory and at the program.
  @Test(arguments: dailyPart(of: ["shell", "pty"], every: 2, named: "depths of lines"))
  func theScriptsOfLinesPass(depth: String) throws {
    let call = try ProgramCall(
      ["test", "../lines", "--depth", depth, "--ui", "line"], directory: ProgramFixtures.folder)
    expectEqual(call.exit, 0, "\(call.messages)\(call.output)")
    #expect(call.output.hasSuffix("30 passed, 0 failed\n"))
  }

  /// A program drops what's typed before it shows a decision, so it gets what follows a key afterwards.
  @Test func keysThatLeadToADecisionAreTakenByTheProgram() throws {
    let call = try ProgramCall(
      ["test", "../screens", "--filter", "removing asks", "--depth", "pty"],
      directory: ProgramFixtures.folder)
    expectEqual(call.exit, 0, "\(call.messages)\(call.output)")
  }

  /// The ways that other tests don't compare: what's found and expected, with its place, the question, and the answers.
  @Test func eachWayInWhichAScriptFailsIsShown() throws {
    let call = try ProgramCall(["test", "ways"], directory: ProgramFixtures.folder)
    expectEqual(call.exit, 1)
    Golden.compare(
      call.messages + call.output, with: "eachWayInWhichAScriptFailsIsShown", at: #_sourceLocation)
  }

  /// The same ways where scripts are typed, and those that only a screen has.
  ///
  /// With the program, they're those of the face in memory.
  @Test func eachWayInWhichATypedScriptFailsIsShown() throws {
    func failures(_ depth: String) throws -> String {
      let call = try ProgramCall(
        ["test", "ways", "typed", "--depth", depth], directory: ProgramFixtures.folder)
      expectEqual(call.exit, 1)
      return call.messages + call.output
    }
    let shell = try failures("shell")
    Golden.compare(shell, with: "eachWayInWhichATypedScriptFailsIsShown", at: #_sourceLocation)
    try expectEqual(failures("pty"), shell.replacing("at depth shell", with: "at depth pty"))
  }

  @Test func aFilterChoosesTestsByNameOrFile() throws {
    let folder = try Self.folder()
    func output(_ arguments: String...) throws -> String {
      try ProgramCall(["test", "."] + arguments, directory: folder.path).output
    }
    try expectEqual(output("--filter", "FIRST"), "1 passed, 0 failed\n")
    try expectEqual(output("--filter", "first", "--filter", "more.test"), "2 passed, 0 failed\n")
    let none = try ProgramCall(["test", ".", "--filter", "nothing"], directory: folder.path)
    expectEqual(none.messages, "stackflow: no test is named like 'nothing'\n")
    expectEqual(none.exit, 2)
  }

  @Test func nothingRunsAfterTheFirstFailure() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(
      ["test", "a.test.yaml", "--fail-fast"], directory: folder.path)
    #expect(call.output.hasSuffix("1 passed, 1 failed, 1 skipped\n"))
    expectEqual(call.exit, 1)
  }

  @Test func theSeedOfAnOrderRepeatsIt() throws {
    let folder = try Self.folder()
    func order(_ seed: String) throws -> String {
      try ProgramCall(
        ["test", ".", "--verbose", "--shuffle", "--seed", seed], directory: folder.path
      ).output
    }
    try expectEqual(order("7"), order("7"))
    #expect(try order("7").contains("\norder of seed 7\n"))
    let orders = try Set((1...8).map { try order("\($0)").prefix { $0 != ":" } })
    #expect(orders.count > 1)
    let unused = try ProgramCall(["test", ".", "--seed", "7"], directory: folder.path)
    #expect(unused.messages.contains("--seed needs --shuffle"))
    expectEqual(unused.exit, 2)
  }

  /// The flows whose scripts pass beside those that fail: some of `Flows/`, and all in a long run.
  private static let passing: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: ProgramFixtures.flows)) ?? []
    let flows = names.filter { $0.hasSuffix(".flow.yaml") }.sorted()
    return dailyPart(of: flows, every: 5, named: "flows with jobs").map {
      "\(ProgramFixtures.flows)/\($0)"
    }
  }()

  /// The order of results, what is skipped, and what is covered are those of one test after another.
  @Test(arguments: [[], ["--fail-fast"], ["--shuffle", "--seed", "5"], ["--coverage"]])
  func theNumberOfJobsChangesNothing(_ options: [String]) throws {
    func said(_ jobs: String) throws -> String {
      let call = try ProgramCall(
        ["test", "ways", "failing"] + Self.passing + ["--verbose", "--jobs", jobs] + options,
        directory: ProgramFixtures.folder)
      return "\(call.exit)\n\(call.messages)\(call.output)"
    }
    let one = try said("1")
    try expectEqual(said("4"), one)
    #expect(one.contains("failed"))
    let none = try ProgramCall(["test", ".", "--jobs", "0"], directory: ProgramFixtures.folder)
    #expect(none.messages.contains("--jobs takes a number from 1 to 64"))
    expectEqual(none.exit, 2)
  }

  @Test func testsAreListedWithTheirPlaces() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(["test", "a.test.yaml", "--list"], directory: folder.path)
    expectEqual(
      call.output,
      """
      a.test.yaml:1: first
      a.test.yaml:4: second fails
      a.test.yaml:8: third is mistaken

      """)
    let json = try ProgramCall(
      shell: """
        stackflow test a.test.yaml --list --report json |
          python3 -c 'import json, sys; print([(t["name"], t["line"]) for t in json.load(sys.stdin)])'
        """, directory: folder.path)
    expectEqual(
      json.output, "[('first', 1), ('second fails', 4), ('third is mistaken', 8)]\n",
      "\(json.messages)")
  }

  @Test func oneRunWritesSeveralReports() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(
      ["test", ".", "--report", "github", "--report", "junit=j.xml", "--report", "tap=t.tap"],
      directory: folder.path)
    #expect(call.output.hasPrefix("::error file=./a.test.yaml,line=6,"))
    #expect(call.messages.isEmpty)
    let written = try ProgramCall(
      shell: "head -c 14 j.xml; head -n 1 t.tap", directory: folder.path)
    expectEqual(written.output, "<?xml version=TAP version 13\n")
    let refused = try ProgramCall(["test", ".", "--report", "xml"], directory: folder.path)
    expectEqual(refused.exit, 2)
    let unwritable = try ProgramCall(
      ["test", ".", "--report", "junit=missing/j.xml"], directory: folder.path)
    expectEqual(unwritable.exit, 74)
  }

  /// A folder with tests whose names hold what parsers of TAP take as something else, one of them failing.
  private static func oddFolder() throws -> TemporaryFolder {
    let folder = try folder()
    try folder.write(
      """
      test: "keeps # skip marks"
      steps: [ { answer: { name: x } } ]
      output: { name: z }
      ---
      test: "100 % \\\\# TODO \\\\ \\n not ok 7 \\r 1..2"
      steps:
        - { expect: { label: c, answers: { name: x } } }
        - answer: { name: x }
      """, to: "a.odd.test.yaml")
    return folder
  }

  /// Perl's TAP::Parser, on which `prove` is built.
  @Test func aParserOfTAPReadsTheReport() throws {
    let folder = try Self.oddFolder()
    let call = try ProgramCall(
      shell: """
        stackflow test . --report tap > r.tap; perl -MTAP::Parser -e '
          my $parser = TAP::Parser->new({ source => "r.tap" });
          $parser->run;
          print join(" ", $parser->version, scalar $parser->passed, scalar $parser->failed,
            scalar $parser->skipped, scalar $parser->todo, scalar $parser->parse_errors), "\\n";
          print join("\\n", $parser->parse_errors);'
        """, directory: folder.path)
    expectEqual(call.output, "13 2 4 0 0 0\n", "\(call.messages)")
  }

  /// The grammar of version 13 as `tap.py` reads it, to which no backslash escapes a `#`: every line is one that it
  /// names, a test has one block of YAML at most, and no description begins a directive.
  @Test func eachLineOfTheReportIsOneOfTAP13() throws {
    let folder = try Self.oddFolder()
    let call = try ProgramCall(
      shell: #"""
        stackflow test . --report tap > r.tap; python3 -c '
        import re, yaml
        lines = open("r.tap").read().split("\n")
        assert lines.pop() == "" and lines[0] == "TAP version 13", lines
        count = int(re.fullmatch(r"1\.\.([0-9]+)", lines[1])[1])
        point = re.compile(r"(not )?ok ([0-9]+) - ([^#]+?)( # SKIP [^#]+)?")
        numbers, names, block = [], [], None
        for line in lines[2:]:
            if block is not None:
                assert line.startswith("  "), line
                if line == "  ...":
                    found.append(yaml.safe_load("\n".join(block)))
                    block = None
                else: block.append(line[2:])
            elif line == "  ---":
                assert found == [], "one block"
                block = []
            elif not line.startswith("# "):
                match = point.fullmatch(line)
                assert match, line
                numbers.append(int(match[2]))
                names.append(match[3])
                found = []
                if match[1]: failed = found
        assert block is None and numbers == list(range(1, count + 1)), numbers
        print(count, [name for name in names if "odd" in name])
        for line in open("r.tap"): print(line.rstrip()) if line.startswith("  others") else None
        '
        """#, directory: folder.path)
    expectEqual(
      call.output,
      """
      6 ['./a.odd.test.yaml: keeps ＃ skip marks', './a.odd.test.yaml: 100 % \\\\＃ TODO \\\\   not ok 7   1..2']
        others:

      """, "\(call.messages)")
  }

  /// The rules of Jenkins's schema, junit-10.xsd, for each element that the report has: the attributes, those of them
  /// that must be there, and the elements in it.
  @Test func theReportIsValidUnderTheCommonSchemaOfJUnit() throws {
    let folder = try Self.oddFolder()
    try folder.write("flow: 1\nid: b\n", to: "b.flow.yaml")
    try folder.write("test: b\nsteps: []\n", to: "b.test.yaml")
    let call = try ProgramCall(
      shell: #"""
        stackflow test . --report junit=r.xml --fail-fast --depth shell > /dev/null 2>&1; python3 -c '
        import re, xml.etree.ElementTree as tree
        result = ({"type", "message"}, set(), set())
        rules = {
            "testsuites": ({"name", "time", "tests", "failures", "errors"}, set(), {"testsuite"}),
            "testsuite": (
                {"name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id",
                 "package", "file", "log", "url"},
                {"name", "tests", "failures", "errors"},
                {"testsuite", "properties", "testcase", "system-out", "system-err"}),
            "testcase": (
                {"name", "time", "classname", "group"}, {"name"},
                {"skipped", "error", "failure", "system-out", "system-err"}),
            "failure": result, "error": result, "skipped": result,
            "properties": (set(), set(), {"property"}), "property": ({"name", "value"}, {"name", "value"}, set()),
        }
        seen = set()
        root = tree.parse("r.xml").getroot()
        assert root.tag == "testsuites"
        for element in root.iter():
            allowed, required, children = rules[element.tag]
            given = set(element.attrib)
            assert given <= allowed, (element.tag, given - allowed)
            assert required <= given, (element.tag, required - given)
            inside = {child.tag for child in element}
            assert inside <= children, (element.tag, inside - children)
            if "time" in given: assert re.fullmatch(r"[0-9]+\.[0-9]{3}", element.get("time"))
            seen.add(element.tag)
        for count in ["tests", "failures", "errors"]:
            assert int(root.get(count)) == sum(int(suite.get(count)) for suite in root), count
        print(sorted(seen))
        '
        """#, directory: folder.path)
    expectEqual(
      call.output,
      "['error', 'failure', 'properties', 'property', 'skipped', 'testcase', 'testsuite', 'testsuites']\n",
      "\(call.messages)")
  }

  /// Python reads what a program would act on.
  @Test func aParserOfJSONReadsTheReport() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(
      shell: """
        stackflow test . --report json | python3 -c '
        import json, sys
        report = json.load(sys.stdin)
        print(report["passed"], report["failed"], report["mistaken"], report["skipped"])
        for test in report["tests"]:
            for failure in test["failures"]:
                print(test["name"], test["line"], failure["line"], failure["id"])
        '
        """, directory: folder.path)
    expectEqual(
      call.output,
      """
      2 1 1 0
      second fails 4 6 wrong-output
      third is mistaken 8 9 unknown-key

      """, "\(call.messages)")
  }

  /// Read as GitHub's runner reads workflow commands (`ActionCommand.TryParseV2`), which no other program does.
  @Test func annotationsSayWhatTheJSONSays() throws {
    let folder = try Self.folder()
    try folder.write(
      "test: odd\nsteps: [ { answer: { name: \"50%:, x\" } } ]\noutput: { name: \"::50%\\n\" }\n",
      to: "a.50%,x.test.yaml")
    let call = try ProgramCall(
      shell: """
        stackflow test . --report github=r.txt --report json=r.json > /dev/null 2>&1; python3 -c '
        import json
        def unescaped(text, codes):
            for code, sign in codes: text = text.replace(code, sign)
            return text
        data = [("%0D", "\\r"), ("%0A", "\\n"), ("%25", "%")]
        properties = [("%0D", "\\r"), ("%0A", "\\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]
        found = []
        for line in open("r.txt", newline="\\n"):
            line = line.rstrip("\\n")
            if not line.startswith("::"): continue
            end = line.index("::", 2)
            command, _, rest = line[2:end].partition(" ")
            map = dict(part.split("=", 1) for part in rest.split(","))
            map = {key: unescaped(value, properties) for key, value in map.items()}
            found.append((command, map["file"], int(map["line"]), unescaped(line[end + 2:], data)))
        print(len(found))
        for test in json.load(open("r.json"))["tests"]:
            for failure in test["failures"]:
                told = [f for f in found if f[1] == test["file"] and f[2] == failure["line"]]
                print(len(told), told and failure["message"] in told[0][3], test["file"])
        '
        """, directory: folder.path)
    expectEqual(
      call.output,
      """
      3
      1 True ./a.50%,x.test.yaml
      1 True ./a.test.yaml
      1 True ./a.test.yaml

      """, "\(call.messages)")
  }

  #if !os(macOS)
  /// The Python package junitparser, as continuous integrations use it to merge reports.
  @Test func aParserOfJUnitReadsTheReport() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(
      shell: """
        stackflow test . --report junit=r.xml > /dev/null 2>&1; /usr/bin/python3 -c '
        from junitparser import JUnitXml, Failure, Error
        xml = JUnitXml.fromfile("r.xml")
        print(xml.tests, xml.failures, xml.errors)
        for suite in xml:
            for case in suite:
                kinds = [type(r).__name__ for r in case.result]
                print(suite.name, case.name, kinds, [r.message for r in case.result])
        '
        """, directory: folder.path)
    expectEqual(
      call.output,
      """
      4 1 1
      ./a.more.test.yaml more [] []
      ./a.test.yaml first [] []
      ./a.test.yaml second fails ['Failure'] ['the output differs']
      ./a.test.yaml third is mistaken ['Error'] ["unknown key 'anwser'; did you mean 'answer'?"]

      """, "\(call.messages)")
  }
  #endif
}

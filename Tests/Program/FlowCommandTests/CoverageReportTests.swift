// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// `stackflow test` with limits of coverage, and its reports as other programs read them.
@Suite("stackflow test --coverage-report") struct CoverageReportTests {
  /// A flow of which its script covers 5 of 8 items, and a flow without a script.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: a
      steps:
        - ask: kind
          type: choice
          choices: [http, worker]
        - ask: port
          when: kind == 'http'
          type: integer
        - { note: end, text: End }
      """, to: "a.flow.yaml")
    try folder.write(
      "test: one\nsteps:\n  - answer: { kind: worker }\n", to: "a.test.yaml")
    return folder
  }

  @Test func theCoveredPartMustBeEnough() throws {
    let folder = try Self.folder()
    func call(_ arguments: String...) throws -> ProgramCall {
      try ProgramCall(["test", "."] + arguments, directory: folder.path)
    }
    let enough = try call("--min-coverage", "50")
    expectEqual(enough.exit, 0)
    #expect(enough.output.hasPrefix("./a.flow.yaml: 4 of 7 covered\n"), "\(enough.output)")
    let less = try call("--min-coverage", "58")
    expectEqual(less.exit, 1)
    expectEqual(less.messages, "stackflow: 57 % is covered, which is less than 58 %\n")
    try expectEqual(call("--coverage").exit, 1)
    try expectEqual(call("--min-coverage", "101").exit, 2)
  }

  @Test func onlyWhatIsNoLongerCoveredCountsAgainstABase() throws {
    let folder = try Self.folder()
    func call(_ arguments: String...) throws -> ProgramCall {
      try ProgramCall(["test", "."] + arguments, directory: folder.path)
    }
    try expectEqual(call("--coverage-report", "json=base.json").exit, 0)
    try expectEqual(call("--coverage-base", "base.json").exit, 0)
    try folder.write("test: one\nsteps:\n  - leave: quit\noutcome: cancelled\n", to: "a.test.yaml")
    let lost = try call("--coverage-base", "base.json")
    expectEqual(lost.exit, 1)
    expectEqual(
      lost.messages,
      """
      stackflow: no longer covered: ./a.flow.yaml:4: 'kind' is never passed
      stackflow: no longer covered: ./a.flow.yaml:6: 'worker' is never chosen for 'kind'
      stackflow: no longer covered: ./a.flow.yaml:8: the condition of 'port' is never false
      stackflow: no longer covered: ./a.flow.yaml:10: 'end' is never passed
      stackflow: no longer covered: ./a.flow.yaml:4: the flow never begins with 'kind'
      stackflow: no longer covered: ./a.flow.yaml:4: 'kind' is never followed by 'end'
      stackflow: no longer covered: ./a.flow.yaml:10: the flow never ends after 'end'

      """)
    try folder.write("[]", to: "wrong.json")
    let wrong = try call("--coverage-base", "wrong.json")
    expectEqual(wrong.exit, 2)
    expectEqual(
      wrong.messages,
      "stackflow: 'wrong.json' is no coverage report; write one with --coverage-report json=FILE\n"
    )
  }

  @Test func aTracefileHasEachLineAndItsBranches() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(
      shell: "stackflow test . --coverage-report lcov=l.info > /dev/null; cat l.info",
      directory: folder.path)
    expectEqual(
      call.output,
      """
      TN:
      SF:a.flow.yaml
      BRDA:4,0,0,1
      BRDA:4,0,1,0
      BRDA:4,0,2,1
      BRDA:6,0,0,0
      BRDA:6,0,1,1
      BRDA:7,0,0,-
      BRDA:8,0,0,0
      BRDA:8,0,1,1
      BRDA:10,0,0,1
      BRF:9
      BRH:5
      DA:4,1
      DA:6,1
      DA:7,0
      DA:8,1
      DA:10,1
      LF:5
      LH:4
      end_of_record

      """)
  }

  #if !os(macOS)
  /// lcov sums up the tracefile; diff-cover finds in both reports that a new line isn't covered.
  @Test func toolsReadTheLinesAndTheirBranches() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(
      shell: """
        stackflow test . --coverage-report lcov=l.info --coverage-report cobertura=c.xml > /dev/null
        LC_ALL=C lcov --summary l.info --rc lcov_branch_coverage=1 2>&1 | grep '%'
        git init -q . && git config user.name a && git config user.email a@example.org
        git commit -q --allow-empty -m begin && git branch begin && git add a.flow.yaml && git commit -q -m flow
        for report in l.info c.xml; do diff-cover $report --compare-branch begin | grep '^a.flow'; done
        """, directory: folder.path)
    expectEqual(
      call.output,
      """
        lines......: 80.0% (4 of 5 lines)
        branches...: 55.6% (5 of 9 branches)
      a.flow.yaml (80.0%): Missing lines 7
      a.flow.yaml (80.0%): Missing lines 7

      """, "\(call.messages)")
  }
  #endif

  /// Read by Python's XML parser; a folder has a picture for each flow.
  @Test func thePictureShowsWhatIsMissed() throws {
    let folder = try Self.folder()
    try folder.write(
      "flow: 1\nid: b\nsteps: [ { note: only, text: Only } ]\n", to: "b.flow.yaml")
    let call = try ProgramCall(
      shell: """
        stackflow test . --coverage-report svg=c.svg > /dev/null; python3 -c '
        import xml.etree.ElementTree as tree
        root = tree.parse("c.svg").getroot()
        names = {"{http://www.w3.org/2000/svg}g"}
        for part in root.iter():
            kind = (part.get("class") or "").split()
            if part.tag in names and kind[:1] == ["node"] and len(kind) > 2:
                print(part.get("data-id"), kind[-1])
            if part.tag in names and kind[:1] == ["edge"]:
                print(part.get("data-from"), part.get("data-to"), kind[-1])
        '
        """, directory: folder.path)
    let lines = Set(call.output.split(separator: "\n"))
    for line in [
      "kind partly", "port partly", "end covered", "only missed", "kind port missed",
      "(start) kind covered", "(start) only missed",
    ] {
      #expect(lines.contains(Substring(line)), "\(line) in \(call.output)\(call.messages)")
    }
  }

  /// Read by Python's XML parser; the rates are those of the lines.
  @Test func theXMLOfCoberturaAgreesWithItself() throws {
    let folder = try Self.folder()
    let call = try ProgramCall(
      shell: """
        stackflow test . --coverage-report cobertura=c.xml > /dev/null; python3 -c '
        import xml.etree.ElementTree as tree
        root = tree.parse("c.xml").getroot()
        lines = root.findall(".//line")
        hits = sum(int(l.get("hits")) for l in lines)
        print(root.get("lines-valid"), len(lines), root.get("lines-covered"), hits)
        print(root.get("line-rate"), root.get("branch-rate"))
        print([l.get("condition-coverage") for l in lines if l.get("branch") == "true"])
        '
        """, directory: folder.path)
    expectEqual(
      call.output,
      """
      5 5 4 4
      0.800 0.556
      ['66% (2/3)', '50% (1/2)', '0% (0/1)', '50% (1/2)', '100% (1/1)']

      """, "\(call.messages)")
  }
}

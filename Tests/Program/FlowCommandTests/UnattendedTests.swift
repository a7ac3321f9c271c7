// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("Unattended runs")
struct UnattendedTests {
  @Test func withoutATerminalMissingAnswersAreListed() throws {
    var calls = ProgramCalls()
    try calls.run("run", "walk.flow.yaml")
    try calls.run("run", "walk.flow.yaml", "--set", "name=billing", "--set", "kind=http")
    try calls.run("run", "walk.flow.yaml", "--no-input", "--set", "kind=watcher")
    try calls.run("run", "fields.flow.yaml")
    try calls.run("run", "approval.flow.yaml")
    try calls.run("run", "secrets.flow.yaml")
    try calls.run("run", "inputs.flow.yaml")
    calls.end()
  }

  @Test func answersAreGivenWithSet() throws {
    var calls = ProgramCalls()
    try calls.run(
      "run", "walk.flow.yaml", "--set", "name=billing", "--set", "kind=2", "--set", "queue=q=1",
      "--set", "owner=")
    try calls.run(
      "run", "walk.flow.yaml", "--set", "name=b", "--set", "kind=HTTP API", "--set", "port=1024",
      "--set", "public=y", "--set", "owner=ada")
    try calls.run("run", "walk.flow.yaml", "--set", "name=Billing", "--set", "kind=http")
    try calls.run(
      "run", "walk.flow.yaml", "--set", "name=b", "--set", "kind=http", "--set", "port=80")
    try calls.run(
      "run", "walk.flow.yaml", "--set", "name=b", "--set", "kind=watcher", "--set", "owner=a",
      "--set", "port=8080")
    try calls.run(
      "run", "walk.flow.yaml", "--set", "name=b", "--set", "kind=watcher", "--set", "owner=a",
      "--set", "port=8080", "--set", "prot=1")
    try calls.run(
      "run", "walk.flow.yaml", "--set", "name=b", "--set", "kind=watcher", "--set", "owner=a",
      "--set", "port=8080", "--set", "prot=1", "--ignore-unused")
    try calls.run("run", "walk.flow.yaml", "--set", "name")
    try calls.run(
      "run", "walk.flow.yaml", "--set", "kind=watcher", "--set", "owner=a",
      environment: ["STACKFLOW_SET_name": "from-outside"])
    calls.end()
  }

  /// A list in brackets is JSON, as in a file; without them, it's typed.
  @Test func aListIsGivenAsJSON() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: lists
      steps:
        - { ask: zones, type: list }
        - { ask: ports, type: map, of: integer }
        - { ask: tags, type: choices, choices: [a, b] }
        - repeat: rows
          steps: [{ ask: name, type: string }]
        - { ask: word, type: string }
      """, to: "lists.flow.yaml")
    func output(_ zones: String, _ ports: String, _ tags: String) throws -> ProgramCall {
      try ProgramCall(
        [
          "run", "lists.flow.yaml", "--no-input", "--set", "zones=\(zones)", "--set",
          "ports=\(ports)", "--set", "tags=\(tags)", "--set", #"rows=[{"name":"n"}]"#, "--set",
          "word=[1]",
        ], directory: folder.path)
    }
    let whole = try output(#"["eu-west-1", "a, b"]"#, #" {"http": 80}"#, #"["a"]"#)
    expectEqual(whole.exit, 0, "\(whole.messages)")
    let lines = whole.output.filter { !$0.isWhitespace }
    expectEqual(
      lines,
      #"{"zones":["eu-west-1","a,b"],"ports":{"http":80},"tags":["a"],"rows":[{"name":"n"}],"word":"[1]"}"#
    )
    let typed = try output("[a], b", "http=80", "a")
    #expect(typed.output.filter { !$0.isWhitespace }.hasPrefix(#"{"zones":["[a]","b"],"#))
    let yaml = try output("[a, b]", "{http: 80}", "a")
    #expect(
      yaml.output.filter { !$0.isWhitespace }.hasPrefix(#"{"zones":["a","b"],"ports":{"http":80}"#))
    let open = try output(#"["a", "b""#, "http=80", "a")
    expectEqual(open.exit, 4)
    #expect(
      open.messages.contains("--set zones begins with a bracket, but is neither JSON nor YAML"))
  }

  /// Names that mean the same answer don't hide one another.
  @Test func anAnswerHasOneNameInAFile() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: f\nsteps: [ { ask: name, type: string } ]\n", to: "f.flow.yaml")
    try folder.write("name: Ada\nNAME: B\n", to: "a.yaml")
    try folder.write("name=Ada\nNAME=B\n", to: "a.env")
    for file in ["a.yaml", "a.env"] {
      let call = try ProgramCall(
        ["run", "f.flow.yaml", "--no-input", "--answers", file], directory: folder.path)
      expectEqual(call.exit, 4)
      expectEqual(
        call.messages,
        "stackflow: 'name' and 'NAME' in \(file) both give the answer 'name'; keep one of them\n")
    }
    let call = try ProgramCall(
      ["run", "f.flow.yaml", "--no-input"],
      environment: ["STACKFLOW_SET_name": "Ada", "STACKFLOW_SET_NAME": "B"],
      directory: folder.path)
    expectEqual(call.exit, 4)
  }

  /// Answers given in advance are compared with the limits of their questions before those are
  /// reached.
  @Test func aRefusedGivenAnswerIsReportedAtOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: limits
      steps:
        - { ask: kind, type: choice, choices: [http, cron] }
        - { ask: port, type: integer, min: 1024, when: kind == 'http' }
        - { ask: name, type: string, pattern: '^[a-z]+$' }
        - { ask: count, type: integer, max: 9 }
      """, to: "limits.flow.yaml")
    var calls = ProgramCalls()
    try calls.run(
      "run", "limits.flow.yaml", "--no-input", "--set", "port=80", "--set", "name=B", "--set",
      "count=3", directory: folder.path)
    calls.end()
  }

  /// Even without a user, each titled part of a flow is named once, above its first step.
  @Test func titlesOfGroupsAreShown() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: parts
      steps:
        - group: network
          title: Network
          steps:
            - { note: first, title: A title, text: first }
            - { note: second, text: second }
        - { note: third, text: third }
      """, to: "parts.flow.yaml")
    var calls = ProgramCalls()
    try calls.run("run", "parts.flow.yaml", "--no-input", directory: folder.path)
    calls.end()
  }

  /// Several choices are given with commas, or as a list of values, like records.
  @Test func choicesAreGivenAsTypedOrAsAList() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: days
      steps:
        - ask: days
          type: choices
          choices: [{ value: mon, label: Monday }, { value: tue, label: Tuesday }, "[x]"]
      """, to: "days.flow.yaml")
    var calls = ProgramCalls()
    for text in [
      "mon,tue", "[mon, tue]", "[\"mon\"]", "Monday", "[]", "[Monday]", "[mon", "[\"[x]\"]",
    ] {
      try calls.run("run", "days.flow.yaml", "--set", "days=\(text)", directory: folder.path)
    }
    calls.end()
  }

  @Test func answersComeFromFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("name: billing\nkind: http\nport: 8443\npublic: yes\n", to: "a.yaml")
    try folder.write(#"{ "name": "billing", "kind": "worker", "queue": "q" }"#, to: "a.json")
    try folder.write("# who\nname=billing\nkind='watcher'\nowner=\"ada l.\"\n", to: "a.env")
    try folder.write("name: [a, b\n", to: "bad.yaml")
    try folder.write("name: { first: a }\nkind: watcher\n", to: "odd.yaml")
    try folder.copy("walk.flow.yaml")
    var calls = ProgramCalls()
    for name in ["a.yaml", "a.json", "a.env", "bad.yaml", "odd.yaml", "missing.yaml"] {
      try calls.run(
        "run", "walk.flow.yaml", "--answers", name, "--set", "owner=ada", directory: folder.path)
    }
    try calls.run(
      "run", "walk.flow.yaml", "--answers", "-", "--set", "owner=ada",
      input: "name: billing\nkind: watcher\n", directory: folder.path)
    try calls.run(
      "run", "walk.flow.yaml", "--answers", "a.yaml", "--answers", "-", "--set", "owner=ada",
      input: #"{"kind": "watcher"}"#, directory: folder.path)
    calls.end()
  }

  @Test func theLanguageIsThatOfTheEnvironment() throws {
    var calls = ProgramCalls()
    try calls.run("run", "form.flow.yaml", environment: ["LC_ALL": "de_AT.UTF-8"])
    try calls.run("run", "form.flow.yaml", "--lang", "nl")
    calls.end()
  }

  @Test func answersOfAFormAreCheckedTogether() throws {
    var calls = ProgramCalls()
    let weekly = ["run", "form.flow.yaml", "--set", "every=week", "--set", "target="]
    try calls.run(weekly + ["--set", "hour=3", "--set", "keep=7"])
    try calls.run(weekly + ["--set", "hour=9", "--set", "keep=21"])
    try calls.run(
      "run", "form.flow.yaml", "--set", "every=hour", "--set", "target=", "--set", "keep=30")
    try calls.run(
      "run", "form.flow.yaml", "--set", "every=hour", "--set", "target=", "--set", "keep=7")
    try calls.run(weekly + ["--set", "hour=3", "--set", "keep=21"])
    try calls.run(weekly + ["--defaults"])
    calls.end()
  }

  @Test func inputsComeFromTheCaller() throws {
    var calls = ProgramCalls()
    try calls.run("run", "inputs.flow.yaml", "--set", "user=ada", "--defaults")
    try calls.run(
      "run", "inputs.flow.yaml", "--set", "user=ada", "--set", "limit=7", "--defaults",
      "--set", "regions=[{id: fra, name: Frankfurt}]", "--set", "region=fra")
    try calls.run("run", "inputs.flow.yaml", "--set", "user=ada", "--set", "limit=many")
    try calls.run("run", "inputs.flow.yaml", "--set", "user=ada", environment: ["LIMIT": "some"])
    try calls.run(
      "run", "inputs.flow.yaml", "--set", "user=ada", "--set", "regions=[{id: 1}]")
    calls.end()
  }

  @Test(
    arguments: [
      (
        [:], 3,
        "the input 'region' is missing; give it with --set region=…, or in the environment variable REGION"
      ),
      (
        ["REGION": "eu", "ZONES": "a,b"], 4,
        #"the input 'zones' must be a list of texts, such as ["a", "b"], found 'a,b' in the environment variable ZONES"#
      ),
      (
        ["REGION": "eu", "REC": #"{"note":"q"}"#], 4,
        #"the input 'rec' must be a record of id, note?, such as {"a": 1}, found '{"note":"q"}' in the environment variable REC"#
      ),
      (["REGION": "eu", "ZONES": #"["c"]"#, "REC": "{id: x}"], 0, ""),
    ] as [([String: String], Int32, String)])
  func aMessageAboutAnInputNamesItsVariable(
    environment: [String: String], status: Int32, message: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: a
      inputs:
        region: { type: string, env: REGION }
        zones: { type: list, of: string, env: ZONES, default: [a, b] }
        rec: { type: { id: string, note: string? }, env: REC, default: { id: x } }
      steps: [ { ask: n, type: integer, default: 1, label: "${region} ${zones} ${rec.id}" } ]
      """, to: "a.flow.yaml")
    let call = try ProgramCall(
      ["run", "a.flow.yaml", "--defaults"], environment: environment, directory: folder.path)
    expectEqual(call.exit, status)
    expectEqual(call.messages, message.isEmpty ? "" : "stackflow: \(message)\n")
  }

  @Test func defaultsAreOnlyTakenOnRequest() throws {
    var calls = ProgramCalls()
    try calls.run("run", "many.flow.yaml", "--set", "three=c")
    try calls.run("run", "many.flow.yaml", "--set", "three=c", "--defaults")
    try calls.run("run", "many.flow.yaml", "--defaults")
    try calls.run("run", "many.flow.yaml", "--set", "three=c", "--no-input")
    try calls.run("run", "many.flow.yaml", "--set", "three=c", "--no-input", "--defaults")
    try calls.run("run", "many.flow.yaml", "--set", "three=c", "--priority", "critical")
    try calls.run("run", "many.flow.yaml", "--set", "three=c", "--priority", "medium")
    try calls.run(
      "run", "many.flow.yaml", "--set", "three=c", "--priority", "critical", "--no-input")
    try calls.run("run", "many.flow.yaml", "--priority", "urgent")
    calls.end()
  }

  @Test func questionsBelowThePriorityAreNotAsked() throws {
    let walk = try ProgramWalk("run", "many.flow.yaml", "--priority", "high")
    try walk.type("c<Enter>")
    try walk.type("<Shift-Tab>")
    try walk.type(":back one<Enter>")
    try walk.type("<Ctrl-U>uno<Enter>")
    try walk.type(lines: "", "")
    try walk.end()
  }

  @Test func anInvalidAnswerInAdvanceIsAskedAgain() throws {
    let walk = try ProgramWalk(
      "run", "walk.flow.yaml", "--set", "name=Billing", "--set", "kind=http", "--set", "port=80")
    try walk.type("<Ctrl-U>billing<Enter>")
    try walk.type("8080<Enter>")
    try walk.type(":back<Enter>")
    try walk.type("<Enter>")
    try walk.type(lines: "", "<Ctrl-U>ada")
    try expectEqual(walk.end(), 0)
  }

  @Test func yesPassesReviewsAndCommits() throws {
    var calls = ProgramCalls()
    let tea = ["run", "approval.flow.yaml", "--set", "drink=tea", "--set", "cups=2"]
    try calls.run(tea)
    try calls.run(tea + ["--yes"])
    try calls.run(tea + ["--set", "order=yes"])
    try calls.run(tea + ["--set", "order=no", "--yes"])
    try calls.run(tea + ["--set", "check=yes", "--set", "order=yes"])
    calls.end()
  }

  @Test func nothingIsOpenedWhenThereIsNothingToAsk() throws {
    var calls = ProgramCalls()
    try calls.run("run", "nothing.flow.yaml")
    try calls.run("run", "nothing.flow.yaml", "--set", "user=ada")
    calls.end()
  }

  @Test func aFlowCanFailWithoutAUser() throws {
    var calls = ProgramCalls()
    try calls.run("run", "stops.flow.yaml", "--set", "age=12")
    try calls.run("run", "stops.flow.yaml", "--set", "age=120")
    try calls.run("run", "stops.flow.yaml", "--set", "age=30", "--set", "parts=0")
    try calls.run("run", "stops.flow.yaml", "--set", "age=30", "--set", "parts=2")
    calls.end()
  }
}

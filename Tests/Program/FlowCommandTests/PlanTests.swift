// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("stackflow plan")
struct PlanTests {
  @Test func aPlanSaysWhatWouldBeAsked() throws {
    var calls = ProgramCalls()
    try calls.run("plan", "walk.flow.yaml")
    try calls.run("plan", "walk.flow.yaml", "--set", "kind=http", "--set", "port=80")
    try calls.run("plan", "walk.flow.yaml", "--set", "kind=http", "--format", "json")
    try calls.run("run", "--plan", "walk.flow.yaml", "--defaults", "--set", "name=billing")
    try calls.run("plan", "form.flow.yaml", "--set", "every=week", "--lang", "de")
    try calls.run("plan", "secrets.flow.yaml", "--set", "password=hunter2")
    try calls.run("plan", "stops.flow.yaml")
    try calls.run("plan", "inputs.flow.yaml")
    try calls.run("plan", "effects.flow.yaml", "--set", "name=billing")
    try calls.run("plan", "broken.flow.yaml")
    try calls.run("plan", "walk.flow.yaml", "--set", "prot=1")
    calls.end()
  }

  /// A plan lists the variables that the flow reads also if one of them is what's missing.
  @Test func aPlanWithoutAnInputListsTheVariables() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: t
      inputs: { region: { type: string, env: REGION }, zone: { type: string, env: ZONE } }
      steps: [{ ask: name, type: string }]
      """, to: "t.flow.yaml")
    let text = try ProgramCall(["plan", "t.flow.yaml"], directory: folder.path)
    #expect(text.exit == 3 && text.messages.contains("'region'"), "\(text.messages)")
    #expect(text.output == "t\n  reads the environment: REGION, ZONE\n", "\(text.output)")
    let json = try ProgramCall(
      ["plan", "t.flow.yaml", "--format", "json"], directory: folder.path)
    #expect(json.exit == 3 && json.output.contains("\"REGION\""), "\(json.output)")
    #expect(!json.output.contains("steps"))
  }

  /// A list is one of what's asked, and of what's given.
  @Test(arguments: [
    ([], "t: 2 asked"), (["--set", #"people=[{"who":"Bo"}]"#], "t: 1 asked, 1 given"),
  ])
  func aPlanCountsLists(arguments: [String], heading: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: t
      steps: [{ repeat: people, steps: [{ ask: who, type: string }] }, { ask: end, type: string }]
      """, to: "t.flow.yaml")
    let plan = try ProgramCall(["plan", "t.flow.yaml"] + arguments, directory: folder.path)
    #expect(plan.output.hasPrefix(heading + "\n"), "\(plan.output)")
  }

  @Test func aPlanListsTheFilesOfATree() throws {
    var calls = ProgramCalls()
    try calls.run("plan", "tree-1.flow.yaml")
    try calls.run(
      "plan", "tree-1.flow.yaml", "--set", "name=billing", "--set", "services=a, b", "--set",
      "tests=yes")
    try calls.run("run", "--plan", "tree-2.flow.yaml", "--format", "json", "--set", "name=billing")
    calls.end()
  }
}

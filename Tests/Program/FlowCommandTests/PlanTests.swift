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

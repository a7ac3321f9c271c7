// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

@Suite("stackflow import")
struct ImportTests {
  private func template() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeFolder("tool")
    try folder.write(
      #"{"name": "demo", "license": ["MIT", "none"], "__slug": "{{ cookiecutter.name | lower }}"}"#,
      to: "tool/cookiecutter.json")
    try folder.makeFolder("tool/{{cookiecutter.__slug}}")
    try folder.write(
      "{% if cookiecutter.license == 'MIT' %}MIT{% endif %}, {{ cookiecutter.name }}\n",
      to: "tool/{{cookiecutter.__slug}}/README.md")
    return folder
  }

  private func read(_ path: String, _ folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
  }

  /// A template becomes a flow, a tree, and a script, which are checked, tested, and run.
  @Test func aTemplateBecomesAFlow() throws {
    let folder = try template()
    var calls = ProgramCalls()
    try calls.run("import", "tool", directory: folder.path)
    try calls.run("check", "Flows/tool", directory: folder.path)
    try calls.run("test", "--depth", "session", "Flows/tool", directory: folder.path)
    try calls.run(
      "run", "Flows/tool/tool.flow.yaml", "--set", "name=Shop", "--defaults", "--yes", "--no-input",
      "--no-save", "--allow-write", ".", directory: folder.path)
    calls.end()
    try expectEqual(read("shop/README.md", folder), "MIT, Shop\n")
    #expect(try read("Flows/tool/IMPORT.md", folder).contains("## What's left\n\nNothing.\n"))
  }

  /// Nothing is written if a file is in the way, unless the user says so.
  @Test func existingFilesAreOnlyReplacedIfTheUserSaysSo() throws {
    let folder = try template()
    try folder.makeFolder("out")
    try folder.write("mine\n", to: "out/IMPORT.md")
    var calls = ProgramCalls()
    try calls.run("import", "tool/cookiecutter.json", "--into", "out", directory: folder.path)
    try calls.run(
      "import", "tool/cookiecutter.json", "--into", "out", "--replace", directory: folder.path)
    calls.end()
    #expect(try read("out/IMPORT.md", folder) != "mine\n")
  }

  @Test func whatIsNoTemplateIsRefused() throws {
    let folder = try template()
    try folder.makeFolder("list")
    try folder.write(
      #"{"templates": {"a": {"path": "./a"}, "b": {"path": "./b"}}}"#, to: "list/cookiecutter.json")
    try folder.makeFolder("broken")
    try folder.write("{", to: "broken/cookiecutter.json")
    var calls = ProgramCalls()
    try calls.run("import", "nowhere", directory: folder.path)
    try calls.run("import", "list", directory: folder.path)
    try calls.run("import", "broken", directory: folder.path)
    try calls.run("import", directory: folder.path)
    calls.end()
  }
}

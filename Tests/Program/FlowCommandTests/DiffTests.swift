// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("stackflow diff")
struct DiffTests {
  @Test func theDifferenceShowsTheFateOfSavedAnswers() throws {
    var calls = ProgramCalls()
    try calls.run("diff", "versions-1.flow.yaml", "versions-2.flow.yaml")
    try calls.run("diff", "versions-1.flow.yaml", "versions-1.flow.yaml")
    try calls.run("diff", "versions-1.flow.yaml", "versions-2.flow.yaml", "--format", "json")
    try calls.run("diff", "walk.flow.yaml", "broken.flow.yaml")
    try calls.run("diff", "walk.flow.yaml")
    calls.end()
  }

  @Test func theDifferenceNamesTextsAndTrees() throws {
    var calls = ProgramCalls()
    try calls.run("diff", "tree-1.flow.yaml", "tree-2.flow.yaml")
    try calls.run("diff", "tree-2.flow.yaml", "tree-1.flow.yaml", "--format", "json")
    try calls.run("diff", "tree-1.flow.yaml", "tree-1.flow.yaml")
    try calls.run("diff", "tree-1.flow.yaml", "tree-3.flow.yaml")
    calls.end()
  }
}

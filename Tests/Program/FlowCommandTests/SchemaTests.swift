// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("stackflow schema")
struct SchemaTests {
  @Test func theSchemaOfAFlowIsWritten() throws {
    var calls = ProgramCalls()
    try calls.run("schema", "walk.flow.yaml")
    try calls.run("schema", "effects.flow.yaml", "--of", "output")
    try calls.run("schema")
    try calls.run("schema", "--of", "flow", "walk.flow.yaml")
    try calls.run("schema", "broken.flow.yaml")
    calls.end()
  }

  @Test func theSchemaOfFlowFilesIsWritten() throws {
    let call = try ProgramCall(["schema", "--of", "flow"])
    expectEqual(call.exit, 0)
    #expect(
      call.output.hasPrefix("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\""))
    #expect(call.output.contains("\"urn:stackflow:flow-file:1\""))
  }
}

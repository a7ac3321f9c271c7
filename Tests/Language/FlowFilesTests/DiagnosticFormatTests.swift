// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import SourceDiagnostics
import Testing

@Suite struct DiagnosticFormatTests {
  static let list: DiagnosticList = {
    let file = SourceFile(name: "a b.flow.yaml", text: "one: 日本\ntwo: 🇩🇪 \"x\"\n")
    var list = DiagnosticList()
    list.add(
      Diagnostic(
        "unknown-key", "unknown key 'one', 100%", at: SourcePlace(file, SourceRange(0, 3)),
        notes: [.init("here", at: SourcePlace(file, SourceRange(12, 15))), .init("so", at: nil)],
        fixIts: [FixIt("write 'two'", [.init(SourceRange(0, 3), "two")])]))
    list.add(
      Diagnostic("odd", .warning, "odd \"x\"", at: SourcePlace(file, SourceRange(26, 29))))
    return list
  }()

  @Test func jsonPlacesCountCharactersAndBytes() {
    expectEqual(
      Self.list.json,
      """
      {"diagnostics":[{"id":"unknown-key","severity":"error","message":"unknown key 'one', 100%",\
      "file":"a b.flow.yaml","line":1,"column":1,"endLine":1,"endColumn":4,"start":0,"end":3,\
      "notes":[{"message":"here","file":"a b.flow.yaml","line":2,"column":1,"endLine":2,\
      "endColumn":4,"start":12,"end":15},{"message":"so"}],\
      "fixes":[{"title":"write 'two'","safe":false,"edits":[{"start":0,"end":3,"replacement":"two"}]}]},\
      {"id":"odd","severity":"warning","message":"odd \\"x\\"","file":"a b.flow.yaml","line":2,\
      "column":8,"endLine":2,"endColumn":11,"start":26,"end":29,"notes":[],"fixes":[]}],\
      "errors":1,"warnings":1,"omitted":0}

      """)
  }

  @Test func sarifColumnsCountUTF16() {
    let sarif = Self.list.sarif(
      tool: "stackflow", version: "1.0", descriptions: ["odd": "something odd"])
    expectEqual(
      sarif,
      """
      {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[\
      {"tool":{"driver":{"name":"stackflow","version":"1.0","rules":[{"id":"unknown-key"},\
      {"id":"odd","shortDescription":{"text":"something odd"}}]}},"columnKind":"utf16CodeUnits",\
      "results":[{"ruleId":"unknown-key","level":"error",\
      "message":{"text":"unknown key 'one', 100%"},"locations":[{"physicalLocation":\
      {"artifactLocation":{"uri":"a%20b.flow.yaml"},"region":{"startLine":1,"startColumn":1,\
      "endLine":1,"endColumn":4}}}],"relatedLocations":[{"physicalLocation":{"artifactLocation":\
      {"uri":"a%20b.flow.yaml"},"region":{"startLine":2,"startColumn":1,"endLine":2,\
      "endColumn":4}},"message":{"text":"here"}},{"message":{"text":"so"}}],"fixes":[\
      {"description":{"text":"write 'two'"},"artifactChanges":[{"artifactLocation":\
      {"uri":"a%20b.flow.yaml"},"replacements":[{"deletedRegion":{"startLine":1,\
      "startColumn":1,"endLine":1,"endColumn":4},"insertedContent":{"text":"two"}}]}]}]},\
      {"ruleId":"odd","level":"warning","message":{"text":"odd \\"x\\""},"locations":[\
      {"physicalLocation":{"artifactLocation":{"uri":"a%20b.flow.yaml"},"region":\
      {"startLine":2,"startColumn":11,"endLine":2,"endColumn":14}}}]}]}]}

      """)
  }

  @Test func githubCommandsEscapeTheirDelimiters() {
    expectEqual(
      Self.list.githubCommands,
      """
      ::error file=a b.flow.yaml,line=1,endLine=1,col=1,endColumn=3,title=unknown-key::\
      unknown key 'one', 100%25%0Anote: here (line 2)%0Anote: so
      ::warning file=a b.flow.yaml,line=2,endLine=2,col=8,endColumn=10,title=odd::odd "x"

      """)
  }
}

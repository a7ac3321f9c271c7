// SPDX-License-Identifier: Apache-2.0

import ExpressionConformance
import Testing

@testable import FlowExpressions

/// The documentation pages that are generated from the code; `RECORD_GOLDENS=1` writes them.
@Suite struct ReferenceTests {
  @Test func theReferenceMatchesTheTableOfTheLanguage() throws {
    let text = """
      # Functions of the language

      The functions that every expression can call. This page is generated from the table of the
      functions; the tests run their examples.


      """ + FunctionPages.markdown(MacroDeclaration.all) + "\n"
      + FunctionPages.markdown(FunctionTable.sections)
    try GeneratedPage("FunctionReference").check(text)
  }

  @Test func theReferenceMatchesTheLibraryOfFlows() throws {
    let text = """
      # Functions of flows

      The functions that flows add to those of the language. This page is generated from the table
      of the functions; the tests run their examples. The flow itself provides `label(name)`: the
      label that the user chose for the answer with that name, in the session's language. It's a
      string for a `choice` and a list of strings for `choices`; if the answer may be unasked, it's
      an optional, like the answer. `isOther(name)`, `others(name)`, and `data(name)` are about choices,
      too: the texts beside them, and what the flow says of them.


      """ + FunctionPages.markdown([FlowLibrary.section])
    try GeneratedPage("FlowFunctionReference").check(text)
  }

  @Test func theConformancePageCountsPassingCases() throws {
    var table = ConformanceTable()
    for name in ConformanceFiles.names {
      let cases = try ConformanceFiles.cases(of: name)
      let passed = cases.count { $0.failure(zones: ConformanceFiles.zones) == nil }
      table.rows.append(.init(file: name, passed: passed, total: cases.count))
    }
    #expect(table.isComplete)
    let text = """
      # Conformance

      The number of passing cases in the language's public conformance suite.

      ## Overview

      The cases are those of google/cel-spec that need no protocol buffer messages, as far as
      Tests/Fixtures/cel contains them. The test that runs them writes this table.


      """ + table.markdown
    try GeneratedPage("Conformance").check(text)
  }
}

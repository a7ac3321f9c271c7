// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Testing

@testable import FlowExpressions

/// The pages of the documentation that are made from the code; `RECORD_GOLDENS=1` writes them.
@Suite struct ReferenceTests {
  @Test func theReferenceSaysWhatTheTableOfTheLanguageSays() throws {
    let text = """
      # Functions of the language

      What every expression can call; generated from the table of the functions, whose examples are
      run as tests.


      """ + FunctionReference.markdown(MacroDeclaration.all) + "\n"
      + FunctionReference.markdown(FunctionTable.sections)
    try GeneratedPage("FunctionReference").check(text)
  }

  @Test func theReferenceSaysWhatTheLibraryOfFlowsSays() throws {
    let text = """
      # Functions of flows

      What expressions of flows can call beside the language's own functions; generated from the
      table of the functions, whose examples are run as tests. `label(name)` is given by the flow:
      what the person read when they chose the answer of that name, in the session's language. It is
      a string for a `choice` and a list of strings for `choices`; where the answer may be unasked it
      is an optional, as the answer is.


      """ + FunctionReference.markdown([FlowLibrary.section])
    try GeneratedPage("FlowFunctionReference").check(text)
  }

  @Test func thePageOfConformanceCountsTheCasesThatPass() throws {
    var table = ConformanceTable()
    for name in ConformanceFiles.names {
      let cases = try ConformanceFiles.cases(of: name)
      let passed = cases.count { $0.failure(zones: ConformanceFiles.zones) == nil }
      table.rows.append(.init(file: name, passed: passed, total: cases.count))
    }
    #expect(table.isComplete)
    let text = """
      # Conformance

      How many cases of the language's public conformance suite pass.

      ## Overview

      The cases are those of google/cel-spec that need no protocol buffer messages, as many as
      Tests/Fixtures/cel holds. The table is written by the test that runs them.


      """ + table.markdown
    try GeneratedPage("Conformance").check(text)
  }
}

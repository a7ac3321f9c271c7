// SPDX-License-Identifier: GPL-3.0-or-later

import ConformanceTesting
import Expectations
import GNUReadline
import TerminalIO
import Testing

@MainActor
@Suite("LineEditor's rules")
struct LineEditorRulesTests {
  @Test func readlineFollowsTheRules() {
    let violations = lineEditorViolations {
      let editor = ReadlineEditor(configuration: .none)
      editor.configure("set editing-mode emacs")
      return editor
    }
    expectEqual(violations, [])
  }
}

// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Draws findings for some of the inputs only, because drawing takes longer than finding.
enum Drawing {
  /// Draws diagnostics if the input is one of those, which depends only on its content.
  static func draw(_ diagnostics: @autoclosure () -> [Diagnostic], of bytes: [UInt8]) {
    let sum = bytes.reduce(UInt8(bytes.count & 0xFF)) { $0 &* 31 &+ $1 }
    guard sum & 0x1F == 0 else { return }
    let renderer = DiagnosticRenderer(style: .ansi)
    for diagnostic in diagnostics() { _ = renderer.render(diagnostic) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Drawing what was found, for some of the inputs: it takes longer than finding it.
enum Drawing {
  /// Draws diagnostics when the input is one of those, by its content alone.
  static func draw(_ diagnostics: @autoclosure () -> [Diagnostic], of bytes: [UInt8]) {
    let sum = bytes.reduce(UInt8(bytes.count & 0xFF)) { $0 &* 31 &+ $1 }
    guard sum & 0x1F == 0 else { return }
    let renderer = DiagnosticRenderer(style: .ansi)
    for diagnostic in diagnostics() { _ = renderer.render(diagnostic) }
  }
}

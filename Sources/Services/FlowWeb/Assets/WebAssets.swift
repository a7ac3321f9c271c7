// SPDX-License-Identifier: Apache-2.0

import FlowModel

/// The files of the pages.
///
/// They're Swift, because no target has resources; their names have a code of their content, so that browsers keep them.
enum WebAssets {
  static let styleName = "style-\(code(of: style)).css"
  static let scriptName = "script-\(code(of: script)).js"

  /// The icon of the window: a stack.
  static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M5 1v14" stroke="#888" stroke-width="1.5"/>\
    <circle cx="5" cy="4" r="2.5" fill="#888"/><circle cx="5" cy="12" r="3" fill="#0b6"/></svg>
    """

  private static func code(of text: String) -> String {
    var hash = Fingerprint()
    hash.combine(Array(text.utf8))
    return String(hash.value, radix: 36)
  }
}

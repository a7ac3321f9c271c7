// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// This text as the content of an element or an attribute of XML.
  ///
  /// The special characters become entities, also under combining marks. What XML can't contain becomes
  /// a space: control characters, tabs and line breaks among them, and noncharacters such as U+FFFF.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var escapedForXML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value & 0xFFFE == 0xFFFE:
        result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

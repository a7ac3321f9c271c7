// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import Localization

// What questions say of each type of fields.
extension FieldType {
  /// The hint about the form of an answer; nil if it needs none.
  package var formHint: MessageID? {
    switch self {
    case .boolean: .hintYesNo
    case .date: .hintDate
    case .time: .hintTime
    case .datetime: .hintDateTime
    case .duration: .hintDuration
    case .string, .text, .secret, .integer, .number, .path, .choice, .choices: nil
    case .list: .hintItems
    case .map: .hintPairs
    }
  }
}

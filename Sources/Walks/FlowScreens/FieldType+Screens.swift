// SPDX-License-Identifier: Apache-2.0

package import FlowModel
package import Localization

// The words of questions about each type of fields.
extension FieldType {
  /// Returns the hint about the form of an answer; nil if it needs none.
  package func formHint(in catalog: MessageCatalog) -> String? {
    if self == .boolean, catalog.ownYes != nil || catalog.ownNo != nil {
      return "\(catalog.yes) / \(catalog.no)"
    }
    return kind.hint.map { catalog.text($0) }
  }
}

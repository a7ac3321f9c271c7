// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import SourceDiagnostics

/// A checked expression of a flow.
package final class FlowExpression: Sendable {
  /// The expression in the file.
  package let source: ExpressionSource

  /// The compiled expression.
  package let compiled: CompiledExpression

  /// The number of the scope of its names.
  package let scope: Int

  /// Whether `items` has only the records before the one that's asked: in a default, a condition, and a computed
  /// value, which are then the same however a record came about.
  package let readsEarlierItems: Bool

  /// The part of an item that it is; nil for any other expression.
  package let itemPart: ItemPart?

  package init(
    source: ExpressionSource, compiled: CompiledExpression, scope: Int,
    readsEarlierItems: Bool = false
  ) {
    self.source = source
    self.compiled = compiled
    self.scope = scope
    self.readsEarlierItems = readsEarlierItems && compiled.freeNames.contains("items")
    itemPart = ItemPart(source.text, compiled)
  }

}

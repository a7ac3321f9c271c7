// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization

/// The parts of a session that never change.
///
/// They're shared by all of its copies, and by everything that reads them.
final class SessionSetup: Sendable {
  let flow: CheckedFlow

  /// The values of the inputs, in the flow's order.
  let inputs: [Value?]

  /// Answers given in advance, and how defaults are taken.
  let options: SessionOptions

  /// The program's own words at the start.
  let catalog: MessageCatalog

  init(flow: CheckedFlow, inputs: [Value?], options: SessionOptions) {
    self.flow = flow
    self.inputs = inputs
    self.options = options
    catalog = options.catalog(for: flow)
  }

  /// Returns the program's own words at a step, whose language an answer may have set.
  func catalog(in tag: String?) -> MessageCatalog {
    guard let tag, !LanguageTag.fallbacks(of: tag).contains(catalog.language) else {
      return catalog
    }
    return MessageCatalog.builtIn(for: tag) ?? catalog
  }
}

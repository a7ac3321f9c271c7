// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization

/// What a session is given at its start: it never changes and is shared by every state of the
/// session and by everything that reads one.
final class SessionSetup: Sendable {
  /// The flow.
  let flow: CheckedFlow

  /// The inputs' values, in the flow's order.
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
}

// SPDX-License-Identifier: Apache-2.0

public import FlowModel
package import Localization

extension CheckedFlow {
  /// Returns the flow's title in a language, or else in its own; nil if it has none, or if it
  /// depends on inputs.
  public func title(in language: String?) -> String? {
    guard let title, let session = try? FlowSession(flow: self) else {
      return title?.words(in: language ?? definition.language)
    }
    return try? title.text(in: session.scope(), language: language ?? definition.language)
  }
}

extension SessionOptions {
  /// The program's own words with which a session of a flow begins: ``catalog``, or else those of the
  /// language in which the flow speaks, of ``language``, or English.
  package func catalog(for flow: CheckedFlow) -> MessageCatalog {
    catalog ?? MessageCatalog.builtIn(for: flow.language(for: language))
      ?? language.flatMap { MessageCatalog.builtIn(for: $0) } ?? .english
  }
}

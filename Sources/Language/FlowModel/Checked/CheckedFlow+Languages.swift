// SPDX-License-Identifier: Apache-2.0

import Localization

extension CheckedFlow {
  /// The language in which the flow speaks to a user who asks for one: that language or a more general
  /// one, if the flow has texts in it, or else the flow's own.
  ///
  /// - Parameter requested: A language tag, such as `de-AT` or `de_AT`; nil for no wish.
  /// - Returns: The tag under which the flow has the texts.
  public func language(for requested: String?) -> String {
    let own = definition.language
    guard let requested else { return own }
    for tag in LanguageTag.fallbacks(of: requested) {
      if let found = languages.first(where: { LanguageTag.normalized($0) == tag }) { return found }
    }
    return own
  }
}

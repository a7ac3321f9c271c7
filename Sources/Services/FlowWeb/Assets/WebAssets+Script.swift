// SPDX-License-Identifier: Apache-2.0

extension WebAssets {
  /// What makes the pages livelier; every page works without it.
  static let script = """
    "use strict";
    """
}

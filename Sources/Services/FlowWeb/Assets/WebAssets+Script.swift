// SPDX-License-Identifier: Apache-2.0

#if Web

extension WebAssets {
  /// What makes the pages livelier; every page works without it.
  static let script = """
    "use strict";
    """
}

#endif

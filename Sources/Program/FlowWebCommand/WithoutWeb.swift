// SPDX-License-Identifier: Apache-2.0

import CLibrary

#if !Web

/// The program without the trait `Web`: it says how to build one that does something.
@main
struct WithoutWeb {
  static func main() {
    complain(
      """
      stackflow-web: this program was built without the trait 'Web', which brings the HTTP server; build it with
        swift build -c release --traits default,Web --product stackflow-web
      """)
    exit(64)
  }
}

#endif

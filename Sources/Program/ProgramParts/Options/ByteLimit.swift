// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A maximum file size in bytes, on the command line; at least 1.
package struct ByteLimit: ExpressibleByArgument, CustomStringConvertible {
  package let count: Int

  /// The maximum unless an option changes it: 4 MiB.
  package static let `default` = ByteLimit(count: 4 << 20)

  /// The maximum size of a list of choices unless an option changes it: 64 MiB.
  package static let ofChoices = ByteLimit(count: 64 << 20)

  private init(count: Int) { self.count = count }

  package init?(argument: String) {
    guard let count = Int(argument), count > 0 else { return nil }
    self.count = count
  }

  package var description: String { "\(count)" }
  package var defaultValueDescription: String { description }
}

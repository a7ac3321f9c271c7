// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser

/// Where a server listens: a host and a port.
struct ServerAddress: ExpressibleByArgument {
  /// The name or the numeric address of the host.
  let host: String

  /// The port; 0 for any.
  let port: Int

  /// The default address of a site.
  static let standard = ServerAddress(host: "127.0.0.1", port: 8_080)

  private init(host: String, port: Int) {
    (self.host, self.port) = (host, port)
  }

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = Int(argument[argument.index(after: colon)...]), (0...65_535).contains(port)
    else { return nil }
    let name = argument[..<colon].trimmingPrefix("[")
    host = String(name.last == "]" ? name.dropLast() : name)
    self.port = port
  }

  /// Whether only this machine reaches the address.
  var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// Returns the URL of the address, with the port that a server has got.
  func url(port: Int?) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port ?? self.port)"
  }

  var defaultValueDescription: String { "\(host):\(port)" }
}

#endif

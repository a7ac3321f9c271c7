// SPDX-License-Identifier: Apache-2.0

import FlowHosts

// The options as words, for the other program that takes them.
extension ServingOptions {
  /// Returns the options as words of a command line, with the paths of the flows at the end.
  ///
  /// - Parameters:
  ///   - service: The options of the service.
  ///   - files: The paths.
  /// - Returns: The words.
  package func words(with service: ServiceOptions, for files: [String]) -> [String] {
    var words: [String] = []
    func add(_ name: String, _ value: (some CustomStringConvertible)?) {
      if let value { words.append("--\(name)=\(value)") }
    }
    if effects.allowRun { words.append("--allow-run") }
    for folder in effects.allowWrite { add("allow-write", folder) }
    for folder in fileOptions.allowRead { add("allow-read", folder) }
    add("lang", lang)
    add("max-walks", maxWalks)
    add("max-message-bytes", maxMessageBytes)
    add("max-bytes", maxBytes)
    add("listen", service.listen)
    add("store", service.store)
    add("key-file", service.sealing.keyFile)
    add("owner-from", service.ownerFrom?.rawValue)
    add("expire", service.expire?.text)
    add("max-requests", service.maxRequests)
    add("max-connections", service.maxConnections)
    add("admin", service.admin)
    add("log", service.log)
    return words + ["--"] + files
  }
}

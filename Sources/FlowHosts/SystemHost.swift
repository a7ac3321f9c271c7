// SPDX-License-Identifier: Apache-2.0

import CTerminal
public import FlowExpressions

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The time and the environment of this machine.
public enum SystemHost {
  /// The time now.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = try? Timestamp(
      secondsSinceEpoch: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    // A clock beyond the year 9999 is as good as none.
    return now ?? .latest
  }

  /// The value of an environment variable; nil when it isn't set.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// A variable of the environment.
  public struct Variable: Hashable, Sendable {
    /// Its name.
    public let name: String

    /// Its value; nil when that isn't UTF-8.
    public let value: String?
  }

  /// The variables of the environment whose names begin with a prefix, in the order of their names.
  ///
  /// Bytes that aren't UTF-8 appear in a name as U+FFFD.
  public static func variables(withPrefix prefix: String) -> [Variable] {
    var found: [Variable] = []
    var index = 0
    while let entry = ct_environment_entry(index) {
      index += 1
      guard strncmp(entry, prefix, prefix.utf8.count) == 0, let sign = strchr(entry, 0x3D) else {
        continue
      }
      let name = UnsafeRawBufferPointer(start: entry, count: UnsafePointer(sign) - entry)
      found.append(
        Variable(
          name: String(decoding: name, as: UTF8.self), value: String(validatingCString: sign + 1)))
    }
    return found.sorted { $0.name < $1.name }
  }

  /// The language of the person's messages as a tag: `de-AT`; nil for `C` and `POSIX`.
  public static var language: String? {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let value = environment(name), !value.isEmpty else { continue }
      let tag = value.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
      let text = String(tag)
      return text == "C" || text == "POSIX" ? nil : text
    }
    return nil
  }
}

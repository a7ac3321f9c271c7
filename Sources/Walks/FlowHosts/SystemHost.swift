// SPDX-License-Identifier: Apache-2.0

import CLibrary
import CTerminal
public import FlowExpressions

/// The time and the environment of this machine.
public enum SystemHost {
  /// The current time.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = try? Timestamp(
      secondsSinceEpoch: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    // A time beyond the year 9999 can't be represented.
    return now ?? .latest
  }

  /// The number of processors that are in use; 1 if the system doesn't say.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Returns the value of an environment variable, or nil if it isn't set.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns the environment variables whose names begin with a prefix, sorted by name.
  ///
  /// Bytes that aren't valid UTF-8 become U+FFFD in names; a value that isn't is nil.
  package static func variables(
    withPrefix prefix: String
  ) -> [(name: String, value: String?)] {
    var found: [(name: String, value: String?)] = []
    var index = 0
    while let entry = ct_environment_entry(index) {
      index += 1
      guard strncmp(entry, prefix, prefix.utf8.count) == 0, let sign = strchr(entry, 0x3D) else {
        continue
      }
      let name = UnsafeRawBufferPointer(start: entry, count: UnsafePointer(sign) - entry)
      found.append(
        (String(decoding: name, as: UTF8.self), String(validatingCString: sign + 1)))
    }
    return found.sorted { $0.name < $1.name }
  }

  /// The user's language as a tag, such as `de-AT`; nil for `C` and `POSIX`.
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

// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A source that reads TZif files from a folder, usually `/usr/share/zoneinfo`.
///
/// Files are read on first use and cached. A name must be a relative path of letters, digits, `_`,
/// `+`, `-`, and `.`, without the parts `.` and `..`, so an expression can't reach other files.
public final class ZoneFolder: TimeZoneSource {
  /// The system's folder of time zones: that of the variable `TZDIR`, or else `/usr/share/zoneinfo`.
  public static let system = ZoneFolder(ZoneFile.systemFolder)

  /// The path of the folder.
  package let path: String

  private let known = Mutex<[String: ZoneRules]>([:])

  /// Creates a source for a folder, which needn't exist.
  public init(_ path: String) { self.path = path }

  /// Returns the rules of a zone, from the file with its name.
  public func zone(named name: String) throws(TimeError) -> ZoneRules {
    if let rules = known.withLock({ $0[name] }) { return rules }
    guard Self.isSafe(name), let bytes = ZoneFile.read("\(path)/\(name)") else {
      throw unknownZone(name)
    }
    let rules = try ZoneRules(tzif: bytes, name: name)
    known.withLock { $0[name] = rules }
    return rules
  }

  /// Returns whether a name is a relative path inside the folder.
  static func isSafe(_ name: String) -> Bool {
    guard (1...255).contains(name.utf8.count) else { return false }
    return name.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first != 0x2E
        && part.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || [0x5F, 0x2B, 0x2D, 0x2E].contains(byte)
        }
    }
  }
}

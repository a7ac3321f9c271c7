// SPDX-License-Identifier: Apache-2.0

import CLibrary
import SourceDiagnostics

/// The programs that were built together with the tests.
public enum BuiltProgram {
  /// Returns the path of a program in the folder of the running tests.
  ///
  /// - Returns: The path, or `nil` if there's no such program.
  public static func path(_ name: String) -> String? {
    candidates(name).first { access($0, X_OK) == 0 }
  }

  private static func candidates(_ name: String) -> [String] {
    var folders: [String] = []
    #if os(Linux)
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    if count > 0 {
      let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
      folders.append(String(decoding: bytes, as: UTF8.self))
    }
    #endif
    // On macOS a program of the toolchain loads the tests as a bundle.
    folders += CommandLine.arguments.filter { $0.includes(".xctest") }
    return folders.flatMap { path in
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      return (1...4).filter { $0 < parts.count }.map {
        parts.dropLast($0).joined(separator: "/") + "/" + name
      }
    }
  }
}

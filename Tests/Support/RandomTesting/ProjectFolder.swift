// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The folder of the package, which has the flows, the fixtures, and the papers.
public enum ProjectFolder {
  /// Its location.
  public static let url: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      folder.deleteLastPathComponent()
    }
    return folder
  }()
}

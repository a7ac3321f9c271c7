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

  /// The folders of flows with scripts, by their paths in it: `Flows`, and those of `Tests/Flows`, each of which has
  /// the rules of a theme.
  public static let scripted: [String] = {
    let rules = url.appending(path: "Tests/Flows").path
    let themes = (try? FileManager.default.contentsOfDirectory(atPath: rules)) ?? []
    return ["Flows"] + themes.sorted().map { "Tests/Flows/\($0)" }
  }()

  /// Returns the text of a flow of `Tests/Flows`, as `lists/people`; empty, which is no flow, if there's none.
  public static func flow(_ name: String) -> String { text("Tests/Flows/\(name).flow.yaml") }

  /// Returns the text of the scripts of a flow of `Tests/Flows`; empty if there are none.
  public static func scripts(_ name: String) -> String { text("Tests/Flows/\(name).test.yaml") }

  private static func text(_ path: String) -> String {
    (try? String(contentsOf: url.appending(path: path), encoding: .utf8)) ?? ""
  }
}

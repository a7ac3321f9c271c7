// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowFiles
import FlowForms
import FlowHosts
import SourceDiagnostics

/// A flow file that was read and checked.
struct FlowLoading {
  /// The flow, or nil if it has errors.
  let flow: CheckedFlow?

  /// The findings in the file.
  let diagnostics: DiagnosticList

  /// Reads and checks a flow file.
  ///
  /// - Throws: ``ProgramEnding`` if the file doesn't exist or can't be read.
  init(
    _ path: String, limit: Int = ByteLimit.default.count, readable: [String] = []
  ) throws(ProgramEnding) {
    self.init(
      try Self.bytes(of: path, limit: limit), path, limit: limit, readable: readable,
      includesWarnings: true)
  }

  private init(
    _ bytes: [UInt8], _ path: String, limit: Int, readable: [String], includesWarnings: Bool
  ) {
    let loaded = FlowFile.load(
      bytes, name: path, limit: limit,
      files: Self.files(beside: path, limit: limit, readable: readable),
      includesWarnings: includesWarnings)
    flow = loaded.flow
    diagnostics = loaded.diagnostics
  }

  /// The files next to a flow file, or nil for standard input, which has no folder.
  static func files(
    beside path: String, limit: Int, readable: [String] = []
  ) -> FolderFiles? {
    path == "-" ? nil : FolderFiles(beside: path, limit: limit, otherFolders: readable)
  }

  /// Reads a file that the command line names.
  static func bytes(of path: String, limit: Int) throws(ProgramEnding) -> [UInt8] {
    do {
      return try SystemFiles.read(path, limit: limit)
    } catch {
      throw Output.fail(error.isMissing ? .usage : .inputOutput, error.message)
    }
  }

  /// Loads a flow that must have no errors; otherwise reports them and throws.
  static func flow(
    _ path: String, limit: Int = ByteLimit.default.count, readable: [String] = []
  ) throws(ProgramEnding) -> CheckedFlow {
    let bytes = try bytes(of: path, limit: limit)
    let quick = FlowLoading(
      bytes, path, limit: limit, readable: readable, includesWarnings: false)
    if let flow = quick.flow { return flow }
    // If there are errors, warnings are reported as well, as 'check' does.
    let whole = FlowLoading(bytes, path, limit: limit, readable: readable, includesWarnings: true)
    Output.diagnostics(whole.diagnostics)
    throw ProgramEnding(.badFile)
  }
}

/// A maximum file size in bytes, on the command line; at least 1.
struct ByteLimit: ExpressibleByArgument, CustomStringConvertible {
  let count: Int

  /// The maximum unless an option changes it: 4 MiB.
  static let `default` = ByteLimit(count: 4 << 20)

  /// What a list of choices may have unless an option says otherwise.
  static let ofChoices = ByteLimit(count: 64 << 20)

  private init(count: Int) { self.count = count }

  init?(argument: String) {
    guard let count = Int(argument), count > 0 else { return nil }
    self.count = count
  }

  var description: String { "\(count)" }
  var defaultValueDescription: String { description }
}

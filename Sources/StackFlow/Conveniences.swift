// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowFiles
public import FlowForms
public import FlowHosts

extension FlowFile {
  /// Loads a flow file from disk, with the files in its folder, and proves its names and types.
  ///
  /// ```swift
  /// let loaded = try FlowFile.load(contentsOf: "Flows/order.flow.yaml")
  /// print(DiagnosticRenderer().render(loaded.diagnostics))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of the flow file, which messages show.
  ///   - limit: The maximum size of a file in bytes; a longer one is refused before it is parsed.
  ///   - otherFolders: Other folders whose files the flow may name.
  /// - Returns: The flow, when nothing is wrong with it, and everything that was found.
  /// - Throws: `SystemFiles.Failure` if the flow file cannot be read. A file beside it that cannot be
  ///   read is found in the flow instead.
  public static func load(
    contentsOf path: String, limit: Int = defaultLimit, otherFolders: [String] = []
  ) throws(SystemFiles.Failure) -> LoadedFlow {
    load(
      try SystemFiles.read(path, limit: limit), name: path, limit: limit,
      files: FolderFiles(beside: path, limit: limit, otherFolders: otherFolders))
  }
}

extension SessionOptions {
  /// Options with the language and the time zone of this machine, and nothing answered in advance.
  public static var system: SessionOptions {
    SessionOptions(language: SystemHost.language, zone: SystemHost.zone)
  }
}

extension FlowRunner {
  /// Creates a runner on this machine's clock, for a session that has not begun.
  ///
  /// ```swift
  /// let runner = try FlowRunner(flow: flow)
  /// runner.start()
  /// ```
  ///
  /// - Parameters:
  ///   - flow: The flow to walk.
  ///   - inputs: The values of the flow's inputs by name.
  ///   - options: Answers given in advance, the language and the time zone; those of this machine
  ///     unless you pass others.
  ///   - effects: The host that runs commands and writes files; nil to refuse all of them.
  /// - Throws: `InputError` if an input is missing, unknown or of the wrong type.
  public convenience init(
    flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = .system,
    effects: (any EffectHost)? = nil
  ) throws(InputError) {
    try self.init(
      flow: flow, inputs: inputs, options: options, effects: effects,
      clock: { SystemHost.now })
  }
}

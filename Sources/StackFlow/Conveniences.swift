// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
public import FlowFiles
public import FlowHosts
public import FlowModel
public import FlowSessions
public import FlowWalks

extension FlowFile {
  /// Loads a flow file from disk with the files in its folder, and checks its names and types.
  ///
  /// ```swift
  /// let loaded = try FlowFile.load(contentsOf: "Flows/order.flow.yaml")
  /// print(DiagnosticRenderer().render(loaded.diagnostics))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of the flow file, as messages show it.
  ///   - limit: The maximum size of a file in bytes; a larger file is rejected before it's parsed.
  ///   - otherFolders: Other folders whose files the flow may refer to.
  ///   - extensions: What the program adds to the language.
  /// - Returns: The flow, if it has no errors, and all diagnostics.
  /// - Throws: `SystemFiles.Failure` if the flow file can't be read. If another file can't be read,
  ///   that's a diagnostic of the flow instead.
  public static func load(
    contentsOf path: String, limit: Int = defaultLimit, otherFolders: [String] = [],
    extensions: FlowExtensions = FlowExtensions()
  ) throws(SystemFiles.Failure) -> LoadedFlow {
    load(
      try SystemFiles.read(path, limit: limit), name: path, limit: limit,
      files: FolderFiles(beside: path, limit: limit, otherFolders: otherFolders),
      extensions: extensions)
  }
}

extension SessionOptions {
  /// Options with the language and time zone of this machine and without prefilled answers.
  public static var system: SessionOptions {
    SessionOptions(language: SystemHost.language, zone: SystemHost.zone)
  }
}

extension FlowRunner {
  /// Creates a runner that uses this machine's clock, for a session that hasn't started.
  ///
  /// ```swift
  /// let runner = try FlowRunner(flow: flow)
  /// runner.start()
  /// ```
  ///
  /// - Parameters:
  ///   - flow: The flow to run.
  ///   - inputs: The values of the flow's inputs by name.
  ///   - options: Prefilled answers, the language, and the time zone; by default, the language and
  ///     time zone of this machine.
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

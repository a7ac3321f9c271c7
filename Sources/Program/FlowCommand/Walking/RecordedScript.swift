// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import FlowHosts
import FlowScripts
import SourceDiagnostics

/// The file to which a walk is added as a scripted test.
struct RecordedScript {
  let path: String

  /// Checks that the file can be written, before anyone is asked anything, and warns if 'stackflow test' wouldn't
  /// find it for the flow.
  ///
  /// - Parameter flow: The path of the flow.
  /// - Throws: ``ProgramEnding`` if it can't be written.
  func check(for flow: String) throws(ProgramEnding) {
    do throws(SystemFiles.Failure) {
      try SystemFiles.checkWriting(to: path)
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
    guard flow.hasSuffix(ScriptSearch.flowSuffix) else { return }
    let isFound =
      path.hasSuffix(ScriptSearch.scriptSuffix)
      && SystemFiles.absolutePath(ScriptSearch.flow(of: path)) == SystemFiles.absolutePath(flow)
    guard !isFound else { return }
    let usual = flow.dropLast(ScriptSearch.flowSuffix.count) + ScriptSearch.scriptSuffix
    ProgramOutput.message(
      "stackflow: 'stackflow test' won't find '\(path)' for this flow; '\(usual)' is a name that it finds"
    )
  }

  /// Adds what was done in a walk to the file, and says how to replay it.
  func add(_ session: FlowSession) {
    guard session.eventCount > 0 else { return }
    let name = "recorded \(SystemHost.now)"
    let script = ScriptRecording.script(of: session, named: name)
    do throws(SystemFiles.Failure) {
      var text = ""
      if SystemFiles.exists(path) {
        let bytes = try SystemFiles.read(path, limit: ByteLimit.default.count)
        text = String(decoding: bytes, as: UTF8.self)
        if !text.isEmpty { text += (text.hasSuffix("\n") ? "" : "\n") + "---\n" }
      }
      try SystemFiles.write(text + script.text, to: path, isPrivate: false)
    } catch {
      return ProgramOutput.message("stackflow: the walk isn't recorded: \(error.message)")
    }
    let known = ScriptRecording.placeholders(of: session)
    let result = ScriptRun.run(script, on: session.flow) { known[$0] }
    if let failure = result.failures.first {
      ProgramOutput.message(
        "stackflow: recorded '\(name)' in '\(path)', but it doesn't replay: \(failure.message)")
    } else {
      let secrets = Set(script.secretNames).sorted().map { "STACKFLOW_SECRET_\($0)" }
      let hint = secrets.isEmpty ? "" : "; it takes secrets from \(secrets.joined(separator: ", "))"
      ProgramOutput.message("stackflow: recorded '\(name)' in '\(path)'\(hint)")
    }
  }
}

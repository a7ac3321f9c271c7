// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts
import FlowScripts
import FlowSessions
import ProgramParts
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
  ///
  /// A recording that doesn't replay goes to a file of its own, which isn't a test, and what it does differently is
  /// shown.
  func add(_ session: FlowSession) {
    guard session.eventCount > 0 else { return }
    let name = "recorded \(SystemHost.now)"
    let script = ScriptRecording.script(
      of: session, named: name, found: { SystemEffects().outlook(of: $0) })
    let draft = "\(path).draft"
    let findings = Self.findings(of: script.text, in: draft, session)
    do throws(SystemFiles.Failure) {
      guard findings.isEmpty else {
        try SystemFiles.write(script.text, to: draft, isPrivate: false)
        ProgramOutput.message(
          "stackflow: the recorded walk doesn't replay, so it's in '\(draft)' instead of '\(path)'")
        return ProgramOutput.diagnostics(findings)
      }
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
    let secrets = Set(script.secretNames).sorted().map(SystemHost.secretVariable)
    let hint = secrets.isEmpty ? "" : "; it takes secrets from \(secrets.joined(separator: ", "))"
    ProgramOutput.message("stackflow: recorded '\(name)' in '\(path)'\(hint)")
  }

  /// Returns why the text of a recording, read again, doesn't do what the walk did.
  private static func findings(
    of text: String, in name: String, _ session: FlowSession
  ) -> DiagnosticList {
    let loaded = FlowScriptFile.load(Array(text.utf8), name: name, flow: session.flow)
    guard !loaded.diagnostics.hasErrors else { return loaded.diagnostics }
    let known = ScriptRecording.placeholders(of: session)
    var findings = DiagnosticList()
    for script in loaded.scripts {
      let result = ScriptRun.run(script, on: session.flow) { known[$0] }
      for failure in result.failures { findings.add(failure) }
    }
    return findings
  }
}

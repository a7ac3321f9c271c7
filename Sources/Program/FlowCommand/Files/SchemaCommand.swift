// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts

/// The command `stackflow schema [FILE]`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of a flow's answers, of flow files, or of scripts.",
    discussion: """
      'answers' is the schema of files for --answers, in which answers with a default aren't \
      required; 'output' is the schema of the result of 'run', in which they are; 'flow' is the \
      schema of flow files, and 'script' that of scripted tests, for editors. What JSON Schema can't \
      express is in keys that begin with x-stackflow-.

      Example: stackflow schema hello > hello.schema.json
      """)

  enum Subject: String, CaseIterable, ExpressibleByArgument {
    /// The answers of a flow.
    case answers

    /// The result of a flow.
    case output

    /// Flow files.
    case flow

    /// Files of scripted tests.
    case script
  }

  @Argument(
    help: "The flow file; none for --of flow and --of script.",
    completion: .file(extensions: ["yaml"]))
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The subject of the schema: \(Subject.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "subject"))
  var of = Subject.answers

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  @Option(help: "The maximum size of the flow file in bytes.")
  var maxBytes = ByteLimit.default

  func validate() throws {
    switch (of, file) {
    case (.flow, nil), (.script, nil), (.answers, .some), (.output, .some): break
    case (.flow, .some): throw ValidationError("--of flow is about all flow files; name none")
    case (.script, .some): throw ValidationError("--of script is about all scripts; name no file")
    case (_, nil): throw ValidationError("name a flow file, or --of flow, or --of script")
    }
  }

  func run() throws {
    let schema: Value
    if let file {
      let definition = try FlowLoading.flow(
        FlowFolder.readPath(named: file, limit: maxBytes.count), limit: maxBytes.count,
        readable: fileOptions.allowRead
      ).definition
      schema =
        of == .output ? FlowSchema.output(of: definition) : FlowSchema.answers(of: definition)
    } else {
      schema = of == .script ? ScriptFileSchema.schema : FlowFileSchema.schema
    }
    ProgramOutput.result((JSONWriter(indentation: 2).text(of: schema) ?? "{}") + "\n", as: .json)
  }
}

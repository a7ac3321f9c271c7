// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import ProgramParts

/// The command `stackflow schema [FILE]`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of a flow's answers, or of a kind of files.",
    discussion: """
      'answers' is the schema of files for --answers, in which answers with a default aren't \
      required; 'output' is the schema of the result of 'run', in which they are. What JSON Schema can't \
      express is in keys that begin with x-stackflow-.

      For editors, 'flow' is the schema of flow files, 'script' that of scripted tests, 'extensions' that of \
      files of extensions, and 'texts' that of translations, with FILE of the translations of that flow.

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

    /// Files of translations.
    case texts

    /// Files of extensions.
    case extensions
  }

  @Argument(
    help: "The flow file; none for --of flow, script, and extensions.",
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
    case (.answers, nil), (.output, nil):
      throw ValidationError(
        "name a flow file, or --of flow, --of script, --of texts, or --of extensions")
    case (.flow, .some), (.script, .some), (.extensions, .some):
      throw ValidationError("--of \(of.rawValue) is about all such files; name none")
    case (.answers, .some), (.output, .some), (.texts, _), (.flow, nil), (.script, nil),
      (.extensions, nil):
      break
    }
  }

  func run() throws {
    let definition = try file.map { file in
      try FlowLoading.flow(
        FlowFolder.readFlow(named: file, limit: maxBytes.count), limit: maxBytes.count,
        readable: fileOptions.allowRead
      ).definition
    }
    let schema =
      switch of {
      case .answers: definition.map { FlowSchema.answers(of: $0) }
      case .output: definition.map { FlowSchema.output(of: $0) }
      case .texts: FileSchema.texts(of: definition)
      case .flow: FileSchema.flow
      case .script: FileSchema.script
      case .extensions: FileSchema.extensions
      }
    guard let schema else { return }
    ProgramOutput.result((JSONWriter(indentation: 2).text(of: schema) ?? "{}") + "\n", as: .json)
  }
}

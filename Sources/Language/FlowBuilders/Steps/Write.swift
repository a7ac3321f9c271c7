// SPDX-License-Identifier: Apache-2.0

public import FlowModel

/// A file, or a tree of files, that's written when the step is reached, and restored when the user goes back.
///
/// ```swift
/// let unit = Write("unit", path: "${name}.service", "[Unit]\n", "Description=${name}\n")
///   .exists(.overwrite)
/// ```
public struct Write: FlowStepPart {
  /// The definition that's built.
  public var step: StepDefinition

  /// Creates a step that writes text.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - path: The path, relative to the working directory.
  ///   - parts: The parts of the text, in which `${…}` is an expression.
  public init(_ id: Identifier, path: TextTemplate, _ parts: ContentPartDefinition...) {
    self.init(id, path: path, content: .parts(parts))
  }

  /// Creates a step that writes any content: `.json(["name": "name"])`, `.yaml(…)`, `.copy(…)`.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - path: The path, relative to the working directory.
  ///   - content: The content.
  public init(_ id: Identifier, path: TextTemplate, content: WriteDefinition.Content) {
    step = StepDefinition(
      id: id, kind: .write(WriteDefinition(path: path, content: content)))
  }

  /// Creates a step that writes the files of a tree.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - tree: The tree.
  ///   - folder: The folder to write it to, relative to the working directory.
  public init(_ id: Identifier, tree: TreeDefinition, to folder: TextTemplate = ".") {
    self.init(id, path: folder, content: .tree(tree))
  }

  private func write(_ change: (inout WriteDefinition) -> Void) -> Write {
    with { step in
      guard case .write(var write) = step.kind else { return }
      change(&write)
      step.kind = .write(write)
    }
  }

  /// Returns the step with what happens if the file exists.
  public func exists(_ policy: ExistingFilePolicy) -> Write { write { $0.exists = policy } }

  /// Returns the step with the permission bits of the file, such as `0o755`.
  public func mode(_ bits: Int) -> Write { write { $0.mode = bits } }

  /// Returns the step, whose file only its owner can read.
  public func secret(_ isSecret: Bool = true) -> Write { write { $0.isSecret = isSecret } }

  /// Returns the step with what happens if it fails.
  public func onError(_ policy: EffectErrorPolicy) -> Write { write { $0.onError = policy } }
}

extension ContentPartDefinition {
  /// Returns text that's included under a condition, in CEL.
  public static func when(
    _ condition: ExpressionSource, _ text: TextTemplate
  ) -> ContentPartDefinition {
    ContentPartDefinition(text: text, when: condition)
  }

  /// Returns text that's repeated for each element of a list, in CEL; the element is `item`.
  public static func each(
    _ list: ExpressionSource, _ text: TextTemplate
  ) -> ContentPartDefinition {
    ContentPartDefinition(text: text, each: list)
  }
}

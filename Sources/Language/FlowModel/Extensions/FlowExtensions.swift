// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// A program's additions to the flow language: functions, field types, widgets, and actions.
///
/// A flow uses them like those of the language. The file that `extensions:` names in a flow
/// declares them, so that `stackflow check` proves the flow outside the program:
///
/// ```yaml
/// extensions: 1
/// functions:
///   slug:
///     overloads: [{ parameters: [string], returns: string }]
/// types:
///   ticket: { type: string, pattern: '^[A-Z]+-[0-9]+$', message: Write a ticket such as ABC-12. }
/// widgets:
///   map: [string]
/// actions:
///   create-repository: { with: { name: string, private: boolean? } }
/// ```
///
/// The program passes the implementations when it loads the flow. Declarations of the file that the
/// program doesn't implement are in ``CheckedFlow/missingExtensions``.
public struct FlowExtensions: Sendable {
  /// The functions of expressions, in addition to those of the language.
  ///
  /// A function must be pure: it returns the same value for the same arguments. The session calls
  /// it as often as it needs, and again at each replay.
  public var functions: [FunctionDeclaration]

  /// The field types.
  public var types: [FieldTypeDeclaration]

  /// The widgets that a face of the program shows.
  public var widgets: [WidgetDeclaration]

  /// The actions that `run` steps call.
  ///
  /// If there are any, a flow can call no others.
  public var actions: [ActionDeclaration]

  /// Creates extensions.
  public init(
    functions: [FunctionDeclaration] = [], types: [FieldTypeDeclaration] = [],
    widgets: [WidgetDeclaration] = [], actions: [ActionDeclaration] = []
  ) {
    self.functions = functions
    self.types = types
    self.widgets = widgets
    self.actions = actions
  }

  /// Whether there are none.
  package var isEmpty: Bool {
    functions.isEmpty && types.isEmpty && widgets.isEmpty && actions.isEmpty
  }

  /// Returns the field type of a name, or nil if there's none.
  package func type(named name: String) -> FieldTypeDeclaration? {
    types.first { $0.name == name }
  }

  /// Returns the action of a name, or nil if there's none.
  package func action(named name: String) -> ActionDeclaration? {
    actions.first { $0.name == name }
  }

  /// Returns a field with everything that its declared type has.
  package func completing(_ field: FieldDefinition) -> FieldDefinition {
    guard let name = field.typeName, let type = type(named: name) else { return field }
    return type.completing(field)
  }

  /// Returns the words of the widgets for fields of a type.
  package func widgets(for type: FieldType) -> [String] {
    widgets.filter { $0.types.contains(type) }.map(\.name)
  }

  /// The names of what's only declared: functions and field types without an implementation.
  var unimplemented: [String] {
    functions.filter { $0.overloads.contains { !$0.isImplemented } }.map(\.name)
      + types.filter { $0.readsText && $0.reading == nil }.map(\.name)
  }
}

extension FlowExtensions {
  /// Adds the implementations of a program to the declarations of a file.
  ///
  /// Where both have an extension, the program's implementation replaces the declaration; all others
  /// are kept.
  ///
  /// - Parameter program: The extensions of the program.
  /// - Returns: The extensions that the program implements in another way than declared.
  package mutating func implement(by program: FlowExtensions) -> [Mismatch] {
    var mismatches: [Mismatch] = []
    for function in program.functions {
      guard let index = functions.firstIndex(where: { $0.name == function.name }) else {
        functions.append(function)
        continue
      }
      let declared = functions[index]
      var overloads = declared.overloads
      for overload in function.overloads {
        guard let same = overloads.firstIndex(where: { $0.takesTheSame(as: overload) }) else {
          overloads.append(overload)
          continue
        }
        if overloads[same].result != overload.result {
          mismatches.append(
            Mismatch(
              name: function.name, declared: "returns \(overloads[same].result)",
              found: "returns \(overload.result)"))
        }
        overloads[same] = overload
      }
      let (all, examples) = (overloads, declared.examples + function.examples)
      functions[index] = FunctionDeclaration(
        function.name, declared.summary.isEmpty ? function.summary : declared.summary,
        overloads: all, examples: examples)
    }
    for type in program.types {
      guard let index = types.firstIndex(where: { $0.name == type.name }) else {
        types.append(type)
        continue
      }
      if types[index].base != type.base {
        mismatches.append(
          Mismatch(
            name: type.name, declared: "is a \(types[index].base.rawValue)",
            found: "is a \(type.base.rawValue)"))
      }
      types[index].reading = type.reading
    }
    for widget in program.widgets where !widgets.contains(where: { $0.name == widget.name }) {
      widgets.append(widget)
    }
    for action in program.actions where self.action(named: action.name) == nil {
      actions.append(action)
    }
    return mismatches
  }

  /// An extension that a program implements in another way than declared.
  package struct Mismatch: Hashable, Sendable {
    /// The name of the function or the field type.
    package let name: String

    /// The declared form: `returns string`.
    package let declared: String

    /// The implemented form: `returns int`.
    package let found: String
  }
}

extension FlowExtensions: Hashable {
  /// Returns whether both declare the same; implementations aren't compared.
  public static func == (left: FlowExtensions, right: FlowExtensions) -> Bool {
    left.types == right.types && left.widgets == right.widgets && left.actions == right.actions
      && left.functions.count == right.functions.count
      && zip(left.functions, right.functions).allSatisfy { $0.declaresTheSame(as: $1) }
  }

  /// Hashes the names of the functions, and the other declarations.
  public func hash(into hasher: inout Hasher) {
    for function in functions { hasher.combine(function.name) }
    hasher.combine(types)
    hasher.combine(widgets)
    hasher.combine(actions)
  }
}

extension FlowDefinition {
  /// The maximum number of flows that a flow may use, each use counted with those in it: 256.
  package static let maximumUsedFlows = 256

  /// The extensions of the flow and of the flows that it uses, up to their maximum number.
  package var allExtensions: [FlowExtensions] {
    var found = [extensions]
    Self.addExtensions(in: steps, to: &found)
    return found
  }

  private static func addExtensions(in steps: [StepDefinition], to found: inout [FlowExtensions]) {
    for case .flow(let subflow) in steps.outline.map(\.step.kind) {
      guard found.count <= maximumUsedFlows else { return }
      found.append(subflow.flow.extensions)
      addExtensions(in: subflow.flow.steps, to: &found)
    }
  }
}

extension FunctionDeclaration {
  fileprivate func declaresTheSame(as other: FunctionDeclaration) -> Bool {
    let (mine, others) = (overloads, other.overloads)
    return name == other.name && mine.count == others.count
      && zip(mine, others).allSatisfy { $0.takesTheSame(as: $1) && $0.result == $1.result }
  }
}

extension FunctionOverload {
  fileprivate func takesTheSame(as other: FunctionOverload) -> Bool {
    isMethod == other.isMethod && parameters == other.parameters
  }
}

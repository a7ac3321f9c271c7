// SPDX-License-Identifier: Apache-2.0

package import FlowExploration
import FlowFiles
import FlowHosts
public import FlowModel
package import FlowScripts
public import FlowSessions
package import FlowWalks
import Foundation
import RandomTesting
import SourceDiagnostics
import StackFlowCore
import TerminalIO

/// Runs the scripts of folders of flows, with a session that makes a trip after each event.
public struct StoredScripts: Sendable {
  /// The path of the folder that names begin at.
  private let root: String

  /// The paths of the folders with scripts, from there.
  private let folders: [String]

  /// The scripts of the package: those of `Flows/` and of `Tests/Flows/`.
  public static let all = StoredScripts(ProjectFolder.url.path, in: ProjectFolder.scripted)

  /// Creates a value for a folder, whose flows go by their names.
  public init(_ folder: String) { self.init(folder, in: ["."]) }

  /// Creates a value for folders, whose flows go by their paths.
  public init(_ root: String, in folders: [String]) {
    self.root = root
    self.folders = folders
  }

  /// The names of the flows that have scripts, sorted in each folder.
  ///
  /// Those with a part in their names are the walks of pictures.
  public var names: [String] {
    folders.flatMap { folder in
      FolderFiles(beside: "\(root)/\(folder)/").names
        .filter { $0.hasSuffix(".test.yaml") && !$0.hasSuffix(".walk.test.yaml") }
        .map { (folder == "." ? "" : folder + "/") + $0.dropLast(10) }.sorted()
    }
  }

  /// Runs the scripts of a flow.
  ///
  /// - Parameters:
  ///   - name: The name of the flow.
  ///   - makeTrip: Returns the trip for each script.
  /// - Returns: The number of scripts, and what went wrong.
  /// - Throws: An error if a file can't be read.
  public func run(
    _ name: String, _ makeTrip: @Sendable (CheckedFlow) -> any WalkTrip
  ) async throws -> (count: Int, failures: [String]) {
    let (flow, scripts) = try scripts(of: name)
    guard let flow else { return (0, ["\(name) doesn't load"]) }
    var failures: [String] = []
    for script in scripts {
      let trip = Trip(makeTrip(flow), flow)
      // The script waits for each trip, so it has a thread of its own.
      let problem: String? = await BlockingWork.run {
        let result = ScriptRun.run(script, on: flow, replacing: { trip.restored($0) })
        return result.isPassed ? nil : "\(result.failures.map(\.message))"
      }
      if let problem = problem ?? trip.failure {
        failures.append("\(name): \(script.name): \(problem)")
      }
      if trip.count == 0 { failures.append("\(name): \(script.name): no event made the trip") }
    }
    return (scripts.count, failures)
  }

  /// Runs the scripts of a flow with a session and a server in step.
  ///
  /// - Parameters:
  ///   - name: The name of the flow, under which the server has it.
  ///   - call: Sends a request to the server.
  /// - Returns: The numbers of scripts and of requests, and what went wrong.
  /// - Throws: An error if a file can't be read.
  package func run(
    _ name: String, servedBy call: @escaping ServerCall
  ) throws -> (count: Int, requests: Int, failures: [String]) {
    var requests = 0
    let ran = try run(
      name, drivenBy: { ServedDriver($0, flow: $1.definition.id.name, call) },
      end: { driver in
        driver.close()
        requests += driver.count
        return driver.failure
      })
    return (ran.count, requests, ran.failures)
  }

  /// Runs the scripts of a flow through drivers.
  ///
  /// - Parameters:
  ///   - name: The name of the flow.
  ///   - makeDriver: Makes the driver of each script.
  ///   - end: Takes a driver after its script, and returns what went wrong.
  /// - Returns: The number of scripts, and what went wrong.
  /// - Throws: An error if a file can't be read.
  package func run<Driver: ScriptDriver>(
    _ name: String, drivenBy makeDriver: (FlowRunner, CheckedFlow) -> Driver,
    end: (Driver) -> String?
  ) throws -> (count: Int, failures: [String]) {
    let (flow, scripts) = try scripts(of: name)
    guard let flow else { return (0, ["\(name) doesn't load"]) }
    var failures: [String] = []
    for script in scripts {
      var driver: Driver?
      let result = ScriptRun.run(script, on: flow) { runner in
        let made = makeDriver(runner, flow)
        driver = made
        return made
      }
      let found = driver.flatMap(end)
      let problem = result.isPassed ? found : "\(result.failures.map(\.message))"
      if let problem { failures.append("\(name): \(script.name): \(problem)") }
    }
    return (scripts.count, failures)
  }

  /// Runs the scripts of a flow with drivers of their own.
  ///
  /// - Parameters:
  ///   - name: The name of the flow.
  ///   - makeDriver: Returns the driver for each script.
  ///   - problem: Returns what went wrong in the driver of a script, given its name.
  /// - Returns: What went wrong.
  /// - Throws: An error if a file can't be read.
  package func run<Driver: ScriptDriver>(
    _ name: String, drivenBy makeDriver: @escaping (FlowRunner, CheckedFlow) -> Driver,
    checking problem: (Driver, String) -> String?
  ) throws -> [String] {
    let (flow, scripts) = try scripts(of: name)
    guard let flow else { return ["\(name) doesn't load"] }
    var failures: [String] = []
    for script in scripts {
      var driver: Driver?
      let result = ScriptRun.run(script, on: flow) { runner in
        let made = makeDriver(runner, flow)
        driver = made
        return made
      }
      let found =
        result.isPassed
        ? driver.flatMap { problem($0, script.name) } : "\(result.failures.map(\.message))"
      if let found { failures.append("\(name): \(script.name): \(found)") }
    }
    return failures
  }

  /// Loads a flow of the folder.
  ///
  /// - Parameter name: The name of the flow.
  /// - Returns: The flow, or nil if it has mistakes.
  /// - Throws: An error if the file can't be read.
  public func flow(_ name: String) throws -> CheckedFlow? {
    FlowFile.load(
      Array(try Data(contentsOf: URL(filePath: "\(root)/\(name).flow.yaml"))),
      name: "\(name).flow.yaml",
      files: FolderFiles(beside: "\(root)/\(name).flow.yaml")
    ).flow
  }

  /// Loads a flow and its scripts.
  ///
  /// - Parameter name: The name of the flow.
  /// - Returns: The flow, or nil if it has mistakes, and the scripts.
  /// - Throws: An error if a file can't be read.
  package func scripts(of name: String) throws -> (CheckedFlow?, [FlowScript]) {
    guard let flow = try flow(name) else { return (nil, []) }
    let read = FlowScriptFile.load(
      Array(try Data(contentsOf: URL(filePath: "\(root)/\(name).test.yaml"))),
      name: "\(name).test.yaml", flow: flow)
    return (flow, read.scripts)
  }
}

extension LoggedEvent {
  /// Whether it denies a move.
  package var isDenial: Bool {
    guard case .decide(.deny, on: _) = event else { return false }
    return true
  }
}

/// Where a session goes after each event, and how it comes back.
public protocol WalkTrip: Sendable {
  /// Returns the session as it comes back.
  func returned(_ session: FlowSession) async throws -> FlowSession
}

/// A trip as a script makes it: without waiting tasks.
private final class Trip: @unchecked Sendable {
  private let trip: any WalkTrip
  private let flow: CheckedFlow

  // Used by one script at a time.
  private(set) var failure: String?
  private(set) var count = 0

  init(_ trip: any WalkTrip, _ flow: CheckedFlow) {
    self.trip = trip
    self.flow = flow
  }

  func restored(_ session: FlowSession) -> FlowSession {
    count += 1
    let waiting = DispatchSemaphore(value: 0)
    // Written by the task, and read after it has ended.
    nonisolated(unsafe) var result = session
    Task {
      do {
        result = try await trip.returned(session)
      } catch {
        failure = "\(error)"
      }
      waiting.signal()
    }
    waiting.wait()
    return result
  }
}

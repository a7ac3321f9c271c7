// SPDX-License-Identifier: Apache-2.0

/// The outcome of a script's inputs in a program on a pseudo-terminal.
package struct ProgramPerformance {
  /// How the program ended.
  struct End {
    let exit: ProgramDriver.Program.Exit
    let output: String
    let messages: String
  }

  /// The screen at the start, and after each input that the program took.
  private var screens: [[String]] = []

  /// Why the program couldn't start or take an input; nil if it took all.
  private(set) var failure: String?

  /// How it ended; nil if that says nothing about the walk, because it failed or was hung up.
  private(set) var end: End?

  /// Performs the inputs, and waits for the end of the program.
  ///
  /// - Parameters:
  ///   - inputs: What's done at its terminal, in order.
  ///   - launch: Starts the program, whose standard output is a pipe.
  init(of inputs: [FaceDriver.Input], launching launch: () throws -> ProgramDriver.Program) {
    do {
      let program = try launch()
      try attempt { () throws(PseudoTerminalError) in try program.waitForKeyWait() }
      screens.append(program.screen.lines)
      for input in inputs {
        try attempt { () throws(PseudoTerminalError) in try Self.perform(input, at: program) }
        screens.append(program.screen.lines)
        if case .hangUp = input { return }
      }
      let exit = try program.waitForExit()
      end = End(
        exit: exit, output: String(decoding: program.standardOutput, as: UTF8.self),
        messages: String(decoding: program.standardError, as: UTF8.self))
    } catch let error as PseudoTerminalError {
      failure = "the program: \(error)"
    } catch {
      failure = "the program can't be started: \(error)"
    }
  }

  /// Returns why the program couldn't go on after a number of inputs; nil if it could.
  func failure(after count: Int) -> String? { count >= screens.count ? failure : nil }

  /// Returns the rows of the screen after a number of inputs.
  func rows(after count: Int) -> [String] {
    screens.isEmpty ? [] : screens[min(count, screens.count - 1)]
  }

  private static func perform(
    _ input: FaceDriver.Input, at program: ProgramDriver.Program
  ) throws(PseudoTerminalError) {
    switch input {
    case .keys(let bytes):
      // The program drops what's typed before it shows a decision.
      for piece in FaceShot.Key.pieces(of: bytes) { try program.type(bytes: piece) }
    case .resize(let size): try program.resize(to: size)
    case .hangUp: program.hangUp()
    case .time: program.passTime()
    }
  }

  /// Does something at the program, which may have ended: one that needs no answer ends at once, and how it did is
  /// compared.
  private func attempt(_ body: () throws(PseudoTerminalError) -> Void) throws(PseudoTerminalError) {
    do throws(PseudoTerminalError) {
      try body()
    } catch {
      if case .ended = error.kind { return }
      throw error
    }
  }
}

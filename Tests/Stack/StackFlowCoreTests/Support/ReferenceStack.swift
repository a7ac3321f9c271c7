// SPDX-License-Identifier: Apache-2.0

/// A slow, simple stack with a scripted delegate, which follows chapter 1 of the contract.
///
/// It shares no code with the real stack; it's an array, a log, and a list of running calls.
struct ReferenceStack {
  private enum Callback {
    case announcement
    case request(number: Int)
  }

  private let script: StackScript
  private(set) var log: [String] = []

  private var items: [Int] = []
  private var ids: [Int] = []
  private var idsGiven = 0
  private var hasDelegate = true
  private var callbacks = 0

  private var requests = 0
  private var pending: Int?
  private var answers: [Int: String] = [:]
  /// The outcome that the caller of a request sees after everything that waited for it.
  private var outcome = ""

  /// The running callbacks, innermost last.
  private var inside: [Callback] = []
  /// The commands that wait for the end of each running call, innermost last.
  private var waiting: [[StackCommand]] = []

  init(_ script: StackScript) { self.script = script }

  static func log(of script: StackScript) -> [String] {
    var stack = ReferenceStack(script)
    for command in script.commands { stack.obey(command) }
    return stack.log
  }

  private var picture: String { "\(zip(ids, items).map { "\($0):\($1)" })" }

  private mutating func note(_ line: String) { log.append("\(line) \(picture)") }

  // MARK: Order of calls

  private mutating func obey(_ command: StackCommand) {
    switch command {
    case .attachDelegate: hasDelegate = true
    case .detachDelegate: hasDelegate = false
    case .pop(let count) where count < 0, .requestPop(let count) where count < 0:
      note("negative \(count)")
    case .requestPop(0): note("approved")
    case .push, .pop, .clean: move(command)
    case .requestPush, .requestPop:
      if inside.isEmpty {
        atOnce(command)
        note(outcome)
      } else {
        waiting[waiting.count - 1].append(command)
        note("queued")
      }
    case .answer(let number, let verdict): answer(number, verdict)
    }
  }

  private mutating func move(_ command: StackCommand) {
    switch inside.last {
    case nil: atOnce(command)
    case .announcement: waiting[waiting.count - 1].append(command)
    case .request(let number):
      // A call that changes nothing isn't an answer.
      switch command {
      case .pop(let count) where min(count, items.count) == 0: break
      case .clean where items.isEmpty: break
      default: answers[number] = "approved"
      }
      atOnce(command)
    }
  }

  private mutating func atOnce(_ command: StackCommand) {
    waiting.append([])
    run(command)
    while !waiting[waiting.count - 1].isEmpty {
      let next = waiting[waiting.count - 1].removeFirst()
      run(next, late: true)
    }
    waiting.removeLast()
  }

  // MARK: Operations

  private mutating func run(_ command: StackCommand, late: Bool = false) {
    switch command {
    case .push(let item):
      pending = nil
      announce("will push \(item)")
      idsGiven += 1
      items.append(item)
      ids.append(idsGiven)
      announce("did push \(item)")
    case .pop(let count):
      let rounds = min(count, items.count)
      if rounds > 0 { pending = nil }
      for _ in 0..<rounds {
        let item = items[items.count - 1]
        announce("will pop \(item)")
        items.removeLast()
        ids.removeLast()
        announce("did pop \(item)")
      }
    case .clean: run(.pop(items.count))
    case .requestPush: ask("push?", late: late)
    case .requestPop(let count): ask("pop \(count)?", late: late)
    case .answer, .attachDelegate, .detachDelegate: break
    }
  }

  private mutating func announce(_ line: String) {
    guard hasDelegate else { return }
    note(line)
    callBack(.announcement)
  }

  /// Performs the actions of the scripted delegate, and returns the number of the callback.
  @discardableResult
  private mutating func callBack(_ callback: Callback) -> Int {
    let number = callbacks
    callbacks += 1
    inside.append(callback)
    for command in script.reactions(toCallback: number) { obey(command) }
    inside.removeLast()
    return number
  }

  private mutating func ask(_ question: String, late: Bool) {
    pending = nil
    guard hasDelegate else {
      if !late { outcome = "denied nil" }
      return
    }
    note(question)
    let number = requests
    requests += 1
    let callback = callBack(.request(number: number))
    let verdict = script.verdict(onCallback: callback)
    let result: String
    if let answer = answers[number] {
      result = answer
      if answer == "denied nil" { announce("denied nil") }
      if answer == "denied no" { announce("denied no") }
    } else {
      answers[number] = "decided"
      switch verdict {
      case .push(let item):
        run(.push(item))
        result = "approved"
      case .pop(let count) where count < 0:
        if late { announce("denied found the count \(count), expected 0 or more") }
        result = "negative \(count)"
      case .pop(let count):
        run(.pop(count))
        result = "approved"
      case .deny(let reason):
        announce("denied \(reason ?? "nil")")
        result = "denied \(reason ?? "nil")"
      case .later:
        answers[number] = nil
        pending = number
        result = "pending \(number)"
      }
    }
    if !late { outcome = result }
  }

  private mutating func answer(_ number: Int, _ verdict: StackVerdict) {
    var isBeingAsked = false
    if case .request(number) = inside.last, answers[number] == nil { isBeingAsked = true }
    guard number >= 0, number < requests, isBeingAsked || pending == number else {
      note("stale")
      return
    }
    switch verdict {
    case .later: note("answered")
    case .pop(let count) where count < 0: note("negative \(count)")
    case .push(let item): finish(number, .push(item), isBeingAsked)
    case .pop(let count): finish(number, .pop(count), isBeingAsked)
    case .deny(let reason):
      if isBeingAsked {
        answers[number] = "denied \(reason ?? "nil")"
      } else {
        pending = nil
        waiting.append([])
        announce("denied \(reason ?? "nil")")
        while !waiting[waiting.count - 1].isEmpty {
          run(waiting[waiting.count - 1].removeFirst(), late: true)
        }
        waiting.removeLast()
      }
      note("answered")
    }
  }

  private mutating func finish(_ number: Int, _ command: StackCommand, _ isBeingAsked: Bool) {
    pending = nil
    answers[number] = "approved"
    atOnce(command)
    note("answered")
  }
}

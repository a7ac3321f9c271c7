// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import SourceDiagnostics
import Testing

@Suite struct PresenceTests {
  private var environment: ExpressionEnvironment {
    var options = ExpressionOptions()
    options.allowsHasOfNames = true
    return ExpressionEnvironment(
      variables: [
        VariableDeclaration("port", .int, presence: .maybe),
        VariableDeclaration("host", .string, presence: .maybe),
        VariableDeclaration("tls", .bool),
        VariableDeclaration(
          "owner",
          .record(RecordType([.init("name", .string), .init("mail", .string, isOptional: true)]))),
      ], options: options)
  }

  private func ids(_ text: String) -> [String] {
    environment.compile(text).mistakes.map(\.id.name)
  }

  @Test(arguments: [
    "port > 1024", "tls || port > 1024", "has(host) && port > 1", "port == 80", "port in [1, 2]",
    "!has(port) && port > 1", "(has(port) || tls) && port > 1", "has(port) ? 1 : port",
    "host.startsWith('a')", "owner.mail == 'x'",
    // A fact about a name says nothing about another name of the same spelling that a macro binds.
    "has(owner.mail) && [owner].exists(owner, owner.mail == 'x')",
    "[owner].exists(o, has(o.mail) && [o].exists(o, o.mail == 'x'))",
  ]) func aBareNameThatMayBeUnaskedIsAMistake(_ text: String) {
    #expect(ids(text).contains("may-be-unasked"), "\(text): \(ids(text))")
  }

  @Test(arguments: [
    "has(port) && port > 1024", "!has(port) || port > 1024", "has(port) ? port > 1 : false",
    "port.hasValue() && port == 80", "port.orValue(80) == 80", "!has(port) ? false : port > 1",
    "has(port) && has(host) && port > 1 && host == 'a'", "has(owner.mail) && owner.mail == 'x'",
    "owner.mail.orValue('') == 'x'", "owner.name == 'x'",
    "[1, 2].exists(i, has(port) && port > i)",
    "[owner].exists(owner, has(owner.mail) && owner.mail == 'x')",
    "has(owner.mail) && [1].exists(i, owner.mail == 'x')",
    "[owner].filter(o, has(o.mail)).size() == 1 || [owner].exists(o, has(o.mail) && o.mail == 'x')",
  ]) func aGuardMakesANameNonOptional(_ text: String) {
    expectEqual(ids(text), [], "\(text)")
  }

  @Test func presenceTestsOfProvenNamesAreWarnings() throws {
    let compiled = environment.compile("has(port) && port.orValue(1) == 80")
    expectEqual(compiled.mistakes.map(\.id.name), ["redundant-presence-test"])
    let expression = try #require(compiled.expression)
    #expect(try expression.evaluate(in: ["port": 80]) == true)
    #expect(try expression.evaluate(in: [:]) == false)
  }

  @Test func theMessageNamesBothFixes() {
    let mistake = environment.compile("port > 1").mistakes.first
    expectEqual(
      mistake?.message,
      "'port' may be unasked here; guard it with `has(port)` or write `port.orValue(0)`")
    expectEqual(mistake?.range, SourceRange(0, 4))
  }
}

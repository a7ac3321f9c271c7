// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import SourceDiagnostics
import Testing

/// The types that strict expressions refuse although the language accepts them.
@Suite struct StrictTypeTests {
  private static func ids(_ text: String, isStrict: Bool) -> [String] {
    var options = ExpressionOptions()
    options.isStrict = isStrict
    let environment = ExpressionEnvironment(
      variables: [
        VariableDeclaration("d", .dyn), VariableDeclaration("n", .int),
        VariableDeclaration("s", .string),
        VariableDeclaration("mixed", .dyn, knownValues: .oneOf([.int(1), .double(2.5)])),
        VariableDeclaration("whole", .dyn, knownValues: .oneOf([.int(1), .int(2)])),
        VariableDeclaration("day", .string, knownValues: .written(.date)),
        VariableDeclaration("o", .optional(.int)),
      ], functions: FlowLibrary.functions, options: options)
    return environment.compile(text).mistakes.map(\.id.name)
  }

  /// The language accepts each of these; they're refused where types must be known.
  @Test(arguments: [
    "d + 1", "size(d)", "d ? 1 : 2", "!d", "d.x", "has(d.x)", "d[0]", "[1][d]", "d.map(x, x)",
    "[d].map(x, x + 1)", "{'a': d}.a + 1", "{d: 1}", "[?d]", "d.optMap(x, x)", "d in d",
    "d && true", "mixed * 2", "[1, 'a'][n] + 1", "string(d)", "[1, 'a'].sum()", "-d", "d < 1",
    "math.greatest(d)", "[3, 1].sortBy(x, d)", "dyn(n) + 1",
  ])
  func aDynamicValueIsRefusedWhereOneTypeIsNeeded(text: String) {
    expectEqual(Self.ids(text, isStrict: false), [], "\(text)")
    expectEqual(Self.ids(text, isStrict: true), ["dynamic-value"], "\(text)")
  }

  /// Nothing depends on the type, or every possible value fits.
  @Test(arguments: [
    "d == 1", "[d, 1]", "d in [1]", "true ? d : 1", "toJson(d)", "type(d) == int", "size([d])",
    "optional.of(d).orValue(1) == 1", "{'a': d}", "[d].exists(x, x == 1)", "double(mixed) * 2.0",
    "string(mixed)", "mixed < 3", "whole + 1", "{'a': 1, 'b': 'x'}['a'] + n", "[].map(x, x + 1)",
    "[1, 'a'].indexOf('a') + 1",
  ])
  func aDynamicValueIsAcceptedWhereNoTypeIsNeeded(text: String) {
    expectEqual(Self.ids(text, isStrict: true), [], "\(text)")
  }

  @Test(arguments: [
    ("'%d'.format([s])", "invalid-format"), ("'%s'.format([])", "invalid-format"),
    ("'%'.format([])", "invalid-format"), ("'%q'.format([1])", "invalid-format"),
    ("o.value()", "may-be-empty"), ("[1].first().value()", "may-be-empty"),
    ("addDays(s, 1)", "type-mismatch"), ("daysBetween(day, 'x')", "type-mismatch"),
  ])
  func callsThatFailOnTheirArgumentsAreRefused(text: String, id: String) {
    expectEqual(Self.ids(text, isStrict: false), [], "\(text)")
    expectEqual(Self.ids(text, isStrict: true), [id], "\(text)")
  }

  @Test(arguments: [
    "'%s %d %.1f %x'.format([s, 1.5, n, s])", "s.format([n])", "'%%'.format([])",
    "o.hasValue() ? o.value() : 0", "o.hasValue() && o.value() > 1",
    "!o.hasValue() || o.value() > 1", "optional.of(1).value()", "o.or(optional.of(1)).value()",
    "addDays(day, 1)", "addDays(date(s), 1)", "addDays('2026-01-31', 1)",
    "daysBetween([day, addDays(day, 1)].max(), n > 0 ? day : '2026-01-31')",
    "[day].map(x, addDays(x, 1))", "size([1]) > 0 ? [1].first().value() : 0",
  ])
  func provenValuesAreAccepted(text: String) {
    expectEqual(Self.ids(text, isStrict: true), [], "\(text)")
  }
}

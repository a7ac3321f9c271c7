// SPDX-License-Identifier: Apache-2.0

package import FlowModel

/// Returns a flow that asks `name`, and then writes the tree `p`, a template for each file, to the folder `out`.
///
/// - Parameters:
///   - files: The names of the files, each of which is written with its name and the answer, as `a x`.
///   - keys: More keys of the step that writes the tree, each beginning with a comma.
///   - more: More steps, a line each.
/// - Returns: The flow.
/// - Throws: ``FlowWithMistakes`` if the additions aren't right.
package func treeFlow(
  writing files: [String], _ keys: String = "", more: [String] = []
) throws(FlowWithMistakes) -> CheckedFlow {
  let steps =
    ["{ ask: name, type: string }", "{ write: p, tree: t, to: out\(keys) }"] + more
  return try checkedFlow(
    "flow: 1\nid: t\nsteps:\n" + steps.map { "  - \($0)\n" }.joined(),
    files: MemoryFileSource(
      texts: Dictionary(uniqueKeysWithValues: files.map { ("t/\($0).tmpl", "\($0) ${name}") })))
}

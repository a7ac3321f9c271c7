// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
package import FlowModel

extension FieldPriority: ExpressibleByArgument {}

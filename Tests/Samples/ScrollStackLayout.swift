// SPDX-License-Identifier: Apache-2.0

// The declarations that the samples of the documentation take for given.
import ScrollStackLayout

var models: [any RowModel] { [] }
var container: ContainerScroll { fatalError("samples are compiled, not run") }
var view: ContainerScroll { container }

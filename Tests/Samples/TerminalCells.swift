// SPDX-License-Identifier: Apache-2.0

// The declarations that the samples of the documentation take for given.
import TerminalCells

var shown: CellGrid { CellGrid(size: .zero) }

// SPDX-License-Identifier: Apache-2.0

// What the samples of the documentation take for given.
import TerminalCells

var shown: CellGrid { CellGrid(size: .zero) }

// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Rebuilds the content of a row, and measures it again.
  ///
  /// - Parameters:
  ///   - address: The row.
  ///   - animated: Whether its length changes in steps.
  ///   - completion: Called exactly once.
  /// - Throws: `indexOutOfRange` or `unknownRow`; nothing changes.
  public func reloadRow(
    _ address: RowAddress, animated: Bool = false, completion: Completion? = nil
  ) throws(ScrollStackError) {
    do {
      reload([try requireRow(address)], animated: animated, completion: completion)
    } catch {
      completion?(false)
      throw error
    }
  }

  /// Rebuilds the content of rows, of all without a list, then measures them again; unknown and repeated
  /// addresses are skipped (`Documentation/Contract.md` SC-13).
  ///
  /// - Returns: The rows that were reloaded.
  @discardableResult
  public func reloadRows(
    _ addresses: [RowAddress]? = nil, animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    reload(addresses.map(distinctRows) ?? rows, animated: animated, completion: completion)
  }

  /// Measures a row again at the next layout, if it is near the viewport, or when it comes near.
  ///
  /// A stack that is a row of another stack is as long as all of its rows, so that row is measured
  /// again, too.
  func invalidate(_ row: ScrollStackRow) {
    guard contains(row) else { return }
    batch {
      forgetMeasurement(of: row)
      // A length that needs no measuring applies at once.
      refreshEstimate(of: row)
      batch.needsLayout = true
      batch.invalidatesHost = true
    }
  }

  @discardableResult
  private func reload(
    _ rows: [ScrollStackRow], animated: Bool, completion: Completion?
  ) -> [ScrollStackRow] {
    batch {
      if animated { notePicture() }
      var old: [RowID: OldCells] = [:]
      for row in animated ? rows : [] { old[row.id] = keepCells(of: row) }
      for row in rows where contains(row) { row.controller.reload(animated: animated) }
      let reloaded = rows.filter { contains($0) }
      var before = animated ? reloaded.map { presence(of: $0) } : []
      for index in before.indices { before[index].old = old[reloaded[index].id] }
      keepTopLine { _ in for row in reloaded { invalidate(row) } }
      begin(
        .reload(from: before), rows: reloaded, animated: animated,
        duration: style.rowAnimation, completion: completion)
      return reloaded
    }
  }
}

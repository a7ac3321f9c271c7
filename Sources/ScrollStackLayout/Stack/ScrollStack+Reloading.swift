// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Has a row build its content anew, and measures it again.
  ///
  /// - Parameters:
  ///   - address: the row.
  ///   - animated: whether its length changes in steps.
  ///   - completion: called once.
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

  /// Has rows build their content anew, then measures them again; unknown and repeated ones are
  /// skipped (`Documentation/Contract.md` SC-13).
  ///
  /// - Returns: the rows that were reloaded.
  @discardableResult
  public func reloadRows(
    _ addresses: [RowAddress], animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    reload(distinctRows(addresses), animated: animated, completion: completion)
  }

  /// Has all rows build their content anew; see ``reloadRows(_:animated:completion:)``.
  public func reloadAllRows(animated: Bool = false, completion: Completion? = nil) {
    reload(rows, animated: animated, completion: completion)
  }

  /// Measures a row again at the next layout, if it is near the viewport, or when it comes near.
  func invalidate(_ row: ScrollStackRow) {
    guard contains(row) else { return }
    batch {
      row.generation = 0
      // A length that needs no measuring is known at once.
      refreshEstimate(of: row)
      batch.needsLayout = true
    }
  }

  @discardableResult
  private func reload(
    _ rows: [ScrollStackRow], animated: Bool, completion: Completion?
  ) -> [ScrollStackRow] {
    batch {
      for row in rows where contains(row) { row.controller.reload(animated: animated) }
      let reloaded = rows.filter { contains($0) }
      let before = animated ? reloaded.map { presence(of: $0) } : []
      keepTopLine { _ in for row in reloaded { invalidate(row) } }
      begin(
        .reload(from: before), rows: reloaded, animated: animated,
        duration: style.rowAnimation, completion: completion)
      return reloaded
    }
  }
}

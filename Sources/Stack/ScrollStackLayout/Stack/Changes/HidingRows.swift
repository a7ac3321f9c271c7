// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Hides or shows a row.
  ///
  /// A hidden row has extent 0 and stays in the stack. The state is a flag, not a count: the last
  /// call wins, even during an animation. A call that changes nothing completes with true at once
  /// (`Documentation/Contract.md` SC-18).
  ///
  /// - Parameters:
  ///   - isHidden: Whether to hide the row.
  ///   - address: The row.
  ///   - animated: Whether it shrinks or grows.
  ///   - completion: Called exactly once.
  /// - Throws: `indexOutOfRange` or `unknownRow`; nothing changes.
  /// - Complexity: O(log *n*).
  public func setRowHidden(
    _ isHidden: Bool, for address: RowAddress, animated: Bool = false,
    completion: Completion? = nil
  ) throws(ScrollStackError) {
    do {
      let row = try requireRow(address)
      setHidden([row], isHidden, animated: animated, completion: completion)
    } catch {
      completion?(false)
      throw error
    }
  }

  /// Hides or shows rows; unknown and repeated addresses are skipped.
  ///
  /// - Returns: The rows whose state changed.
  @discardableResult
  public func setRowsHidden(
    _ isHidden: Bool, for addresses: [RowAddress], animated: Bool = false,
    completion: Completion? = nil
  ) -> [ScrollStackRow] {
    setHidden(distinctRows(addresses), isHidden, animated: animated, completion: completion)
  }

  @discardableResult
  private func setHidden(
    _ rows: [ScrollStackRow], _ isHidden: Bool, animated: Bool, completion: Completion?
  ) -> [ScrollStackRow] {
    batch {
      let changing = rows.filter { $0.flags.contains(.hidden) != isHidden }
      guard !changing.isEmpty else {
        if !animated { endRowAnimations(ifAnimating: rows) }
        complete(completion, finished: true)
        return []
      }
      if animated { notePicture() }
      let before = animated ? changing.map { presence(of: $0) } : []
      keepTopLine { _ in
        for row in changing {
          if isHidden { row.flags.insert(.hidden) } else { row.flags.remove(.hidden) }
          refreshExtent(of: row)
          batch.touched.append(row)
        }
      }
      if isHidden { for row in changing { forgetInteraction(with: row) } }
      begin(
        .hiding(isHidden, from: before), rows: changing, animated: animated,
        duration: style.visibilityAnimation, completion: completion)
      return changing
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
/// A statement that a connection prepares when it's first used.
package enum Statement: String {
  case create, append, check, replace, load, revision, list, count, remove, lease, exclusive,
    unlock, owner

  /// The key of a walk's lock: the number of the table tells stores in other schemas apart.
  private static let key = "hashtextextended($1, 'stackflow_walks'::regclass::oid::bigint)"

  /// Takes the lock that a lease excludes until the statement ends; several changes may have it.
  ///
  /// A connection's own lease doesn't exclude it.
  private static let free = """
    free AS (SELECT pg_try_advisory_xact_lock_shared(\(key)) AS is_free)
    """

  /// The text; one statement, so an event takes one round trip.
  ///
  /// `UPDATE` waits for a change that is being committed, and then looks at its revision.
  package var sql: String {
    switch self {
    case .create:
      """
      INSERT INTO stackflow_walks (id, revision, base_revision, byte_count, walk, operation,
        summary)
      VALUES ($1, 1, 1, $2::bigint, $3::bytea, $4::bigint, $5::bytea) ON CONFLICT DO NOTHING RETURNING revision
      """
    case .append:
      """
      WITH \(Self.free), moved AS (
        UPDATE stackflow_walks
        SET revision = revision + 1, byte_count = byte_count + $4::bigint, changed_at = now(),
          summary = coalesce($7::bytea, summary)
        FROM free
        WHERE id = $1 AND revision = $2::bigint AND is_free AND byte_count + $4 <= $5::bigint
        RETURNING revision)
      INSERT INTO stackflow_records (id, revision, content, operation)
      SELECT $1, revision, $3::bytea, $6::bigint FROM moved RETURNING revision
      """
    case .check:
      """
      WITH \(Self.free)
      SELECT revision, byte_count, is_free FROM stackflow_walks, free WHERE id = $1
      """
    case .replace:
      """
      WITH \(Self.free), moved AS (
        UPDATE stackflow_walks
        SET revision = revision + 1, base_revision = revision + 1, byte_count = $4::bigint,
          walk = $3::bytea, operation = $5::bigint, changed_at = now(),
          summary = coalesce($6::bytea, summary)
        FROM free WHERE id = $1 AND revision = $2::bigint AND is_free
        RETURNING revision),
      gone AS (
        DELETE FROM stackflow_records USING moved
        WHERE id = $1 AND stackflow_records.revision < moved.revision)
      SELECT revision FROM moved
      """
    case .load:
      // One statement reads one state of both tables.
      """
      SELECT 0::bigint AS place, revision, walk, summary FROM stackflow_walks WHERE id = $1
      UNION ALL
      SELECT r.revision, r.revision, r.content, NULL FROM stackflow_records r, stackflow_walks w
      WHERE r.id = $1 AND w.id = $1 AND r.revision > w.base_revision
      ORDER BY place
      """
    case .revision: "SELECT revision FROM stackflow_walks WHERE id = $1"
    case .count:
      // Ids are ASCII without the last character.
      """
      SELECT count(*) FROM (
        SELECT FROM stackflow_walks WHERE id > $1 AND id < $1 || chr(127) LIMIT $2::bigint) AS own
      """
    case .list:
      """
      SELECT id, revision, (extract(epoch FROM changed_at) * 1000000)::bigint, summary
      FROM stackflow_walks WHERE id > $1 ORDER BY id LIMIT $2::bigint
      """
    case .remove:
      """
      WITH \(Self.free)
      DELETE FROM stackflow_walks USING free
      WHERE id = $1 AND is_free AND ($2::bigint IS NULL OR revision = $2) RETURNING revision
      """
    case .lease:
      // A lock of a session that a pooler gives to another connection, too, would exclude neither.
      """
      SELECT CASE WHEN \(Connection.readMark) = $2 THEN pg_try_advisory_lock(\(Self.key)) END
      FROM stackflow_walks WHERE id = $1
      """
    case .exclusive:
      // A lock of 64 bits is shown in two halves, and with those of all databases.
      """
      SELECT true FROM pg_locks
      WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32 | objid::bigint) = \(Self.key)
      """
    case .unlock: "SELECT pg_advisory_unlock(\(Self.key))"
    case .owner:
      """
      SELECT operation FROM stackflow_records WHERE id = $1 AND revision = $2::bigint
      UNION ALL
      SELECT operation FROM stackflow_walks WHERE id = $1 AND base_revision = $2
      """
    }
  }
}

/// A value for a statement.
enum Parameter {
  case text(String)
  case number(Int64?)
  case bytes([UInt8]?)
}
#endif

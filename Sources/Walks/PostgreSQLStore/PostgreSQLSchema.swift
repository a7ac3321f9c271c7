// SPDX-License-Identifier: Apache-2.0

/// The tables of a `PostgreSQLStore`.
public enum PostgreSQLSchema {
  /// The migrations, oldest first; each is run once, by `PostgreSQLStore.migrate()` or by your own tool.
  ///
  /// A migration is never changed after a release. The tables are in the first schema of the
  /// connection's `search_path`.
  public static let migrations = [sessions, summaries]

  /// Migration 1: walks, and the events that were appended to them.
  ///
  /// A walk is the binary form of `SavedWalk` at its base revision, and a record in the binary form of
  /// `WalkRecord` for each later revision. `operation` is a random number that the writer chose: after a
  /// lost connection it shows whose change a revision is. A lease is an advisory lock whose key is
  /// `hashtextextended(id, 'stackflow_walks'::regclass::oid::bigint)`; it leaves nothing in the tables.
  static let sessions = """
    CREATE TABLE stackflow_walks (
      id text COLLATE "C" PRIMARY KEY,
      revision bigint NOT NULL,
      base_revision bigint NOT NULL,
      byte_count bigint NOT NULL,
      walk bytea NOT NULL,
      operation bigint NOT NULL,
      changed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE stackflow_records (
      id text COLLATE "C" NOT NULL REFERENCES stackflow_walks (id) ON DELETE CASCADE,
      revision bigint NOT NULL,
      content bytea NOT NULL,
      operation bigint NOT NULL,
      PRIMARY KEY (id, revision)
    );
    CREATE INDEX stackflow_walks_changed_at ON stackflow_walks (changed_at);
    """

  /// Migration 2: the summaries of walks, in the binary form of `WalkSummary`; null for those of before.
  static let summaries = "ALTER TABLE stackflow_walks ADD COLUMN summary bytea"

  /// Takes the lock of the schema until the transaction ends.
  static let lock = """
    SELECT pg_advisory_xact_lock(hashtextextended('stackflow schema ' || current_schema(), 0))
    """

  /// The number of the last migration.
  static let version = "SELECT coalesce(max(version), 0)::bigint FROM stackflow_schema"

  /// The table with the number of the last migration.
  static let versions = "CREATE TABLE IF NOT EXISTS stackflow_schema (version integer PRIMARY KEY)"
}

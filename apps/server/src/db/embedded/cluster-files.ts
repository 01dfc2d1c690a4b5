/** The files of a table or index, including those of parts over 1 GB. */
const RELATION = String.raw`\d+(?:_(?:fsm|vm|init))?(?:\.\d+)?`;
const TABLES = String.raw`(?:pg_filenode\.map|${RELATION})`;

/**
 * Everything that a copy of a cluster holds (PostgreSQL 18 documentation, “Database File Layout”, looked up 2026-11-26). Not the
 * settings, which the portal writes itself, nor links to other folders or what belongs to a running server.
 */
const FILE = new RegExp(
  [
    String.raw`^(?:PG_VERSION|backup_label`,
    String.raw`global/(?:pg_control|${TABLES})`,
    String.raw`base/\d+/(?:PG_VERSION|${TABLES})`,
    String.raw`pg_(?:xact|commit_ts|multixact/(?:members|offsets))/[0-9A-F]+`,
    String.raw`pg_logical/replorigin_checkpoint`,
    String.raw`pg_wal/[0-9A-F]{24})$`,
  ].join('|'),
);

const FOLDER = new RegExp(
  [
    String.raw`^(?:global|base(?:/\d+)?`,
    String.raw`pg_(?:multixact(?:/(?:members|offsets))?|logical(?:/(?:mappings|snapshots))?)`,
    String.raw`pg_(?:commit_ts|dynshmem|notify|replslot|serial|snapshots|stat|stat_tmp|subtrans|tblspc|twophase|wal|xact))/$`,
  ].join('|'),
);

/** Settings and files of temporary tables, which copies of earlier versions hold. */
const EARLIER = new RegExp(
  String.raw`^(?:postgresql(?:\.auto)?\.conf|pg_(?:hba|ident)\.conf|(?:base/\d+|global)/t\d+_${RELATION})$`,
);

/** Whether a name belongs into a copy of a cluster. The name of a folder ends with a slash. */
export const isClusterFile = (name: string): boolean => (name.endsWith('/') ? FOLDER : FILE).test(name);

/** Whether only copies of earlier versions hold a file. It is of no use. */
export const isEarlierClusterFile = (name: string): boolean => EARLIER.test(name);

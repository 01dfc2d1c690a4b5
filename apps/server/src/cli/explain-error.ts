import { isDatabaseUnavailable } from '#db/database-errors.ts';
import { StoreUnavailableError } from '#files/blob-store.ts';
import { OperatorError } from '#platform/operator-error.ts';

/** One sentence that tells the operator what went wrong, or undefined when the error is a bug. */
export function explainError(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof StoreUnavailableError && error.cause !== undefined) return explainError(error.cause);
  const [first] = error instanceof AggregateError ? error.errors : [error];
  if (!(first instanceof Error)) return undefined;
  const facts: Facts = {
    message: first.message,
    port: 'port' in first ? String(first.port) : '',
    host: 'hostname' in first ? String(first.hostname) : '',
    systemCall: 'syscall' in first ? String(first.syscall) : '',
    file: 'file' in first ? String(first.file) : '',
  };
  const code = 'code' in first && typeof first.code === 'string' ? first.code : '';
  const explain = SENTENCES.get(code);
  if (explain !== undefined) return explain(facts);
  return isDatabaseUnavailable(first) ? away(facts) : undefined;
}

interface Facts {
  readonly message: string;
  readonly port: string;
  readonly host: string;
  readonly systemCall: string;
  /** The source file of PostgreSQL that reported it. */
  readonly file: string;
}

const folder = ({ message }: Facts) =>
  `The data folder is not writable (${message}). Set DATA_DIR to a folder this account can write to.`;
const unknownHost = ({ host }: Facts) =>
  `The host name ${host} cannot be resolved. Check HOST and DATABASE_URL.`;
const certificate = ({ message }: Facts) =>
  `The database’s certificate is not trusted (${message}). Set NODE_EXTRA_CA_CERTS to the file with its CA certificate.`;
const otherName = ({ message }: Facts) =>
  `The database’s certificate is for another name (${message}). Use a name of the certificate as the host in DATABASE_URL.`;
const login = () => 'The database refused the user name or password of DATABASE_URL.';
const away = ({ message }: Facts) =>
  `The database is not responding (${message}). Check DATABASE_URL and that PostgreSQL is running.`;

/** PgBouncer’s error for parameters that it does not pass on (src/client.c, version 1.25.2). */
const refusedParameter = ({ message }: Facts) =>
  message.startsWith('unsupported startup parameter')
    ? `A connection pooler refuses what the portal asks of a connection (${message}). Set LISTEN_DATABASE_URL and MIGRATION_DATABASE_URL to the address of the database server: see “Connection poolers” in docs/operations/databases.md.`
    : undefined;

const damaged = ({ message }: Facts) => `The database is damaged (${message}). Restore it from the backup.`;
const foreign = ({ message }: Facts) =>
  `The database contains objects that do not belong to the portal (${message}). Set DATABASE_URL to an empty database.`;
const extension = ({ message }: Facts) =>
  `The database lacks an extension (${message}). Install PostgreSQL’s contrib package on its server.`;
const unsupported = (facts: Facts) =>
  facts.file === 'extension.c'
    ? extension(facts)
    : `The database server refuses a statement of the portal (${facts.message}). Update the portal, or use a server version that docs/operations/databases.md names.`;
const full = () => 'The disk is full. Free some space and start again.';

const SENTENCES = new Map<string, (facts: Facts) => string | undefined>(
  Object.entries({
    EADDRINUSE: ({ port }) =>
      `Port ${port} is already in use. Stop the other program or set PORT to a free one.`,
    EADDRNOTAVAIL: () => 'HOST is not an address of this machine.',
    EACCES: (facts) =>
      facts.systemCall === 'listen'
        ? `This account may not use port ${facts.port}. Set PORT to one above 1023.`
        : folder(facts),
    EPERM: folder,
    EROFS: folder,
    ENOTDIR: folder,
    EEXIST: folder,
    EISDIR: folder,
    ELOOP: folder,
    ENAMETOOLONG: folder,
    ENOENT: (facts) => {
      if (facts.systemCall === 'connect') return away(facts);
      return facts.systemCall === 'mkdir' ? folder(facts) : undefined;
    },
    EIO: folder,
    ENOSPC: full,
    EDQUOT: full,
    '53100': full,
    EMFILE: () => 'Too many files are open. Raise the limit of open files (ulimit -n) and start again.',
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
    ECONNREFUSED: ({ port }) =>
      `The database refused the connection (port ${port}). Check DATABASE_URL and that PostgreSQL is running.`,
    ETIMEDOUT: away,
    EHOSTUNREACH: away,
    ENETUNREACH: away,
    '57P03': away,
    '53300': away,
    '08P01': (facts) => refusedParameter(facts) ?? away(facts),
    '28P01': login,
    '28000': login,
    '3D000': () => 'The database named in DATABASE_URL does not exist. Create it first.',
    '3F000': () =>
      'The search_path of the database user names no schema. Run: alter role NAME reset search_path, and for the database: alter database NAME reset search_path.',
    '25006': () => 'The database is a read-only standby. Set DATABASE_URL to the primary server.',
    '42P07': foreign,
    '42710': foreign,
    '0A000': unsupported,
    '58P01': extension,
    XX001: damaged,
    XX002: damaged,
    '42501': ({ message }) =>
      `The database user lacks a permission (${message}). Set MIGRATION_DATABASE_URL to a user that owns the database.`,
    SELF_SIGNED_CERT_IN_CHAIN: certificate,
    DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
    CERT_HAS_EXPIRED: certificate,
    ERR_TLS_CERT_ALTNAME_INVALID: otherName,
  }),
);

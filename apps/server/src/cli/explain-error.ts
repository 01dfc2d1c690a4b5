/** One sentence for the operator about what the system or the database said, or undefined for what is our own mistake. */
export function explainError(error: unknown): string | undefined {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  if (!(first instanceof Error) || !('code' in first) || typeof first.code !== 'string') return undefined;
  const explain = SENTENCES.get(first.code);
  return explain?.({
    message: first.message,
    port: 'port' in first ? String(first.port) : '',
    host: 'hostname' in first ? String(first.hostname) : '',
    isListening: 'syscall' in first && first.syscall === 'listen',
  });
}

interface Facts {
  readonly message: string;
  readonly port: string;
  readonly host: string;
  readonly isListening: boolean;
}

const folder = ({ message }: Facts) =>
  `The data folder cannot be written (${message}). Set DATA_DIR to a folder this account can write to.`;
const unknownHost = ({ host }: Facts) => `The name ${host} is not known. Check HOST and DATABASE_URL.`;
const certificate = ({ message }: Facts) =>
  `The database’s certificate is not trusted (${message}). Set NODE_EXTRA_CA_CERTS to the file of its authority.`;
const login = () => 'The database refused the user name or password of DATABASE_URL.';
const away = ({ message }: Facts) =>
  `The database does not answer (${message}). Check DATABASE_URL and that PostgreSQL is running.`;

const SENTENCES = new Map<string, (facts: Facts) => string>(
  Object.entries({
    EADDRINUSE: ({ port }) =>
      `Port ${port} is already in use. Stop the other program or set PORT to a free one.`,
    EADDRNOTAVAIL: () => 'HOST is not an address of this machine.',
    EACCES: (facts) =>
      facts.isListening
        ? `This account may not use port ${facts.port}. Set PORT to one above 1023.`
        : folder(facts),
    EPERM: folder,
    EROFS: folder,
    ENOTDIR: folder,
    EEXIST: folder,
    ENOSPC: () => 'The disk is full. Free some space and start again.',
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
    ECONNREFUSED: ({ port }) =>
      `The database refused the connection (port ${port}). Check DATABASE_URL and that PostgreSQL is running.`,
    ETIMEDOUT: away,
    EHOSTUNREACH: away,
    ENETUNREACH: away,
    '57P03': away,
    '53300': away,
    '28P01': login,
    '28000': login,
    '3D000': () => 'The database named in DATABASE_URL does not exist. Create it first.',
    '42501': ({ message }) =>
      `The database user lacks a right (${message}). Set MIGRATION_DATABASE_URL to a user that owns the database.`,
    SELF_SIGNED_CERT_IN_CHAIN: certificate,
    DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  }),
);

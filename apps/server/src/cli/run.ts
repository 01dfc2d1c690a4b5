import { enableCompileCache } from 'node:module';
import { EmbeddedDatabaseError } from '../db/embedded/error.ts';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { CommandError } from './command-error.ts';

interface Command {
  readonly summary: string;
  readonly load: () => Promise<(config: Config, args: readonly string[]) => Promise<number>>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  demo: {
    summary: 'the portal with the demo practice (what npm start runs)',
    load: async () => (await import('./demo.ts')).demo,
  },
  serve: {
    summary: 'the portal for real use: no demo data, no default account',
    load: async () => (await import('./serve.ts')).serve,
  },
  init: {
    summary: 'the first SuperAdmin: --first-name NAME --last-name NAME',
    load: async () => (await import('./init.ts')).init,
  },
  migrate: {
    summary: 'bring the database to this version and end',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  doctor: {
    summary: 'check settings, folder, keys, database and rights',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  'verify-audit': {
    summary: 'check that nobody changed, removed or added audit entries',
    load: async () => (await import('./verify-audit.ts')).verifyAudit,
  },
};

/** Runs one command and gives its exit code. What the operator can mend is said in one sentence, without a stack. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  enableCompileCache();
  const [name = '', ...args] = argv;
  const command = COMMANDS[name];
  if (command === undefined) {
    console.error(usage());
    return name === '' || name === 'help' || name === '--help' ? 0 : 2;
  }
  try {
    return await (
      await command.load()
    )(readConfig(process.env), args);
  } catch (error) {
    if (
      error instanceof ConfigError ||
      error instanceof CommandError ||
      error instanceof EmbeddedDatabaseError
    )
      console.error(error.message);
    else console.error(explainSystemError(error) ?? error);
    return 1;
  }
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`);
  return ['Usage: npm run portal -- <command>', '', ...lines].join('\n');
}

function explainSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  const port = 'port' in error ? String(error.port) : '';
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other program or set PORT to a free one.`;
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return `This account may not use port ${port}. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `The data folder cannot be written (${error.message}). Set DATA_DIR to a folder this account can write to.`;
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again.';
  if (code === 'ECONNREFUSED')
    return `The database refused the connection (port ${port}). Check DATABASE_URL and that PostgreSQL is running.`;
  if (code === '28P01' || code === '28000')
    return 'The database refused the user name or password of DATABASE_URL.';
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist. Create it first.';
  return undefined;
}

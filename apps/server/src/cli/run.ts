import { enableCompileCache } from 'node:module';
import { readConfig, type Config } from '#platform/config.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { explainError } from './explain-error.ts';

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
  // Whoever read the output has gone, as `head` does after its lines.
  process.stdout.on('error', (error) => {
    if (systemErrorCode(error) !== 'EPIPE') throw error;
    process.exit(1);
  });
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
    console.error(explainError(error) ?? error);
    return 1;
  }
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`);
  return ['Usage: npm run portal -- <command>', '', ...lines].join('\n');
}

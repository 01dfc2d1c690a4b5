import { readConfig, type Config } from '#platform/config.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { explainError } from './explain-error.ts';

interface Command {
  readonly summary: string;
  readonly load: () => Promise<(config: Config, args: readonly string[]) => Promise<number>>;
}

/** All commands; the test of the practice’s settings covers each. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  demo: {
    summary:
      'start the portal with the demo practice (same as npm start): [--workers N] [--at TIME, where its clock stays]',
    // oxlint-disable-next-line no-restricted-imports -- the only place that loads the demo
    load: async () => (await import('@portal/demo')).demo,
  },
  serve: {
    summary: 'start the portal for production: no demo data, no default account: [--workers N]',
    load: async () => (await import('./serve.ts')).serve,
  },
  init: {
    summary: 'set up a practice: asks for the practice, first office, first SuperAdmin and starter content',
    load: async () => (await import('./init.ts')).init,
  },
  'recovery-sheet': {
    summary: 'write a page with the master key as words and QR code, to be printed: FILE.pdf',
    load: async () => (await import('./recovery-sheet.ts')).recoverySheetCommand,
  },
  'restore-key': {
    summary: 'write the master key from the words of a recovery sheet',
    load: async () => (await import('./restore-key.ts')).restoreKey,
  },
  'rotate-key': {
    summary: 'replace the master key, also while the portal runs: [--yes]',
    load: async () => (await import('./rotate-key.ts')).rotateKey,
  },
  'reset-admin': {
    summary: 'let a locked-out SuperAdmin back in with a temporary password: USERNAME [--yes]',
    load: async () => (await import('./reset-admin.ts')).resetAdmin,
  },
  migrate: {
    summary: 'migrate the database to this version and exit: [--without-copy]',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  import: {
    summary:
      'import patients from another system: patients FILE [--dry-run] [--map FILE] [--yes], list, undo ID',
    load: async () => (await import('./import.ts')).importCommand,
  },
  doctor: {
    summary: 'check the settings, data folder, keys, database and privileges: [--files] [--database]',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  backup: {
    summary: 'write an encrypted backup, also while the portal runs: FILE; or check one: --verify FILE',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'restore a backup into an empty data folder: FILE',
    load: async () => (await import('./restore.ts')).restore,
  },
  'verify-audit': {
    summary: 'check that no audit entries were changed, removed or added',
    load: async () => (await import('./verify-audit.ts')).verifyAudit,
  },
};

/** Runs one command of this process and returns its exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  let hasLostOutput = false;
  process.stdout.on('error', (error) => {
    // The reader of the output closed the pipe, as `head` does.
    if (systemErrorCode(error) === 'EPIPE') process.exit(1);
    // A full disk under the output must not end a portal.
    hasLostOutput = true;
  });
  const code = await execute(argv, process.env);
  return code === 0 && hasLostOutput ? 1 : code;
}

/** Executes a command. Errors that the operator can fix are printed as one sentence without a stack. */
export async function execute(
  [name = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const command = COMMANDS[name];
  if (command === undefined) {
    const isHelp = name === 'help' || name === '--help';
    if (!isHelp && name !== '') console.error(`There is no command ${name}.\n`);
    console.error(usage());
    return isHelp ? 0 : 2;
  }
  try {
    const run = await command.load();
    return await run(readConfig(env), args);
  } catch (error) {
    console.error(explainError(error) ?? error);
    return 1;
  }
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`);
  return ['Usage: npm run portal -- <command>', '', ...lines].join('\n');
}

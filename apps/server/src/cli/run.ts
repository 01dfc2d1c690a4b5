import { Command, CommanderError } from '@commander-js/extra-typings';
import manifest from '../../package.json' with { type: 'json' };
import type { Definition, Run } from './definition.ts';
import { readConfig } from '#platform/config.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { explainError } from './explain-error.ts';

interface ListedCommand {
  readonly summary: string;
  readonly load: () => Promise<Definition>;
}

/** All commands; the test of the practice’s settings covers each. */
export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  demo: {
    summary: 'start the portal with the demo practice (same as npm start)',
    // oxlint-disable-next-line no-restricted-imports -- the only place that loads the demo
    load: async () => (await import('@portal/demo')).demoCommand,
  },
  serve: {
    summary: 'start the portal for production: no demo data, no default account',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  init: {
    summary: 'set up a practice: asks for the practice, first office, first SuperAdmin and starter content',
    load: async () => (await import('./init.ts')).initCommand,
  },
  'recovery-sheet': {
    summary: 'write a page with the master key as words and QR code, to be printed',
    load: async () => (await import('./recovery-sheet.ts')).recoverySheetCommand,
  },
  'restore-key': {
    summary: 'write the master key from the words of a recovery sheet',
    load: async () => (await import('./restore-key.ts')).restoreKeyCommand,
  },
  'rotate-key': {
    summary: 'replace the master key, also while the portal runs',
    load: async () => (await import('./rotate-key.ts')).rotateKeyCommand,
  },
  'reset-admin': {
    summary: 'let a locked-out SuperAdmin back in with a temporary password',
    load: async () => (await import('./reset-admin.ts')).resetAdminCommand,
  },
  migrate: {
    summary: 'migrate the database to this version and exit',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  import: {
    summary: 'import patients from another system or official code files, list imports, or undo one',
    load: async () => (await import('./import.ts')).importCommand,
  },
  doctor: {
    summary: 'check the settings, data folder, keys, database and privileges',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  backup: {
    summary: 'write an encrypted backup, also while the portal runs, or check one',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    summary: 'restore a backup into an empty data folder',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  'verify-audit': {
    summary: 'check that no audit entries were changed, removed or added',
    load: async () => (await import('./verify-audit.ts')).verifyAuditCommand,
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
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  let code = 0;
  const run: Run = async (work) => {
    code = await work(readConfig(env));
  };
  try {
    await (await programFor(argv, run)).parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed what is wrong with the arguments, or the help.
    if (error instanceof CommanderError) return error.exitCode;
    console.error(explainError(error) ?? error);
    return 1;
  }
}

/** All commands by name. Only those that are named also have their options, because each loads its own code. */
async function programFor(argv: readonly string[], run: Run): Promise<Command> {
  const program = new Command('npm run portal --')
    .version(manifest.version)
    .helpOption('-h, --help', 'show the help of the portal or of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.log(text.trimEnd()),
      writeErr: (text) => console.error(text.trimEnd()),
    })
    .addHelpText('after', '\nSettings are read from the environment, see docs/operations/setting-up.md.');
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).summary(summary).description(summary);
    if (argv.includes(name)) (await load())(command, run);
  }
  return program;
}

import { isIP } from 'node:net';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { CommandError } from '@portal/server/cli/command-error';
import { serveUntilSignal, withWorkers } from '@portal/server/cli/serve';
import type { Config } from '@portal/server/platform/config';
import { createLogger } from '@portal/server/platform/log';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { DEMO_PRACTICE } from './offices.ts';

/** Serves the portal with the demo practice. Its passwords are public, so it only listens on a loopback address and only answers to its names. */
export async function demo(config: Config, args: readonly string[]): Promise<number> {
  if (!isLoopback(config.host)) {
    throw new CommandError(
      'The demo has public passwords and only listens on a loopback address. Leave HOST unset, or use "npm run portal -- serve".',
    );
  }
  const { time, others } = stoppedAt(args);
  const { name = DEMO_PRACTICE } = config.fixedPractice;
  const settings = {
    ...config,
    fixedPractice: { ...config.fixedPractice, name },
    checksHost: true,
    isDemo: true,
  };
  return serveUntilSignal(withWorkers(settings, others), {
    ...(time !== undefined && {
      clock: { now: () => new Date(time) },
      databaseTime: async () => new Date(time),
    }),
    log: createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel),
    // Workers and later starts need no demo data.
    prepare: async (deps) => (await import('./load.ts')).loadDemoPractice(deps),
    announce: (address) => {
      console.log(`\n  Medical Portal is at ${address.replace('127.0.0.1', 'localhost')}\n`);
      console.log(`  Demo accounts (password ${DEMO_PASSWORD}):`);
      console.log(`  ${DEMO_ACCOUNTS.map(({ userName }) => userName).join(', ')}\n`);
      console.log('  Press Ctrl-C to stop.\n');
    },
  });
}

/** The time after `--at`, at which the practice then stays, so that pictures of it are always the same; and the other arguments. */
function stoppedAt(args: readonly string[]): { readonly time?: Date; readonly others: readonly string[] } {
  const at = args.indexOf('--at');
  if (at === -1) return { others: args };
  const time = new Date(args[at + 1] ?? '');
  if (Number.isNaN(time.getTime()))
    throw new CommandError('--at needs a time, such as 2026-11-19T15:24:00Z.');
  return { time, others: args.toSpliced(at, 2) };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

import { isIP } from 'node:net';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { CommandError } from '@portal/server/cli/command-error';
import type { Definition } from '@portal/server/cli/definition';
import { serveUntilSignal, withWorkers, WORKERS_HELP } from '@portal/server/cli/serve';
import type { Config } from '@portal/server/platform/config';
import { createLogger } from '@portal/server/platform/log';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { DEMO_PRACTICE } from './offices.ts';

export const demoCommand: Definition = (command, run) =>
  command
    .option('--workers <number>', WORKERS_HELP)
    .option('--at <time>', 'the time at which its clock stays, so that pictures of it are always the same')
    .action(({ workers, at }) =>
      run((config) => demo(withWorkers(config, workers), at === undefined ? undefined : stoppedAt(at))),
    );

/** Serves the portal with the demo practice. Its passwords are public, so it only listens on a loopback address and only answers to its names. */
async function demo(config: Config, time: Date | undefined): Promise<number> {
  if (!isLoopback(config.host)) {
    throw new CommandError(
      'The demo has public passwords and only listens on a loopback address. Leave HOST unset, or use "npm run portal -- serve".',
    );
  }
  const { name = DEMO_PRACTICE } = config.fixedPractice;
  const settings = {
    ...config,
    fixedPractice: { ...config.fixedPractice, name },
    checksHost: true,
    isDemo: true,
  };
  return serveUntilSignal(settings, {
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

function stoppedAt(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new CommandError('--at needs a time, such as 2026-11-19T15:24:00Z.');
  return time;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

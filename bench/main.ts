import { Closers } from './lib/closers.ts';
import { InvalidOptions, readOptions, type Options } from './lib/options.ts';
import { runCodes } from './profiles/codes.ts';
import { FailedRows, runFull } from './profiles/full.ts';
import { runImport } from './profiles/import.ts';
import { runPeer, runStart } from './profiles/peer.ts';
import { runSizing } from './profiles/sizing.ts';

const PROFILES = {
  full: runFull,
  peer: runPeer,
  start: runStart,
  import: runImport,
  codes: runCodes,
  sizing: runSizing,
};

try {
  await run(readOptions(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error instanceof InvalidOptions || error instanceof FailedRows ? error.message : error);
  process.exitCode = 1;
}

async function run(options: Options): Promise<void> {
  const closers = new Closers();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void closers.closeAll().finally(() => process.exit(130)));
  await PROFILES[options.profile](options, closers);
}

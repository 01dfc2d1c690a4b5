import { parseArgs } from 'node:util';

export interface Options {
  /** Sizes of practices, in patients. */
  readonly sizes: readonly number[];
  /** Rows whose name holds this text; all without. */
  readonly only: string;
  /** How long each load lasts. */
  readonly seconds: number;
  /** Where the filled databases are kept. */
  readonly folder: string;
}

const USAGE =
  'Usage: npm run bench -- [--patients 1000,1000000] [--only TEXT] [--seconds 2]   (databases are kept in DATA_DIR/bench, by default data/bench)';

/** Reads the command's options. Throws an error with the usage for others. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const { values } = parseOptions(args);
  const sizes = values.patients.split(',').map(Number);
  const seconds = Number(values.seconds);
  if (sizes.some((size) => !Number.isInteger(size) || size < 100 || size > 10_000_000))
    throw new Error(USAGE);
  if (!(seconds > 0 && seconds <= 60)) throw new Error(USAGE);
  return { sizes, seconds, only: values.only, folder: `${env['DATA_DIR'] ?? 'data'}/bench` };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        patients: { type: 'string', default: '1000,1000000' },
        only: { type: 'string', default: '' },
        seconds: { type: 'string', default: '2' },
      },
    });
  } catch {
    throw new Error(USAGE);
  }
}

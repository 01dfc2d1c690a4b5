import { parseArgs } from 'node:util';

export interface Options {
  /** Practice sizes, in numbers of patients. */
  readonly sizes: readonly number[];
  /** Only rows whose name contains this text; blank for all. */
  readonly only: string;
  /** Duration of each load, in seconds. */
  readonly seconds: number;
  /** Folder of the filled databases. */
  readonly folder: string;
}

const USAGE =
  'Usage: npm run bench -- [--patients 1000,1000000] [--only TEXT] [--seconds 2]   (databases are kept in DATA_DIR/bench, by default data/bench)';

/** Parses the command’s options. Throws an error with the usage for invalid ones. */
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

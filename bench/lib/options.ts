import { parseArgs } from 'node:util';

/** Default sizes. */
const SIZES = {
  full: '1000,1000000',
  peer: '50000',
  start: '50000',
  import: '1000',
  codes: '1000',
  sizing: '50000',
};
const PROFILES = ['full', 'peer', 'start', 'import', 'codes', 'sizing'] as const;

export interface Options {
  /**
   * `full` measures every list, `peer` the operations that most portals have, `start` the start and memory of the portal, `import` an import of 100,000 patients,
   * `codes` the loading of 2.6 million pairs of codes, `sizing` the work of a clinic with 1, 2 and 4 processes.
   */
  readonly profile: (typeof PROFILES)[number];
  /** Practice sizes, in numbers of patients. */
  readonly sizes: readonly number[];
  /** Only rows whose name contains this text; blank for all. */
  readonly only: string;
  /** Duration of each load, in seconds. */
  readonly seconds: number;
  /** Folder of the filled databases. */
  readonly folder: string;
}

/** The command's options are invalid. The message says why in one sentence, followed by the usage. */
export class InvalidOptions extends Error {
  override readonly name = 'InvalidOptions';
  constructor(reason: string) {
    super(`${reason}\n${USAGE}`);
  }
}

const USAGE =
  'Usage: npm run bench -- [--profile full|peer|start|import|codes|sizing] [--patients 1000,1000000] [--only TEXT] [--seconds 2]   (databases are kept in DATA_DIR/bench, by default data/bench)';

/** Parses the command’s options. Throws `InvalidOptions`. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const values = parseOptions(args);
  const profile = PROFILES.find((name) => name === values.profile);
  if (profile === undefined)
    throw new InvalidOptions(`There is no profile “${values.profile}”; use ${PROFILES.join(', ')}.`);
  const sizes = (values.patients ?? SIZES[profile]).split(',').map(Number);
  const seconds = Number(values.seconds);
  if (sizes.some((size) => !Number.isInteger(size) || size < 100 || size > 10_000_000))
    throw new InvalidOptions('Each number of patients must be a whole number from 100 to 10,000,000.');
  if (!(seconds > 0 && seconds <= 60))
    throw new InvalidOptions('The seconds must be more than 0 and at most 60.');
  return { profile, sizes, seconds, only: values.only, folder: `${env['DATA_DIR'] ?? 'data'}/bench` };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        profile: { type: 'string', default: 'full' },
        patients: { type: 'string' },
        only: { type: 'string', default: '' },
        seconds: { type: 'string', default: '2' },
      },
    }).values;
  } catch (error) {
    throw new InvalidOptions(error instanceof Error ? error.message : 'The options are invalid.');
  }
}

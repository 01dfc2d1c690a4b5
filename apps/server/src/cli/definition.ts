import type { Command } from '@commander-js/extra-typings';
import type { Config } from '#platform/config.ts';

/** Runs a command with the settings. Its number is the exit code. */
export type Run = (work: (config: Config) => Promise<number>) => Promise<void>;

/** Adds the arguments, the options and the action of a command, whose module is only loaded for it. */
export type Definition = (command: Command, run: Run) => unknown;

/** For an option that can be given several times. */
export const repeated = (value: string, earlier: readonly string[] = []): readonly string[] => [
  ...earlier,
  value,
];

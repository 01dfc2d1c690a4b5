import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '#platform/config.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { backUp, type BackupAccess } from '#backup/back-up.ts';
import type { Lock } from '#backup/encryption.ts';

/** Start data of the thread. Contains secrets: never log it. */
export interface BackupTask {
  readonly config: Config;
  readonly access: BackupAccess;
  readonly lock: Lock;
  readonly file: string;
}

/** What the thread reports: the size of the backup, or why there is none; `problem` tells the operator what to do. */
export type BackupOutcome =
  | { readonly bytes: number }
  | { readonly problem: string | undefined; readonly reason: string };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set by runBackupThread
const { config, access, lock, file } = workerData as BackupTask;

async function outcome(): Promise<BackupOutcome> {
  try {
    const { bytes } = await backUp(config, access, {
      file,
      lock,
      withKey: false,
      withDocuments: true,
      by: 'nightly backup',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    return { bytes };
  } catch (error) {
    return {
      problem: error instanceof OperatorError ? error.message : undefined,
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await outcome());

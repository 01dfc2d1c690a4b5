import { isSilent } from './time-limits.ts';

/**
 * Work that one process does at a time. Its row gets a sign of life every `everyMs`; after a silence of `silentMs`, the process has died, and
 * another one may begin.
 */
export const CLAIMED = {
  auditCheck: { everyMs: 1_000, silentMs: 60_000 },
  backup: { everyMs: 60_000, silentMs: 5 * 60_000 },
  patientImport: { everyMs: 5_000, silentMs: 20_000 },
  codeFile: { everyMs: 5_000, silentMs: 20_000 },
} as const;
export type ClaimedWork = keyof typeof CLAIMED;

/** Whether work goes on. A sign of life in the future is from a wrong clock. */
export const isAlive = (work: ClaimedWork, lastSign: Date, now: Date): boolean =>
  !isSilent(lastSign, now, CLAIMED[work].silentMs);

/** Does work and saves signs of life until it ends. `onFailure`: one could not be saved; the next one may be. */
export async function whileAlive<T>(
  work: ClaimedWork,
  save: () => Promise<void>,
  { onFailure, run }: { readonly onFailure: (error: unknown) => void; readonly run: () => Promise<T> },
): Promise<T> {
  let saving: Promise<void> | undefined;
  const timer = setInterval(() => {
    saving ??= save()
      .catch(onFailure)
      .finally(() => (saving = undefined));
  }, CLAIMED[work].everyMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
    await saving;
  }
}

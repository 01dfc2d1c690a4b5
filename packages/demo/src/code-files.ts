import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { todayIn } from '@portal/domain/date';
import { loadCodeFile } from '@portal/server/features/code-files/index';
import { OperatorError } from '@portal/server/platform/operator-error';
import type { Deps } from '@portal/server/request/context';

/** The small code files with the first day of their editions. README.md in their folder says how the editions differ. */
export const CODE_FILES: readonly { readonly fileName: string; readonly editionFrom: string }[] = [
  'hcpcs-2026-07.txt hcpcs-2026-10.txt fee-schedule-2026-07.csv fee-schedule-2026-10.csv ptp-2026-07.txt ptp-2026-10.txt',
  'mue-2026-07.csv mue-2026-10.csv add-on-2026-07.txt add-on-2026-10.csv icd10-2025-10.txt icd10-2026-10.txt',
  'asp-2026-07.csv asp-2026-10.csv',
].flatMap((names) =>
  names.split(' ').map((fileName) => ({ fileName, editionFrom: `${fileName.slice(-11, -4)}-01` })),
);

export const codeFilePath = (fileName: string): URL => new URL(`../code-files/${fileName}`, import.meta.url);

const BETWEEN_TRIES_MS = 200;
const MOST_TRIES = 100;

/** Loads the small code files that were never loaded. Waits while another process loads one. */
export async function loadDemoCodeFiles(deps: Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>): Promise<void> {
  const today = todayIn(deps.config.practice.timeZone, deps.clock.now());
  for (const { fileName, editionFrom } of CODE_FILES) {
    const openBytes = () => createReadStream(codeFilePath(fileName));
    for (let tries = 1; !(await wasLoaded(deps.db, fileName)); tries += 1) {
      try {
        await loadCodeFile(deps, { fileName, openBytes }, { editionFrom, today });
      } catch (error) {
        if (!(error instanceof OperatorError) || tries === MOST_TRIES) throw error;
        await sleep(BETWEEN_TRIES_MS);
      }
    }
  }
}

async function wasLoaded(db: Deps['db'], fileName: string): Promise<boolean> {
  const found = await db
    .selectFrom('code_files')
    .select('id')
    .where('file_name', '=', fileName)
    .where('state', '<>', 'Draft')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

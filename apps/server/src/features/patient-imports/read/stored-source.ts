import { todayIn } from '@portal/domain/date';
import type { Deps } from '#request/context.ts';
import { conflict } from '#platform/app-error.ts';
import type { ImportRow } from '../import-repo.ts';
import { openSource, type Source } from './source.ts';

const NEVER = new AbortController().signal;

/** Opens the uploaded file of an import. Throws CONFLICT if it was removed, and ImportError if it cannot be read. */
export function openStored(
  { files, clock, config }: Pick<Deps, 'files' | 'clock' | 'config'>,
  {
    id,
    file_key: key,
    mapping,
    header_line: line,
    sheet,
  }: Pick<ImportRow, 'id' | 'file_key' | 'mapping' | 'header_line' | 'sheet'>,
): Promise<Source> {
  if (key === null) throw conflict('The file of this import is not stored in the portal.');
  return openSource(() => files.stream(id, key, NEVER), {
    mapping: mapping ?? undefined,
    headerLine: line ?? undefined,
    sheet: sheet ?? undefined,
    today: todayIn(config.practice.timeZone, clock.now()),
  });
}

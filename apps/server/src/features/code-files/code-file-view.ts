import type { CodeFile, CodeFileStatus } from '@portal/contract/code-files';
import { formatDateUs, todayIn } from '@portal/domain/date';
import type { Db } from '#db/database.ts';
import { listUserRefs } from '#db/user-refs.ts';
import type { SignedInContext } from '#request/context.ts';
import { editionsOf, isActive, type CodeFileRow } from './code-file-repo.ts';
import { findRival, rivalText } from './load-code-file.ts';

function statusOf(row: CodeFileRow, now: Date): CodeFileStatus {
  const task = isActive(row, now) ? row.task : null;
  if (task === 'undo') return 'Undoing';
  if (row.state !== 'Draft') return row.state;
  if (task !== null) return task === 'check' ? 'Checking' : 'Loading';
  if (row.checked_at !== null) return 'Checked';
  return row.trouble === null ? 'Stopped' : 'Draft';
}

/** Converts files to the API's format. */
export async function presentCodeFiles(
  { deps, now }: SignedInContext,
  db: Db,
  rows: readonly CodeFileRow[],
): Promise<CodeFile[]> {
  const today = todayIn(deps.config.practice.timeZone, now);
  const users = await listUserRefs(
    db,
    rows.map(({ uploaded_by: by }) => by),
  );
  const begun = (await editionsOf(db)).filter(({ validFrom }) => validFrom <= today);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    fileName: row.file_name,
    status: statusOf(row, now),
    editionFrom: row.edition_from,
    editionTo: row.edition_to,
    isCurrent:
      row.state === 'Loaded' &&
      (row.edition_to === null || row.edition_to >= today) &&
      begun.find(({ kind }) => kind === row.kind)?.validFrom === row.edition_from,
    byteSize: Number(row.byte_size),
    rowCount: row.row_count,
    rowsDone: row.rows_done,
    problemCount: row.problems?.count ?? 0,
    trouble: isActive(row, now) ? null : row.trouble,
    isByCommand: row.uploaded_by === null,
    uploadedBy: (row.uploaded_by === null ? undefined : users.get(row.uploaded_by)) ?? null,
    uploadedAt: row.uploaded_at.toISOString(),
    loadedAt: row.loaded_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  }));
}

/** Converts a file to the API's format. */
export async function presentCodeFile(context: SignedInContext, db: Db, row: CodeFileRow): Promise<CodeFile> {
  const [presented] = await presentCodeFiles(context, db, [row]);
  if (presented === undefined) throw new Error('a code file was not presented');
  return presented;
}

/** What to know before a draft is loaded. */
export async function notesOf(db: Db, row: CodeFileRow): Promise<string[]> {
  const { kind, state, edition_from: from } = row;
  if (state !== 'Draft') return [];
  if (from === null) return ['The file does not say when its edition begins. Give the first day.'];
  const editions = (await editionsOf(db)).filter((edition) => edition.kind === kind);
  const newest = editions[0]?.validFrom;
  const notes: string[] = [];
  if (newest !== undefined && newest > from)
    notes.push(`An edition from ${formatDateUs(newest)} is loaded. This one counts only for days before.`);
  const rival = row.checked_at === null ? undefined : await findRival(db, row, from);
  if (rival !== undefined) notes.push(rivalText(rival));
  else if (editions.some(({ validFrom }) => validFrom === from))
    notes.push(`A part of the edition from ${formatDateUs(from)}, of which other parts are loaded.`);
  return notes;
}

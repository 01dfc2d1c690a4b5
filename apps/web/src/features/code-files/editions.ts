import type { CodeFile } from '@portal/contract/code-files';
import { CODE_FILE_KINDS, DATED_KINDS, type CodeFileKind } from '@portal/domain/code-files/kinds';
import { daysBetween } from '@portal/domain/calendar';
import { formatDateUs } from '@portal/domain/date';
import { CODE_NOTICE_DAYS } from '@portal/domain/notification';
import { counted } from '@portal/domain/text';

type FileOfEdition = Pick<CodeFile, 'id' | 'kind' | 'status' | 'editionFrom' | 'editionTo' | 'rowCount'>;

/** A loaded edition, which may have come in several files. */
export interface LoadedEdition {
  readonly editionFrom: string;
  readonly editionTo: string | null;
  readonly rowCount: number;
  readonly fileIds: readonly string[];
}

const isKnown = (day: string | null | undefined): day is string => typeof day === 'string';

/** The loaded editions of a kind, newest first. */
function editionsOf(files: readonly FileOfEdition[], kind: CodeFileKind): readonly LoadedEdition[] {
  const editions = new Map<string, LoadedEdition>();
  for (const { id, editionFrom, editionTo, rowCount, ...file } of files) {
    if (file.kind !== kind || file.status !== 'Loaded' || editionFrom === null) continue;
    const known = editions.get(editionFrom);
    editions.set(editionFrom, {
      editionFrom,
      editionTo: [known?.editionTo, editionTo].filter(isKnown).toSorted().at(-1) ?? null,
      rowCount: (known?.rowCount ?? 0) + (rowCount ?? 0),
      fileIds: [...(known?.fileIds ?? []), id],
    });
  }
  return [...editions.values()].toSorted((one, two) => two.editionFrom.localeCompare(one.editionFrom));
}

/** The edition that counts on a day: the newest one that has begun; for rows with dates of their own, else the oldest one. */
export function editionOn(
  files: readonly FileOfEdition[],
  kind: CodeFileKind,
  day: string,
): LoadedEdition | undefined {
  const editions = editionsOf(files, kind);
  const begun = editions.find(({ editionFrom }) => editionFrom <= day);
  return begun ?? (DATED_KINDS.has(kind) ? editions.at(-1) : undefined);
}

export interface KindState {
  readonly kind: CodeFileKind;
  /** The edition of today; undefined if none is loaded. */
  readonly edition: LoadedEdition | undefined;
  /** The loaded edition that begins next. */
  readonly next: LoadedEdition | undefined;
  readonly chip: { readonly label: string; readonly color: 'default' | 'success' | 'warning' | 'error' };
}

/** What is loaded of each kind, today. */
export const kindStates = (files: readonly FileOfEdition[], today: string): readonly KindState[] =>
  CODE_FILE_KINDS.map((kind) => {
    const edition = editionOn(files, kind, today);
    const next = editionsOf(files, kind).findLast(
      ({ editionFrom }) => editionFrom > today && editionFrom !== edition?.editionFrom,
    );
    return { kind, edition, next, chip: chipOf(edition, today, next !== undefined) };
  });

function chipOf(edition: LoadedEdition | undefined, today: string, hasNext: boolean): KindState['chip'] {
  if (edition === undefined) return { label: 'Not loaded', color: 'default' };
  const { editionTo } = edition;
  if (editionTo === null) return { label: 'Current', color: 'success' };
  const days = daysBetween(today, editionTo);
  if (days < 0) return { label: `Ended ${formatDateUs(editionTo)}`, color: 'error' };
  if (days > CODE_NOTICE_DAYS || hasNext) return { label: 'Current', color: 'success' };
  return { label: days === 0 ? 'Ends today' : `Ends in ${counted(days, 'day')}`, color: 'warning' };
}

/** What counts after a loaded file is undone: "Then the edition from 07/01/2026 counts again." */
export function afterUndo(files: readonly FileOfEdition[], undone: FileOfEdition, today: string): string {
  const rest = files.filter(({ id }) => id !== undone.id);
  const counts = editionOn(rest, undone.kind, today);
  if (counts === undefined)
    return 'Then no file of this kind is loaded, and codes are not checked against a current file.';
  const day = formatDateUs(counts.editionFrom);
  if (counts.editionFrom === undone.editionFrom)
    return `Then the edition from ${day} lacks these rows; its other files stay loaded.`;
  return editionOn(files, undone.kind, today)?.editionFrom === counts.editionFrom
    ? `The edition from ${day} still counts today.`
    : `Then the edition from ${day} counts again.`;
}

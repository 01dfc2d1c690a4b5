import { diffArrays, diffWordsWithSpace } from 'diff';

/** A piece of a line; changed pieces are only in the expected or only in the actual line. */
export interface DiffPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** A row of a comparison: an equal line, a changed one, or lines that were left out. A missing line is null. */
export type DiffRow =
  | { readonly kind: 'same'; readonly text: string }
  | {
      readonly kind: 'changed';
      readonly expected: readonly DiffPart[] | null;
      readonly actual: readonly DiffPart[] | null;
    }
  | { readonly kind: 'skipped'; readonly count: number };

/** Equal lines around a change that are shown. */
const CONTEXT = 1;

/** Compares two texts by line, and changed lines by word. Several equal lines far from a change are skipped. */
export function diffRows(expected: string, actual: string): readonly DiffRow[] {
  const chunks = diffArrays(expected.split('\n'), actual.split('\n'));
  const rows: DiffRow[] = [];
  for (let at = 0; at < chunks.length; at += 1) {
    const chunk = chunks[at];
    if (chunk === undefined) continue;
    const next = chunks[at + 1];
    if (!chunk.removed && !chunk.added) {
      rows.push(...chunk.value.map((text) => ({ kind: 'same' as const, text })));
    } else if (chunk.removed && next?.added === true) {
      rows.push(...pairs(chunk.value, next.value));
      at += 1;
    } else {
      rows.push(...(chunk.removed ? pairs(chunk.value, []) : pairs([], chunk.value)));
    }
  }
  return withoutFarLines(rows);
}

function pairs(expected: readonly string[], actual: readonly string[]): readonly DiffRow[] {
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, at) =>
    changedRow(expected[at], actual[at]),
  );
}

function changedRow(expected: string | undefined, actual: string | undefined): DiffRow {
  if (expected === undefined || actual === undefined)
    return { kind: 'changed', expected: whole(expected), actual: whole(actual) };
  const parts = diffWordsWithSpace(expected, actual);
  return {
    kind: 'changed',
    expected: parts
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value, isChanged: removed })),
    actual: parts
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value, isChanged: added })),
  };
}

const whole = (text: string | undefined): readonly DiffPart[] | null =>
  text === undefined ? null : [{ text, isChanged: true }];

function withoutFarLines(rows: readonly DiffRow[]): readonly DiffRow[] {
  const isNear = rows.map((_, at) =>
    rows.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind === 'changed'),
  );
  const shown: DiffRow[] = [];
  for (const [at, row] of rows.entries()) {
    const last = shown.at(-1);
    const isAlone = isNear[at - 1] !== false && isNear[at + 1] !== false;
    if (isNear[at] === true || isAlone) shown.push(row);
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { kind: 'skipped', count: last.count + 1 };
    else shown.push({ kind: 'skipped', count: 1 });
  }
  return shown;
}

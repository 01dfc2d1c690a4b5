import type { ImportOutcome } from '@portal/contract/billing-codes';

/** Labels of the row outcomes, in report order. */
export const OUTCOMES = [
  { outcome: 'insert', label: 'New', color: 'success' },
  { outcome: 'update', label: 'Changed', color: 'info' },
  { outcome: 'unchanged', label: 'Unchanged', color: 'default' },
  { outcome: 'error', label: 'Skipped', color: 'error' },
] as const satisfies readonly { outcome: ImportOutcome['outcome']; label: string; color: string }[];

/** "10 codes will be added and 2 changed; 3 unchanged. 1 row skipped." */
export function reportSummary(
  rows: readonly { readonly outcome: ImportOutcome['outcome'] }[],
  isDone: boolean,
): string {
  const [added, changed, same, skipped] = OUTCOMES.map(({ outcome }) =>
    rows.filter((row) => row.outcome === outcome).length.toLocaleString('en-US'),
  );
  const verb = isDone ? (added === '1' ? 'was' : 'were') : 'will be';
  return (
    `${added} ${added === '1' ? 'code' : 'codes'} ${verb} added and ${changed} changed; ${same} unchanged.` +
    (skipped === '0' ? '' : ` ${skipped} ${skipped === '1' ? 'row' : 'rows'} skipped.`)
  );
}

/** How many codes are named. */
const NAMED = 10;

/** "M17 and M54.5 become headings: they have longer codes, which are offered instead." */
export function headingsText(codes: readonly string[], isDone: boolean): string {
  const more = codes.length - NAMED;
  const names = more > 0 ? [...codes.slice(0, NAMED), `${more.toLocaleString('en-US')} more`] : codes;
  const list = new Intl.ListFormat('en-US').format(names);
  return codes.length === 1
    ? `${list} ${isDone ? 'is now' : 'becomes'} a heading: it has longer codes, which are offered instead.`
    : `${list} ${isDone ? 'are now' : 'become'} headings: they have longer codes, which are offered instead.`;
}

/** "Left out, because the catalog has no place for it: Fee." */
export const leftOutText = (columns: readonly string[]): string =>
  `Left out, because the catalog has no place for ${columns.length === 1 ? 'it' : 'them'}: ${new Intl.ListFormat('en-US').format(columns)}.`;

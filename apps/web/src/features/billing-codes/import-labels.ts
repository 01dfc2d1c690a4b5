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

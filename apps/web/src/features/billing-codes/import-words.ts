import type { ImportOutcome } from '@portal/contract/billing-codes';

/** What happens to a row, in words, in the order in which the report counts them. */
export const OUTCOMES = [
  { outcome: 'insert', label: 'New', color: 'success' },
  { outcome: 'update', label: 'Changed', color: 'info' },
  { outcome: 'unchanged', label: 'Unchanged', color: 'default' },
  { outcome: 'error', label: 'Left out', color: 'error' },
] as const satisfies readonly { outcome: ImportOutcome['outcome']; label: string; color: string }[];

/** "10 codes will be added, 2 changed; 3 are as they should be. 1 row is left out." */
export function reportSummary(
  rows: readonly { readonly outcome: ImportOutcome['outcome'] }[],
  isDone: boolean,
): string {
  const [added, changed, same, out] = OUTCOMES.map(({ outcome }) =>
    rows.filter((row) => row.outcome === outcome).length.toLocaleString('en-US'),
  );
  const verb = isDone ? (added === '1' ? 'was' : 'were') : 'will be';
  return (
    `${added} ${added === '1' ? 'code' : 'codes'} ${verb} added and ${changed} changed; ${same} unchanged.` +
    (out === '0' ? '' : ` ${out} ${out === '1' ? 'row' : 'rows'} left out.`)
  );
}

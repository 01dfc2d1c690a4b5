import Checkbox from '@mui/material/Checkbox';
import { touchSx } from './cells.ts';
import type { Selection } from './types.ts';

/** Checkbox that selects one row. */
export function SelectBox({ id, label, selection }: { id: string; label: string; selection: Selection }) {
  const { selected, onChange } = selection;
  return (
    <Checkbox
      size="small"
      sx={{ p: 0.5, ...touchSx }}
      slotProps={{ input: { 'aria-label': `Select ${label}` } }}
      checked={selected.has(id)}
      onChange={(_event, checked) => onChange(withRows(selected, [id], checked))}
    />
  );
}

/** Checkbox that selects all rows of the page. Rows of other pages are unchanged. */
export function SelectPageBox({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const { selected, onChange } = selection;
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <Checkbox
      size="small"
      sx={{ p: 0.5, ...touchSx }}
      slotProps={{ input: { 'aria-label': 'Select all rows on this page' } }}
      disabled={ids.length === 0}
      checked={ids.length > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={(_event, checked) => onChange(withRows(selected, ids, checked))}
    />
  );
}

function withRows(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  checked: boolean,
): ReadonlySet<string> {
  const others = [...selected].filter((id) => !ids.includes(id));
  return new Set(checked ? [...others, ...ids] : others);
}

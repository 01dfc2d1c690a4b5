import type { RangeSelection } from './types.ts';

interface SelectBoxProps {
  readonly id: string;
  readonly label: string;
  readonly selection: RangeSelection;
}

/** Checkbox that selects one row, or with Shift all rows from the last one. */
export function SelectBox({ id, label, selection }: SelectBoxProps) {
  return (
    <label className="list-check">
      <input
        type="checkbox"
        aria-label={`Select ${label}`}
        checked={selection.selected.has(id)}
        // Shift would select the text of the rows.
        onMouseDown={(event) => {
          if (event.shiftKey) event.preventDefault();
        }}
        onChange={({ currentTarget, nativeEvent }) =>
          selection.toggle(
            id,
            currentTarget.checked,
            nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
          )
        }
      />
    </label>
  );
}

/** Checkbox that selects all rows of the page. Rows of other pages are unchanged. */
export function SelectPageBox({
  ids,
  selection,
}: {
  readonly ids: readonly string[];
  readonly selection: RangeSelection;
}) {
  const count = ids.filter((id) => selection.selected.has(id)).length;
  return (
    <label className="list-check">
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < ids.length;
        }}
        type="checkbox"
        aria-label="Select all rows on this page"
        disabled={ids.length === 0}
        checked={ids.length > 0 && count === ids.length}
        onChange={({ currentTarget }) => selection.set(ids, currentTarget.checked)}
      />
    </label>
  );
}

import { useMemo, useState } from 'react';
import type { Selection } from '../data-table/types.ts';

/** The selected rows of a list: only rows that it shows. */
export interface RowSelection<Row> extends Selection {
  /** In the order of the list, as shown last. */
  readonly rows: readonly Row[];
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The selection of a list. `rows` are those that it shows. A row that leaves the list, because of a filter, a search, another
 * page or a change by somebody else, is no longer selected, also if it returns.
 */
export function useRowSelection<Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
): RowSelection<Row> {
  const [selected, setSelected] = useState(NONE);
  const shown = useMemo(() => (rows ?? []).filter(({ id }) => selected.has(id)), [rows, selected]);
  if (shown.length < selected.size) setSelected(new Set(shown.map(({ id }) => id)));
  return useMemo(
    () => ({
      selected,
      rows: shown,
      // Builds on the latest selection: several rows can change before the next render.
      set: (ids, isSelected) =>
        setSelected((now) => {
          const others = [...now].filter((id) => !ids.includes(id));
          return new Set(isSelected ? [...others, ...ids] : others);
        }),
      clear: () => setSelected(NONE),
    }),
    [selected, shown],
  );
}

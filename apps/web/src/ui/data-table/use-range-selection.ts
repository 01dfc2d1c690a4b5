import { useEffect, useMemo, useRef } from 'react';
import type { RangeSelection, Selection } from './types.ts';

/**
 * Adds selecting a range with Shift to a selection. The same object while the selection is the same, so that rows are not
 * rendered again.
 */
export function useRangeSelection(
  selection: Selection | undefined,
  ids: readonly string[],
): RangeSelection | undefined {
  const { selected, set } = selection ?? {};
  const shown = useRef(ids);
  useEffect(() => {
    shown.current = ids;
  });
  const last = useRef<string | null>(null);
  return useMemo(() => {
    if (selected === undefined || set === undefined) return undefined;
    return {
      selected,
      set,
      toggle: (id, isSelected, isRange) => {
        set(isRange ? between(shown.current, last.current, id) : [id], isSelected);
        last.current = id;
      },
    };
  }, [selected, set]);
}

/** The ids from one to the other, in whatever order; only the second if the first is not shown. */
function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const places = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  return places.includes(-1) ? [to] : ids.slice(Math.min(...places), Math.max(...places) + 1);
}

import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Column } from '../data-table/types.ts';
import { useIsPhone } from '../use-screen.ts';
import { readHidden } from './view-url.ts';

/** The columns without the hidden ones. The first one always stays, and cards on phones show all. */
export function useVisibleColumns<Row, K extends string>(
  columns: readonly Column<Row, K>[],
): readonly Column<Row, K>[] {
  const [params] = useSearchParams();
  const isPhone = useIsPhone();
  const hidden = readHidden(params).join();
  return useMemo(() => {
    const ids = hidden.split(',');
    return isPhone ? columns : columns.filter(({ id }, index) => index === 0 || !ids.includes(id));
  }, [columns, hidden, isPhone]);
}

import { MAX_PAGE_SIZE } from '@portal/domain/list';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { useToast } from './ToastProvider.tsx';

interface Pages<Row> {
  (query: { readonly page: string; readonly pageSize: string }): Promise<{
    readonly data: readonly Row[];
    readonly totalCount: number;
  }>;
}

export interface PrintAll<Row> {
  /** All rows while the browser prints them; null at other times, when the list shows its page. */
  readonly rows: readonly Row[] | null;
  readonly print: () => void;
  readonly isLoading: boolean;
}

/** Loads all rows of a paged list and prints the page with them. `load` gets one page. */
export function usePrintAll<Row extends { readonly id: string }>(load: Pages<Row>): PrintAll<Row> {
  const toast = useToast();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => allRows(load),
    onSuccess: (all) => {
      flushSync(() => setRows(all));
      window.print();
    },
    onError: (error) => {
      // The shell already shows a toast for 403.
      if (error instanceof ApiError && error.status === 403) return;
      toast.error(explainError(error, 'Failed to load all rows'));
    },
  });
  useEffect(() => {
    const end = () => setRows(null);
    window.addEventListener('afterprint', end);
    return () => window.removeEventListener('afterprint', end);
  }, []);
  return { rows, print: () => mutate(), isLoading: isPending };
}

/** Reads page by page. Rows that were added in between move others to the next page, so a row can be on two. */
async function allRows<Row extends { readonly id: string }>(load: Pages<Row>): Promise<readonly Row[]> {
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const { data, totalCount } = await load({ page: String(page), pageSize: String(MAX_PAGE_SIZE) });
    for (const row of data) rows.set(row.id, row);
    if (page * MAX_PAGE_SIZE >= totalCount) return [...rows.values()];
  }
}

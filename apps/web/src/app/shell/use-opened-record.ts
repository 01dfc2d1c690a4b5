import { recentList, recentOpened, type RecentKind } from '@portal/contract/recent';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';

const RECORD_PAGES: readonly (readonly [path: string, kind: RecentKind])[] = [
  ['/patients/:id', 'Patient'],
  ['/orders/:id', 'Order'],
  ['/messages/:id', 'Message'],
  ['/documents/:id', 'Document'],
];

/** Remembers on the server which patient, order, message or document the user opens, for the recently opened records. */
export function useOpenedRecord(): void {
  const { pathname } = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    const opened = recordAt(pathname);
    if (opened === null) return;
    const remember = async () => {
      await call(recentOpened, { body: opened });
      await client.invalidateQueries({ queryKey: endpointKey(recentList) });
    };
    // Without an answer, the record is missing from a list that is only a convenience.
    remember().catch(() => undefined);
  }, [pathname, client]);
}

/** The record whose page is at a path; null for other pages. */
export function recordAt(pathname: string): { readonly kind: RecentKind; readonly id: string } | null {
  for (const [path, kind] of RECORD_PAGES) {
    const parsed = recentOpened.body.safeParse({ kind, id: matchPath(path, pathname)?.params['id'] });
    if (parsed.success) return parsed.data;
  }
  return null;
}

import { formDraftMarks } from '@portal/contract/form-drafts';
import { FORM_DRAFTS_TOPIC } from '@portal/domain/form-drafts';
import { useEffect, useSyncExternalStore } from 'react';
import { changedDrafts, openDrafts } from '#lib/drafts/form-draft.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery, useInvalidateArea } from '#lib/query/endpoint-query.ts';

const never = () => false;

/** How many drafts the user has, besides those of the forms that are open in this tab. Follows changes in other tabs and computers. */
export function useDraftCount(): number {
  const { data = [] } = useEndpointQuery(formDraftMarks, {});
  const { ids: open } = useSyncExternalStore(openDrafts.subscribe, openDrafts.get);
  const invalidate = useInvalidateArea();
  useLiveRefresh(formDraftMarks, {}, never, FORM_DRAFTS_TOPIC);
  useEffect(() => changedDrafts.listen(() => void invalidate(formDraftMarks.tag)), [invalidate]);
  return data.filter(({ id }) => !open.includes(id)).length;
}

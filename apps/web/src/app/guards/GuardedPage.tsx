import { Activity, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, type Location } from 'react-router';
import { holdUnsaved } from '#lib/session/restored-values.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { AccessDenied } from '#ui/AccessDenied.tsx';
import { hasUnsavedInput } from '#ui/form/leave-guard.ts';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { usePage } from './use-page.ts';

/**
 * Shows the page if the user passes the route's guard, or else the access-denied screen. A page without a guard is denied. When a
 * permission is revoked while something is typed, the page is hidden instead of removed, so that it is still there if the permission
 * returns. What was typed is kept when the session ends, and asked about, as on other pages.
 */
export function GuardedPage() {
  const { passes } = useAccess();
  const page = usePage();
  const location = useLocation();
  const { pathname } = location;
  const opening = useDraftOpening(location);
  const isAllowed = page !== null && passes(page.guard);
  const [last, setLast] = useState({ pathname, isAllowed, isKept: false });
  if (last.pathname !== pathname || last.isAllowed !== isAllowed) {
    const isRevoked = last.pathname === pathname && last.isAllowed && !isAllowed;
    setLast({ pathname, isAllowed, isKept: isRevoked && hasUnsavedInput() });
  }
  const isHidden = last.isKept && !isAllowed;
  // Before the effects of the hidden page end.
  useLayoutEffect(() => (isHidden ? holdUnsaved() : undefined), [isHidden]);
  return (
    <>
      <UnsavedGuard isDirty={isHidden} isSaving={() => false} />
      {isAllowed || last.isKept ? (
        <Activity mode={isAllowed ? 'visible' : 'hidden'}>
          <Outlet key={opening} />
        </Activity>
      ) : null}
      {isAllowed ? null : (
        <PageContent>
          <PageHeader title={page?.title ?? PRODUCT_TITLE} />
          <AccessDenied />
        </PageContent>
      )}
    </>
  );
}

/** Changes when a draft is opened, so that its form starts anew if its page is shown already. */
function useDraftOpening({ key, state }: Location): string {
  const isOpening = typeof state === 'object' && state !== null && 'draft' in state;
  const [opening, setOpening] = useState('');
  if (isOpening && opening !== key) setOpening(key);
  return opening;
}

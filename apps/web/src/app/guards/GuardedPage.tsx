import { Outlet } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';
import { AccessDenied } from '#ui/AccessDenied.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { usePage } from './use-page.ts';

/** Shows the page if the user passes the route's guard, or else the access-denied screen. A page without a guard is denied. */
export function GuardedPage() {
  const { passes } = useAccess();
  const page = usePage();
  if (page !== null && passes(page.guard)) return <Outlet />;
  return (
    <PageContent>
      <PageHeader title={page?.title ?? PRODUCT_TITLE} />
      <AccessDenied />
    </PageContent>
  );
}

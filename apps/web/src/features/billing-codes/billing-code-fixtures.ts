import type { BillingCode } from '@portal/contract/billing-codes';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { BillingCodesPage } from './BillingCodesPage.tsx';

/** A procedure of the catalogue; anything can be set. */
export const aCode = (change: Partial<BillingCode> = {}): BillingCode => ({
  id: '66666666-6666-4666-8666-666666666666',
  codeType: 'CPT',
  code: '64483',
  description: 'Injection',
  category: null,
  isActive: true,
  lineType: 'procedure',
  bilateralIndicator: 1,
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 3,
  ...change,
});

/** A page of the list. */
export const aPageOf = (...items: readonly BillingCode[]) => ({
  body: { items, totalCount: items.length, totalCountIsApproximate: false },
});

/** Shows the catalogue with these codes. */
export async function showCodes(items: readonly BillingCode[] = [aCode()], at = '/admin/billing-codes') {
  const server = createFakeServer();
  server.on('POST /billing-code/search', aPageOf(...items));
  const page = await showPage({ server, pages: { '/admin/billing-codes': BillingCodesPage }, at });
  /** The bodies that were sent to a path, in their order. */
  const sent = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, server, sent };
}

import type { BillingCode } from '@portal/contract/billing-codes';
import type { CodeCheckResult } from '@portal/contract/code-check';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { BillingCodesPage } from '../BillingCodesPage.tsx';

/** A procedure code; any property can be overridden. */
export const aCode = (change: Partial<BillingCode> = {}): BillingCode => ({
  id: '66666666-6666-4666-8666-666666666666',
  codeType: 'CPT',
  code: '64483',
  description: 'Injection',
  category: null,
  isActive: true,
  lineType: 'procedure',
  bilateralIndicator: 1,
  unitSize: null,
  unit: null,
  isBillable: true,
  validFrom: null,
  validTo: null,
  facts: [],
  replacedBy: null,
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 3,
  ...change,
});

/** What the files say about the code: nothing. */
export const aCheck = (change: Partial<CodeCheckResult> = {}): CodeCheckResult => ({
  code: '64483',
  codeType: 'CPT',
  date: '2026-11-21',
  status: 'unchecked',
  message: 'Not checked: no file for 11/21/2026 is loaded that lists such codes.',
  statements: [],
  pairs: [],
  pairCount: 0,
  pairSource: null,
  ...change,
});

/** A search response with these codes. */
export const aPageOf = (...items: readonly BillingCode[]) => ({
  body: { items, totalCount: items.length, totalCountIsApproximate: false },
});

/** Renders the catalog with these codes; `totalCount` includes those of other pages. */
export async function showCodes(
  items: readonly BillingCode[] = [aCode()],
  at = '/admin/billing-codes',
  totalCount = items.length,
) {
  const server = createFakeServer();
  server.on('POST /billing-code/search', { body: { ...aPageOf(...items).body, totalCount } });
  server.on('GET /code-check', { body: aCheck() });
  const page = await showPage({ server, pages: { '/admin/billing-codes': BillingCodesPage }, at });
  /** The bodies sent to a path, in order. */
  const sent = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, server, sent };
}

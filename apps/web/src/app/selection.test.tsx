import type { ChargeRow } from '@portal/contract/charges';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type Answer, type SeenCall } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { BillingCodesPage } from '../features/billing-codes/BillingCodesPage.tsx';
import { aCode } from '../features/billing-codes/test/billing-code-fixtures.ts';
import { ChargesPage } from '../features/charges/ChargesPage.tsx';
import { aRow, IDS, withClinic } from '../features/dictations/test/dictation-fixtures.ts';
import { GroupsPanel } from '../features/dictations/groups/GroupsPanel.tsx';
import { FREE, groupable } from '../features/dictations/groups/test/group-fixtures.tsx';
import { DictationManagementPage } from '../features/dictations/lists/DictationManagementPage.tsx';
import { FindDictations } from '../features/dictations/lists/FindDictations.tsx';
import { RecentDictations } from '../features/dictations/lists/RecentDictations.tsx';
import { aDocument } from '../features/documents/test/document-fixtures.ts';
import { DocumentsPage } from '../features/documents/DocumentsPage.tsx';
import { aMessage } from '../features/messages/test/message-fixtures.ts';
import { MessagesPage } from '../features/messages/MessagesPage.tsx';
import { anOrder } from '#lib/test/orders.ts';
import { OrdersPage } from '../features/orders/OrdersPage.tsx';
import { aLink } from '../features/users/sign-in/test/sso-link-fixtures.ts';
import { SsoLinksPage } from '../features/users/sign-in/SsoLinksPage.tsx';
import { aDelivery, aWebhook } from '../features/webhooks/test/webhook-fixtures.ts';
import { WebhookPage } from '../features/webhooks/WebhookPage.tsx';

const OTHER = '01980000-0000-7000-8000-0000000000ff';
const page = (...data: readonly object[]): Answer => ({
  body: { data, totalCount: data.length, totalCountIsApproximate: false },
});
const items = (...data: readonly object[]): Answer => ({
  body: { items: data, totalCount: data.length, totalCountIsApproximate: false },
});
const aCharge: ChargeRow = {
  ...aRow({ status: 'Signed' }),
  patient: { id: IDS.patient, firstName: 'Ann', lastName: 'Lee', medicalRecordNumber: '00000042' },
  providerName: 'Roe, Jane',
  locationName: 'Main Street',
  patientDOB: '1980-01-02',
  billingOption: 'standard',
  signedAt: null,
  addendumCount: 0,
  entryState: 'open',
  entry: null,
  isDuplicate: false,
  awaitsCoSignature: false,
  lines: [],
  version: 1,
};
const charges = (...data: readonly object[]): Answer => ({
  body: {
    data,
    totalCount: data.length,
    summary: {
      notes: data.length,
      statuses: {
        open: 1,
        entered: 0,
        changed: 0,
        unsigned: 0,
        noCodes: 0,
        duplicate: 0,
        noShow: 0,
        coSignature: 0,
      },
      codes: [],
      lines: 0,
      units: 0,
    },
  },
});

interface List {
  /** The module that keeps the selection. */
  readonly module: string;
  readonly Page: ComponentType;
  readonly path?: string;
  readonly at?: string;
  readonly endpoint: string;
  readonly row: { readonly id: string };
  readonly answer?: (...rows: readonly object[]) => Answer;
  /** Parameters of the URL that show other rows: a filter, a search, a sort order, a tab or a page. */
  readonly changes: readonly string[];
  readonly open?: () => Promise<void>;
}

const Groups = () => (
  <GroupsPanel choice={{ providerId: IDS.provider, locationId: IDS.office, sessionDate: '2026-11-21' }} />
);
const LISTS: readonly List[] = [
  {
    module: 'features/messages/MessageBulk.tsx',
    Page: MessagesPage,
    endpoint: 'GET /phonemessage',
    row: aMessage(),
    changes: ['search=lee', 'status=New', 'priority=Urgent', 'myMessages=true', 'unassigned=true', 'page=2'],
  },
  {
    module: 'features/orders/OrderBulk.tsx',
    Page: OrdersPage,
    endpoint: 'GET /medicalorder',
    row: anOrder(),
    changes: ['search=lee', 'status=Scheduled', 'page=2', 'orderBy=orderNumber&sortDirection=asc'],
  },
  {
    module: 'features/documents/DocumentBulk.tsx',
    Page: DocumentsPage,
    endpoint: 'GET /document',
    row: aDocument(),
    changes: ['search=lee', 'type=Consent', 'page=2', 'deleted=true'],
  },
  {
    module: 'features/charges/ChargeBulk.tsx',
    Page: ChargesPage,
    endpoint: 'GET /charges',
    row: aCharge,
    answer: charges,
    changes: ['tab=all', 'tab=entered', 'page=2', 'startDate=2026-11-01'],
  },
  {
    module: 'features/billing-codes/CodeBulk.tsx',
    Page: BillingCodesPage,
    endpoint: 'POST /billing-code/search',
    row: aCode(),
    answer: items,
    changes: ['search=64', 'inactive=true', 'tab=cpt', 'page=2'],
  },
  {
    module: 'features/dictations/lists/FindDictations.tsx',
    Page: FindDictations,
    endpoint: 'GET /dictation',
    row: aRow(),
    changes: ['search=lee', 'status=Signed', 'page=2', 'startDate=2026-13-02'],
  },
  {
    module: 'features/dictations/lists/DictationManagementPage.tsx',
    Page: DictationManagementPage,
    endpoint: 'GET /admin/dictation/dictations',
    row: aRow(),
    changes: ['status=Pending', 'page=2', 'inactive=true', 'startDate=2026-11-02&endDate=2026-11-01'],
  },
  {
    module: 'features/dictations/lists/RecentDictations.tsx',
    Page: RecentDictations,
    endpoint: 'GET /dictation/recent',
    row: aRow(),
    answer: (...rows) => ({ body: rows }),
    changes: [],
  },
  {
    module: 'features/dictations/groups/use-groupable.ts',
    Page: Groups,
    endpoint: FREE,
    row: groupable(IDS.second, 'Poe, Max'),
    answer: (...rows) => ({ body: rows }),
    changes: [],
    open: async () => {
      fireEvent.click(await screen.findByText('Create Group'));
    },
  },
  {
    module: 'features/webhooks/Deliveries.tsx',
    Page: WebhookPage,
    path: '/webhooks/:id',
    at: `/webhooks/${aWebhook().id}`,
    endpoint: `GET /admin/webhooks/${aWebhook().id}/deliveries`,
    row: aDelivery(),
    answer: items,
    changes: ['state=failed&page=2', 'state=sent'],
  },
  {
    module: 'features/users/sign-in/SsoLinksPage.tsx',
    Page: SsoLinksPage,
    endpoint: 'GET /admin/single-sign-on/links',
    row: aLink('11'),
    answer: items,
    changes: ['page=2'],
  },
];
const FIRST: Readonly<Record<string, string>> = { 'features/webhooks/Deliveries.tsx': 'state=failed' };

const keyOf = ({ query, body }: SeenCall) => `${query.toString()} ${JSON.stringify(body)}`;

async function show(list: List) {
  const { Page, path = '/list', at = '/list', endpoint, row, answer = page } = list;
  const server = withClinic(createFakeServer());
  server.on('GET /dictation/group/date/2026-11-21', { body: [] });
  server.on('GET /dictation/group/2026-11-21/elsewhere', { body: { onDate: 0, otherDates: 0 } });
  server.on(`GET /admin/webhooks/${aWebhook().id}`, { body: aWebhook({ failedCount: 1 }) });
  let rows: readonly object[] = [row];
  // The first address of a list shows the row, and others do not.
  let shownFor: string | null = null;
  server.on(endpoint, (seen) => {
    shownFor ??= keyOf(seen);
    return answer(...(keyOf(seen) === shownFor ? rows : []));
  });
  const first = FIRST[list.module] ?? '';
  const shown = await showPage({
    server,
    pages: { [path]: Page },
    at: `${at}?${first}`,
    user: { roles: ['Admin', 'SuperAdmin', 'Provider'] },
    permissions: [
      'Patient.View',
      'Message.View',
      'Message.Assign',
      'Message.Edit',
      'Order.View',
      'Order.Edit',
      'Document.View',
      'Document.Upload',
      'Document.Delete',
      'Dictation.View',
      'Dictation.Create',
      'Dictation.Edit',
    ],
  });
  await list.open?.();
  return {
    ...shown,
    go: (query: string) => shown.router.navigate(`${at}?${query}`),
    first,
    setRows: (next: readonly object[]) => {
      rows = next;
    },
  };
}
const boxes = () =>
  screen.queryAllByRole<HTMLInputElement>('checkbox', {
    name: /^Select (?!all)|^(Poe|Other), Max/u,
    hidden: true,
  });
const ticked = () => boxes().filter(({ checked }) => checked);
const select = async () => {
  await waitFor(() => expect(boxes()).toHaveLength(1));
  for (const box of boxes()) fireEvent.click(box);
  expect(ticked()).toHaveLength(1);
};
/** Says how many are selected, wherever the list says it. */
const countText = () =>
  screen.queryByText(/(^|\D)[1-9]\d* (dictations? )?selected$|^Print Selected \(\d+\)$/u)?.textContent ??
  null;

describe('selecting rows of a list', () => {
  it('covers all lists with a selection', () => {
    const root = join(import.meta.dirname, '..');
    const modules = globSync('{features,pickers}/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !file.includes('.test.'))
      .filter((file) => /\buse(?:RowSelection|Bulk)\(/u.test(readFileSync(join(root, file), 'utf8')));
    expect(modules.toSorted()).toEqual(LISTS.map(({ module }) => module).toSorted());
  });

  it.each(
    LISTS.flatMap((list) =>
      list.changes.map((change) => ({ list, change, name: `${list.module} ${change}` })),
    ),
  )('forgets rows that are no longer shown: $name', async ({ list, change }) => {
    const { go, first } = await show(list);
    await select();
    await go(change);
    await waitFor(() => expect(boxes()).toHaveLength(0));
    expect(countText()).toBeNull();
    await go(first);
    await waitFor(() => expect(boxes()).toHaveLength(1));
    expect(ticked()).toHaveLength(0);
    expect(countText()).toBeNull();
  });

  it.each(LISTS)('forgets a row that somebody else removed: $module', async (list) => {
    const { queryClient, setRows } = await show(list);
    await select();
    setRows([{ ...list.row, id: OTHER, patientName: 'Other, Max' }]);
    await queryClient.refetchQueries();
    await waitFor(() => expect(ticked()).toHaveLength(0));
    expect(countText()).toBeNull();
    expect(boxes()).toHaveLength(1);
  });

  it.each(LISTS.filter(({ module }) => !module.includes('groups/')))(
    'counts all rows that are selected at once: $module',
    async (list) => {
      const { queryClient, setRows } = await show(list);
      await waitFor(() => expect(boxes()).toHaveLength(1));
      setRows([list.row, { ...list.row, id: OTHER }, { ...list.row, id: IDS.third }]);
      await queryClient.refetchQueries();
      await waitFor(() => expect(boxes()).toHaveLength(3));
      // Without a render between the clicks, as with assistive technology.
      boxes().forEach((box) => box.click());
      await waitFor(() => expect(ticked()).toHaveLength(3));
      expect(countText()).toMatch(/3/u);
    },
  );
});

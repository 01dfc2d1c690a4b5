import { documentList, documentMove } from '@portal/contract/documents';
import { messageList } from '@portal/contract/messages';
import { orderCreate, orderList, orderUpdate } from '@portal/contract/orders';
import { patientUpdate } from '@portal/contract/patients';
import { normalizeSearchText } from '@portal/domain/patient-search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makePatient,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { pdfFile } from '#test/sample-files.ts';
import type { TestPortal } from '#test/harness.ts';

const LISTS = { orders: orderList, messages: messageList, documents: documentList } as const;
type Kind = keyof typeof LISTS;
const KINDS = ['orders', 'messages', 'documents'] as const;

describe('searching lists of orders, messages and documents', () => {
  let desk: DocumentDesk;
  let portal: TestPortal;
  let staff: SignedInUser;
  let provider: SignedInUser;
  let patientId: string;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    desk = await openDocumentDesk();
    ({ portal, staff } = desk);
    provider = await signedInAs(portal, 'ProviderPhysician');
    patientId = (await makePatient(portal, { firstName: 'José', lastName: "O'Brien-Núñez" })).id;
    const others = await makePatient(portal, { firstName: 'Иван', lastName: 'Петров' });
    const order = await portal.succeed(
      orderCreate,
      {
        body: {
          patientId,
          type: 'ReferralPT',
          diagnosis: 'M54.16 Lumbar radiculopathy',
          orderDate: '2026-11-20',
          orderedByUserId: provider.id,
          specialist: 'Bay Physical Therapy',
          instructions: 'Falls at home:\n100% weight bearing',
        },
      },
      provider,
    );
    ids.set(order.id, 'referral').set('number', order.orderNumber);
    ids.set((await makeOrder(portal, { patientId: others.id, providerId: provider.id })).id, 'other');
    const message = await makeMessage(portal, {
      patientId,
      callerName: 'Dr. Łukasz Weiß',
      message: 'Asks about the Gabapentin refill',
    });
    ids.set(message.id, 'refill');
    ids.set((await makeMessage(portal, { callerName: 'Unknown caller' })).id, 'no patient');
    const file = await desk.upload(pdfFile('MRI_neck-2026.pdf'), { patientId, note: 'From Mercy hospital' });
    ids.set(file.id, 'scan');
    ids.set((await desk.upload(pdfFile('consent.pdf', 'consent'), { patientId: others.id })).id, 'consent');
  });
  afterAll(() => portal.close());

  async function found(kind: Kind, search: string, more: Record<string, string> = {}): Promise<string[]> {
    const { data, totalCount, totalCountIsApproximate } = await portal.succeed(
      LISTS[kind],
      { query: { search, ...more } },
      staff,
    );
    expect([totalCount, totalCountIsApproximate]).toEqual([data.length, false]);
    return data.map(({ id }) => ids.get(id) ?? id);
  }

  it.each([
    ['orders', 'lumbar', 'referral and other'],
    ['orders', 'LUMBAR obrien', 'referral'],
    ['orders', "o'brien", 'referral'],
    ['orders', 'nunez jose', 'referral'],
    ['orders', 'obriennunez', 'referral'],
    ['orders', 'Núñez, José', 'referral'],
    ['orders', 'M54.16 falls', 'referral'],
    ['orders', 'bay phys', 'referral'],
    ['orders', '100%', 'referral'],
    ['orders', 'weight bea', 'referral'],
    ['orders', 'петр', 'other'],
    ['orders', 'm5416', 'referral and other'],
    ['orders', 'm541 falls', 'referral'],
    ['orders', "O'Brien-Núñez, José, DOB 01/05/1980, age 46", 'referral'],
    ['messages', 'Phone: (410) 555-0142', 'refill and no patient'],
    ['messages', 'gabapentin', 'refill'],
    ['messages', 'weiss lukasz', 'refill'],
    ['messages', 'Núñez refill', 'refill'],
    ['messages', '(410) 555-0142', 'refill and no patient'],
    ['messages', 'unknown', 'no patient'],
    ['messages', 're', 'refill'],
    ['documents', 'mri neck', 'scan'],
    ['documents', 'MRI_neck-2026.pdf', 'scan'],
    ['documents', 'mercy', 'scan'],
    ['documents', 'brien neck', 'scan'],
    ['documents', 'ПЕТРОВ', 'consent'],
  ] as const)('%s: %j finds %s', async (kind, search, expected) => {
    expect((await found(kind, search)).toSorted()).toEqual(expected.split(' and ').toSorted());
  });

  it('finds an order by its number, and by part of it', async () => {
    const number = ids.get('number') ?? '';
    expect(await found('orders', number)).toEqual(['referral']);
    expect(await found('orders', number.toLowerCase().slice(0, -2))).toEqual(['referral']);
    expect(await found('orders', number.split('-').slice(1).join('-'))).toEqual(['referral']);
    expect(await found('orders', number.replaceAll('-', ''))).toEqual(['referral']);
    expect(await found('orders', number.replaceAll(/[^0-9]/g, ''))).toEqual(['referral']);
  });

  it.each(KINDS)('%s: finds records by the medical record number', async (kind) => {
    const { data } = await portal.succeed(LISTS[kind], { query: { patientId } }, staff);
    const mrn = data[0]?.patient?.medicalRecordNumber ?? '';
    expect(await found(kind, mrn)).toEqual(data.map(({ id }) => ids.get(id)));
  });

  it.each(KINDS)('%s: finds nothing for text that matches nothing', async (kind) => {
    for (const search of [
      '%',
      '_',
      '\\',
      '!?…—',
      'x'.repeat(200),
      "'; drop table documents; --",
      "' union select 1 --",
      '<script>alert(1)</script>',
      '张伟',
      '😀',
      '\u0000\u0001',
      '\uD83D',
    ])
      expect([search, await found(kind, search)]).toEqual([search, []]);
  });

  it.each(KINDS)('%s: does not search for blanks, and cuts more than 200 characters', async (kind) => {
    expect(await found(kind, '  \u0000 ')).toHaveLength(2);
    expect(await found(kind, 'x'.repeat(10_000))).toEqual([]);
    expect(await found(kind, `pages ${' '.repeat(10_000)}x`)).toEqual(await found(kind, 'pages'));
  });

  it('combines a search with filters, sort order and pages', async () => {
    expect(await found('orders', 'lumbar', { type: 'MRI' })).toEqual(['other']);
    expect(await found('orders', 'lumbar', { patientId })).toEqual(['referral']);
    expect(await found('orders', 'lumbar', { status: 'Scheduled' })).toEqual([]);
    expect(await found('messages', 'call', { status: 'Completed' })).toEqual([]);
    expect(await found('documents', 'pdf', { orderBy: 'fileName' })).toEqual(['consent', 'scan']);
    expect(await found('documents', 'pdf', { type: 'Consent' })).toEqual([]);
    const page = await portal.succeed(
      orderList,
      { query: { search: 'lumbar', page: '2', pageSize: '1', sortDirection: 'asc' } },
      staff,
    );
    expect(page.totalCount).toBe(2);
    expect(page.data).toHaveLength(1);
  });

  it('finds records by a name that is written without a space', async () => {
    const patient = await makePatient(portal, { firstName: '小明', lastName: '王' });
    const { id } = await makeOrder(portal, { patientId: patient.id, providerId: provider.id });
    for (const search of ['王小明', '小明', '王', '明']) expect(await found('orders', search)).toEqual([id]);
    expect(await found('orders', '王小龍')).toEqual([]);
  });

  it('finds records by what they contain now', async () => {
    const patient = await makePatient(portal, { firstName: 'Maud', lastName: 'Thistlewood' });
    const order = await makeOrder(portal, { patientId: patient.id, providerId: provider.id });
    const message = await makeMessage(portal, { patientId: patient.id });
    const file = await desk.upload(pdfFile('gait.pdf', 'gait'), { patientId: patient.id });
    const deleted = await desk.upload(pdfFile('gone.pdf', 'gone'), { patientId: patient.id });
    await desk.remove(deleted.id, 'Uploaded for another patient');
    await portal.succeed(
      patientUpdate,
      {
        params: { id: patient.id },
        body: { firstName: 'Maud', lastName: 'Applegarth', dateOfBirth: '1980-01-05' },
      },
      staff,
    );
    await portal.succeed(
      orderUpdate,
      {
        params: { id: order.id },
        body: {
          type: 'MRI',
          diagnosis: 'Spondylosis',
          orderDate: '2026-11-20',
          orderedByUserId: provider.id,
        },
      },
      provider,
    );
    for (const [kind, id] of [
      ['orders', order.id],
      ['messages', message.id],
      ['documents', file.id],
    ] as const) {
      expect(await found(kind, 'thistlewood')).toEqual([]);
      expect(await found(kind, 'applegarth')).toEqual([id]);
    }
    expect(await found('orders', 'applegarth lumbar')).toEqual([]);
    expect(await found('orders', 'applegarth spondy')).toEqual([order.id]);
    const bin = await portal.succeed(
      documentList,
      { query: { search: 'applegarth', deleted: 'true' } },
      desk.admin,
    );
    expect(bin.data.map(({ id }) => id)).toEqual([deleted.id]);
    await portal.succeed(
      documentMove,
      { params: { id: file.id }, body: { patientId, reason: 'Scanned for the wrong patient' } },
      desk.admin,
    );
    expect(await found('documents', 'applegarth')).toEqual([]);
    expect(await found('documents', 'obrien gait')).toEqual([file.id]);
  });

  it.each([
    "O’Brien's M54.16",
    'Weiß Łódź ÆØÅ Þór Đorđe ısı',
    'ﬁle １２３ ½ №7',
    'naïve—test…“quoted”',
    'Nguyễn Ãñ',
    'Иван ЁЛКИН',
    'ΑΒΓ έ',
    '李 小龍',
    ' \t\n!?',
    '😀',
  ])('normalizes %j as searches are normalized', async (text) => {
    const { rows } = await portal.owner.query('select search_words($1) as words', [text]);
    expect(rows).toEqual([{ words: ` ${normalizeSearchText(text)}` }]);
  });

  it('keeps no text of purged documents', async () => {
    const file = await desk.upload(pdfFile('purge-me.pdf', 'purge'), { patientId });
    await portal.owner.query(
      `update documents set file_name = '', note = null, file_key = null, deleted_at = now(), purged_at = now() where id = $1`,
      [file.id],
    );
    const { rows } = await portal.owner.query('select search_text from documents where id = $1', [file.id]);
    expect(rows).toEqual([{ search_text: '' }]);
  });

  it('is for those who may read the list, and deleted documents for those who may delete', async () => {
    const outsider = await signedInAs(portal, 'Staff');
    for (const [permission, kind] of [
      ['Order.View', 'orders'],
      ['Message.View', 'messages'],
      ['Document.View', 'documents'],
    ] as const) {
      await overridePermission(portal, outsider.id, permission, false);
      const { status } = await portal.call(LISTS[kind], { query: { search: 'lumbar' } }, outsider);
      expect([kind, status]).toEqual([kind, 403]);
    }
    const { status } = await portal.call(documentList, { query: { search: 'gone', deleted: 'true' } }, staff);
    expect(status).toBe(403);
  });

  it('records what was shown, without the search text', async () => {
    await found('orders', 'zyzzyva');
    const entries = await auditOf(portal, 'MedicalOrder', null);
    expect(entries.at(-1)?.new_values).toEqual({ orderIds: [], patientIds: [] });
    expect(JSON.stringify(entries)).not.toContain('zyzzyva');
  });
});

import { documentExport } from '@portal/contract/documents';
import type { ReceivedFile } from '@portal/contract/file';
import { messageExport } from '@portal/contract/messages';
import { orderExport } from '@portal/contract/orders';
import { patientExport } from '@portal/contract/patients';
import { timecardSearchExport } from '@portal/contract/timecards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makePatient,
  makeTimecard,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { pdfFile } from '#test/sample-files.ts';

type ExportEndpoint =
  | typeof patientExport
  | typeof orderExport
  | typeof messageExport
  | typeof documentExport;

/** The heading and rows of an exported file. */
async function open(answer: Promise<ReceivedFile>) {
  const { blob, fileName } = await answer;
  const bytes = Buffer.from(await blob.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [heading = '', ...rows] = bytes.subarray(3).toString().trimEnd().split('\r\n');
  return { heading, rows, fileName };
}

describe('CSV export of a list', () => {
  let desk: DocumentDesk;
  let portal: TestPortal;
  let admin: SignedInUser;
  let providerId: string;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    ({ portal, admin } = desk);
    providerId = (await signedInAs(portal, 'ProviderPhysician')).id;
  });
  afterAll(() => desk.portal.close());

  const lastExport = async (entityType: string) =>
    (await auditOf(portal, entityType, null)).findLast(({ action }) => action === 'Exported');

  it('has the patients of the search, safe from formulas, without social security numbers', async () => {
    await makePatient(portal, { firstName: '=HYPERLINK("x")', lastName: 'Farouk', ssn: '219099999' });
    await makePatient(portal, { firstName: '-2+3', lastName: 'Farouk', phone: '4105550142' });
    await makePatient(portal, { firstName: 'Old', lastName: 'Farouk', isActive: false });
    const { heading, rows, fileName } = await open(
      portal.succeed(patientExport, { body: { search: 'farouk' } }, admin),
    );
    expect(heading).toBe(
      'MRN,Former MRN,Last Name,First Name,Date of Birth,Gender,Phone,Email,Address,City,State,ZIP,Insurance,Insurance Policy Number,Group Number,Subscriber,Subscriber Date of Birth,Relation to Subscriber,Secondary Insurance,Secondary Insurance Policy Number,Status,Deceased,Date of Death',
    );
    expect(rows.map((row) => row.split(',').slice(2, 5).join())).toEqual([
      "Farouk,'-2+3,01/05/1980",
      `Farouk,"'=HYPERLINK(""x"")",01/05/1980`,
    ]);
    expect(rows.join()).not.toContain('9999');
    expect(fileName).toMatch(/^patients_\d{8}-\d{6}\.csv$/);
    expect(await lastExport('Patient')).toMatchObject({
      user_id: admin.id,
      new_values: { includeInactive: false, isSearch: true, count: 2 },
    });
    expect(portal.logged()).not.toContain('farouk');
    const all = await open(
      portal.succeed(patientExport, { body: { search: 'farouk', includeInactive: 'true' } }, admin),
    );
    expect(all.rows).toHaveLength(3);
    expect((await open(portal.succeed(patientExport, { body: { search: '%' } }, admin))).rows).toEqual([]);
  });

  it('has the orders of the filter', async () => {
    const { id: patientId } = await makePatient(portal, { lastName: 'Ordered' });
    await makeOrder(portal, { patientId, providerId, orderDate: '2026-11-02' });
    await makeOrder(portal, { patientId, providerId, orderDate: '2026-11-03', isStat: true });
    await makeOrder(portal, { patientId, providerId, orderDate: '2026-11-03', status: 'Cancelled' });
    const body = { patientId, startDate: '2026-11-03' };
    const { rows } = await open(portal.succeed(orderExport, { body }, admin));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(',Ordered,Pat,M54.16 Lumbar radiculopathy,11/03/2026,Pending,Normal,Yes,');
    expect(await lastExport('MedicalOrder')).toMatchObject({
      patient_id: patientId,
      new_values: { startDate: '2026-11-03', count: 1 },
    });
    const wrong = { startDate: '2026-11-03', endDate: '2026-11-01' };
    expect(await portal.call(orderExport, { body: wrong }, admin)).toMatchObject({ status: 400 });
  });

  it('has the messages of the filter, over several batches', async () => {
    await portal.owner.query(`
      insert into phone_messages (message_number, category, caller_name, message, call_at, priority, status)
      select 'MSG-1990-' || lpad(n::text, 6, '0'), 'Other', 'Caller', E'@home\\nto, "work"', now(), 'Low', 'New'
      from generate_series(1, 2300) n`);
    // In the last batch.
    await portal.owner.query(
      `update phone_messages set patient_id = $1 where message_number = 'MSG-1990-000001'`,
      [desk.patientId],
    );
    await makeMessage(portal, { assignedToUserId: admin.id, priority: 'Low' });
    const { rows } = await open(portal.succeed(messageExport, { body: { priority: 'Low' } }, admin));
    const numbers = rows.filter((row) => row.startsWith('MSG-')).map((row) => row.split(',')[0]);
    expect(new Set(numbers).size).toBe(2301);
    expect(numbers).toHaveLength(2301);
    expect(rows[1]).toContain(`"'@home\nto, ""work"""`);
    expect(
      (await auditOf(portal, 'PhoneMessage', null))
        .filter(({ action }) => action === 'Exported')
        .map(({ new_values: values }) => values),
    ).toMatchObject([
      { priority: 'Low', count: 2301, patientIds: [] },
      { isContinued: true, patientIds: [desk.patientId] },
    ]);
    const mine = await open(
      portal.succeed(messageExport, { body: { priority: 'Low', myMessages: 'true' } }, admin),
    );
    expect(mine.rows).toHaveLength(1);
  });

  it('has the documents of the filter, and deleted ones only on request', async () => {
    const kept = await desk.upload(pdfFile('+kept.pdf'));
    const deleted = await desk.upload(pdfFile('deleted.pdf'));
    await desk.remove(deleted.id, 'Uploaded by mistake');
    const { rows } = await open(
      portal.succeed(documentExport, { body: { patientId: desk.patientId } }, admin),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^'\+kept\.pdf,Lab Result,Clinical,/);
    expect(rows[0]).toContain(`,${kept.fileSizeBytes},`);
    const removed = await open(portal.succeed(documentExport, { body: { deleted: 'true' } }, admin));
    expect(removed.rows[0]).toContain('deleted.pdf');
  });

  it('has the timecards of the filter', async () => {
    const { id: userId } = await signedInAs(portal, 'Staff');
    await makeTimecard(portal, userId, '2026-11-02T14:00:00Z', '2026-11-02T22:00:00Z');
    const range = { startDate: '2026-11-01', endDate: '2026-11-03' };
    const { heading, rows } = await open(
      portal.succeed(timecardSearchExport, { body: { ...range, userId } }, admin),
    );
    expect(heading.split(',').slice(0, 3)).toEqual(['Employee', 'Date', 'Clock In']);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('11/02/2026');
    const long = await open(
      portal.succeed(timecardSearchExport, { body: { ...range, userId, status: 'TooLong' } }, admin),
    );
    expect(long.rows).toEqual([]);
  });

  it.each([
    ['Patient.View', patientExport],
    ['Order.View', orderExport],
    ['Message.View', messageExport],
    ['Document.View', documentExport],
  ] as const)('requires %s in addition to the role', async (name, endpoint) => {
    const other = await signedInAs(portal, 'Admin');
    await overridePermission(portal, other.id, name, false);
    expect(await portal.call<ExportEndpoint>(endpoint, { body: {} }, other)).toMatchObject({ status: 403 });
  });

  it('of deleted documents requires Document.Delete', async () => {
    const other = await signedInAs(portal, 'Admin');
    await overridePermission(portal, other.id, 'Document.Delete', false);
    expect(await portal.call(documentExport, { body: { deleted: 'true' } }, other)).toMatchObject({
      status: 403,
    });
  });
});

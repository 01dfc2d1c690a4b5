import { searchEverything, type SearchResults } from '@portal/contract/search';
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

const NOTHING: SearchResults = { patients: [], orders: [], messages: [], documents: [], users: [] };

describe('GET /search', () => {
  let desk: DocumentDesk;
  let portal: TestPortal;
  let admin: SignedInUser;
  let patient: { readonly id: string; readonly medicalRecordNumber: string };
  let order: { readonly id: string; readonly orderNumber: string };
  let message: { readonly id: string; readonly messageNumber: string };
  let documentId: string;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    ({ portal, admin } = desk);
    const provider = await signedInAs(portal, 'ProviderPhysician');
    patient = await makePatient(portal, {
      firstName: 'Odalys',
      lastName: 'Fairweather',
      dateOfBirth: '1957-03-09',
      phone: '4435550187',
    });
    order = await makeOrder(portal, {
      patientId: patient.id,
      providerId: provider.id,
      diagnosis: 'Cervical stenosis',
    });
    message = await makeMessage(portal, { patientId: patient.id, priority: 'Urgent' });
    documentId = (
      await desk.upload(pdfFile('mri-neck.pdf'), { patientId: patient.id, note: 'From Mercy hospital' })
    ).id;
  });
  afterAll(() => portal.close());

  const find = (q: string, user: SignedInUser = admin, limit?: number) =>
    portal.succeed(
      searchEverything,
      { query: { q, ...(limit === undefined ? {} : { limit: String(limit) }) } },
      user,
    );

  it('finds a patient’s records of every kind, with what a list of results shows', async () => {
    const name = { id: patient.id, firstName: 'Odalys', lastName: 'Fairweather' };
    const ref = { ...name, medicalRecordNumber: patient.medicalRecordNumber };
    expect(await find('fairwea')).toEqual({
      patients: [
        { ...ref, dateOfBirth: '1957-03-09', isDeceased: false, dateOfDeath: null, phone: '4435550187' },
      ],
      orders: [
        {
          ...order,
          type: 'MRI',
          isProcedure: false,
          diagnosis: 'Cervical stenosis',
          patient: ref,
          status: 'Pending',
        },
      ],
      messages: [{ ...message, callerName: 'Call Er', patient: ref, priority: 'Urgent', status: 'New' }],
      documents: [
        {
          id: documentId,
          fileName: 'mri-neck.pdf',
          type: 'LabResult',
          category: 'Clinical',
          patient: ref,
          createdAt: expect.any(String),
        },
      ],
      users: [],
    });
  });

  it.each(['odalys f', 'Fairweather, Odalys', '443 555 0187', '0187', '03/09/1957', '1957-03-09'])(
    'finds a patient by %j',
    async (q) => {
      expect((await find(q)).patients.map(({ id }) => id)).toEqual([patient.id]);
    },
  );

  it('finds a patient by medical record number', async () => {
    const { patients } = await find(patient.medicalRecordNumber);
    expect(patients.map(({ id }) => id)).toContain(patient.id);
  });

  it('finds records by number and text, and users by name', async () => {
    expect((await find(order.orderNumber.toLowerCase())).orders).toHaveLength(1);
    expect((await find('STENOSIS cerv')).orders.map(({ id }) => id)).toEqual([order.id]);
    expect((await find(message.messageNumber)).messages.map(({ id }) => id)).toEqual([message.id]);
    expect((await find('call back')).messages.map(({ id }) => id)).toEqual([message.id]);
    expect((await find('mri-neck')).documents.map(({ id }) => id)).toEqual([documentId]);
    expect((await find('mercy')).documents.map(({ id }) => id)).toEqual([documentId]);
    expect((await find(admin.userName)).users).toMatchObject([{ id: admin.id, roles: ['Admin'] }]);
  });

  it('lists patients whose last name begins with a word first, then all others by name', async () => {
    const names = [
      ['Wendy', 'Oakenshaw'],
      ['Shawna', 'Adair'],
      ['Bo', 'Shawcross'],
      ['Al', 'Shaw'],
    ] as const;
    for (const [firstName, lastName] of names) await makePatient(portal, { firstName, lastName });
    const found = async (q: string) =>
      (await find(q)).patients.map(({ firstName, lastName }) => `${lastName}, ${firstName}`);
    expect(await found('shaw')).toEqual(['Shaw, Al', 'Shawcross, Bo', 'Adair, Shawna', 'Oakenshaw, Wendy']);
    expect(await found('bo shaw')).toEqual(['Shawcross, Bo']);
    expect(await found('shaw bo')).toEqual(['Shawcross, Bo']);
    expect((await find('shaw', admin, 1)).patients).toMatchObject([{ lastName: 'Shaw' }]);
  });

  it('returns five rows of each kind, or up to 20', async () => {
    for (let index = 0; index < 22; index += 1) await makePatient(portal, { lastName: 'Abernethy' });
    expect((await find('abernethy')).patients).toHaveLength(5);
    expect((await find('abernethy', admin, 12)).patients).toHaveLength(12);
    expect((await find('abernethy', admin, 500)).patients).toHaveLength(20);
    expect((await find('abernethy', admin, 0)).patients).toHaveLength(1);
  });

  it('finds only what the user may list', async () => {
    const staff = await signedInAs(portal, 'Staff');
    expect((await find('fairweather', staff)).orders).toHaveLength(1);
    expect((await find(admin.userName, staff)).users).toEqual([]);
    const kinds = {
      'Patient.View': 'patients',
      'Order.View': 'orders',
      'Message.View': 'messages',
      'Document.View': 'documents',
    } as const;
    for (const permission of ['Patient.View', 'Order.View', 'Message.View', 'Document.View'] as const) {
      await overridePermission(portal, staff.id, permission, false);
      const found = await find('fairweather', staff);
      expect(found[kinds[permission]]).toEqual([]);
    }
    expect(await find('fairweather', staff)).toEqual(NOTHING);
  });

  it('does not find deleted documents, deleted messages and inactive patients', async () => {
    const gone = await makePatient(portal, { lastName: 'Quenneville' });
    const deleted = await makeMessage(portal, { patientId: gone.id });
    await portal.owner.query('update phone_messages set deleted_at = now() where id = $1', [deleted.id]);
    const file = await desk.upload(pdfFile('quenneville.pdf'), { patientId: gone.id });
    await desk.remove(file.id, 'Uploaded for another patient');
    await portal.owner.query('update patients set is_active = false where id = $1', [gone.id]);
    expect(await find('quenneville')).toEqual(NOTHING);
  });

  it('records which patients were shown, without the search text', async () => {
    const reader = await signedInAs(portal, 'Admin');
    await find('fairweather', reader);
    await find('nobody is called this', reader);
    const entries = (await auditOf(portal, 'Patient', null)).filter(({ user_id: by }) => by === reader.id);
    expect(entries).toMatchObject([
      {
        action: 'Accessed',
        new_values: {
          patientIds: [patient.id],
          orderIds: [order.id],
          messageIds: [message.id],
          documentIds: [documentId],
        },
      },
      { new_values: { patientIds: [], orderIds: [], messageIds: [], documentIds: [] } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/fairweather|nobody/i);
  });

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['one character', 'f'],
    ['10,000 characters', 'fairweather'.repeat(910)],
    ['signs', '%_*?!…—„“'],
    ['wildcards', '%%%%'],
    ['a backslash', '\\\\'],
    ['SQL', "'; drop table patients; --"],
    ['SQL that is always true', "' or 1=1 --"],
    ['markup', '<script>alert(1)</script>'],
    ['another script', 'Владимир Ильич'],
    ['Chinese', '张伟李娜'],
    ['Arabic', 'محمد علي'],
    ['emoji', '😀😀😀'],
    ['control characters', '\u0000\u0001\u0002'],
    ['half a character', '\uD83D\uD83D'],
  ])('finds nothing for %s', async (_, q) => {
    expect(await find(q)).toEqual(NOTHING);
  });

  it('refuses a limit that is not a number, and unknown parameters', async () => {
    expect((await portal.call(searchEverything, { query: { q: 'a', limit: 'x' } }, admin)).status).toBe(400);
    const { status } = await portal.raw({
      method: 'GET',
      url: '/api/search?q=ab&includeInactive=true',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(status).toBe(400);
  });
});

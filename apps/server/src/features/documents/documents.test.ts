import * as documents from '@portal/contract/documents';
import { dashboardStats } from '@portal/contract/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { auditOf, makePatient, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { pdfFile, pngFile } from '#test/sample-files.ts';

const REASON = 'Scanned the wrong page';
const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('documents', () => {
  let desk: DocumentDesk;
  let portal: TestPortal;
  let admin: SignedInUser;
  let staff: SignedInUser;
  let patientId: string;
  let otherId: string;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    ({ portal, admin, staff, patientId, otherId } = desk);
  });
  afterAll(() => portal.close());

  const upload: DocumentDesk['upload'] = (...given) => desk.upload(...given);
  const remove = (id: string) => desk.remove(id, REASON);
  const list = (query: object = {}, user = staff) => portal.succeed(documents.documentList, { query }, user);
  const activities = async (id: string) =>
    (
      await portal.owner.query<{ description: string }>(
        'select description from activities where entity_id = $1',
        [id],
      )
    ).rows;

  describe('2xx', () => {
    it('uploads a document encrypted, audits it, and adds a feed entry without names', async () => {
      const file = pngFile('../../Insurance card.PNG');
      const document = await upload(file, {
        type: 'Insurance',
        category: 'Financial',
        note: ' front\nside ',
      });
      expect(document).toMatchObject({
        fileName: 'Insurance card.PNG',
        fileType: 'png',
        type: 'Insurance',
        category: 'Financial',
        note: 'front\nside',
        fileSizeBytes: file.size,
        patient: { id: patientId, firstName: 'Wren', lastName: 'Quillfeather' },
        uploadedByUser: { id: staff.id },
        createdAt: portal.clock.now().toISOString(),
        isEncrypted: true,
        deletedAt: null,
        version: 1,
      });
      expect(await auditOf(portal, 'Document', document.id)).toMatchObject([
        { action: 'Created', patient_id: patientId, user_id: staff.id },
      ]);
      expect(await activities(document.id)).toEqual([{ description: 'A document was uploaded' }]);
      expect(portal.logged()).not.toMatch(/Insurance card|Quillfeather/);
      expect(await desk.pending()).toBe(0);
    });

    it.each([
      ['Knee 2024-03-05 MRI.pdf', undefined, '20240305'],
      ['hip_20240306.pdf', undefined, '2024-03-06'],
      ['hip_20240307.pdf', undefined, '03/07/2024'],
      ['spine.pdf', 'Taken 2024.03.08', '20240308'],
    ])('finds %s with the note %j by the date as %s', async (name, note, search) => {
      const { id } = await upload(pdfFile(name), note === undefined ? {} : { note });
      expect((await list({ search })).data.map((row) => row.id)).toEqual([id]);
    });

    it('downloads the same bytes under the original name, audited as Exported', async () => {
      const file = pdfFile('Quarterly “labs” "ü".pdf');
      const { id } = await upload(file);
      const answer = await portal.call(documents.documentDownload, { params: { id } }, staff);
      if (!answer.ok) throw new Error(answer.error.code);
      expect(Buffer.from(await answer.body.blob.arrayBuffer())).toEqual(
        Buffer.from(await file.arrayBuffer()),
      );
      expect(answer.body.fileName).toBe('Quarterly “labs” "ü".pdf');
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(file.size),
        'content-disposition': expect.stringMatching(/^attachment/),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect((await auditOf(portal, 'Document', id)).at(-1)).toMatchObject({
        action: 'Exported',
        patient_id: patientId,
      });
    });

    it.each([
      [documents.documentView, 'Viewed'],
      [documents.documentPrint, 'Printed'],
    ] as const)('serves the file inline at $path, audited as %s', async (endpoint, action) => {
      const { id } = await upload();
      const { headers } = await portal.call(endpoint, { params: { id } }, staff);
      expect(headers).toMatchObject({ 'content-disposition': expect.stringMatching(/^inline/) });
      expect((await auditOf(portal, 'Document', id)).at(-1)).toMatchObject({ action, patient_id: patientId });
    });

    it('returns a document, audited as Viewed', async () => {
      const document = await upload();
      expect(await portal.succeed(documents.documentGet, { params: { id: document.id } }, staff)).toEqual(
        document,
      );
      expect((await auditOf(portal, 'Document', document.id)).at(-1)).toMatchObject({ action: 'Viewed' });
    });

    it('updates type, category and note, audited as Modified with old and new values', async () => {
      const { id } = await upload();
      const body = { type: 'Consent' as const, category: 'Legal' as const, note: 'signed', version: 1 };
      const changed = await portal.succeed(documents.documentUpdate, { params: { id }, body }, staff);
      expect(changed).toMatchObject({ type: 'Consent', category: 'Legal', note: 'signed', version: 2 });
      expect((await auditOf(portal, 'Document', id)).at(-1)).toMatchObject({
        action: 'Modified',
        old_values: { type: 'LabResult', category: 'Clinical', note: null },
        new_values: { type: 'Consent', category: 'Legal', note: 'signed' },
      });
    });

    it('moves a document to another patient with a reason, audited for both patients', async () => {
      const { id } = await upload();
      const body = { patientId: otherId, reason: REASON };
      const moved = await portal.succeed(documents.documentMove, { params: { id }, body }, staff);
      expect(moved.patient.id).toBe(otherId);
      const entries = (await auditOf(portal, 'Document', id)).slice(1);
      const values = { old_values: { patientId }, new_values: { patientId: otherId }, reason: REASON };
      expect(entries).toMatchObject([
        { patient_id: patientId, ...values },
        { patient_id: otherId, ...values },
      ]);
    });

    it('soft-deletes with a reason; users who may delete can restore it for 30 days', async () => {
      const document = await upload(pdfFile('wrong.pdf'));
      const { id } = document;
      const deleted = await remove(id);
      expect(deleted).toMatchObject({
        deletedAt: portal.clock.now().toISOString(),
        deleteReason: REASON,
        deletedByUser: { id: admin.id },
        restorableUntil: new Date(portal.clock.now().getTime() + 30 * 86_400_000).toISOString(),
      });
      expect((await auditOf(portal, 'Document', id)).at(-1)).toMatchObject({
        action: 'Deleted',
        reason: REASON,
      });
      expect((await list({ patientId })).data.map((row) => row.id)).not.toContain(id);
      for (const endpoint of [documents.documentGet, documents.documentDownload, documents.documentView])
        expect((await portal.call(endpoint, { params: { id } }, staff)).status).toBe(404);
      expect((await list({ deleted: 'true' }, admin)).data.map((row) => row.id)).toContain(id);
      const restored = await portal.succeed(documents.documentRestore, { params: { id } }, admin);
      expect(restored).toEqual({ ...document, version: 3 });
      expect((await portal.call(documents.documentDownload, { params: { id } }, staff)).status).toBe(200);
    });

    it('counts documents created today for users who may see documents', async () => {
      const before = await portal.succeed(dashboardStats, {}, staff);
      await upload();
      const after = await portal.succeed(dashboardStats, {}, staff);
      expect(after.documentsToday).toBe((before.documentsToday ?? 0) + 1);
      const blind = await signedInAs(portal, 'Staff');
      await overridePermission(portal, blind.id, 'Document.View', false);
      expect(await portal.succeed(dashboardStats, {}, blind)).not.toHaveProperty('documentsToday');
    });
  });

  describe('lists', () => {
    it('filters by type, category and patient, newest first, and audits the access', async () => {
      const someone = (await makePatient(portal)).id;
      const ids: string[] = [];
      for (const [type, category] of [
        ['Consent', 'Legal'],
        ['Consent', 'Clinical'],
        ['ImagingResult', 'Clinical'],
      ]) {
        portal.clock.advance({ seconds: 1 });
        ids.unshift((await upload(pdfFile(), { type, category, patientId: someone })).id);
      }
      const found = async (query: object) =>
        (await list({ patientId: someone, ...query })).data.map((row) => ids.indexOf(row.id));
      expect(await found({})).toEqual([0, 1, 2]);
      expect(await found({ type: 'Consent' })).toEqual([1, 2]);
      expect(await found({ category: 'Clinical' })).toEqual([0, 1]);
      expect(await found({ type: 'Consent', category: 'Legal' })).toEqual([2]);
      expect(await found({ type: 'Other' })).toEqual([]);
      const [entry] = (await auditOf(portal, 'Document', null)).slice(-5);
      expect(entry).toMatchObject({
        action: 'Accessed',
        patient_id: someone,
        new_values: { documentIds: ids },
      });
    });

    it('pages through every sort order and filter without overlap or omission', async () => {
      for (const filter of [
        {},
        { type: 'LabResult' },
        { category: 'Clinical' },
        { type: 'LabResult', category: 'Clinical' },
      ])
        for (const orderBy of documents.DOCUMENT_SORT_KEYS)
          for (const sortDirection of ['asc', 'desc'] as const) {
            const query = { ...filter, orderBy, sortDirection };
            const all = await list({ ...query, pageSize: '100' });
            expect(all.totalCount).toBe(all.data.length);
            const paged: string[] = [];
            for (let page = 1; paged.length < all.totalCount; page += 1)
              paged.push(
                ...(await list({ ...query, page: String(page), pageSize: '4' })).data.map((row) => row.id),
              );
            expect(paged).toEqual(all.data.map((row) => row.id));
            const key = (row: documents.DocumentRow) =>
              orderBy === 'size'
                ? row.fileSizeBytes
                : orderBy === 'createdAt'
                  ? Date.parse(row.createdAt)
                  : 0;
            const keys = all.data.map(key);
            expect(keys).toEqual(keys.toSorted((a, b) => (sortDirection === 'asc' ? a - b : b - a)));
          }
    });
  });

  describe('400', () => {
    it('requires a reason to delete and to move', async () => {
      const { id } = await upload();
      expect(
        await portal.call(documents.documentDelete, { params: { id }, body: { reason: ' short ' } }, admin),
      ).toMatchObject({ status: 400, error: { errors: { reason: [expect.any(String)] } } });
      expect(
        await portal.call(
          documents.documentMove,
          { params: { id }, body: { patientId: otherId, reason: '' } },
          staff,
        ),
      ).toMatchObject({ status: 400, error: { errors: { reason: [expect.any(String)] } } });
    });

    it('refuses unknown filters and sort keys', async () => {
      for (const query of ['type=Xray', 'category=Odd', 'patientId=7', 'orderBy=patient', 'status=New'])
        expect(
          (await portal.raw({ method: 'GET', url: `/api/document?${query}`, token: staff.token })).status,
        ).toBe(400);
    });
  });

  it('403 for listing deleted documents without Document.Delete', async () => {
    expect((await portal.call(documents.documentList, { query: { deleted: 'true' } }, staff)).status).toBe(
      403,
    );
  });

  it('404 for an unknown document', async () => {
    const params = { id: NOBODY };
    const body = { type: 'Other' as const, category: 'Legal' as const };
    const move = { patientId, reason: REASON };
    for (const { status } of [
      await portal.call(documents.documentGet, { params }, staff),
      await portal.call(documents.documentDownload, { params }, staff),
      await portal.call(documents.documentView, { params }, staff),
      await portal.call(documents.documentPrint, { params }, staff),
      await portal.call(documents.documentUpdate, { params, body }, staff),
      await portal.call(documents.documentMove, { params, body: move }, staff),
      await portal.call(documents.documentDelete, { params, body: { reason: REASON } }, admin),
      await portal.call(documents.documentRestore, { params }, admin),
    ])
      expect(status).toBe(404);
  });

  describe('409', () => {
    it('refuses a stale version with the current record', async () => {
      const { id } = await upload();
      const body = { type: 'Other' as const, category: 'Legal' as const, version: 7 };
      expect(await portal.call(documents.documentUpdate, { params: { id }, body }, staff)).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { id, version: 1 } },
      });
    });

    it('refuses to move to the same patient and to restore a document that is not deleted', async () => {
      const { id } = await upload();
      const body = { patientId, reason: REASON };
      expect((await portal.call(documents.documentMove, { params: { id }, body }, staff)).status).toBe(409);
      expect((await portal.call(documents.documentRestore, { params: { id } }, admin)).status).toBe(409);
    });
  });

  it('removes a deleted document and its file after 30 days, while the audit log keeps its id', async () => {
    const { id } = await upload(pdfFile('gone.pdf'), { note: 'soon gone' });
    await remove(id);
    portal.clock.advance({ hours: 30 * 24 });
    const again = await signedInAs(portal, 'Admin');
    expect((await portal.call(documents.documentRestore, { params: { id } }, again)).status).toBe(404);
    await runMaintenance(portal.deps);
    const { rows } = await portal.owner.query(
      'select file_name, note, file_key, content_hash from documents where id = $1',
      [id],
    );
    expect(rows).toEqual([{ file_name: '', note: null, file_key: null, content_hash: null }]);
    await expect(portal.deps.files.store.read(id)[Symbol.asyncIterator]().next()).rejects.toThrow(
      'no such file',
    );
    expect(await desk.pending()).toBe(0);
    expect(await auditOf(portal, 'Document', id)).toHaveLength(2);
  });
});

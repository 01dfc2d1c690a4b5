import {
  dictationBatchFile,
  dictationBatchPrint,
  dictationExportText,
  dictationPrint,
  dictationReportHeader,
} from '@portal/contract/dictation-print';
import { dictationCreate, dictationGet } from '@portal/contract/dictations';
import { locationHeaderSave } from '@portal/contract/location-headers';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makeOffice, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { pdfPages } from '#test/pdf-text.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const bytesOf = async ({ blob }: { readonly blob: Blob }) => new Uint8Array(await blob.arrayBuffer());

describe('printing dictations', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let assistant: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  let signed: string;
  let draft: string;
  let deactivated: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    admin = await signedInAs(portal, 'Admin');
    desk = await makeDictationDesk(portal);
    const patientId = (await makePatient(portal, { firstName: 'Zoë', lastName: 'Ångström' })).id;
    const note = { ...desk, patientId, providerId: provider.id };
    signed = await makeDictation(portal, { ...note, status: 'Signed' });
    draft = await makeDictation(portal, note);
    deactivated = await makeDictation(portal, { ...note, isActive: false });
  });
  afterAll(() => portal.close());

  const link = async (dictationIds: string[], user: SignedInUser = assistant) => {
    const { pdfUrl } = await portal.succeed(dictationBatchPrint, { body: { dictationIds } }, user);
    return { pdfUrl, id: pdfUrl.split('/').at(-1) ?? '' };
  };
  const actionsOn = async (id: string) =>
    (await auditOf(portal, 'Dictation', id)).map(({ action }) => action);

  describe('200', () => {
    it('GET /dictation/{id}/print returns a PDF without names in its file name and audits it', async () => {
      const file = await portal.succeed(dictationPrint, { params: { id: signed } }, assistant);
      expect(file.fileName).toMatch(/^dictation_20261121-\d{6}\.pdf$/);
      expect(file.blob.type).toBe('application/pdf');
      const [page = '', sheet = ''] = await pdfPages(await bytesOf(file));
      for (const text of ['Ångström, Zoë', 'Side', 'Left', 'Electronically signed by Test Signer, MD on'])
        expect(page).toContain(text);
      expect(sheet).toContain('Billing Sheet');
      expect(await actionsOn(signed)).toContain('Printed');
    });

    it('identifies the patient on every page by the MRN, however long the name is', async () => {
      const patient = await makePatient(portal, { firstName: 'M'.repeat(50), lastName: 'W'.repeat(50) });
      const id = await makeDictation(portal, { ...desk, patientId: patient.id, providerId: provider.id });
      const pages = await pdfPages(
        await bytesOf(await portal.succeed(dictationPrint, { params: { id } }, assistant)),
      );
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages) expect(page).toMatch(new RegExp(`MRN ${patient.medicalRecordNumber} +WW`));
    });

    it('GET /dictation/{id}/export/text returns the same content as text', async () => {
      const file = await portal.succeed(dictationExportText, { params: { id: draft } }, assistant);
      expect(file.fileName).toMatch(/^dictation_20261121-\d{6}\.txt$/);
      const text = await file.blob.text();
      expect(text).toContain('Patient: Ångström, Zoë');
      expect(text).toContain('Side: Left');
      expect(text).toContain('*** NOT SIGNED – draft ***');
      expect(text).toContain('BILLING SHEET');
      expect(await actionsOn(draft)).toContain('Exported');
    });

    it('warns about modifier 50 on a one-sided transforaminal entry in the PDF and the text', async () => {
      const content = contentOf({ id: 'side', label: 'Side' }, { id: 'approach', label: 'Approach' });
      const sided = await makeDictationDesk(portal, { content });
      const printedSheet = async (side: string, modifiers: string) => {
        const { id } = await portal.succeed(
          dictationCreate,
          {
            body: noteBody(
              { ...sided },
              {
                formData: { side, approach: 'Transforaminal' },
                billingCodes: [{ code: '64483', modifiers }],
              },
            ),
          },
          provider,
        );
        const pdf = await bytesOf(await portal.succeed(dictationPrint, { params: { id } }, assistant));
        const file = await portal.succeed(dictationExportText, { params: { id } }, assistant);
        return [(await pdfPages(pdf))[1] ?? '', await file.blob.text()];
      };
      for (const sheet of await printedSheet('Left', '50')) expect(sheet).toContain('Payers expect LT or RT');
      for (const sheet of [...(await printedSheet('Left', 'LT')), ...(await printedSheet('Bilateral', '50'))])
        expect(sheet).not.toContain('Payers expect');
    });

    it('prints and exports pasted line breaks of other programs, entered now or stored before', async () => {
      const pasted = 'Dexamethasone 1\u000B0 complications\u2028End';
      const sided = await makeDictationDesk(portal, { content: contentOf({ id: 'note', type: 'textarea' }) });
      const { id, formData } = await portal.succeed(
        dictationCreate,
        {
          body: noteBody(
            { ...sided },
            {
              formData: { note: pasted },
              procedureLocation: 'Main\u000BStreet',
              complications: 'One\u00852',
            },
          ),
        },
        provider,
      );
      expect(formData).toEqual({ note: 'Dexamethasone 1\n0 complications\nEnd' });
      const before = await makeDictation(portal, {
        ...sided,
        providerId: provider.id,
        status: 'Signed',
        formData: { note: pasted },
      });
      for (const each of [id, before]) {
        const pdf = await bytesOf(await portal.succeed(dictationPrint, { params: { id: each } }, assistant));
        const file = await portal.succeed(dictationExportText, { params: { id: each } }, assistant);
        for (const text of [(await pdfPages(pdf))[0] ?? '', await file.blob.text()])
          expect(text).toContain('Dexamethasone 1\n0 complications\nEnd');
      }
      const kept = await portal.succeed(dictationGet, { params: { id: before } }, assistant);
      // As it was signed, so that its hash can be computed again.
      expect(kept.formData).toEqual({ note: pasted });
      const file = await portal.succeed(dictationExportText, { params: { id } }, assistant);
      const text = await file.blob.text();
      expect(text).toContain('Location: Main Street');
      expect(text).toContain('One\n2');
    });

    it('uses the practice’s default header for a location without one', async () => {
      const header = await portal.succeed(
        dictationReportHeader,
        { params: { id: desk.locationId } },
        assistant,
      );
      expect(header.headerHTML).toContain('{{location_name}}');
      expect(header.values).toEqual({
        location_name: expect.stringMatching(/^Office \d+$/),
        location_address: '1 Main Street, Baltimore, MD 21201',
        location_phone: '(410) 555-0100',
        location_fax: '',
      });
      const text = await (
        await portal.succeed(dictationExportText, { params: { id: draft } }, assistant)
      ).blob.text();
      expect(text).toContain('1 Main Street, Baltimore, MD 21201\nPhone (410) 555-0100');
    });

    it('prints a location’s own header and footer with placeholders filled in', async () => {
      const own = await makeDictationDesk(portal);
      await portal.succeed(
        locationHeaderSave,
        {
          body: {
            locationId: own.locationId,
            headerHTML:
              '<h1 onclick="x()">Spine Center</h1><p>{{location_phone}}, {{current_date}}</p><script>1</script>',
            footerHTML: '<p>{{provider_name}} / {{provider_title}} / {{dictation_date}}</p>',
          },
        },
        admin,
      );
      const id = await makeDictation(portal, { ...own, providerId: provider.id });
      const [page = ''] = await pdfPages(
        await bytesOf(await portal.succeed(dictationPrint, { params: { id } }, assistant)),
      );
      expect(page).toContain('Spine Center');
      expect(page).toContain('(410) 555-0100, 11/21/2026');
      expect(page).toMatch(/Test User\d+ \/ MD \/ 11\/21\/2026/);
      const header = await portal.succeed(
        dictationReportHeader,
        { params: { id: own.locationId } },
        assistant,
      );
      expect(header.headerHTML).toBe('<h1>Spine Center</h1><p>{{location_phone}}, {{current_date}}</p>');
    });

    it('returns a link to one PDF for a batch, in the selected order, with each dictation once', async () => {
      const { pdfUrl, id } = await link([draft, signed, draft]);
      expect(pdfUrl).toBe(`/api/dictation/batch/print/${id}`);
      const file = await portal.succeed(dictationBatchFile, { params: { id } }, assistant);
      expect(file.fileName).toMatch(/^dictations_20261121-\d{6}\.pdf$/);
      const pages = await pdfPages(await bytesOf(file));
      expect(pages).toHaveLength(4);
      expect(pages[0]).toContain('NOT SIGNED');
      expect(pages[2]).toContain('Electronically signed');
      expect((await actionsOn(draft)).filter((action) => action === 'Printed')).toHaveLength(1);
    });

    it('prints deactivated dictations for users who manage dictations', async () => {
      const params = { id: deactivated };
      expect((await portal.call(dictationPrint, { params }, admin)).status).toBe(200);
      expect((await portal.call(dictationPrint, { params }, assistant)).status).toBe(404);
    });
  });

  it('400 for an empty batch and one that is too large', async () => {
    for (const dictationIds of [[], Array.from({ length: 101 }, () => draft)])
      expect((await portal.call(dictationBatchPrint, { body: { dictationIds } }, assistant)).status).toBe(
        400,
      );
  });

  describe('404', () => {
    it('covers unknown dictations, locations and links', async () => {
      const params = { id: ABSENT };
      for (const endpoint of [dictationPrint, dictationExportText, dictationBatchFile, dictationReportHeader])
        expect((await portal.call(endpoint, { params }, assistant)).status).toBe(404);
      for (const id of [ABSENT, deactivated])
        expect(
          (await portal.call(dictationBatchPrint, { body: { dictationIds: [draft, id] } }, assistant)).status,
        ).toBe(404);
    });

    it('hides a SuperAdmin-only location from everyone else, in print as well', async () => {
      const locationId = await makeOffice(portal, { name: 'Hidden Office', superAdminOnly: true });
      const id = await makeDictation(portal, { ...desk, locationId, providerId: provider.id });
      expect((await portal.call(dictationReportHeader, { params: { id: locationId } }, admin)).status).toBe(
        404,
      );
      const { blob } = await portal.succeed(dictationExportText, { params: { id } }, admin);
      const text = await blob.text();
      expect(text).not.toContain('Hidden Office');
      expect(text).not.toContain('1 Main Street');
    });

    it('restricts a link to its user', async () => {
      const { id } = await link([signed]);
      for (const user of [provider, admin])
        expect((await portal.call(dictationBatchFile, { params: { id } }, user)).status).toBe(404);
      expect((await portal.call(dictationBatchFile, { params: { id } })).status).toBe(401);
    });

    it('expires a link after five minutes, and then removes it', async () => {
      const { id } = await link([signed]);
      portal.clock.advance({ minutes: 4, seconds: 59 });
      expect((await portal.call(dictationBatchFile, { params: { id } }, assistant)).status).toBe(200);
      portal.clock.advance({ seconds: 1 });
      expect(await portal.call(dictationBatchFile, { params: { id } }, assistant)).toMatchObject({
        status: 404,
        error: { message: 'This print has expired. Select the dictations and print them again.' },
      });
      portal.clock.advance({ seconds: 1 });
      await runMaintenance(portal.deps);
      expect(
        await portal.deps.db
          .selectFrom('dictation_print_batches')
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst(),
      ).toBeUndefined();
    });
  });
});

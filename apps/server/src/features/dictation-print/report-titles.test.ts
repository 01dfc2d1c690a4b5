import {
  dictationBatchFile,
  dictationBatchPrint,
  dictationExportText,
  dictationPrint,
} from '@portal/contract/dictation-print';
import { dictationCreate, dictationGet, dictationSign } from '@portal/contract/dictations';
import { categoryCreate, categoryList, categoryUpdate } from '@portal/contract/template-categories';
import { templateExport, templateImport, templateImportPreview } from '@portal/contract/template-file';
import {
  dictationTemplateGet,
  templateCreate,
  templateGet,
  templateUpdate,
} from '@portal/contract/templates';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { verifySignatures } from '#features/dictations/index.ts';

const CONTENT = JSON.stringify(contentOf({ id: 'note', label: 'Note' }));

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** Whether a line is above another one. */
const isAbove = (text: string, line: string, below: string) =>
  linesOf(text).indexOf(line) !== -1 && linesOf(text).indexOf(line) < linesOf(text).indexOf(below);

describe('headings and titles of reports', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let admin: SignedInUser;
  let patientId: string;
  let locationId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'Admin');
    patientId = (await makePatient(portal)).id;
    locationId = await makeOffice(portal);
  });
  afterAll(() => portal.close());

  let count = 0;
  /** A template in a category of its own. */
  async function template(reportHeading: string | null, reportTitle: string | null) {
    count += 1;
    const category = await portal.succeed(
      categoryCreate,
      { body: { name: `Category ${count}`, reportHeading } },
      admin,
    );
    const made = await portal.succeed(
      templateCreate,
      {
        body: {
          name: `Template ${count}`,
          procedureType: 'Injection',
          categoryId: category.id,
          reportTitle,
          templateContent: CONTENT,
        },
      },
      admin,
    );
    return { category, template: made };
  }
  const note = async (templateId: string) =>
    (
      await portal.succeed(
        dictationCreate,
        {
          body: {
            templateId,
            patientId,
            locationId,
            providerId: provider.id,
            procedureDate: '2026-11-20',
            formData: { note: 'Went well' },
          },
        },
        provider,
      )
    ).id;
  async function printed(id: string) {
    const text = await portal.succeed(dictationExportText, { params: { id } }, provider);
    const pdf = await portal.succeed(dictationPrint, { params: { id } }, provider);
    const { pdfUrl } = await portal.succeed(dictationBatchPrint, { body: { dictationIds: [id] } }, provider);
    const batch = await portal.succeed(
      dictationBatchFile,
      { params: { id: pdfUrl.split('/').at(-1) ?? '' } },
      provider,
    );
    const pages = await Promise.all(
      [pdf, batch].map(async ({ blob }) =>
        (await pdfPages(new Uint8Array(await blob.arrayBuffer()))).join('\n'),
      ),
    );
    return [await text.blob.text(), ...pages].map((each) => linesOf(each).join('\n'));
  }
  it('are printed above and instead of the template’s name, everywhere', async () => {
    const { template: made } = await template('Operative Report', 'Lumbar Epidural');
    const id = await note(made.id);
    for (const text of await printed(id)) {
      expect(isAbove(text, 'Operative Report', 'Lumbar Epidural')).toBe(true);
      expect(text).not.toContain(made.name);
    }
    const shown = await portal.succeed(dictationGet, { params: { id } }, provider);
    expect(shown).toMatchObject({
      templateName: made.name,
      reportHeading: 'Operative Report',
      reportTitle: 'Lumbar Epidural',
    });
    const opened = await portal.succeed(
      dictationTemplateGet,
      { params: { id: made.id }, query: {} },
      provider,
    );
    expect(opened).toMatchObject({ reportHeading: 'Operative Report', reportTitle: 'Lumbar Epidural' });
  });

  it('are the name alone if nothing else is set', async () => {
    const { template: made } = await template(null, null);
    for (const text of await printed(await note(made.id))) expect(linesOf(text)).toContain(made.name);
  });

  it('stay as they were signed, and are covered by the signature', async () => {
    const { category, template: made } = await template('Operative Report', 'Lumbar Epidural');
    const { category: plainCategory, template: plain } = await template(null, null);
    const ids = [await note(made.id), await note(plain.id)];
    for (const id of ids) await portal.succeed(dictationSign, { params: { id }, body: {} }, provider);
    const signed = await Promise.all(ids.map(printed));
    for (const [{ id, version }, { id: templateId, version: templateVersion }] of [
      [category, made],
      [plainCategory, plain],
    ] as const) {
      await portal.succeed(
        categoryUpdate,
        {
          params: { id: String(id) },
          body: { name: `Renamed ${id}`, reportHeading: 'Other heading', version },
        },
        admin,
      );
      await portal.succeed(
        templateUpdate,
        {
          params: { id: templateId },
          body: {
            name: `Renamed ${templateId}`,
            procedureType: 'Injection',
            templateContent: CONTENT,
            reportTitle: 'Other title',
            version: templateVersion,
          },
        },
        admin,
      );
    }
    expect(await Promise.all(ids.map(printed))).toEqual(signed);
    expect(await verifySignatures(portal.deps.db)).toEqual({ compared: 2, changed: [] });
    expect((await auditOf(portal, 'Template', made.id)).at(-1)).toMatchObject({
      old_values: { reportTitle: 'Lumbar Epidural' },
      new_values: { reportTitle: 'Other title' },
    });
    await portal.owner.query('alter table signed_prints disable trigger user');
    await portal.owner.query(
      `update signed_prints set report = report || '{"title": "Forged"}' where dictation_id = $1`,
      [ids[0]],
    );
    expect((await verifySignatures(portal.deps.db)).changed).toEqual([ids[0]]);
  });

  it('refuse placeholders, which nothing would fill in', async () => {
    const answer = await portal.call(
      categoryCreate,
      { body: { name: 'With a placeholder', reportHeading: 'Report of {{side}}' } },
      admin,
    );
    expect(answer.ok ? null : answer.error.errors).toEqual({
      reportHeading: ['The report heading cannot have placeholders. Remove {{…}}.'],
    });
  });

  it('travel with exported templates; files of earlier versions have none', async () => {
    const { category, template: made } = await template('Operative Report', 'Lumbar Epidural');
    const file = JSON.parse(await (await portal.succeed(templateExport, {}, admin)).blob.text());
    const ours = file.templates.find(({ name }: { name: string }) => name === made.name);
    expect(ours.reportTitle).toBe('Lumbar Epidural');
    const importFile = async (templates: readonly object[], categories: readonly object[]) => {
      const text = JSON.stringify({ ...file, templates, categories, headers: [] });
      const { basis } = await portal.succeed(templateImportPreview, { body: { text } }, admin);
      return portal.succeed(templateImport, { body: { text, basis } }, admin);
    };
    const { reportTitle: _title, ...older } = ours;
    const report = await importFile([older], []);
    expect(report.templates[0]?.changes).toEqual([
      { field: 'Title in the report', before: 'Lumbar Epidural', after: '' },
    ]);
    const now = await portal.succeed(templateGet, { params: { id: made.id } }, admin);
    expect(now.reportTitle).toBeNull();
    const exported = file.categories.find(({ name }: { name: string }) => name === category.name);
    await importFile([], [{ ...exported, name: 'Imported category' }]);
    const categories = await portal.succeed(categoryList, {}, admin);
    expect(categories.find(({ name }) => name === 'Imported category')?.reportHeading).toBe(
      'Operative Report',
    );
  });
});

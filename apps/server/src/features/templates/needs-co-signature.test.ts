import { templateExport, templateImport, templateImportPreview } from '@portal/contract/template-file';
import { templateCreate, templateGet, templateUpdate } from '@portal/contract/templates';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const BODY = {
  name: 'Needs a co-signature',
  procedureType: 'Injection',
  templateContent: JSON.stringify(contentOf({ id: 'note', label: 'Note' })),
};

describe('whether notes of a template need a co-signature', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'SuperAdmin');
  });
  afterAll(() => portal.close());

  it('is off by default, audited, kept when it is left out, and travels with exported templates', async () => {
    const made = await portal.succeed(templateCreate, { body: BODY }, admin);
    const { id } = made;
    expect(made.needsCoSignature).toBe(false);
    const on = { ...BODY, needsCoSignature: true, version: made.version };
    const changed = await portal.succeed(templateUpdate, { params: { id }, body: on }, admin);
    expect((await auditOf(portal, 'Template', id)).at(-1)).toMatchObject({
      old_values: { needsCoSignature: false },
      new_values: { needsCoSignature: true },
    });
    const kept = { ...BODY, version: changed.version };
    expect(await portal.succeed(templateUpdate, { params: { id }, body: kept }, admin)).toMatchObject({
      needsCoSignature: true,
    });

    const file = JSON.parse(await (await portal.succeed(templateExport, {}, admin)).blob.text());
    const [ours] = file.templates.filter(({ name }: { name: string }) => name === BODY.name);
    expect(ours.needsCoSignature).toBe(true);
    const { needsCoSignature: _needs, ...older } = ours;
    const text = JSON.stringify({ ...file, templates: [older], headers: [] });
    const { basis } = await portal.succeed(templateImportPreview, { body: { text } }, admin);
    const report = await portal.succeed(templateImport, { body: { text, basis } }, admin);
    expect(report.templates[0]?.changes).toEqual([
      { field: 'Needs co-signature', before: 'Yes', after: 'No' },
    ]);
    expect((await portal.succeed(templateGet, { params: { id } }, admin)).needsCoSignature).toBe(false);
  });
});

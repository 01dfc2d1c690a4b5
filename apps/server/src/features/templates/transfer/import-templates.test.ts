import { billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { categoryList } from '@portal/contract/template-categories';
import { templateCaseList } from '@portal/contract/template-cases';
import {
  MAX_TEMPLATE_FILE_BYTES,
  templateExport,
  templateImport,
  templateImportPreview,
} from '@portal/contract/template-file';
import { templateGet, templateList, templateUpdate } from '@portal/contract/templates';
import { locationHeaderList } from '@portal/contract/location-headers';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode } from '#test/template-factories.ts';
import { markTemplateVersionUsed } from '../index.ts';

const SIDE = { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right'] };
const note = (text: string) => ({
  id: 'note',
  label: 'Note',
  dependencyType: 'dynamic_text',
  defaultTemplate: text,
});

let counter = 0;
/** A template under a new name, with a rule and a test case that passes. */
const aTemplate = (change: object = {}) => {
  counter += 1;
  return {
    name: `Imported ${counter}`,
    procedureType: 'Injection',
    shortDescription: null,
    quickAccessOrder: null,
    isActive: true,
    category: null,
    content: contentOf(SIDE, note('On the {{side}}.')),
    autoPopulate: {},
    rules: [
      {
        when: { fieldId: 'side', value: 'Left' },
        priority: 10,
        billingCodes: [{ codeType: 'CPT', code: '64483', modifiers: '', isDefault: true, doseFieldId: null }],
      },
    ],
    cases: [
      {
        name: 'Left',
        answers: { side: 'Left' },
        billingOption: 'standard',
        expected: {
          text: 'PROCEDURE DETAILS\nSide: Left\nOn the Left.',
          lines: [{ codeType: 'CPT', code: '64483', units: 1, modifiers: 'LT' }],
        },
      },
    ],
    ...change,
  };
};
const fileText = (...templates: object[]) => textWith({ templates });
const textWith = (change: object) =>
  JSON.stringify({
    format: 'medical-portal-templates',
    version: 1,
    categories: [],
    templates: [],
    headers: [],
    ...change,
  });

describe('importing templates', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    await makeBillingCode(portal, '64483');
  });
  afterAll(() => portal.close());

  const preview = (text: string) => portal.succeed(templateImportPreview, { body: { text } }, admin);
  const importText = async (text: string, more: object = {}) => {
    const { basis } = await preview(text);
    return portal.call(templateImport, { body: { text, basis, ...more } }, admin);
  };
  const idOf = async (name: string) =>
    (await portal.succeed(templateList, { query: { includeInactive: 'true' } }, admin)).find(
      (row) => row.name === name,
    )?.id ?? '';
  const rowsOf = async () => {
    const { rows } = await portal.owner.query(
      `select (select count(*)::int from templates) as templates, (select count(*)::int from billing_code_rules) as rules,
        (select count(*)::int from template_categories) as categories,
        (select count(*)::int from audit_log where user_id = $1 and action <> 'Login') as audited`,
      [admin.id],
    );
    return rows[0];
  };

  it('says what it would do and does nothing, then does it', async () => {
    const template = aTemplate({ category: 'New category', isActive: false });
    const text = textWith({
      templates: [template],
      categories: [{ name: 'New category', displayOrder: 5, icon: 'folder' }],
    });
    const before = await rowsOf();
    const plan = await preview(text);
    expect(await rowsOf()).toEqual(before);
    expect(plan).toMatchObject({
      categories: [{ name: 'New category', outcome: 'create' }],
      templates: [
        {
          name: template.name,
          outcome: 'create',
          rules: { created: 1, changed: 0, unchanged: 0, kept: 0 },
          cases: { created: 1, changed: 0, unchanged: 0, kept: 0 },
          failingCases: [],
        },
      ],
      missingCodes: [],
    });
    expect(await importText(text)).toMatchObject({ ok: true, body: plan });
    const id = await idOf(template.name);
    expect(await portal.succeed(templateGet, { params: { id } }, admin)).toMatchObject({
      isActive: false,
      categoryName: 'New category',
      contentVersion: 1,
    });
    expect(await portal.succeed(categoryList, {}, admin)).toMatchObject([{ displayOrder: 5 }]);
    expect(await portal.succeed(templateCaseList, { params: { id } }, admin)).toHaveLength(1);
    const { rows } = await portal.owner.query(
      `select entity_type, action from audit_log where user_id = $1 and action in ('Created', 'Updated')
        and chain = (select chain from audit_log where entity_id = $2 limit 1) order by seq`,
      [admin.id, id],
    );
    expect(rows.map(({ entity_type: type, action }) => `${action} ${type}`)).toEqual([
      'Created TemplateCategory',
      'Created Template',
      'Updated Template',
      'Created BillingCodeRule',
      'Created TemplateCase',
      'Updated Template',
    ]);
    expect(await preview(text)).toMatchObject({ templates: [{ outcome: 'unchanged' }] });
  });

  it('changes what differs, keeps what the file lacks, and gives a used template a new version', async () => {
    const template = aTemplate();
    await importText(fileText(template));
    const id = await idOf(template.name);
    await markTemplateVersionUsed(portal.deps.db, { templateId: id, contentVersion: 1 });
    const [rule] = template.rules;
    const changed = {
      ...template,
      name: template.name.toUpperCase(),
      content: contentOf(SIDE, note('At the {{side}}.')),
      rules: [
        { ...rule, when: null },
        { ...rule, when: { fieldId: 'side', value: 'Right' } },
      ],
      cases: [
        {
          ...template.cases[0],
          name: 'On the right',
          answers: { side: 'Right' },
          expected: {
            text: 'PROCEDURE DETAILS\nSide: Right\nAt the Right.',
            lines: [{ codeType: 'CPT', code: '64483', units: 1, modifiers: 'RT' }],
          },
        },
      ],
    };
    const text = fileText(changed);
    const [plan] = (await preview(text)).templates;
    expect(plan).toMatchObject({
      outcome: 'change',
      isNewVersion: true,
      rules: { created: 2, changed: 0, unchanged: 0, kept: 1 },
      cases: { created: 1, changed: 0, unchanged: 0, kept: 1 },
      failingCases: ['Left: The text differs'],
    });
    expect(await importText(text)).toMatchObject({
      ok: false,
      status: 409,
      error: {
        code: 'CONFIRMATION_REQUIRED',
        errors: { cases: [`${changed.name}: Left: The text differs`] },
      },
    });
    const reason = 'The left case is corrected afterward';
    expect(await importText(text, { reason })).toMatchObject({ ok: true });
    const stored = await portal.succeed(templateGet, { params: { id } }, admin);
    expect(stored).toMatchObject({ name: changed.name, contentVersion: 2 });
    const params = { templateId: id };
    expect(await portal.succeed(billingCodeRuleList, { params }, admin)).toHaveLength(3);
    const { rows } = await portal.owner.query(
      `select new_values ->> 'reason' as reason from audit_log where new_values ? 'failingCases'`,
    );
    expect(rows).toEqual([{ reason }]);
  });

  it('names each setting and rule that changes, old and new', async () => {
    const template = aTemplate();
    await importText(fileText(template));
    const [rule] = template.rules;
    const changed = {
      ...template,
      procedureType: 'Ablation',
      shortDescription: 'Lumbar',
      quickAccessOrder: 7,
      rules: [{ ...rule, priority: 5, billingCodes: [{ ...rule?.billingCodes[0], modifiers: 'RT,59' }] }],
    };
    const [plan] = (await preview(fileText(changed))).templates;
    const [code] = rule?.billingCodes ?? [];
    expect(plan?.changes).toEqual([
      { field: 'Procedure type', before: template.procedureType, after: 'Ablation' },
      { field: 'Short description', before: '', after: 'Lumbar' },
      { field: 'Quick access order', before: '', after: '7' },
      {
        field: `Rule ${rule?.when?.fieldId} is ${rule?.when?.value}`,
        before: `priority ${rule?.priority}: ${code?.code}`,
        after: 'priority 5: 64483-RT-59',
      },
    ]);
    const reason = 'The case is corrected afterward';
    expect(await importText(fileText(changed), { reason })).toMatchObject({ body: { templates: [plan] } });
    const [again] = (await preview(fileText(changed))).templates;
    expect(again).toMatchObject({ outcome: 'unchanged', changes: [] });
  });

  it('refuses a result that differs from the preview', async () => {
    const template = aTemplate();
    await importText(fileText(template));
    const id = await idOf(template.name);
    const text = fileText({ ...template, procedureType: 'Ablation' });
    const { basis } = await preview(text);
    const { name, procedureType, templateContent } = await portal.succeed(
      templateGet,
      { params: { id } },
      admin,
    );
    const body = { name, procedureType, templateContent, shortDescription: 'Changed in the meantime' };
    await portal.succeed(templateUpdate, { params: { id }, body }, admin);
    expect(await portal.call(templateImport, { body: { text, basis } }, admin)).toMatchObject({
      ok: false,
      status: 409,
      error: { code: 'STALE', message: expect.stringContaining('Check it again') },
    });
    expect(await portal.succeed(templateGet, { params: { id } }, admin)).toMatchObject({ procedureType });
  });

  it('happens once when forty run at the same time', async () => {
    const template = aTemplate();
    const text = fileText(template);
    const { basis } = await preview(text);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => portal.call(templateImport, { body: { text, basis } }, admin)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]));
    expect(refused.filter((code) => code !== 'STALE' && code !== 'CONFLICT')).toEqual([]);
    const rules = await portal.succeed(
      billingCodeRuleList,
      { params: { templateId: await idOf(template.name) } },
      admin,
    );
    expect(rules).toHaveLength(1);
  });

  it('leaves nothing behind when one template of a file is refused', async () => {
    const before = await rowsOf();
    const good = aTemplate();
    const bad = aTemplate({ content: contentOf(SIDE, SIDE) });
    const text = fileText(good, bad);
    expect(await portal.call(templateImport, { body: { text, basis: 'x' } }, admin)).toMatchObject({
      ok: false,
      status: 400,
      error: { code: 'VALIDATION' },
    });
    expect(await portal.call(templateImportPreview, { body: { text } }, admin)).toMatchObject({
      error: { message: expect.stringContaining('The field ID "side" is used more than once') },
    });
    expect(await rowsOf()).toEqual(before);
  });

  it('names the billing codes that the practice lacks, and imports nothing', async () => {
    const template = aTemplate();
    const [rule] = template.rules;
    const codes = ['99998', '64483', '99999'].map((code) => ({ ...rule?.billingCodes[0], code }));
    const text = fileText({ ...template, rules: [{ ...rule, billingCodes: codes }] });
    expect(await preview(text)).toMatchObject({
      missingCodes: [
        { codeType: 'CPT', code: '99998' },
        { codeType: 'CPT', code: '99999' },
      ],
    });
    expect(await importText(text)).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('CPT 99998, CPT 99999') },
    });
    expect(await idOf(template.name)).toBe('');
  });

  it('saves sanitized headers of offices with the same name, and skips others', async () => {
    const locationId = await makeOffice(portal, { name: 'Import Office' });
    await makeOffice(portal, { name: 'Secret Office', superAdminOnly: true });
    const html = { headerHTML: '<p onclick="x()">Hello</p><script>x</script>', footerHTML: '' };
    const text = textWith({
      headers: [
        { office: 'import office', ...html },
        { office: 'Secret Office', ...html },
      ],
    });
    expect(await importText(text)).toMatchObject({
      body: {
        headers: [
          { office: 'import office', outcome: 'create' },
          { office: 'Secret Office', outcome: 'noOffice' },
        ],
      },
    });
    expect(await portal.succeed(locationHeaderList, {}, admin)).toMatchObject([
      { locationId, headerHTML: '<p>Hello</p>' },
    ]);
    expect(await preview(text)).toMatchObject({
      headers: [{ outcome: 'unchanged' }, { outcome: 'noOffice' }],
    });
  });

  it.each([
    ['nothing', '', 'The file is empty.'],
    ['binary data', '\u0000\u0001PK\u0003', 'This is not a file of templates.'],
    ['other JSON', '{"a": 1}', 'This is not a file of templates.'],
    ['a list', '[[[[', 'This is not a file of templates.'],
    ['a newer format', textWith({ version: 2 }), 'from a newer version of the portal'],
    ['unknown properties', textWith({ extra: 1 }), 'unknown field extra'],
    ['characters that cannot be stored', fileText(aTemplate({ name: 'A\u0000B' })), 'cannot be stored'],
    ['half a surrogate pair', fileText(aTemplate({ procedureType: '\ud800' })), 'cannot be stored'],
    ['two templates with one name', fileText(aTemplate({ name: 'X' }), aTemplate({ name: 'x' })), 'twice'],
    ['an unknown category', fileText(aTemplate({ category: 'Nowhere' })), 'category "Nowhere" is neither'],
    ['a wrong value', fileText(aTemplate({ name: 'Wrong', isActive: 'yes' })), '"Wrong", isActive'],
    [
      'ids of a prototype',
      fileText(aTemplate({ autoPopulate: { __proto__x: 'patient.name' } })),
      'not a field',
    ],
  ])('refuses a file with %s', async (_what, text, message) => {
    const answer = await portal.call(templateImportPreview, { body: { text } }, admin);
    expect(answer).toMatchObject({
      ok: false,
      status: 400,
      error: { code: 'VALIDATION', message: expect.stringContaining(message) },
    });
  });

  it('refuses files that are too large', async () => {
    const text = 'x'.repeat(MAX_TEMPLATE_FILE_BYTES + 1);
    expect(await portal.call(templateImportPreview, { body: { text } }, admin)).toMatchObject({
      status: 400,
      error: { errors: { text: ['The file can have at most 10 MB'] } },
    });
    const huge = 'x'.repeat(100 * 1024 * 1024);
    expect(await portal.call(templateImportPreview, { body: { text: huge } }, admin)).toMatchObject({
      status: 413,
    });
  });

  it('is only for those who manage templates', async () => {
    const staff = await signedInAs(portal, 'Staff');
    const body = { text: '', basis: '' };
    for (const answer of [
      await portal.call(templateExport, {}, staff),
      await portal.call(templateImportPreview, { body: { text: '' } }, staff),
      await portal.call(templateImport, { body }, staff),
    ])
      expect(answer).toMatchObject({ ok: false, status: 403 });
  });
});

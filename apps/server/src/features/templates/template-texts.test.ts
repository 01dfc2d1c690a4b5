import {
  billingCodeRuleCreate,
  billingCodeRuleEvaluate,
  MAX_RULES,
} from '@portal/contract/billing-code-rules';
import { templateCaseCreate } from '@portal/contract/template-cases';
import { templateImport, templateImportPreview } from '@portal/contract/template-file';
import { templateCreate, templateUpdate } from '@portal/contract/templates';
import { contentOf, type FieldDraft } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const text = (id: string, defaultTemplate: string): FieldDraft => ({
  id,
  label: `Text ${id}`,
  dependencyType: 'dynamic_text',
  defaultTemplate,
});
/** 24 KB that would make gigabytes. */
const BOMB = contentOf(
  { id: 'a', label: 'A', defaultValue: 'abcdefghij' },
  text('b', '{{a}}'.repeat(2_000)),
  text('c', '{{b}}'.repeat(2_000)),
  ...Array.from({ length: 30 }, (_, at) => text(`d${at}`, '{{c}}'.repeat(6))),
);
/** Few characters that would make 36 MB in four fields. */
const SMALL_BOMB = contentOf(
  { id: 'a', label: 'A', defaultValue: 'abcdefghij', maxLength: 10 },
  text('b', '{{a}}'.repeat(190)),
  text('c', '{{b}}'.repeat(190)),
  text('d', '{{c}}'.repeat(100)),
);
const DATED = contentOf(
  { id: 'seen', label: 'Last seen', type: 'date' },
  {
    id: 'shown',
    label: 'Shown',
    visibilityRules: [{ sourceFieldId: 'seen', operator: 'equals', value: '1/5/2026', action: 'show' }],
  },
);

/** A file with one template. */
const fileOf = (content: object) =>
  JSON.stringify({
    format: 'medical-portal-templates',
    version: 1,
    categories: [],
    headers: [],
    templates: [
      {
        name: 'Shared',
        procedureType: 'Injection',
        shortDescription: null,
        quickAccessOrder: null,
        isActive: true,
        category: null,
        content,
        autoPopulate: {},
        rules: [],
        cases: [{ name: 'Empty', answers: {}, expected: { text: '', lines: [] } }],
      },
    ],
  });

describe('texts of templates', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let assistant: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    assistant = await signedInAs(portal, 'MedicalAssistant');
  });
  afterAll(() => portal.close());

  let counter = 0;
  const bodyOf = (content: object) => {
    counter += 1;
    return { name: `Texts ${counter}`, procedureType: 'Injection', templateContent: JSON.stringify(content) };
  };
  /** Every way in which content is refused, with its message. */
  const refusals = async (content: object): Promise<readonly string[]> => {
    const id = await makeTemplate(portal);
    const body = bodyOf(content);
    const answers = [
      await portal.call(templateCreate, { body }, admin),
      await portal.call(templateUpdate, { params: { id }, body: { ...body, version: 1 } }, admin),
      await portal.call(templateImportPreview, { body: { text: fileOf(content) } }, admin),
      await portal.call(templateImport, { body: { text: fileOf(content), basis: '' } }, admin),
    ];
    return answers.map((answer) => (answer.ok ? 'saved' : `${answer.status} ${answer.error.message}`));
  };

  it.each([
    ['texts that use each other without bound', BOMB, /"Text b" \(b\): The generated text can have 400,000 /],
    [
      'few texts that make a large one',
      SMALL_BOMB,
      /"Text c" \(c\): The generated text can have 361,000 characters/,
    ],
    [
      'a condition that cannot be read',
      contentOf(
        { id: 'consent', label: 'Consent' },
        text('x', '{{#if consent = "Yes"}}Yes{{else}}No{{/if}}'),
      ),
      /"Text x" \(x\): In the text, \{\{#if consent = "Yes"\}\} \(line 1, column 1\) cannot be read/,
    ],
    [
      'a value that the record does not have',
      contentOf(text('x', 'For {{patient.weight}}')),
      /"Text x" \(x\): The text uses \{\{patient\.weight\}\}, which is neither a column/,
    ],
    ['an unknown field', contentOf(text('x', '{{gone}}')), /"Text x" \(x\): The text uses \{\{gone\}\}/],
    [
      'a tag in a plain default',
      contentOf({ id: 'a', label: 'A' }, { id: 'x', label: 'X', defaultValue: '{{a}}' }),
      /"X" \(x\): The default value cannot have placeholders: "\{\{a\}\}"/,
    ],
  ])('are refused by saving, importing and previewing: %s', async (_which, content, message) => {
    for (const refusal of await refusals(content)) {
      expect(refusal).toMatch(/^400 /);
      expect(refusal).toMatch(message);
    }
  });

  it('are refused by saving if a rule compares a date with a word, which an import accepts from older templates', async () => {
    const content = contentOf(...(DATED.sections[0]?.fields ?? []), {
      id: 'x',
      label: 'X',
      visibilityRules: [{ sourceFieldId: 'seen', operator: 'equals', value: 'soon', action: 'show' }],
    });
    const [created, updated, previewed] = await refusals(content);
    for (const refusal of [created, updated])
      expect(refusal).toMatch(
        /^400 .*"X" \(x\): Visibility rule 1 compares the date "Last seen" with "soon", which is not a date/s,
      );
    expect(previewed).toBe('saved');
  });

  it('are refused in the name of a template', async () => {
    const body = { ...bodyOf(contentOf({ id: 'a', label: 'A' })), name: '{{level}} injection' };
    expect(await portal.call(templateCreate, { body }, admin)).toMatchObject({
      status: 400,
      error: { errors: { name: ['The name cannot have placeholders. Remove {{…}}.'] } },
    });
  });

  it.each([
    ['BOMB', BOMB],
    ['SMALL_BOMB', SMALL_BOMB],
  ])('of an older template are evaluated within the budget: %s', async (_which, content) => {
    const templateId = await makeTemplate(portal, { content });
    for (const fieldValues of [{}, { a: 'x'.repeat(10_000) }])
      expect(
        await portal.call(billingCodeRuleEvaluate, { body: { templateId, fieldValues } }, assistant),
      ).toMatchObject({
        status: 400,
        error: { errors: { fieldValues: [expect.stringMatching(/“Text [bc]”/)] } },
      });
    const body = { name: 'Empty', answers: {}, expected: { text: '', lines: [] } };
    expect(await portal.call(templateCaseCreate, { params: { id: templateId }, body }, admin)).toMatchObject({
      status: 201,
    });
  });

  it('refuses more billing code rules than an evaluation should read', async () => {
    const templateId = await makeTemplate(portal);
    await portal.owner.query(
      `insert into billing_code_rules (template_id, field_id, field_value, priority, is_template_default)
       select $1, 'note', 'Value ' || n, 1, false from generate_series(1, $2::int) n`,
      [templateId, MAX_RULES],
    );
    const billingCodeId = await makeBillingCode(portal, '20610');
    const body = { templateId, fieldId: 'note', fieldValue: 'More', billingCodes: [{ billingCodeId }] };
    expect(await portal.call(billingCodeRuleCreate, { body }, admin)).toMatchObject({
      status: 409,
      error: { message: 'A template can have at most 500 billing code rules' },
    });
  });

  it('compare dates in billing code rules as screens write them', async () => {
    const templateId = await makeTemplate(portal, { content: DATED });
    const billingCodeId = await makeBillingCode(portal, '64483');
    const rule = { templateId, fieldId: 'seen', billingCodes: [{ billingCodeId, isDefault: true }] };
    const add = (fieldValue: string) =>
      portal.call(billingCodeRuleCreate, { body: { ...rule, fieldValue } }, admin);
    expect(await add('tomorrow')).toMatchObject({
      status: 400,
      error: {
        errors: {
          fieldValue: ['"Last seen" is a date, but "tomorrow" is not. Write it as 01/05/2026.'],
        },
      },
    });
    expect(await add('01/05/2026')).toMatchObject({ status: 201 });
    for (const seen of ['2026-01-05', '01/05/2026', '1/5/2026'])
      expect(
        await portal.succeed(
          billingCodeRuleEvaluate,
          { body: { templateId, fieldValues: { seen } } },
          assistant,
        ),
      ).toMatchObject([{ code: '64483', matchedFieldValue: '01/05/2026' }]);
  });
});

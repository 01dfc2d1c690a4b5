import { templateExport, templateImport, templateImportPreview } from '@portal/contract/template-file';
import { templateDelete, templateList } from '@portal/contract/templates';
import { RULE_OPERATORS } from '@portal/domain/template/content';
import { contentOf } from '@portal/domain/template/test/content-of';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode } from '#test/template-factories.ts';

let portal: TestPortal;
let admin: SignedInUser;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await signedInAs(portal, 'Admin');
  for (const [code, isActive] of [
    ['J3301', true],
    ['64483', true],
    ['0200T', false],
  ] as const)
    await makeBillingCode(portal, code, { codeType: 'CPT', isActive });
});
afterAll(() => portal.close());

const id = fc.constantFrom('side', 'steroid', 'dose', 'gone');
const word = fc.oneof(
  fc.constantFrom('Left', 'Right', 'left ', 'Kenalog 40', '40 mg', '*', 'a,b'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
);
/** The operators that can compare any text: numbers and dates must be some. */
const OPERATORS = RULE_OPERATORS.filter(
  (operator) => !/^(?:less_than|at_most|at_least|greater_than|before|after)$/u.test(operator),
);
const condition = {
  sourceFieldId: fc.constantFrom('side', 'steroid', 'dose'),
  operator: fc.constantFrom(...OPERATORS),
  value: fc.oneof(word, fc.array(word, { maxLength: 3 })),
};
const field = (own: string) =>
  fc.record(
    {
      id: fc.constant(own),
      label: word,
      type: fc.constantFrom('text', 'textarea', 'date', 'hidden', 'checkbox', 'select', 'radio'),
      options: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
      required: fc.boolean(),
      defaultValue: fc.oneof(word, fc.boolean(), fc.array(word, { maxLength: 2 })),
      helpText: fc.string({ maxLength: 10, unit: 'grapheme' }),
      defaultValueRules: fc.array(
        fc.record({ ...condition, sourceFieldId: fc.constant('other'), defaultValue: word }),
        {
          maxLength: 2,
        },
      ),
    },
    { requiredKeys: ['id', 'type', 'label', 'options'] },
  );
const comparison = fc.record({
  ...condition,
  sourceFieldId: fc.constantFrom('side', 'lesions.level', 'patient.age'),
});
const group = fc.record({
  match: fc.constantFrom('all', 'any'),
  conditions: fc.array(comparison, { minLength: 1, maxLength: 3 }),
});
const rule = fc.record({
  when: fc.option(fc.record({ fieldId: id, value: word })),
  conditions: fc.option(group, { nil: undefined }),
  priority: fc.integer({ min: 0, max: 9999 }),
  billingCodes: fc.uniqueArray(
    fc.record({
      codeType: fc.constant('CPT'),
      code: fc.constantFrom('J3301', '64483', '0200T'),
      modifiers: fc.constantFrom('', 'LT', '59,LT'),
      isDefault: fc.boolean(),
      doseFieldId: fc.option(id),
    }),
    { minLength: 1, maxLength: 3, selector: ({ code }) => code },
  ),
});
const answer = fc.oneof(word, fc.boolean(), fc.array(word, { maxLength: 3 }));
const testCase = (name: string) =>
  fc.record({
    name: fc.constant(name),
    answers: fc.dictionary(id, answer),
    billingOption: fc.constantFrom('standard', 'reduced'),
    expected: fc.record({
      text: word,
      lines: fc.constant([{ codeType: 'CPT', code: 'J3301', units: 8, modifiers: '' }]),
    }),
  });

/** Templates as they can be stored, also with references to fields, options and codes that are gone. */
const anyTemplate = fc
  .record({
    fields: fc.tuple(
      field('side'),
      field('steroid'),
      field('dose'),
      fc.constant({ id: 'other', type: 'text' }),
    ),
    rules: fc.array(rule, { maxLength: 4 }),
    cases: fc.tuple(testCase('One'), testCase('Two')),
    isActive: fc.boolean(),
    shortDescription: fc.option(fc.constant('Short')),
    quickAccessOrder: fc.option(fc.integer({ min: 0, max: 9999 })),
  })
  .map(({ fields, ...template }) => ({
    ...template,
    name: 'Round trip',
    procedureType: 'Injection',
    category: null,
    autoPopulate: { side: 'patient.name' },
    content: contentOf(...fields),
  }));

const exported = async (): Promise<string> => (await portal.succeed(templateExport, {}, admin)).blob.text();
async function importText(text: string): Promise<void> {
  const { basis } = await portal.succeed(templateImportPreview, { body: { text } }, admin);
  await portal.succeed(
    templateImport,
    { body: { text, basis, reason: 'A round trip of all templates' } },
    admin,
  );
}
async function removeAll(): Promise<void> {
  for (const { id: templateId } of await portal.succeed(
    templateList,
    { query: { includeInactive: 'true' } },
    admin,
  ))
    await portal.succeed(templateDelete, { params: { id: templateId } }, admin);
}

it('everything that can be exported can be imported, and is the same afterward', async () => {
  await fc.assert(
    fc.asyncProperty(anyTemplate, async (template) => {
      await removeAll();
      const file = { format: 'medical-portal-templates', version: 1, categories: [], headers: [] };
      await importText(JSON.stringify({ ...file, templates: [template] }));
      const first = await exported();
      await removeAll();
      await importText(first);
      const second = await exported();
      expect(JSON.parse(second)).toEqual(JSON.parse(first));
      expect(JSON.parse(second)).toHaveProperty('templates', [expect.anything()]);
    }),
    { numRuns: 12 },
  );
});

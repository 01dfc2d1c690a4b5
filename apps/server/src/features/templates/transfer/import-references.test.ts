import { templateImport, templateImportPreview } from '@portal/contract/template-file';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode } from '#test/template-factories.ts';

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
const fileText = (...templates: object[]) =>
  JSON.stringify({ format: 'medical-portal-templates', version: 1, categories: [], templates, headers: [] });

describe('importing templates with references to fields and options', () => {
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

  it('accepts and lists what points to nothing, as older templates can have it', async () => {
    const template = aTemplate({
      content: contentOf({ ...SIDE, defaultValue: 'right' }, note('On the {{side}}.')),
    });
    const [rule] = template.rules;
    const [code] = rule?.billingCodes ?? [];
    const rules = [
      { ...rule, when: { fieldId: 'absent', value: 'x' } },
      { ...rule, when: { fieldId: 'side', value: 'Up' }, billingCodes: [{ ...code, doseFieldId: 'dose' }] },
    ];
    const [first] = template.cases;
    const cases = [{ ...first, name: 'Gone', answers: { gone: 'x' } }];
    const text = fileText({ ...template, rules, cases });
    const { templates } = await preview(text);
    expect(templates).toMatchObject([
      {
        brokenReferences: [
          'The default of "Side" gives "right", which is not an option of "Side". Did you mean "Right"?',
          'Billing rule "absent is x" points to the field "absent", which does not exist.',
          'Billing rule "Side is Up" names "Up", which is not an option of "Side".',
          'Billing rule "Side is Up" (64483) takes its units from the field "dose", which does not exist.',
          'Test case "Gone" in its answer for "gone" points to the field "gone", which does not exist.',
        ],
        lostReferences: [],
      },
    ]);
    expect(await importText(text, { reason: 'From an older portal' })).toMatchObject({ status: 200 });
    expect(await preview(text)).toMatchObject({ templates: [{ outcome: 'unchanged' }] });
  });

  it('asks for a reason if rules, defaults or test cases of this practice would point to nothing', async () => {
    const template = aTemplate();
    await importText(fileText(template));
    const text = fileText({
      ...template,
      content: contentOf({ ...SIDE, options: ['L', 'R'] }, note('On the {{side}}.')),
      rules: [],
      cases: [],
    });
    const lost = 'Billing rule "Side is Left" names "Left", which is not an option of "Side".';
    expect(await importText(text)).toMatchObject({
      status: 409,
      error: {
        code: 'CONFIRMATION_REQUIRED',
        errors: { references: expect.arrayContaining([`${template.name}: ${lost}`]) },
      },
    });
    expect(await importText(text, { reason: 'The sides have other names' })).toMatchObject({ status: 200 });
  });
});

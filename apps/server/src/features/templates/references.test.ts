import {
  billingCodeRuleCreate,
  billingCodeRuleEvaluate,
  billingCodeRuleList,
} from '@portal/contract/billing-code-rules';
import { templateCaseCreate, templateCaseList } from '@portal/contract/template-cases';
import {
  dictationTemplateGet,
  templateGet,
  templatePreferencesSave,
  templateUpdate,
} from '@portal/contract/templates';
import type { TemplateContent } from '@portal/domain/template/content';
import { contentOf, type FieldDraft } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const STEROID: FieldDraft = {
  id: 'steroid',
  label: 'Steroid',
  type: 'select',
  options: ['None', 'Kenalog 40'],
  defaultValue: 'None',
};
const DOSE: FieldDraft = { id: 'dose', label: 'Dose' };
const NOTE: FieldDraft = {
  id: 'note',
  label: 'Note',
  visibilityRules: [{ sourceFieldId: 'steroid', operator: 'equals', value: 'Kenalog 40', action: 'show' }],
};
const CONTENT = contentOf(STEROID, DOSE, NOTE);
const RENAMED_DOSE = contentOf(STEROID, { ...DOSE, id: 'dose_mg' }, NOTE);
const RENAMED_OPTION = contentOf({ ...STEROID, options: ['None', 'Triamcinolone 40 mg'] }, DOSE, NOTE);

describe('references to renamed and removed fields and options', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let provider: SignedInUser;
  let drug: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    provider = await signedInAs(portal, 'ProviderPhysician');
    drug = await makeBillingCode(portal, 'J3301', { codeType: 'CPT' });
  });
  afterAll(() => portal.close());

  /** A template with a rule, a test case and a provider's default. */
  async function newTemplate(): Promise<string> {
    const id = await makeTemplate(portal, { content: CONTENT });
    await portal.succeed(
      billingCodeRuleCreate,
      {
        body: {
          templateId: id,
          fieldId: 'steroid',
          fieldValue: 'Kenalog 40',
          billingCodes: [{ billingCodeId: drug, isDefault: true, doseFieldId: 'dose' }],
        },
      },
      admin,
    );
    await portal.succeed(
      templateCaseCreate,
      {
        params: { id },
        body: {
          name: 'With steroid',
          answers: { steroid: 'Kenalog 40', dose: '80 mg', note: 'x' },
          expected: {
            text: 'PROCEDURE DETAILS\nSteroid: Kenalog 40\nDose: 80 mg\nNote: x',
            lines: [{ codeType: 'CPT', code: 'J3301', units: 8 }],
          },
        },
      },
      admin,
    );
    await portal.succeed(
      templatePreferencesSave,
      { params: { id }, body: { defaults: { steroid: 'Kenalog 40', dose: '40 mg' } } },
      provider,
    );
    return id;
  }

  async function save(id: string, content: TemplateContent, more: object = {}) {
    const { name, procedureType, version } = await portal.succeed(templateGet, { params: { id } }, admin);
    const body = { name, procedureType, version, templateContent: JSON.stringify(content), ...more };
    return portal.call(templateUpdate, { params: { id }, body }, admin);
  }
  const reason = 'The drug has another name now';
  const stateOf = async (id: string) => ({
    content: (await portal.succeed(templateGet, { params: { id } }, admin)).templateContent,
    rules: await portal.succeed(billingCodeRuleList, { params: { templateId: id } }, admin),
    cases: await portal.succeed(templateCaseList, { params: { id } }, admin),
    defaults: (await portal.succeed(dictationTemplateGet, { params: { id }, query: {} }, provider))
      .providerDefaults,
  });
  const billed = (id: string, fieldValues: Record<string, string>) =>
    portal.succeed(billingCodeRuleEvaluate, { body: { templateId: id, fieldValues } }, provider);

  it('are named, at the place where a rename can be given, and nothing is saved', async () => {
    const id = await newTemplate();
    const before = await stateOf(id);
    expect(await save(id, RENAMED_DOSE, { reason })).toMatchObject({
      status: 409,
      error: {
        code: 'CONFIRMATION_REQUIRED',
        message: expect.stringContaining('Carry this along'),
        errors: {
          'renames.fields.dose': [
            'Billing rule "Steroid is Kenalog 40" (J3301) takes its units from the field "dose", which does not exist.',
            expect.stringMatching(
              /^The default of .+ for "dose" points to the field "dose", which does not exist\.$/,
            ),
            'Test case "With steroid" in its answer for "dose" points to the field "dose", which does not exist.',
          ],
        },
      },
    });
    expect(await save(id, RENAMED_OPTION, { reason })).toMatchObject({
      status: 409,
      error: {
        errors: {
          'renames.options.steroid.Kenalog 40': [
            'Visibility rule 1 of "Note" names "Kenalog 40", which is not an option of "Steroid".',
            'Billing rule "Steroid is Kenalog 40" names "Kenalog 40", which is not an option of "Steroid".',
            expect.stringMatching(/^The default of .+ for "Steroid" gives "Kenalog 40"/),
            'Test case "With steroid" in its answer for "Steroid" gives "Kenalog 40", which is not an option of "Steroid".',
          ],
        },
      },
    });
    expect(await stateOf(id)).toEqual(before);
  });

  it('follow a renamed field, with the next version of each record and audit entries', async () => {
    const id = await newTemplate();
    const before = await stateOf(id);
    expect(await save(id, RENAMED_DOSE, { renames: { fields: { dose: 'dose_mg' } } })).toMatchObject({
      status: 200,
    });
    const after = await stateOf(id);
    expect(after.rules).toMatchObject([{ version: 2, billingCodes: [{ doseFieldId: 'dose_mg' }] }]);
    expect(after.cases).toMatchObject([{ version: 2, answers: { dose_mg: '80 mg' } }]);
    expect(after.defaults).toEqual({ steroid: 'Kenalog 40', dose_mg: '40 mg' });
    expect(await billed(id, { steroid: 'Kenalog 40', dose_mg: '80 mg' })).toMatchObject([
      { code: 'J3301', units: 8 },
    ]);
    const [rule] = before.rules;
    expect(await auditOf(portal, 'BillingCodeRule', rule?.id ?? '')).toMatchObject([
      { action: 'Created' },
      { action: 'Updated' },
    ]);
    expect(await auditOf(portal, 'Template', id)).toContainEqual(
      expect.objectContaining({ new_values: { userId: provider.id, providerDefaults: after.defaults } }),
    );
  });

  it('follow a renamed option, also in the conditions of other fields', async () => {
    const id = await newTemplate();
    const renames = { options: { steroid: { 'Kenalog 40': 'Triamcinolone 40 mg' } } };
    // The printed text names the option.
    expect(await save(id, RENAMED_OPTION, { renames })).toMatchObject({
      status: 409,
      error: { errors: { cases: ['With steroid: The text differs'] } },
    });
    expect(await save(id, RENAMED_OPTION, { renames, reason })).toMatchObject({ status: 200 });
    const after = await stateOf(id);
    expect(after.content).toContain('"value":"Triamcinolone 40 mg"');
    expect(after.rules).toMatchObject([{ fieldValue: 'Triamcinolone 40 mg' }]);
    expect(after.cases).toMatchObject([{ answers: { steroid: 'Triamcinolone 40 mg' } }]);
    expect(after.defaults).toMatchObject({ steroid: 'Triamcinolone 40 mg' });
    expect(await billed(id, { steroid: 'Triamcinolone 40 mg', dose: '80 mg' })).toMatchObject([{ units: 8 }]);
  });

  it('can be left after a confirmation, which is recorded, and then give no units', async () => {
    const id = await newTemplate();
    expect(await save(id, RENAMED_DOSE, { reason, ignoreLostReferences: true })).toMatchObject({
      status: 200,
    });
    expect((await auditOf(portal, 'Template', id)).at(-1)).toMatchObject({
      new_values: { lostReferences: expect.arrayContaining([expect.stringContaining('takes its units')]) },
    });
    expect(await billed(id, { steroid: 'Kenalog 40', dose_mg: '80 mg' })).toMatchObject([
      { code: 'J3301', units: null },
    ]);
    // What was left before does not have to be confirmed again.
    const more = contentOf(STEROID, { ...DOSE, id: 'dose_mg', helpText: 'In mg' }, NOTE);
    expect(await save(id, more, { reason })).toMatchObject({ status: 200 });
  });

  it('are refused in a new rule: a value that the field does not offer, or an inactive code', async () => {
    const id = await newTemplate();
    const inactive = await makeBillingCode(portal, '0201T', { codeType: 'CPT', isActive: false });
    const add = (fieldValue: string, billingCodeId: string) =>
      portal.call(
        billingCodeRuleCreate,
        { body: { templateId: id, fieldId: 'steroid', fieldValue, billingCodes: [{ billingCodeId }] } },
        admin,
      );
    expect(await add('Up', drug)).toMatchObject({
      status: 400,
      error: {
        errors: {
          fieldValue: ['Billing rule "Steroid is Up" names "Up", which is not an option of "Steroid".'],
        },
      },
    });
    const message = '0201T is inactive. Activate it, or choose another code.';
    expect(await add('none', inactive)).toMatchObject({
      status: 400,
      error: { errors: { 'billingCodes.0.billingCodeId': [message] } },
    });
    expect(await add('none', drug)).toMatchObject({ status: 201 });
  });

  it('are refused if the new name does not exist', async () => {
    const id = await newTemplate();
    const renames = { fields: { dose: 'gone' }, options: { steroid: { 'Kenalog 40': 'gone' } } };
    expect(await save(id, RENAMED_DOSE, { renames })).toMatchObject({
      status: 400,
      error: {
        errors: {
          'renames.fields.dose': ['The template has no field "gone"'],
          'renames.options.steroid.Kenalog 40': ['"Steroid" does not offer "gone"'],
        },
      },
    });
  });
});

import { billingCodeRuleCreate, billingCodeRuleDelete } from '@portal/contract/billing-code-rules';
import { dictationCreate, dictationSign } from '@portal/contract/dictations';
import { dictationFindings, signingCheckList, signingCheckSave } from '@portal/contract/signing-checks';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { makeBillingCode } from '#test/template-factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const CONTENT = contentOf(
  { id: 'gauge', label: 'Needle gauge' },
  {
    id: 'technique',
    label: 'Technique',
    type: 'textarea',
    dependencyType: 'dynamic_text',
    defaultTemplate: 'A {{gauge}}-gauge needle was placed.',
  },
);

describe('checks before signing', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'Admin');
    desk = await makeDictationDesk(portal, { content: CONTENT });
    await makeBillingCode(portal, '64483', { codeType: 'CPT' });
    await makeBillingCode(portal, 'M54.16', { codeType: 'ICD10' });
  });
  afterAll(() => portal.close());

  const write = async (more: Parameters<typeof noteBody>[1]) =>
    (await portal.succeed(dictationCreate, { body: noteBody(desk, { formData: {}, ...more }) }, physician))
      .id;
  const ask = (...dictationIds: string[]) =>
    portal.call(dictationFindings, { body: { dictationIds } }, physician);

  it('names the rules of its template that point to nothing, for as long as they do', async () => {
    const { templateId } = desk;
    const drug = await makeBillingCode(portal, 'J3301', { codeType: 'CPT' });
    const rule = {
      templateId,
      fieldId: 'gauge',
      fieldValue: '*',
      billingCodes: [{ billingCodeId: drug, doseFieldId: 'gauge' }],
    };
    const { id: ruleId } = await portal.succeed(billingCodeRuleCreate, { body: rule }, admin);
    const id = await write({ status: 'Completed', formData: { gauge: '22' } });
    expect(await ask(id)).toMatchObject({ status: 200, body: [] });
    await portal.owner.query(`update billing_code_rule_codes set dose_field_id = 'gone' where rule_id = $1`, [
      ruleId,
    ]);
    const message =
      'Billing rule "Needle gauge has any value" (J3301) takes its units from the field "gone", which does not exist.';
    expect(await ask(id)).toMatchObject({ body: [{ findings: [{ check: 'brokenRule', message }] }] });
    await portal.succeed(billingCodeRuleDelete, { params: { id: ruleId } }, admin);
    expect(await ask(id)).toMatchObject({ body: [] });
  });

  it('lists dictations with blanks in their report text, except no-shows', async () => {
    const blank = await write({ status: 'Completed' });
    const whole = await write({ formData: { gauge: '22' } });
    const noShow = await write({ billingOption: 'noshow-patient' });
    expect(await ask(whole, blank, noShow, blank)).toMatchObject({
      status: 200,
      body: [
        {
          dictationId: blank,
          findings: [
            {
              check: 'emptyPlace',
              action: 'warn',
              message: 'Needle gauge is empty in Technique.',
              fieldId: 'gauge',
              code: null,
              lineIndex: null,
            },
          ],
        },
      ],
    });
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      user_id: physician.id,
      new_values: { dictationIds: [whole, blank, noShow], patientIds: [desk.patientId] },
    });
  });

  it('400 for an empty list, 404 for an unknown or inactive dictation', async () => {
    expect(await ask()).toMatchObject({ status: 400 });
    expect(await ask('00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
    const gone = await makeDictation(portal, { ...desk, providerId: physician.id, isActive: false });
    expect(await ask(gone)).toMatchObject({ status: 404 });
  });

  const settings = () => portal.succeed(signingCheckList, {}, physician);
  const set = (check: 'emptyPlace' | 'noDiagnosis', action: 'warn' | 'block', user = admin) =>
    portal.call(signingCheckSave, { body: { checks: [{ check, action }] } }, user);

  it('know the line types and headings of the catalog', async () => {
    await makeBillingCode(portal, 'X9', { codeType: 'ICD10', isBillable: false });
    const id = await write({ formData: { gauge: '22' }, billingCodes: ['64483', 'X9'] });
    expect(await ask(id)).toMatchObject({
      body: [{ findings: [{ check: 'heading', code: 'X9', lineIndex: 1 }] }],
    });
    const none = await write({ formData: { gauge: '22' }, billingCodes: ['64483'] });
    expect(await ask(none)).toMatchObject({
      body: [{ findings: [{ check: 'noDiagnosis', code: '64483' }] }],
    });
  });

  it('compare lines that were chosen by hand with the rules of the template', async () => {
    const billingCodeId = await makeBillingCode(portal, '20610');
    const rule = { fieldId: 'gauge', fieldValue: '22', priority: 1, isTemplateDefault: false };
    await portal.succeed(
      billingCodeRuleCreate,
      { body: { templateId: desk.templateId, ...rule, billingCodes: [{ billingCodeId }] } },
      admin,
    );
    const billingCodes = ['20610', 'M54.16'];
    const suggested = await write({ formData: { gauge: '22' }, billingCodes });
    const other = await write({ formData: { gauge: '25' }, billingCodes });
    expect(await ask(suggested, other)).toMatchObject({
      body: [
        {
          dictationId: other,
          findings: [
            {
              check: 'ruleLine',
              action: 'warn',
              code: '20610',
              message: 'The template suggests 20610 only for other entries.',
            },
          ],
        },
      ],
    });
  });

  it('prevent signing only where an administrator says so', async () => {
    const sign = (id: string) => portal.call(dictationSign, { params: { id }, body: {} }, physician);
    const id = await write({ status: 'Completed' });
    expect(await set('emptyPlace', 'block', physician)).toMatchObject({ status: 403 });
    expect(await set('emptyPlace', 'block')).toMatchObject({ status: 200 });
    expect((await settings()).filter(({ action }) => action === 'block')).toEqual([
      { check: 'leftOverTag', action: 'block' },
      { check: 'emptyPlace', action: 'block' },
      { check: 'editedText', action: 'block' },
      // Always.
      { check: 'carriedUnseen', action: 'block' },
      { check: 'procedureDay', action: 'block' },
      { check: 'oneSided50', action: 'block' },
      // Always.
      { check: 'units', action: 'block' },
      { check: 'unknownCode', action: 'block' },
      { check: 'codeDates', action: 'block' },
    ]);
    expect((await auditOf(portal, 'System', null)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { 'signingCheck.emptyPlace': 'warn' },
      new_values: { 'signingCheck.emptyPlace': 'block' },
    });
    expect(await sign(id)).toMatchObject({
      status: 400,
      error: {
        message: 'Correct this before you sign: Needle gauge is empty in Technique.',
        errors: { 'formData.gauge': ['Needle gauge is empty in Technique.'] },
      },
    });
    // Another check still only warns.
    const other = await write({ formData: { gauge: '22' }, billingCodes: ['64483'] });
    expect(await sign(other)).toMatchObject({ status: 200 });
    await set('emptyPlace', 'warn');
    expect(await sign(id)).toMatchObject({ status: 200 });
  });

  it('refuse unknown checks and actions', async () => {
    for (const checks of [[], [{ check: 'gone', action: 'warn' }], [{ check: 'levels', action: 'ignore' }]])
      expect(
        await portal.raw({
          method: 'PUT',
          url: '/api/admin/dictation/signing-checks',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ checks }),
          token: admin.token,
        }),
      ).toMatchObject({ status: 400 });
  });
});

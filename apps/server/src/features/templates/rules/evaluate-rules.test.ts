import {
  billingCodeRuleCreate,
  billingCodeRuleEvaluate,
  dictationTemplateRules,
} from '@portal/contract/billing-code-rules';
import { contentOf } from '@portal/domain/template/test/content-of';
import { mutableValues, type FieldValues } from '@portal/domain/template/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right', 'Bilateral'] },
  { id: 'levels', label: 'Levels', type: 'checkbox', options: ['L4', 'L5', 'S1'] },
  {
    id: 'contrast',
    label: 'Contrast',
    visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' }],
  },
);

describe('evaluating billing code rules', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let provider: SignedInUser;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    provider = await signedInAs(portal, 'ProviderPhysician');
    for (const code of ['64483', '64484', '77003']) ids.set(code, await makeBillingCode(portal, code));
  });
  afterAll(() => portal.close());

  const assigned = (code: string, more: object = {}) => ({ billingCodeId: ids.get(code) ?? code, ...more });
  const newTemplate = () => makeTemplate(portal, { content: CONTENT });
  const create = (templateId: string, more: object = {}) =>
    portal.succeed(
      billingCodeRuleCreate,
      {
        body: {
          templateId,
          fieldId: 'side',
          fieldValue: 'Left',
          priority: 1,
          isTemplateDefault: false,
          billingCodes: [assigned('64483', { isDefault: true })],
          ...more,
        },
      },
      admin,
    );
  const rulesOf = (templateId: string) =>
    portal.succeed(dictationTemplateRules, { params: { id: templateId } }, provider);
  const evaluate = (templateId: string, fieldValues: FieldValues) =>
    portal.succeed(
      billingCodeRuleEvaluate,
      { body: { templateId, fieldValues: mutableValues(fieldValues) } },
      provider,
    );

  it('returns matches with reasons: auto-selected codes first, then by priority, each line once', async () => {
    const templateId = await newTemplate();
    const byDefault = await create(templateId, {
      isTemplateDefault: true,
      billingCodes: [assigned('77003'), assigned('64484')],
    });
    const byLevel = await create(templateId, {
      fieldId: 'levels',
      fieldValue: 'l5',
      priority: 20,
      billingCodes: [assigned('64484', { modifiers: '59' })],
    });
    const bySide = await create(templateId, {
      priority: 30,
      billingCodes: [assigned('64483', { isDefault: true, modifiers: 'LT' })],
    });
    const matches = await evaluate(templateId, { side: 'Left', levels: ['L4', 'L5'] });
    expect(matches).toEqual([
      {
        billingCodeId: ids.get('64483'),
        code: '64483',
        description: 'About 64483',
        codeType: 'CPT',
        matchedFieldId: 'side',
        matchedFieldValue: 'Left',
        isDefault: true,
        priority: 30,
        modifiers: 'LT',
        units: 1,
        ruleId: bySide.id,
      },
      expect.objectContaining({
        code: '77003',
        matchedFieldId: '_template_default',
        matchedFieldValue: '*',
        priority: 1,
        ruleId: byDefault.id,
      }),
      // Another line than the one with 59.
      expect.objectContaining({ code: '64484', modifiers: 'LT', ruleId: byDefault.id }),
      expect.objectContaining({
        code: '64484',
        matchedFieldId: 'levels',
        matchedFieldValue: 'l5',
        modifiers: '59,LT',
        priority: 20,
        ruleId: byLevel.id,
      }),
    ]);
    expect((await evaluate(templateId, {})).map(({ code }) => code)).toEqual(['77003', '64484']);
  });

  it('returns the actual value for a rule that matches any value', async () => {
    const templateId = await newTemplate();
    await create(templateId, { fieldId: 'levels', fieldValue: '*' });
    expect(await evaluate(templateId, { levels: ['L4', 'S1'] })).toMatchObject([
      { matchedFieldId: 'levels', matchedFieldValue: 'L4, S1' },
    ]);
    expect(await evaluate(templateId, {})).toEqual([]);
  });

  it('suggests nothing for hidden values', async () => {
    const templateId = await newTemplate();
    await create(templateId, { fieldId: 'contrast', fieldValue: '*' });
    expect(await evaluate(templateId, { side: 'Right', contrast: 'Omnipaque' })).toEqual([]);
    expect(await evaluate(templateId, { side: 'Left', contrast: 'Omnipaque' })).toHaveLength(1);
  });

  it('keeps a deactivated code in the rule but no longer suggests it', async () => {
    const code = await makeBillingCode(portal, '0200T', { codeType: 'CPT' });
    const templateId = await newTemplate();
    await create(templateId, { billingCodes: [assigned(code), assigned('77003')] });
    await portal.owner.query('update billing_codes set is_active = false where id = $1', [code]);
    const [rule] = await rulesOf(templateId);
    expect(rule?.billingCodes).toMatchObject([{ code: '0200T', isActive: false }, { isActive: true }]);
    expect((await evaluate(templateId, { side: 'Left' })).map((match) => match.code)).toEqual(['77003']);
  });
});

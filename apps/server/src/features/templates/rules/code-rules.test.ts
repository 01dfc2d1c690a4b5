import {
  billingCodeRuleCreate,
  billingCodeRuleDelete,
  billingCodeRuleEvaluate,
  billingCodeRuleList,
  dictationTemplateRules,
  endedRuleCodes,
  billingCodeRuleUpdate,
} from '@portal/contract/billing-code-rules';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const EMPTY_GUID = '00000000-0000-0000-0000-000000000000';
const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right', 'Bilateral'] },
  { id: 'levels', label: 'Levels', type: 'checkbox', options: ['L4', 'L5', 'S1'] },
  {
    id: 'contrast',
    label: 'Contrast',
    visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' }],
  },
);
const CPT = ['64483', '64484', '77003', '62323', '64490', '64493', '20610'];
const ICD10 = Array.from({ length: 13 }, (_, index) => `M54.${10 + index}`);
const NO_UNITS = { doseFieldId: null, unitSize: null, unit: null, isBillable: true } as const;

describe('billing code rules', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let provider: SignedInUser;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    provider = await signedInAs(portal, 'ProviderPhysician');
    for (const code of [...CPT, ...ICD10]) ids.set(code, await makeBillingCode(portal, code));
  });
  afterAll(() => portal.close());

  const assigned = (code: string, more: object = {}) => ({ billingCodeId: ids.get(code) ?? code, ...more });
  const newTemplate = () => makeTemplate(portal, { content: CONTENT });
  const body = (templateId: string, more: object = {}) => ({
    templateId,
    fieldId: 'side',
    fieldValue: 'Left',
    priority: 1,
    isTemplateDefault: false,
    billingCodes: [assigned('64483', { isDefault: true })],
    ...more,
  });
  const create = (templateId: string, more: object = {}) =>
    portal.succeed(billingCodeRuleCreate, { body: body(templateId, more) }, admin);
  const refused = async (more: object) => {
    const templateId = await newTemplate();
    const answer = await portal.call(billingCodeRuleCreate, { body: body(templateId, more) }, admin);
    expect(await portal.succeed(billingCodeRuleList, { params: { templateId } }, admin)).toEqual([]);
    return answer;
  };
  const rulesOf = (templateId: string) =>
    portal.succeed(dictationTemplateRules, { params: { id: templateId } }, provider);

  describe('200 and 201', () => {
    it('lists codes with a last day over all templates', async () => {
      const ended = await makeBillingCode(portal, 'J1040', { codeType: 'CPT' });
      await portal.owner.query("update billing_codes set valid_to = '2024-03-31' where id = $1", [ended]);
      const [first, second] = [await newTemplate(), await newTemplate()];
      const billingCodes = [{ billingCodeId: ended, isDefault: true }, assigned('64483')];
      await create(first, { billingCodes });
      await create(first, { billingCodes, fieldValue: 'Right' });
      await create(second, { billingCodes });
      const found = await portal.succeed(endedRuleCodes, {}, admin);
      expect(new Map(found.map((row) => [row.templateId, [row.code, row.validTo, row.rules]]))).toEqual(
        new Map([
          [first, ['J1040', '2024-03-31', 2]],
          [second, ['J1040', '2024-03-31', 1]],
        ]),
      );
    });

    it('returns a rule with its codes, their modifiers and order', async () => {
      const templateId = await newTemplate();
      const rule = await create(templateId, {
        billingCodes: [
          // A diagnosis has no modifiers.
          assigned('M54.10', { displayOrder: 100, modifiers: 'LT' }),
          assigned('64484', { displayOrder: 2, modifiers: 'lt, 59, LT' }),
          assigned('64483', { displayOrder: 1, isDefault: true }),
        ],
      });
      expect(rule).toMatchObject({
        templateId,
        fieldId: 'side',
        fieldValue: 'Left',
        priority: 1,
        isTemplateDefault: false,
        version: 1,
      });
      expect(rule.billingCodes[0]).toEqual({
        billingCodeId: ids.get('64483'),
        code: '64483',
        description: 'About 64483',
        codeType: 'CPT',
        modifiers: '',
        isDefault: true,
        displayOrder: 0,
        isActive: true,
        lineType: 'procedure',
        bilateralIndicator: 1,
        ...NO_UNITS,
        count: null,
        validFrom: null,
        validTo: null,
      });
      expect(rule.billingCodes.slice(1)).toMatchObject([
        { code: '64484', codeType: 'CPT', modifiers: 'LT,59', isDefault: false, displayOrder: 1 },
        { code: 'M54.10', codeType: 'ICD10', modifiers: '', isDefault: false, displayOrder: 100 },
      ]);
      expect(await rulesOf(templateId)).toEqual([rule]);
      expect(await auditOf(portal, 'BillingCodeRule', rule.id)).toMatchObject([
        { action: 'Created', new_values: { fieldId: 'side', fieldValue: 'Left' } },
      ]);
    });

    it('stores a template-default rule as _template_default and *, whatever is sent', async () => {
      const rule = await create(await newTemplate(), { isTemplateDefault: true });
      expect(rule).toMatchObject({ isTemplateDefault: true, fieldId: '_template_default', fieldValue: '*' });
    });

    it('sorts rules by priority, lowest number first', async () => {
      const templateId = await newTemplate();
      await create(templateId, { isTemplateDefault: true, priority: 15 });
      await create(templateId, { fieldValue: 'Right', priority: 20 });
      await create(templateId, { fieldValue: 'Left', priority: 10 });
      expect((await rulesOf(templateId)).map(({ fieldValue }) => fieldValue)).toEqual(['Left', '*', 'Right']);
    });

    it('changes priority and codes, and renumbers them within their type', async () => {
      const templateId = await newTemplate();
      const { id } = await create(templateId);
      const rule = await portal.succeed(
        billingCodeRuleUpdate,
        {
          params: { id },
          body: {
            ...body(templateId, {
              priority: 5,
              billingCodes: [
                assigned('M54.11', { displayOrder: 105 }),
                assigned('M54.10', { displayOrder: 103 }),
                assigned('77003', { displayOrder: 9 }),
              ],
            }),
            version: 1,
          },
        },
        admin,
      );
      expect(rule).toMatchObject({ id, priority: 5, version: 2 });
      expect(rule.billingCodes.map(({ code, displayOrder }) => [code, displayOrder])).toEqual([
        ['77003', 0],
        ['M54.10', 100],
        ['M54.11', 101],
      ]);
      expect((await auditOf(portal, 'BillingCodeRule', id)).at(-1)).toMatchObject({
        action: 'Updated',
        old_values: { priority: 1 },
        new_values: { priority: 5 },
      });
    });

    it('deletes a rule', async () => {
      const templateId = await newTemplate();
      const { id } = await create(templateId);
      const { message } = await portal.succeed(billingCodeRuleDelete, { params: { id } }, admin);
      expect(message).toBe('The rule was deleted.');
      expect(await rulesOf(templateId)).toEqual([]);
      expect((await auditOf(portal, 'BillingCodeRule', id)).map(({ action }) => action)).toEqual([
        'Created',
        'Deleted',
      ]);
    });

    it('allows 6 CPT and 12 ICD-10 codes in one rule, and skips rows without a code', async () => {
      const rule = await create(await newTemplate(), {
        billingCodes: [...CPT.slice(0, 6), ...ICD10.slice(0, 12), EMPTY_GUID, ''].map((code) =>
          assigned(code),
        ),
      });
      expect(rule.billingCodes).toHaveLength(18);
      expect(rule.billingCodes.at(-1)).toMatchObject({ codeType: 'ICD10', displayOrder: 111 });
    });
  });

  describe('400', () => {
    const FIELD_AND_VALUE = 'Please select a field and value for field-specific rules';
    it.each([
      ['field', { fieldId: '' }],
      ['value', { fieldValue: ' ' }],
      ['field and value', { fieldId: '', fieldValue: '' }],
    ])('requires a field-specific rule’s %s', async (_what, more) => {
      const answer = await refused(more);
      expect(answer).toMatchObject({ ok: false, status: 400, error: { message: FIELD_AND_VALUE } });
    });

    it('refuses a second rule for the same field and value, however it is written', async () => {
      const templateId = await newTemplate();
      await create(templateId);
      await create(templateId, { fieldValue: 'Right' });
      const again = await portal.call(
        billingCodeRuleCreate,
        { body: body(templateId, { fieldValue: ' left ' }) },
        admin,
      );
      expect(again).toMatchObject({
        status: 400,
        error: {
          errors: {
            fieldValue: ['This template already has a rule for this field and value. Change that one.'],
          },
        },
      });
      expect(await rulesOf(templateId)).toHaveLength(2);
    });

    it('refuses a rule on a field that the template does not have', async () => {
      expect(await refused({ fieldId: 'gone' })).toMatchObject({
        status: 400,
        error: { errors: { fieldId: ['The template has no field "gone"'] } },
      });
    });

    const NONE_VALID =
      'Please select at least one valid billing code. Check the console for validation errors.';
    it.each([
      ['no codes', []],
      ['the empty GUID', [{ billingCodeId: EMPTY_GUID }]],
      ['no id', [{ billingCodeId: '' }]],
      ['an invalid id', [{ billingCodeId: '64483' }]],
      ['an unknown id', [{ billingCodeId: ABSENT }]],
    ])('asks for at least one valid code given %s', async (_what, billingCodes) => {
      expect(await refused({ billingCodes })).toMatchObject({ status: 400, error: { message: NONE_VALID } });
    });

    it('reports the reasons on the rows', async () => {
      const nothing = await refused({
        billingCodes: [{ billingCodeId: EMPTY_GUID }, { billingCodeId: ABSENT }],
      });
      expect(nothing).toMatchObject({
        error: {
          errors: {
            'billingCodes.0.billingCodeId': ['Choose a billing code'],
            'billingCodes.1.billingCodeId': ['This billing code does not exist'],
          },
        },
      });
      const some = await refused({
        billingCodes: [assigned('64483'), { billingCodeId: ABSENT }, assigned('64483')],
      });
      expect(some).toMatchObject({
        status: 400,
        error: {
          errors: {
            'billingCodes.1.billingCodeId': ['This billing code does not exist'],
            'billingCodes.2.billingCodeId': ['This billing code is already in the rule with these modifiers'],
          },
        },
      });
    });

    it('accepts a code again with other modifiers, in its order', async () => {
      const both = ['RT', 'LT,59', ''].map((modifiers) => assigned('64483', { modifiers }));
      const templateId = await newTemplate();
      const sent = body(templateId, { billingCodes: both });
      const created = await portal.succeed(billingCodeRuleCreate, { body: sent }, admin);
      expect(created.billingCodes.map(({ code, modifiers }) => [code, modifiers])).toEqual([
        ['64483', 'RT'],
        ['64483', 'LT,59'],
        ['64483', ''],
      ]);
      expect(
        await refused({ billingCodes: [...both, assigned('64483', { modifiers: '59, lt' })] }),
      ).toMatchObject({
        error: {
          errors: { 'billingCodes.3.billingCodeId': [expect.stringContaining('already in the rule')] },
        },
      });
    });

    it.each([
      ['7 CPT codes', CPT, 'Maximum 6 CPT codes allowed per rule'],
      ['13 ICD-10 codes', ICD10, 'Maximum 12 ICD-10 codes allowed per rule'],
    ])('refuses %s', async (_what, codes, message) => {
      expect(await refused({ billingCodes: codes.map((code) => assigned(code)) })).toMatchObject({
        status: 400,
        error: { message },
      });
    });

    it('refuses malformed modifiers', async () => {
      const answer = await refused({ billingCodes: [assigned('64483', { modifiers: 'LEFT' })] });
      expect(answer).toMatchObject({
        status: 400,
        error: {
          errors: {
            'billingCodes.0.modifiers': ['Enter up to four 2-character modifiers, separated by commas'],
          },
        },
      });
    });

    it.each([
      ['fieldId', { fieldId: 'levels' }, 'The field of a rule cannot be changed'],
      ['fieldValue', { fieldValue: 'Right' }, 'The value of a rule cannot be changed'],
      [
        'isTemplateDefault',
        { isTemplateDefault: true },
        'The template default setting of a rule cannot be changed',
      ],
      ['templateId', { templateId: ABSENT }, 'The template of a rule cannot be changed'],
    ])('refuses to change a rule’s %s', async (field, more, message) => {
      const templateId = await newTemplate();
      const rule = await create(templateId);
      const answer = await portal.call(
        billingCodeRuleUpdate,
        { params: { id: rule.id }, body: body(templateId, { priority: 9, ...more }) },
        admin,
      );
      expect(answer).toMatchObject({
        status: 400,
        error: { errors: { [field]: [expect.stringContaining(message)] } },
      });
      expect(await rulesOf(templateId)).toEqual([rule]);
    });
  });

  describe('404 and 409', () => {
    it('returns 404 for unknown templates and rules', async () => {
      const params = { id: ABSENT };
      for (const answer of [
        await portal.call(billingCodeRuleList, { params: { templateId: ABSENT } }, admin),
        await portal.call(billingCodeRuleCreate, { body: body(ABSENT) }, admin),
        await portal.call(billingCodeRuleUpdate, { params, body: body(ABSENT) }, admin),
        await portal.call(billingCodeRuleDelete, { params }, admin),
        await portal.call(billingCodeRuleEvaluate, { body: { templateId: ABSENT, fieldValues: {} } }, admin),
      ])
        expect(answer.status).toBe(404);
    });

    it('refuses a stale version with the current rule', async () => {
      const templateId = await newTemplate();
      const { id } = await create(templateId);
      const change = { params: { id }, body: { ...body(templateId), version: 1 } };
      await portal.succeed(billingCodeRuleUpdate, change, admin);
      expect(await portal.call(billingCodeRuleUpdate, change, admin)).toMatchObject({
        ok: false,
        status: 409,
        error: { code: 'STALE', current: { id, version: 2 } },
      });
    });

    it('refuses to delete a code that a rule assigns', async () => {
      const code = await makeBillingCode(portal, '99999');
      await create(await newTemplate(), { billingCodes: [assigned(code)] });
      await expect(portal.owner.query('delete from billing_codes where id = $1', [code])).rejects.toThrow(
        'violates foreign key constraint',
      );
    });
  });
});

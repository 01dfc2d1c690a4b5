import {
  billingCodeRuleCreate,
  billingCodeRuleEvaluate,
  billingCodeRuleList,
  billingCodeRuleUpdate,
  type BillingCodeRule,
} from '@portal/contract/billing-code-rules';
import {
  templateExport,
  templateFile,
  templateImport,
  templateImportPreview,
} from '@portal/contract/template-file';
import { templateCreate } from '@portal/contract/templates';
import type { Condition, ConditionGroup } from '@portal/domain/template/content';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
  {
    id: 'lesions',
    label: 'Lesions',
    type: 'rows',
    columns: [{ id: 'level', label: 'Level', type: 'select', options: ['L4', 'L5'] }],
  },
  { id: 'muscles', label: 'Muscles', type: 'checkbox', options: ['Trapezius', 'Rhomboid', 'Splenius'] },
);
const counts = (operator: Condition['operator'], value: string): ConditionGroup => ({
  match: 'all',
  conditions: [{ sourceFieldId: 'muscles', operator, value, measure: 'count' }],
});
const THREE = counts('at_least', '3');
const OLD: ConditionGroup = {
  match: 'any',
  conditions: [{ sourceFieldId: 'patient.age', operator: 'at_least', value: '65' }],
};

const isLeft = (sourceFieldId: string, value = 'Left'): ConditionGroup => ({
  match: 'all',
  conditions: [{ sourceFieldId, operator: 'equals', value }],
});

describe('conditions of billing code rules', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let codeId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    codeId = await makeBillingCode(portal, '20553');
    await makeBillingCode(portal, '20552');
  });
  afterAll(() => portal.close());

  const units = (doseFieldId: string) => ({
    billingCodes: [{ billingCodeId: codeId, doseFieldId, count: { from: 1, step: 1 } }],
  });
  const newTemplate = () => makeTemplate(portal, { content: CONTENT });
  const body = (templateId: string, more: object = {}) => ({
    templateId,
    isTemplateDefault: true,
    priority: 1,
    billingCodes: [{ billingCodeId: codeId, isDefault: true }],
    ...more,
  });
  const send = (templateId: string, more: object = {}) =>
    portal.call(billingCodeRuleCreate, { body: body(templateId, more) }, admin);
  const create = (templateId: string, more: object = {}) =>
    portal.succeed(billingCodeRuleCreate, { body: body(templateId, more) }, admin);
  const change = ({ id, templateId, version, isTemplateDefault }: BillingCodeRule, more: object) =>
    portal.call(
      billingCodeRuleUpdate,
      { params: { id }, body: { ...body(templateId, { isTemplateDefault, ...more }), version } },
      admin,
    );
  const rulesOf = (templateId: string) =>
    portal.succeed(billingCodeRuleList, { params: { templateId } }, admin);

  it('are stored, listed, and recorded', async () => {
    const templateId = await newTemplate();
    const rule = await create(templateId, { when: THREE });
    expect(rule).toMatchObject({ isTemplateDefault: true, fieldId: '_template_default', when: THREE });
    expect(await rulesOf(templateId)).toEqual([rule]);
    expect(await auditOf(portal, 'BillingCodeRule', rule.id)).toMatchObject([
      { new_values: { when: THREE } },
    ]);
    expect(await create(await newTemplate())).toMatchObject({ when: null });
  });

  it('make rules of one field and value, and template defaults, differ', async () => {
    const templateId = await newTemplate();
    const left = { isTemplateDefault: false, fieldId: 'side', fieldValue: 'Left' };
    for (const when of [null, THREE, OLD])
      for (const target of [{}, left]) await create(templateId, { ...target, when });
    for (const [when, field] of [
      [null, 'fieldValue'],
      [THREE, 'when'],
    ] as const)
      for (const target of [{}, { ...left, fieldValue: 'left ' }])
        expect(await send(templateId, { ...target, when })).toMatchObject({
          status: 400,
          error: { errors: { [field]: [expect.stringContaining('already has')] } },
        });
    expect(await rulesOf(templateId)).toHaveLength(6);
  });

  it('can be changed and removed, but not to those of another rule', async () => {
    const templateId = await newTemplate();
    const rule = await create(templateId, { when: THREE });
    const other = await create(templateId, { when: OLD });
    expect(await change(rule, { when: OLD })).toMatchObject({
      status: 400,
      error: { errors: { when: [expect.stringContaining('already has')] } },
    });
    expect(await change(rule, {})).toMatchObject({ status: 200, body: { when: THREE, version: 2 } });
    const [kept] = await rulesOf(templateId);
    expect(await change({ ...rule, version: kept?.version ?? 0 }, { when: null })).toMatchObject({
      status: 200,
      body: { when: null },
    });
    expect((await auditOf(portal, 'BillingCodeRule', rule.id)).at(-1)).toMatchObject({
      old_values: { when: THREE },
      new_values: { when: null },
    });
    expect(await change(other, { when: null })).toMatchObject({ status: 400 });
  });

  it('are refused if they are too deep, empty, or no conditions', async () => {
    const nested = (depth: number): ConditionGroup =>
      depth === 0 ? THREE : { match: 'all', conditions: [nested(depth - 1)] };
    const templateId = await newTemplate();
    expect(await send(templateId, { when: nested(2) })).toMatchObject({ status: 201 });
    for (const when of [nested(3), { match: 'all', conditions: [] }, { match: 'none' }, 'Left'])
      expect(await send(templateId, { when })).toMatchObject({ status: 400 });
  });

  it('are refused if they read something that the template does not have', async () => {
    const templateId = await newTemplate();
    for (const unknown of [
      isLeft('gone'),
      isLeft('side', 'Up'),
      isLeft('patient.ssn'),
      isLeft('lesions.gone'),
    ])
      expect(await send(templateId, { when: unknown })).toMatchObject({
        status: 400,
        error: { errors: { when: [expect.any(String)] } },
      });
    const rule = await create(templateId);
    expect(await change(rule, { when: isLeft('gone') })).toMatchObject({ status: 400 });
  });

  it('can be on a column of rows or on a source alone, also the field of a rule and of its units', async () => {
    const templateId = await newTemplate();
    const target = (fieldId: string, fieldValue: string, more: object = {}) =>
      send(templateId, { isTemplateDefault: false, fieldId, fieldValue, ...more });
    expect(await target('lesions.level', 'L4', units('lesions'))).toMatchObject({ status: 201 });
    expect(await target('lesions.level', '*', units('lesions.level'))).toMatchObject({ status: 201 });
    expect(await target('patient.sex', 'Female')).toMatchObject({ status: 201 });
    for (const refused of [
      await target('lesions.level', 'L9'),
      await target('lesions.gone', '*'),
      await target('patient.ssn', '*'),
      await target('side', 'Left', units('lesions.gone')),
      await target('side', 'Left', units('order.levels')),
    ])
      expect(refused).toMatchObject({ status: 400 });
    const found = await portal.succeed(
      billingCodeRuleEvaluate,
      {
        body: {
          templateId,
          fieldValues: { lesions: [{ level: 'L4' }, { level: 'L5' }], 'patient.sex': 'Female' },
        },
      },
      admin,
    );
    expect(
      found.map(({ matchedFieldId, matchedFieldValue, units: count }) => [
        matchedFieldId,
        matchedFieldValue,
        count,
      ]),
    ).toEqual([
      ['lesions.level', 'L4', 2],
      ['lesions.level', 'L4, L5', 2],
    ]);
  });

  it('stay different when forty rules get the same ones at once', async () => {
    const templateId = await newTemplate();
    const added = await Promise.all(Array.from({ length: 40 }, () => send(templateId, { when: THREE })));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = await Promise.all(
      Array.from({ length: 40 }, (_, at) => create(templateId, { when: counts('at_most', String(at)) })),
    );
    const changed = await Promise.all(others.map((rule) => change(rule, { when: OLD })));
    expect(changed.filter(({ status }) => status === 200)).toHaveLength(1);
    const all = (await rulesOf(templateId)).map(({ when }) => JSON.stringify(when));
    expect(new Set(all).size).toBe(41);
  });

  it('decide what is suggested, also by sources among the values', async () => {
    const templateId = await newTemplate();
    const rule = await create(templateId, { when: { match: 'all', conditions: [THREE, OLD] } });
    const evaluate = (fieldValues: Record<string, string | string[]>) =>
      portal.succeed(billingCodeRuleEvaluate, { body: { templateId, fieldValues } }, admin);
    const muscles = ['Trapezius', 'Rhomboid', 'Splenius'];
    expect(await evaluate({ muscles })).toEqual([]);
    expect(await evaluate({ muscles, 'patient.age': '64' })).toEqual([]);
    expect(await evaluate({ muscles: muscles.slice(1), 'patient.age': '65' })).toEqual([]);
    expect(await evaluate({ muscles, 'patient.age': '65' })).toMatchObject([
      { code: '20553', ruleId: rule.id, matchedFieldId: '_template_default' },
    ]);
  });

  it('are copied with the template, exported, and imported', async () => {
    const from = await newTemplate();
    await create(from, { when: THREE });
    await create(from);
    const copy = await portal.succeed(
      templateCreate,
      {
        body: {
          name: 'Copy with conditions',
          procedureType: 'Injection',
          templateContent: JSON.stringify(CONTENT),
          copyRulesFrom: from,
        },
      },
      admin,
    );
    expect((await rulesOf(copy.id)).map(({ when }) => when)).toEqual([THREE, null]);

    const exported = await portal.succeed(templateExport, {}, admin);
    const file = templateFile.parse(JSON.parse(await exported.blob.text()));
    const template = file.templates.find(({ name }) => name === 'Copy with conditions');
    expect(template?.rules).toMatchObject([{ when: null, conditions: THREE }, { when: null }]);
    expect(template?.rules[1]).not.toHaveProperty('conditions');

    const [limited, plain] = template?.rules ?? [];
    const textOf = (rules: readonly object[]) =>
      JSON.stringify({ ...file, categories: [], headers: [], templates: [{ ...template, rules }] });
    const preview = (rules: readonly object[]) =>
      portal.succeed(templateImportPreview, { body: { text: textOf(rules) } }, admin);
    expect((await preview([limited ?? {}, plain ?? {}])).templates).toMatchObject([{ outcome: 'unchanged' }]);
    // The same code under other conditions is the same rule; another code is a new one.
    const otherCode = { codeType: 'CPT', code: '20552', modifiers: '', isDefault: true, doseFieldId: null };
    const rules = [
      { ...limited, conditions: { ...OLD, conditions: [...OLD.conditions, THREE] } },
      plain ?? {},
      { ...limited, conditions: counts('at_most', '2'), billingCodes: [otherCode] },
    ];
    const plan = await preview(rules);
    expect(plan.templates).toMatchObject([
      {
        rules: { created: 1, changed: 1, unchanged: 1, kept: 0 },
        changes: [
          {
            field: 'Template default rule',
            before: 'priority 1, if the number of Muscles is at least 3: 20553',
            after:
              'priority 1, if Patient: age on the procedure date is at least 65 or the number of Muscles is at least 3: 20553',
          },
        ],
      },
    ]);
    const text = textOf(rules);
    await portal.succeed(templateImport, { body: { text, basis: plan.basis } }, admin);
    expect((await preview(rules)).templates).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await rulesOf(copy.id)).toHaveLength(3);
  });
});

import { describe, expect, it } from 'vitest';
import { brokenReferences, lostReferences } from './broken-references.ts';
import type { TemplateContent } from './content.ts';
import { referencesOf, type TemplateParts } from './references.ts';
import { carryAlong, likelyRenames, NO_RENAMES } from './renames.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';

const when = (sourceFieldId: string, operator: string, value: string | string[]) => ({
  sourceFieldId,
  operator,
  value,
});
const SIDE: FieldDraft = {
  id: 'side',
  label: 'Side',
  type: 'radio',
  options: ['Left', 'Right'],
  defaultValue: 'Left',
};
const DRUG: FieldDraft = { id: 'drug', label: 'Drug', type: 'select', options: ['None', 'Kenalog 40 mg'] };
const OTHERS: readonly FieldDraft[] = [
  {
    id: 'copied',
    label: 'Copied',
    type: 'radio',
    options: ['Left', 'Right'],
    dependsOn: 'side',
    dependencyType: 'copy',
  },
  {
    id: 'note',
    label: 'Note',
    dependencyType: 'dynamic_text',
    defaultTemplate: '{{#if side}}{{ side }}{{/if}}',
    visibilityRules: [{ ...when('side', 'in', 'Left, Right'), action: 'show' }],
    dynamicTextRules: [{ ...when('drug', 'contains', 'kenalog'), text: 'With {{drug}}' }],
    validationRules: [{ ...when('side', 'not_equals', 'Left'), message: 'Only left' }],
  },
  {
    id: 'both',
    label: 'Both',
    type: 'hidden',
    dependencyType: 'dynamic_text',
    defaultTemplate: '{{side}}, {{drug}}',
  },
];
const CONTENT = contentOf(SIDE, DRUG, ...OTHERS);

const code = { code: 'J3301', codeType: 'CPT', unitSize: 10, unit: 'mg' } as const;
const parts = (content: TemplateContent, change: Partial<TemplateParts> = {}): TemplateParts => ({
  content,
  autoPopulate: { note: 'patient.name' },
  rules: [
    {
      id: '1',
      fieldId: 'side',
      fieldValue: ' left',
      isTemplateDefault: false,
      billingCodes: [{ ...code, doseFieldId: 'drug' }],
    },
    {
      id: '2',
      fieldId: 'both',
      fieldValue: 'Left, Kenalog 40 mg',
      isTemplateDefault: false,
      billingCodes: [],
    },
    { id: '3', fieldId: '_template_default', fieldValue: '*', isTemplateDefault: true, billingCodes: [] },
  ],
  providerDefaults: [{ id: 'p', name: 'Jane Roe', defaults: { side: 'Right', drug: 'None' } }],
  cases: [{ id: 'c', name: 'Case', answers: { side: 'Left', note: 'x' } }],
  ...change,
});
const lost = (content: TemplateContent, renames = NO_RENAMES) =>
  lostReferences(parts(CONTENT), parts(content), renames).map(({ message }) => message);

describe('references of a template', () => {
  it('are all listed, with what they point to', () => {
    const found = referencesOf(parts(CONTENT)).map(({ holder, use, fieldId, value }) =>
      [holder, use, fieldId, value].filter((text) => text !== null).join(' '),
    );
    expect(found).toEqual([
      'field default side Left',
      'field copy copied Left',
      'field copy copied Right',
      'field source side',
      'field text side',
      'field text side',
      'field condition side Left',
      'field condition side  Right',
      'field condition side',
      'field condition side Left',
      'field condition side',
      'field condition drug kenalog',
      'field condition drug',
      'field text drug',
      'field text side',
      'field text drug',
      'autoPopulate source note',
      'rule condition side  left',
      'rule condition side',
      'rule code ',
      'rule dose drug',
      'rule condition both Left, Kenalog 40 mg',
      'rule condition both',
      'providerDefaults value side Right',
      'providerDefaults value side',
      'providerDefaults value drug None',
      'providerDefaults value drug',
      'case value side Left',
      'case value side',
      'case value note',
    ]);
    expect(brokenReferences(parts(CONTENT))).toEqual([]);
  });

  it('follow a renamed option everywhere, also in texts that are made from it', () => {
    const content = contentOf({ ...SIDE, options: ['Left side', 'Right'] }, DRUG, ...OTHERS);
    const renames = likelyRenames(CONTENT, content);
    expect(renames).toEqual({ fields: {}, options: { side: { Left: 'Left side' } } });
    const { rules, cases, content: carried } = carryAlong(parts(content), renames);
    expect(rules.map(({ fieldValue }) => fieldValue)).toEqual(['Left side', 'Left side, Kenalog 40 mg', '*']);
    expect(cases).toMatchObject([{ answers: { side: 'Left side', note: 'x' } }]);
    const fields = carried.sections[0]?.fields;
    expect(fields?.[0]?.defaultValue).toBe('Left side');
    expect(fields?.[3]?.visibilityRules).toMatchObject([{ value: ['Left side', ' Right'] }]);
    expect(fields?.[3]?.validationRules).toMatchObject([{ value: 'Left side' }]);
    // The copy offers other options, and the portal knows only "Left".
    expect(
      lostReferences(parts(CONTENT), parts(carried, { rules, cases }), renames).map(({ message }) => message),
    ).toEqual([
      'Copy of "Copied" brings "Left side", which is not an option of "Copied".',
      'The choice of LT, RT and 50 names "Left", which is not an option of "Side".',
    ]);
  });

  it('follow a renamed field everywhere', () => {
    const content = contentOf(SIDE, { ...DRUG, id: 'steroid' }, ...OTHERS);
    const renames = likelyRenames(CONTENT, content);
    expect(renames).toEqual({ fields: { drug: 'steroid' }, options: {} });
    const carried = carryAlong(parts(content), renames);
    expect(carried.rules[0]?.billingCodes).toMatchObject([{ doseFieldId: 'steroid' }]);
    expect(carried.providerDefaults[0]?.defaults).toEqual({ side: 'Right', steroid: 'None' });
    expect(carried.content.sections[0]?.fields[4]?.defaultTemplate).toBe('{{side}}, {{steroid}}');
    expect(lostReferences(parts(CONTENT), carried, renames)).toEqual([]);
  });

  it('can swap two options', () => {
    const renames = { fields: {}, options: { side: { Left: 'Right', Right: 'Left' } } };
    const { providerDefaults, cases, content } = carryAlong(parts(CONTENT), renames);
    expect(providerDefaults[0]?.defaults).toMatchObject({ side: 'Left' });
    expect(cases[0]?.answers).toMatchObject({ side: 'Right' });
    expect(content).toEqual(CONTENT);
  });

  it('are named if a new option is compared differently, or makes other units', () => {
    const content = contentOf(SIDE, { ...DRUG, options: ['None', 'Triamcinolone 80 mg'] }, ...OTHERS);
    const found = lost(content, likelyRenames(CONTENT, content));
    expect(found).toContain('Text rule 1 of "Note" names "kenalog", which is not an option of "Drug".');
    expect(found).toContain(
      'Billing rule "Side is  left" (J3301) takes 4 units from "Kenalog 40 mg", but 8 units from "Triamcinolone 80 mg".',
    );
  });

  it('are lost only if they pointed to something before', () => {
    const wrong = OTHERS.map((field) =>
      field.id === 'both' ? { ...field, defaultTemplate: '{{gone}}' } : field,
    );
    expect(lost(contentOf(SIDE, DRUG, ...wrong)).filter((message) => message.includes('gone'))).toEqual([]);
    const broken = parts(CONTENT, { cases: [{ id: 'c', name: 'Old', answers: { gone: 'x' } }] });
    expect(lostReferences(broken, broken, NO_RENAMES)).toEqual([]);
  });

  it('to an inactive code are broken', () => {
    const [rule] = parts(CONTENT).rules;
    const rules =
      rule === undefined
        ? []
        : [{ ...rule, billingCodes: [{ ...code, doseFieldId: null, isActive: false }] }];
    expect(brokenReferences(parts(CONTENT, { rules })).map(({ message }) => message)).toEqual([
      'Billing rule "Side is  left" names J3301, which is inactive.',
    ]);
  });
});

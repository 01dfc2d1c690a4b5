import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestCodes, type BillingRule } from './billing.ts';
import { FIELD_TYPES, type TemplateContent } from './content.ts';
import { evaluateTemplate, type TemplateInput } from './evaluate.ts';
import { acceptValue, notAnOption, offeredValues } from './option-value.ts';
import { reportOf, reportText } from './report.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';
import { valueTexts, type FieldValue } from './value.ts';

const OPTIONS = ['L4-L5', 'L5-S1'];
const KINDS = [
  ...FIELD_TYPES.map((type) => ({ type, options: type === 'text' || type === 'textarea' ? [] : OPTIONS })),
  { type: 'checkbox', options: [] },
] as const;
const always = { sourceFieldId: '', operator: 'default', value: '' };

/** Every way a value reaches a field: the field, what else the template needs, and the input. */
const WAYS: Readonly<
  Record<string, (field: FieldDraft, value: FieldValue) => readonly [TemplateContent, TemplateInput]>
> = {
  'a default': (field, value) => [contentOf({ ...field, defaultValue: value }), { entered: {} }],
  'a default rule': (field, value) => [
    contentOf({ ...field, defaultValueRules: [{ ...always, defaultValue: textOf(value) }] }),
    { entered: {} },
  ],
  'a default rule with a template': (field, value) => [
    contentOf({ ...field, defaultValueRules: [{ ...always, defaultTemplate: textOf(value) }] }),
    { entered: {} },
  ],
  'a default template': (field, value) => [
    contentOf({ ...field, defaultTemplate: textOf(value) }),
    { entered: {} },
  ],
  'a copy': (field, value) => [
    contentOf({ ...field, dependsOn: 'source', dependencyType: 'copy' }, { id: 'source', type: 'hidden' }),
    { entered: { source: textOf(value) } },
  ],
  'a copy of another list': (field, value) => [
    contentOf(
      { ...field, dependsOn: 'source', dependencyType: 'copy' },
      { id: 'source', type: 'checkbox', options: [textOf(value)] },
    ),
    { entered: { source: [textOf(value)] } },
  ],
  'a generated text': (field, value) => [
    contentOf({ ...field, dependencyType: 'dynamic_text', defaultTemplate: textOf(value) }),
    { entered: {} },
  ],
  'the provider’s defaults': (field, value) => [contentOf(field), { entered: {}, defaults: { x: value } }],
  'a save, a draft or an older dictation': (field, value) => [contentOf(field), { entered: { x: value } }],
};

const textOf = (value: FieldValue): string =>
  typeof value === 'boolean' ? String(value) : valueTexts(value).join(',');

const rule: BillingRule = {
  id: 'r',
  fieldId: 'x',
  fieldValue: '*',
  priority: 0,
  isTemplateDefault: false,
  billingCodes: [
    {
      billingCodeId: 'c',
      code: '62323',
      description: '',
      codeType: 'CPT',
      modifiers: '',
      isDefault: true,
      displayOrder: 1,
      doseFieldId: null,
      lineType: 'procedure',
      bilateralIndicator: 0,
      unitSize: null,
      unit: null,
      isBillable: true,
      validFrom: null,
      validTo: null,
    },
  ],
};

const isKnown = (content: TemplateContent, value: FieldValue | undefined): boolean => {
  const [field] = content.sections[0]?.fields ?? [];
  const offered = field === undefined ? null : offeredValues(field);
  if (offered === null || value === undefined || typeof value === 'boolean') return true;
  return typeof value === 'string'
    ? value === '' || offered.includes(value)
    : valueTexts(value).every((item) => offered.includes(item));
};

const anyValue = fc.oneof(
  fc.constantFrom('zzz', 'l4-l5', ' L4-L5 ', 'L4-L5, L5-S1', 'L4-L5', ''),
  fc.boolean(),
  fc.array(fc.constantFrom('zzz', 'L4-L5', 'l5-s1', ''), { maxLength: 3 }),
);

describe.each(KINDS)('a $type field with options $options', ({ type, options }) => {
  describe.each(Object.keys(WAYS))('with a value from %s', (way) => {
    it('keeps, prints and bills only its options, and names the rest', () => {
      fc.assert(
        fc.property(anyValue, (value) => {
          const field: FieldDraft = { id: 'x', label: 'X', type, options: [...options], required: true };
          const [content, input] = WAYS[way]?.(field, value) ?? [contentOf(field), { entered: {} }];
          const evaluation = evaluateTemplate(content, input);
          const state = evaluation.byId.get('x');
          expect(isKnown(content, state?.value)).toBe(true);
          expect(isKnown(content, state?.effective)).toBe(true);
          if (state === undefined || state.dropped.length === 0) return;
          // Nothing is lost without a word, and nothing that was dropped counts.
          const kept = Array.isArray(state.value) && state.value.length > 0;
          expect(evaluation.missing.includes('X')).toBe(!kept);
          const text = reportText(reportOf(content, evaluation));
          for (const dropped of state.dropped) expect(state.text.split(', ')).not.toContain(dropped);
          if (kept) return;
          expect(text).not.toContain('X: ');
          expect(suggestCodes([rule], evaluation, 'standard').codes).toEqual([]);
        }),
      );
    });
  });
});

it('a signed dictation keeps what was signed', () => {
  const content = contentOf(
    { id: 'levels', type: 'checkbox', options: OPTIONS },
    { id: 'side', type: 'select', options: ['Left', 'Right'], defaultValue: 'Left' },
  );
  const entered = { levels: ['zzz', 'L4-L5'] };
  expect(evaluateTemplate(content, { entered, isSigned: true }).byId.get('levels')?.text).toBe('zzz, L4-L5');
  expect(evaluateTemplate(content, { entered }).byId.get('levels')).toMatchObject({
    text: 'L4-L5',
    dropped: ['zzz'],
  });
});

it('a single checkbox takes yes and no as words, and no other text', () => {
  const [field] = contentOf({ id: 'x', type: 'checkbox' }).sections[0]?.fields ?? [];
  if (field === undefined) throw new Error('No field');
  const values = ['Yes', 'true', 'no', 'maybe'].map((text) => acceptValue(field, [], text));
  expect(values.map(({ value }) => value)).toEqual([true, true, false, false]);
  expect(values.map(({ dropped }) => dropped)).toEqual([[], [], [], ['maybe']]);
});

it('the message offers the option that differs in letter case or spaces', () => {
  expect(notAnOption('right ', ['Left', 'Right'])).toBe('Not an option: "right ". Did you mean "Right"?');
  expect(notAnOption('up', ['Left', 'Right'])).toBe('Not an option: "up".');
});

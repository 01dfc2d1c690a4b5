import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TemplateContent } from './content.ts';
import { evaluateTemplate, type TemplateInput } from './evaluate.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';
import type { FieldValues } from './value.ts';

const SIDE: FieldDraft = { id: 'side', type: 'select', options: ['Left', 'Right', 'Bilateral', 'Midline'] };

function at(
  content: TemplateContent,
  id: string,
  entered: FieldValues = {},
  more: Partial<TemplateInput> = {},
) {
  const state = evaluateTemplate(content, { entered, ...more }).byId.get(id);
  if (state === undefined) throw new Error(`No field ${id}`);
  return state;
}

const shown = (...visibilityRules: readonly object[]) => contentOf(SIDE, { id: 'x', visibilityRules });
const when = (value: string, action: string) => ({
  sourceFieldId: 'side',
  operator: 'equals',
  value,
  action,
});

describe('visibility rules', () => {
  it.each([
    ['no rules', shown(), {}, true],
    ['a show rule matches', shown(when('Left', 'show')), { side: 'Left' }, true],
    ['no match hides', shown(when('Left', 'show')), { side: 'Right' }, false],
    ['no source value hides', shown(when('Left', 'show')), {}, false],
    [
      'the first match decides: show',
      shown(when('Left', 'show'), when('Left', 'hide')),
      { side: 'Left' },
      true,
    ],
    [
      'the first match decides: hide',
      shown(when('Left', 'hide'), when('Left', 'show')),
      { side: 'Left' },
      false,
    ],
    [
      'with hide rules only: hidden even without a match',
      shown(when('Left', 'hide')),
      { side: 'Right' },
      false,
    ],
    [
      'a rule about a missing field',
      contentOf({ id: 'x', visibilityRules: [when('Left', 'show')] }),
      {},
      false,
    ],
  ] as const)('%s', (_which, content, entered, expected) => {
    expect(at(content, 'x', entered).isVisible).toBe(expected);
  });

  it('hide an invisible field without rules', () => {
    expect(at(contentOf({ id: 'x', isVisible: false }), 'x').isVisible).toBe(false);
  });

  it('treat a hidden source as empty, so that its dependents hide too', () => {
    const content = contentOf(
      SIDE,
      { id: 'a', visibilityRules: [when('Left', 'show')] },
      {
        id: 'b',
        visibilityRules: [{ sourceFieldId: 'a', operator: 'equals', value: 'yes', action: 'show' }],
      },
    );
    expect(at(content, 'b', { side: 'Left', a: 'yes' }).isVisible).toBe(true);
    expect(at(content, 'b', { side: 'Right', a: 'yes' }).isVisible).toBe(false);
    expect(at(content, 'a', { side: 'Right', a: 'yes' }).value).toBe('yes');
  });

  it('can use the value of a hidden-type field', () => {
    const content = contentOf(
      { id: 'kind', type: 'hidden', defaultValue: 'spine' },
      {
        id: 'x',
        visibilityRules: [{ sourceFieldId: 'kind', operator: 'equals', value: 'spine', action: 'show' }],
      },
    );
    expect(at(content, 'x').isVisible).toBe(true);
  });
});

describe('option rules', () => {
  const rules = [{ sourceFieldId: 'side', operator: 'equals', value: 'Midline', options: ['L5-S1'] }];
  const content = contentOf(SIDE, { id: 'level', type: 'radio', options: ['L4', 'L5'], optionRules: rules });

  it('give select and radio fields the options of the first match', () => {
    expect(at(content, 'level', { side: 'Midline' }).options).toEqual(['L5-S1']);
    expect(at(content, 'level', { side: 'Left' }).options).toEqual(['L4', 'L5']);
  });

  it('apply to no other field type', () => {
    const other = contentOf(SIDE, { id: 'level', type: 'checkbox', options: ['L4'], optionRules: rules });
    expect(at(other, 'level', { side: 'Midline' }).options).toEqual(['L4']);
  });

  it('drop a choice that is no longer offered, and name it', () => {
    const state = at(content, 'level', { side: 'Midline', level: 'L4' });
    expect(state).toMatchObject({ value: '', dropped: ['L4'], effective: '', text: '' });
  });
});

describe('defaults', () => {
  it('come from the first matching rule or else the field; entered values win, even if cleared', () => {
    const content = contentOf(SIDE, {
      id: 'gauge',
      defaultValue: '22',
      defaultValueRules: [
        { sourceFieldId: 'side', operator: 'equals', value: 'Midline', defaultValue: '20' },
        { sourceFieldId: 'side', operator: 'in', value: 'Midline,Bilateral', defaultTemplate: '25 {{side}}' },
      ],
    });
    expect(at(content, 'gauge').value).toBe('22');
    expect(at(content, 'gauge', { side: 'Midline' }).value).toBe('20');
    expect(at(content, 'gauge', { side: 'Bilateral' }).value).toBe('25 Bilateral');
    expect(at(content, 'gauge', { side: 'Midline', gauge: '18' }).value).toBe('18');
    expect(at(content, 'gauge', { side: 'Midline', gauge: '' }).value).toBe('');
  });

  it('always apply a rule with the operator `default`', () => {
    const rule = { sourceFieldId: '', operator: 'default', value: '', defaultValue: 'None' };
    expect(at(contentOf({ id: 'x', defaultValueRules: [rule] }), 'x').value).toBe('None');
  });

  it('prefer patient data and provider preferences to the template’s defaults', () => {
    const content = contentOf({ id: 'x', defaultValue: 'a' });
    expect(at(content, 'x', {}, { defaults: { x: 'b' } }).value).toBe('b');
  });

  it('drop a default that is not an option, name it, and use no other default instead', () => {
    const rules = [{ sourceFieldId: '', operator: 'default', value: '', defaultValue: 'right' }];
    const content = contentOf({ ...SIDE, defaultValue: 'Left', defaultValueRules: rules });
    expect(at(content, 'side')).toMatchObject({ value: '', dropped: ['right'], effective: '' });
  });

  it('are converted to the field type', () => {
    const content = contentOf(
      { id: 'one', type: 'checkbox', defaultValue: true },
      { id: 'many', type: 'checkbox', options: ['L4', 'L5'], defaultValue: 'L4' },
      { id: 'date', type: 'date', defaultValue: '2026-11-02' },
    );
    expect(at(content, 'one')).toMatchObject({ value: true, text: 'Yes' });
    expect(at(content, 'many')).toMatchObject({ value: ['L4'], text: 'L4' });
    expect(at(content, 'date').text).toBe('11/02/2026');
  });
});

describe('dependent fields', () => {
  const content = contentOf(
    SIDE,
    { id: 'copy', dependsOn: 'side', dependencyType: 'copy' },
    {
      id: 'dynamic',
      type: 'textarea',
      dependencyType: 'dynamic_text',
      defaultTemplate: 'On the {{side}}.',
      dynamicTextRules: [
        { sourceFieldId: 'side', operator: 'equals', value: 'Midline', text: 'In the middle.' },
      ],
    },
    {
      id: 'start',
      dependsOn: 'side',
      dependencyType: 'dynamic_default',
      defaultValueRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', defaultValue: 'LT' }],
    },
    { id: 'later', dependsOn: 'side', dependencyType: 'transform', defaultValue: 'as it is' },
  );

  it('copy the source and are disabled until edited', () => {
    expect(at(content, 'copy', { side: 'Left' })).toMatchObject({
      value: 'Left',
      isFollowing: true,
      isDisabled: true,
    });
    expect(at(content, 'copy', { side: 'Left', copy: 'Mine' })).toMatchObject({
      value: 'Mine',
      isFollowing: false,
      isDisabled: false,
    });
  });

  it('take dynamic_text from the first matching rule, otherwise from the field', () => {
    expect(at(content, 'dynamic', { side: 'Left' }).value).toBe('On the Left.');
    expect(at(content, 'dynamic', { side: 'Midline' }).value).toBe('In the middle.');
    expect(at(content, 'dynamic', { side: 'Left', dynamic: 'Own words' }).value).toBe('Own words');
  });

  it('use dynamic_default as a changing default that can be edited right away', () => {
    expect(at(content, 'start', { side: 'Left' })).toMatchObject({
      value: 'LT',
      isFollowing: true,
      isDisabled: false,
    });
    expect(at(content, 'start', { side: 'Right' }).value).toBeUndefined();
  });

  it('do nothing for transform yet', () => {
    expect(at(content, 'later', { side: 'Left' })).toMatchObject({ value: 'as it is', isFollowing: false });
  });

  it('are enabled only for administrators if read-only', () => {
    const fixed = contentOf({ id: 'x', isReadOnly: true });
    expect(at(fixed, 'x').isDisabled).toBe(true);
    expect(at(fixed, 'x', {}, { canEditReadOnly: true }).isDisabled).toBe(false);
  });
});

describe('required fields', () => {
  const content = contentOf(
    { id: 'b', label: 'Second', required: true },
    { id: 'a', label: 'First', required: true, type: 'checkbox' },
    { id: 'l', label: 'Levels', required: true, type: 'checkbox', options: ['L4'] },
    { id: 'h', label: 'Hidden', required: true, isVisible: false },
    { id: 'o', label: 'Optional' },
  );

  it.each([
    [{ side: 'Left', level: 'L4' }, []],
    // L4 is offered for the left side only.
    [{ side: 'Right', level: 'L4' }, ['Level']],
    [{ side: 'Right', level: 'L5' }, []],
  ] as const)('are not filled by a choice that is no longer offered: %j leaves %j', (entered, missing) => {
    const offered = contentOf(
      { id: 'side', type: 'radio', options: ['Left', 'Right'] },
      {
        id: 'level',
        label: 'Level',
        required: true,
        type: 'select',
        options: ['L4', 'L5'],
        optionRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Right', options: ['L5'] }],
      },
    );
    const evaluation = evaluateTemplate(offered, { entered });
    expect([evaluation.missing, evaluation.isComplete]).toEqual([missing, missing.length === 0]);
  });

  it.each([
    [{}, ['Second', 'First', 'Levels']],
    [{ b: '  ', a: false, l: [] }, ['Second', 'First', 'Levels']],
    [{ b: 'x', a: true, l: ['L4'] }, []],
  ] as const)('%j leaves %j', (entered, missing) => {
    expect(evaluateTemplate(content, { entered }).missing).toEqual(missing);
  });

  it('are incomplete while a validation rule applies', () => {
    const checked = contentOf({
      id: 'dose',
      validationRules: [
        { sourceFieldId: 'dose', operator: 'startsWith', value: '-', message: 'The dose cannot be negative' },
      ],
    });
    expect(at(checked, 'dose', { dose: '-1' }).problem).toBe('The dose cannot be negative');
    expect(evaluateTemplate(checked, { entered: { dose: '-1' } }).isComplete).toBe(false);
    expect(evaluateTemplate(checked, { entered: { dose: '1' } }).isComplete).toBe(true);
  });
});

describe('date limits', () => {
  it.each([
    ['2026-11-21', null],
    ['', null],
    ['11/2', 'Enter a date as MM/DD/YYYY'],
    ['2026-02-30', 'Enter a date as MM/DD/YYYY'],
  ])('%j: %s', (entered, problem) => {
    const evaluation = evaluateTemplate(contentOf({ id: 'on', type: 'date' }), { entered: { on: entered } });
    expect(evaluation.byId.get('on')?.problem).toBe(problem);
    expect(evaluation.isComplete).toBe(problem === null);
  });
});

const ids = ['a', 'b', 'c', 'd'] as const;
const id = fc.constantFrom(...ids);
const word = fc.constantFrom('', 'x', 'y', 'x,y');
const rule = {
  sourceFieldId: id,
  operator: fc.constantFrom('equals', 'not_equals', 'in', 'default'),
  value: word,
};
const draft = (own: string) =>
  fc.record(
    {
      id: fc.constant(own),
      type: fc.constantFrom('text', 'select', 'checkbox', 'date', 'hidden'),
      options: fc.subarray(['x', 'y']),
      required: fc.boolean(),
      isVisible: fc.boolean(),
      defaultValue: word,
      dependsOn: id,
      dependencyType: fc.constantFrom('copy', 'dynamic_text', 'dynamic_default', 'transform'),
      defaultTemplate: fc.constantFrom('{{a}}', '{{#if b}}x{{/if}}', 'y'),
      visibilityRules: fc.array(fc.record({ ...rule, action: fc.constantFrom('show', 'hide') }), {
        maxLength: 3,
      }),
      optionRules: fc.array(fc.record({ ...rule, options: fc.subarray(['x', 'z']) }), { maxLength: 2 }),
      defaultValueRules: fc.array(fc.record({ ...rule, defaultValue: word }), { maxLength: 2 }),
      dynamicTextRules: fc.array(fc.record({ ...rule, text: fc.constantFrom('{{c}}', 'z') }), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['id'] },
  );
/** Any template, including cycles, unknown sources and fields that depend on themselves. */
const anyContent = fc.tuple(...ids.map(draft)).map((drafts) => contentOf(...drafts));
const anyValue = fc.oneof(word, fc.boolean(), fc.array(word, { maxLength: 3 }));
const anyEntered = fc.dictionary(id, anyValue);

describe('invariants of all templates and values', () => {
  it('evaluation never fails, returns one state per field in template order, and is repeatable', () => {
    fc.assert(
      fc.property(anyContent, anyEntered, (content, entered) => {
        const first = evaluateTemplate(content, { entered });
        expect(first.fields.map(({ field }) => field.id)).toEqual(ids);
        expect(evaluateTemplate(content, { entered })).toEqual(first);
      }),
    );
  });

  it('hidden fields are never missing and have no text; missing fields are empty', () => {
    fc.assert(
      fc.property(anyContent, anyEntered, (content, entered) => {
        const { fields, missing } = evaluateTemplate(content, { entered });
        const hidden = fields.filter(({ isVisible }) => !isVisible);
        expect(hidden.map(({ text }) => text)).toEqual(hidden.map(() => ''));
        const filled = fields.filter(({ text }) => text !== '').map(({ field }) => field.label);
        expect(missing.filter((label) => filled.includes(label))).toEqual([]);
      }),
    );
  });

  it('entering a field’s current value changes no other text', () => {
    // Without cycles, which end at entered values.
    const straight = fc.record({ a: word, b: word }).map((entered) => entered);
    const content = contentOf(
      { id: 'a' },
      { id: 'b', dependsOn: 'a', dependencyType: 'copy' },
      { id: 'c', dependencyType: 'dynamic_text', defaultTemplate: '{{#if b}}{{a}}{{else}}none{{/if}}' },
    );
    fc.assert(
      fc.property(straight, ({ a }) => {
        const before = evaluateTemplate(content, { entered: { a } });
        const b = before.byId.get('b')?.value ?? '';
        expect(evaluateTemplate(content, { entered: { a, b } }).byId.get('c')?.text).toBe(
          before.byId.get('c')?.text,
        );
      }),
    );
  });
});

describe('dates', () => {
  const dated = contentOf(
    { id: 'seen', type: 'date', defaultValue: '1/5/2026' },
    { id: 'copy', dependencyType: 'copy', dependsOn: 'seen' },
    { id: 'note', type: 'textarea', dependencyType: 'copy', dependsOn: 'copy' },
    { id: 'same', type: 'date', dependencyType: 'copy', dependsOn: 'copy' },
    { id: 'text', dependencyType: 'dynamic_text', defaultTemplate: 'Seen {{seen}}, {{copy}}, {{same}}.' },
    {
      id: 'shown',
      defaultValue: 'Shown',
      visibilityRules: [{ sourceFieldId: 'copy', operator: 'equals', value: '2026-01-05', action: 'show' }],
    },
  );

  it('are printed as MM/DD/YYYY in every text that copies them', () => {
    for (const entered of [{}, { seen: '2026-01-05' }]) {
      const { byId } = evaluateTemplate(dated, { entered });
      expect(['seen', 'copy', 'note', 'same', 'text', 'shown'].map((each) => byId.get(each)?.text)).toEqual([
        '01/05/2026',
        '01/05/2026',
        '01/05/2026',
        '01/05/2026',
        'Seen 01/05/2026, 01/05/2026, 01/05/2026.',
        'Shown',
      ]);
      expect(['seen', 'copy', 'same'].map((each) => byId.get(each)?.value)).toEqual([
        '2026-01-05',
        '01/05/2026',
        '2026-01-05',
      ]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { emptyPlaces, storedEmptyPlaces } from './empty-places.ts';
import { evaluateTemplate } from './evaluate.ts';
import { contentOf, type FieldDraft } from './testing.ts';
import type { FieldValues } from './value.ts';

const GAUGE: FieldDraft = { id: 'gauge', label: 'Needle gauge', includeInReport: false };
const technique = (more: Partial<FieldDraft> = {}): FieldDraft => ({
  id: 'technique',
  label: 'Technique',
  type: 'textarea',
  dependencyType: 'dynamic_text',
  defaultTemplate: 'A {{gauge}}-gauge needle was placed.',
  ...more,
});
const placesOf = (fields: readonly FieldDraft[], entered: FieldValues = {}) => {
  const content = contentOf(...fields);
  return emptyPlaces(content, evaluateTemplate(content, { entered })).map(({ label, textLabel }) => [
    label,
    textLabel,
  ]);
};
const HOLE = [['Needle gauge', 'Technique']];

describe('empty places of a report', () => {
  it('a placeholder without a value in a printed text, and none once it has one', () => {
    expect(placesOf([GAUGE, technique()])).toEqual(HOLE);
    expect(placesOf([GAUGE, technique()], { gauge: '22' })).toEqual([]);
  });

  it('the hidden field of a printed text leaves a hole; a hidden text is not printed', () => {
    const hidden = { isVisible: false };
    expect(placesOf([{ ...GAUGE, ...hidden, defaultValue: '22' }, technique()])).toEqual(HOLE);
    expect(placesOf([GAUGE, technique(hidden)])).toEqual([]);
    expect(placesOf([GAUGE, technique({ includeInReport: false })])).toEqual([]);
  });

  it('only the branch that is taken counts, and asking for a field is no hole', () => {
    const choice = technique({
      defaultTemplate: '{{#if gauge}}{{gauge}} {{side}}{{else}}No {{level}}{{/if}}',
    });
    const all = [GAUGE, { id: 'side', label: 'Side' }, { id: 'level', label: 'Level' }, choice];
    expect(placesOf(all)).toEqual([['Level', 'Technique']]);
    expect(placesOf(all, { level: 'L4' })).toEqual([]);
    expect(placesOf(all, { gauge: '22' })).toEqual([['Side', 'Technique']]);
  });

  it('the text of the rule that holds counts', () => {
    const ruled = technique({
      defaultTemplate: 'Plain.',
      dynamicTextRules: [
        { sourceFieldId: 'side', operator: 'equals', value: 'Left', text: 'Left with {{gauge}} gauge.' },
      ],
    });
    const all = [GAUGE, { id: 'side' }, ruled];
    expect(placesOf(all)).toEqual([]);
    expect(placesOf(all, { side: 'Left' })).toEqual(HOLE);
  });

  it('a hole comes through texts and copies that are not printed themselves', () => {
    const inner = technique({ includeInReport: false });
    const outer = { ...technique({ defaultTemplate: 'Prone. {{technique}}' }), id: 'outer', label: 'Outer' };
    const copy = { id: 'copy', label: 'Copy', dependsOn: 'technique', dependencyType: 'copy' };
    expect(placesOf([GAUGE, inner, outer, copy])).toEqual([
      ['Needle gauge', 'Outer'],
      ['Needle gauge', 'Copy'],
    ]);
    expect(placesOf([GAUGE, inner, copy], { copy: 'Mine' })).toEqual([]);
  });

  it('a text that somebody wrote has none; a default text has until it is changed', () => {
    expect(placesOf([GAUGE, technique()], { technique: 'A needle was placed.' })).toEqual([]);
    const { dependencyType: _type, ...byDefault } = technique();
    expect(placesOf([GAUGE, byDefault])).toEqual(HOLE);
    expect(placesOf([GAUGE, byDefault], { technique: 'A needle.' })).toEqual([]);
  });

  it('of a stored dictation, also where the field was filled in after its text was stored', () => {
    const { sections } = contentOf(GAUGE, technique());
    const stored = (formData: FieldValues) => storedEmptyPlaces({ sections }, formData).length;
    expect(stored({ technique: 'A -gauge needle was placed.' })).toBe(1);
    expect(stored({ technique: 'A -gauge needle was placed.', gauge: '22' })).toBe(1);
    expect(stored({ technique: 'A 22-gauge needle was placed.', gauge: '22' })).toBe(0);
  });

  it('a placeholder of no field is a hole, and texts in a circle end', () => {
    expect(placesOf([technique({ defaultTemplate: 'By {{gone}}.' })])).toEqual([['gone', 'Technique']]);
    const a = technique({ defaultTemplate: 'A {{b}}' });
    const b = { ...technique({ defaultTemplate: 'B {{technique}}' }), id: 'b', label: 'B' };
    expect(placesOf([a, b])).toEqual([
      ['Technique', 'Technique'],
      ['Technique', 'B'],
    ]);
  });
});

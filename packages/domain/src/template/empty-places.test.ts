import { describe, expect, it } from 'vitest';
import { emptyPlaces } from './empty-places.ts';
import { evaluateTemplate } from './evaluate.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';
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
const GAP = [['Needle gauge', 'Technique']];

describe('gaps in a report', () => {
  it('finds a placeholder without a value in a printed text', () => {
    expect(placesOf([GAUGE, technique()])).toEqual(GAP);
    expect(placesOf([GAUGE, technique()], { gauge: '22' })).toEqual([]);
  });

  it('treats a hidden field as a gap, and ignores texts that are not printed', () => {
    const hidden = { isVisible: false };
    expect(placesOf([{ ...GAUGE, ...hidden, defaultValue: '22' }, technique()])).toEqual(GAP);
    expect(placesOf([GAUGE, technique(hidden)])).toEqual([]);
    expect(placesOf([GAUGE, technique({ includeInReport: false })])).toEqual([]);
  });

  it('checks only the branch that is used, and ignores conditions', () => {
    const choice = technique({
      defaultTemplate: '{{#if gauge}}{{gauge}} {{side}}{{else}}No {{level}}{{/if}}',
    });
    const all = [GAUGE, { id: 'side', label: 'Side' }, { id: 'level', label: 'Level' }, choice];
    expect(placesOf(all)).toEqual([['Level', 'Technique']]);
    expect(placesOf(all, { level: 'L4' })).toEqual([]);
    expect(placesOf(all, { gauge: '22' })).toEqual([['Side', 'Technique']]);
  });

  it('checks the text of the matching rule', () => {
    const ruled = technique({
      defaultTemplate: 'Plain.',
      dynamicTextRules: [
        { sourceFieldId: 'side', operator: 'equals', value: 'Left', text: 'Left with {{gauge}} gauge.' },
      ],
    });
    const all = [GAUGE, { id: 'side' }, ruled];
    expect(placesOf(all)).toEqual([]);
    expect(placesOf(all, { side: 'Left' })).toEqual(GAP);
  });

  it('finds gaps inherited from other texts and copies, even if those are not printed', () => {
    const inner = technique({ includeInReport: false });
    const outer = { ...technique({ defaultTemplate: 'Prone. {{technique}}' }), id: 'outer', label: 'Outer' };
    const copy = { id: 'copy', label: 'Copy', dependsOn: 'technique', dependencyType: 'copy' };
    expect(placesOf([GAUGE, inner, outer, copy])).toEqual([
      ['Needle gauge', 'Outer'],
      ['Needle gauge', 'Copy'],
    ]);
    expect(placesOf([GAUGE, inner, copy], { copy: 'Mine' })).toEqual([]);
  });

  it('ignores edited texts, and checks default texts until they are edited', () => {
    expect(placesOf([GAUGE, technique()], { technique: 'A needle was placed.' })).toEqual([]);
    const { dependencyType: _type, ...byDefault } = technique();
    expect(placesOf([GAUGE, byDefault])).toEqual(GAP);
    expect(placesOf([GAUGE, byDefault], { technique: 'A needle.' })).toEqual([]);
  });

  it('finds gaps in a stored dictation, even if the field was filled in after its text was stored', () => {
    const content = contentOf(GAUGE, technique());
    const stored = (entered: FieldValues) =>
      emptyPlaces(content, evaluateTemplate(content, { entered })).length;
    expect(stored({ technique: 'A -gauge needle was placed.' })).toBe(1);
    expect(stored({ technique: 'A -gauge needle was placed.', gauge: '22' })).toBe(1);
    expect(stored({ technique: 'A 22-gauge needle was placed.', gauge: '22' })).toBe(0);
  });

  it('treats an unknown field as a gap, and stops at circular texts', () => {
    expect(placesOf([technique({ defaultTemplate: 'By {{gone}}.' })])).toEqual([['gone', 'Technique']]);
    const a = technique({ defaultTemplate: 'A {{b}}' });
    const b = { ...technique({ defaultTemplate: 'B {{technique}}' }), id: 'b', label: 'B' };
    expect(placesOf([a, b])).toEqual([
      ['Technique', 'Technique'],
      ['Technique', 'B'],
    ]);
  });
});

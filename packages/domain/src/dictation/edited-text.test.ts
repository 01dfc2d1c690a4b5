import { describe, expect, it } from 'vitest';
import { evaluateTemplate } from '../template/evaluate.ts';
import { contentOf } from '../template/test/content-of.ts';
import type { FieldValues } from '../template/value.ts';
import {
  carriedFields,
  editedFromOf,
  originOf,
  outdatedTexts,
  withAutoTexts,
  withSeen,
  type EditedFrom,
} from './edited-text.ts';
import { storedOf } from './form-values.ts';

const is = (sourceFieldId: string, value: string) => ({ sourceFieldId, operator: 'equals', value });
const content = contentOf(
  { id: 'level', label: 'Level', type: 'checkbox', options: ['L4-L5', 'L5-S1'] },
  { id: 'contrast', label: 'Contrast', type: 'select', options: ['Iohexol', 'None (allergy)'] },
  {
    id: 'contrast_words',
    type: 'hidden',
    dependencyType: 'dynamic_text',
    dynamicTextRules: [{ ...is('contrast', 'Iohexol'), text: 'Iohexol was injected.' }],
    defaultTemplate: 'No contrast was used.',
  },
  {
    id: 'note',
    label: 'Note',
    type: 'textarea',
    dependencyType: 'dynamic_text',
    defaultTemplate: 'The needle was at {{level}}. {{contrast_words}}',
  },
  {
    id: 'copied',
    label: 'Levels again',
    type: 'checkbox',
    options: ['L4-L5', 'L5-S1'],
    dependencyType: 'copy',
    dependsOn: 'level',
  },
  { id: 'plan', label: 'Plan', defaultTemplate: 'Repeat {{level}} in two weeks.' },
  {
    id: 'gauge',
    label: 'Gauge',
    type: 'select',
    options: ['22', '25'],
    defaultValueRules: [
      { ...is('contrast', 'Iohexol'), defaultValue: '22' },
      { ...is('contrast', 'None (allergy)'), defaultValue: '25' },
    ],
  },
  { id: 'free', label: 'Free' },
);
const START: FieldValues = { level: ['L4-L5'], contrast: 'Iohexol' };
const storedFrom = (entered: FieldValues) => storedOf(evaluateTemplate(content, { entered }));
const originsOf = (entered: FieldValues): EditedFrom => editedFromOf(content, storedFrom(entered), {}, null);
/** The findings after `entered` was saved and then changed by hand. */
const findings = (entered: FieldValues, change: FieldValues) =>
  outdatedTexts(content, storedFrom({ ...entered, ...change }), originsOf(entered));

const EDITED: FieldValues = { ...START, note: 'Edited: the needle was at L4-L5. Iohexol was injected.' };

describe('edited texts', () => {
  it('contradict a field that they quote', () => {
    expect(findings(EDITED, { level: ['L5-S1'] })).toEqual([
      {
        fieldId: 'note',
        label: 'Note',
        contradiction: 'still says “L4-L5”, but Level is now “L5-S1”.',
      },
    ]);
  });

  it('contradict a field that chose their words, also through another text', () => {
    const edited = { ...EDITED, note: 'The dye was injected at L4-L5.' };
    expect(
      findings(edited, { contrast: 'None (allergy)' }).map(({ contradiction }) => contradiction),
    ).toEqual(['is from when Contrast was “Iohexol”, but Contrast is now “None (allergy)”.']);
  });

  it('name every changed source', () => {
    const [found] = findings(EDITED, { level: [], contrast: 'None (allergy)' });
    expect(found?.contradiction).toBe(
      'still says “L4-L5”, but Level is now empty; it still says “Iohexol”, but Contrast is now “None (allergy)”.',
    );
  });

  it.each([
    ['the source has its value again', EDITED, { level: ['L4-L5'] }],
    ['another field changes', EDITED, { free: 'x' }],
    [
      'the text is what the template generates now',
      EDITED,
      { level: ['L5-S1'], note: 'The needle was at L5-S1. Iohexol was injected.' },
    ],
    ['nobody edited it', START, { level: ['L5-S1'] }],
    ['it is empty', { ...START, note: '' }, { level: ['L5-S1'] }],
  ] as const)('contradict nothing if %s', (_why, entered, change) => {
    expect(findings(entered, change)).toEqual([]);
  });

  it('are also edited copies of lists, edited defaults and defaults that were stored', () => {
    const copied = { ...START, copied: ['L4-L5', 'L5-S1'] };
    expect(findings(copied, { level: ['L5-S1'] }).map(({ fieldId }) => fieldId)).toEqual(['copied']);
    const plan = { ...START, plan: 'Repeat L4-L5 in three weeks.' };
    expect(findings(plan, { level: ['L5-S1'] }).map(({ fieldId }) => fieldId)).toEqual(['plan']);
    const gauge = { ...START, gauge: '22' };
    expect(findings(gauge, { contrast: 'None (allergy)' }).map(({ fieldId }) => fieldId)).toEqual(['gauge']);
  });

  it('without a value when they were written are the person’s own', () => {
    const own = { level: ['L4-L5'], gauge: '25' };
    expect(findings(own, { contrast: 'Iohexol' })).toEqual([]);
  });

  it('end when they are kept or generated again', () => {
    const stored = storedFrom({ ...EDITED, level: ['L5-S1'] });
    const kept = originOf(content, stored, 'note');
    if (kept === undefined) throw new Error('The template has no note');
    expect(outdatedTexts(content, stored, { note: kept })).toEqual([]);
    const { note: _note, ...generated } = EDITED;
    expect(findings(generated, { level: ['L5-S1'] })).toEqual([]);
  });
});

describe('the origin of a stored text', () => {
  const before = { ...storedFrom(EDITED), editedFrom: originsOf(EDITED) };
  const later = storedFrom({ ...EDITED, level: ['L5-S1'], note: 'Edited again at L4-L5.' });

  it('stays when text and fields change later', () => {
    expect(editedFromOf(content, later, {}, before)['note']).toEqual(before.editedFrom['note']);
  });

  it('is the previous value if the text was still generated then', () => {
    const generated = { ...storedFrom(START), editedFrom: {} };
    expect(editedFromOf(content, later, {}, generated)['note']).toEqual({
      text: 'The needle was at L4-L5. Iohexol was injected.',
      from: { level: 'L4-L5', contrast: 'Iohexol' },
    });
  });

  it('is the one that was sent, above all', () => {
    const sent = { note: { text: 'x', from: {} }, unknown: { text: 'x', from: {} } };
    expect(editedFromOf(content, later, sent, before)).toMatchObject({ note: sent.note });
    expect(editedFromOf(content, later, sent, before)['unknown']).toBeUndefined();
  });

  it('is removed when the text follows again', () => {
    expect(editedFromOf(content, storedFrom(START), before.editedFrom, before)['note']).toBeUndefined();
  });
});

describe('auto-populated values that were edited', () => {
  const label = 'the patient’s name';
  const named = (text: string) => ({ free: { label, text } });
  const edited = storedFrom({ free: 'Mrs. Ann Lee' });
  const saved = editedFromOf(content, edited, {}, null, { now: named('Ann Lee') });

  it('contradict another patient, also before saving', () => {
    const finding = [
      {
        fieldId: 'free',
        label: 'Free',
        contradiction: 'still says “Ann Lee”, but the patient’s name is now “Bo Ray”.',
      },
    ];
    expect(outdatedTexts(content, edited, saved)).toEqual([]);
    expect(outdatedTexts(content, edited, withAutoTexts(saved, named('Bo Ray')))).toEqual(finding);
    const previous = { ...edited, editedFrom: saved };
    const later = editedFromOf(content, edited, {}, previous, { now: named('Bo Ray') });
    expect(outdatedTexts(content, edited, later)).toEqual(finding);
    // A save that changes nothing else keeps it.
    const again = editedFromOf(content, edited, later, { ...edited, editedFrom: later });
    expect(outdatedTexts(content, edited, again)).toEqual(finding);
  });

  it('contradict a patient who has no such value', () => {
    const [found] = outdatedTexts(content, edited, withAutoTexts(saved, named('')));
    expect(found?.contradiction).toBe('still says “Ann Lee”, but the patient’s name is now empty.');
  });

  it('of a dictation without origins are compared with what the former patient filled in', () => {
    const previous = { ...edited, editedFrom: {} };
    const around = { now: named('Bo Ray'), before: named('Ann Lee') };
    expect(outdatedTexts(content, edited, editedFromOf(content, edited, {}, previous, around))).toHaveLength(
      1,
    );
  });

  it('contradict nothing once they are those of the patient, or if nothing was filled in', () => {
    const corrected = storedFrom({ free: 'Bo Ray' });
    const now = { now: named('Bo Ray') };
    const origins = editedFromOf(content, corrected, saved, null, now);
    expect(outdatedTexts(content, corrected, origins)).toEqual([]);
    const blank = editedFromOf(content, edited, {}, null, { now: named('') });
    expect(outdatedTexts(content, edited, withAutoTexts(blank, named('Bo Ray')))).toEqual([]);
  });
});

describe('values carried from an earlier note', () => {
  const carried = { noteId: 'note', day: '2026-11-02', isSeen: false };
  const sent: EditedFrom = { free: { text: '', from: {}, carried } };
  const store = (entered: FieldValues, origins: EditedFrom, previous?: FieldValues) =>
    editedFromOf(
      content,
      storedFrom(entered),
      origins,
      previous === undefined
        ? null
        : { ...storedFrom(previous), editedFrom: editedFromOf(content, storedFrom(previous), sent, null) },
    )['free'];

  it('keep the note they are from as long as there is a value', () => {
    expect(store({ free: 'x' }, sent)).toEqual({ text: '', from: {}, carried });
    expect(store({ free: ' ' }, sent)).toBeUndefined();
  });

  it('keep it if a save leaves it out, unless the value is another one', () => {
    expect(store({ free: 'x' }, {}, { free: 'x' })?.carried).toEqual(carried);
    expect(store({ free: 'y' }, {}, { free: 'x' })).toBeUndefined();
  });

  it('keep it besides what a generated value was made from', () => {
    const origins = { note: { text: 'Made before.', from: { level: 'L4-L5' }, carried } };
    const stored = editedFromOf(content, storedFrom(EDITED), origins, null);
    expect(stored['note']).toEqual(origins.note);
  });

  it('are seen once someone has left or changed the field', () => {
    const seen = withSeen(sent, 'free');
    expect(carriedFields(seen)).toEqual([['free', { ...carried, isSeen: true }]]);
    expect(withSeen(seen, 'free')).toBe(seen);
    expect(withSeen(seen, 'plan')).toBe(seen);
    expect(store({ free: 'x' }, seen, { free: 'x' })?.carried?.isSeen).toBe(true);
  });
});

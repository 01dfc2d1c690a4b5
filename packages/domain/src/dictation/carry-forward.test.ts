import { describe, expect, it } from 'vitest';
import type { TemplateContent } from '../template/content.ts';
import { evaluateTemplate } from '../template/evaluate.ts';
import { contentOf, type FieldDraft } from '../template/test/content-of.ts';
import type { FieldValues } from '../template/value.ts';
import { carryOffers, type CarriedNote } from './carry-forward.ts';
import { editedFromOf } from './edited-text.ts';
import { storedOf } from './form-values.ts';

const text = (id: string, more: object = {}): FieldDraft => ({ id, label: id.toUpperCase(), ...more });

const option = (id: string, ...options: readonly string[]) => text(id, { type: 'select', options });
const table = (...columns: readonly object[]) => text('list', { type: 'rows', columns });
const column = (id: string, more: object = {}) => ({ id, label: id, type: 'text', ...more });

/** A signed note in which this was entered. */
function signed(content: TemplateContent, entered: FieldValues): CarriedNote {
  const stored = storedOf(evaluateTemplate(content, { entered }));
  return {
    id: 'note',
    procedureDate: '2026-11-02',
    content,
    ...stored,
    editedFrom: editedFromOf(content, stored, {}, null),
  };
}

interface Case {
  readonly before?: TemplateContent;
  readonly had: FieldValues;
  readonly has?: FieldValues;
  readonly ofRecord?: readonly string[];
}

function offersOf(content: TemplateContent, { before = content, had, has = {}, ofRecord = [] }: Case) {
  const evaluation = evaluateTemplate(content, { entered: has });
  const target = { content, evaluation, entered: has, ofRecord: new Set(ofRecord) };
  return carryOffers(signed(before, had), target);
}
const ids = (content: TemplateContent, each: Case) =>
  offersOf(content, each).offers.map(({ field, alone }) =>
    alone === null ? field.id : `${field.id} (${alone})`,
  );

describe('what can be carried from an earlier note', () => {
  const content = contentOf(text('complaint'), text('plan'), text('side'));

  it('is what it has and the note has not, with both values', () => {
    const { offers, same, changed } = offersOf(content, {
      had: { complaint: 'Back ache', plan: 'Walk', side: 'Left' },
      has: { complaint: 'Back ache', plan: 'Rest' },
    });
    expect(offers).toMatchObject([
      { field: { id: 'plan' }, value: 'Walk', now: 'Rest', alone: 'entered' },
      { field: { id: 'side' }, value: 'Left', alone: 'side' },
    ]);
    expect(offers[0]?.origin).toEqual({
      text: '',
      from: {},
      carried: { noteId: 'note', day: '2026-11-02', isSeen: false },
    });
    expect([same, changed]).toEqual([['COMPLAINT'], []]);
  });

  it('replaces a default together with others, but what was entered only alone, also if it was cleared', () => {
    const plan = contentOf(text('plan', { defaultValue: 'Rest' }));
    expect(ids(plan, { had: { plan: 'Walk' } })).toEqual(['plan']);
    expect(ids(plan, { had: { plan: 'Walk' }, has: { plan: '' } })).toEqual(['plan']);
    expect(ids(plan, { had: { plan: 'Walk' }, has: { plan: 'Sleep' } })).toEqual(['plan (entered)']);
  });

  it('leaves out what was empty, hidden, calculated, or made from other fields', () => {
    const made = contentOf(
      text('plan'),
      text('shown', {
        visibilityRules: [{ sourceFieldId: 'plan', operator: 'equals', value: 'Walk', action: 'show' }],
      }),
      { id: 'secret', type: 'hidden', defaultValue: 'x' },
      text('locked', { isReadOnly: true, defaultValue: 'x' }),
      text('sum', { dependencyType: 'calculated', formula: '1 + 1' }),
      text('copy', { dependsOn: 'plan', dependencyType: 'copy' }),
      text('blank'),
    );
    expect(ids(made, { had: { plan: 'Walk', shown: 'far', blank: ' ' } })).toEqual(['plan', 'shown']);
    expect(offersOf(made, { had: { plan: 'Walk', shown: 'far' } }).offers).toMatchObject([
      { isVisible: true },
      { isVisible: false },
    ]);
    expect(ids(made, { had: { plan: 'Rest', shown: 'far' } })).toEqual(['plan']);
    expect(ids(made, { had: { plan: 'Rest', copy: 'Edited' } })).toEqual(['plan', 'copy']);
  });

  it('leaves out what is filled in from the record', () => {
    expect(ids(content, { had: { complaint: 'Ache', plan: 'Walk' }, ofRecord: ['plan'] })).toEqual([
      'complaint',
    ]);
  });
});

describe('a template that has changed', () => {
  it.each<[string, FieldDraft, FieldDraft, FieldValues, boolean]>([
    ['the same options in another order', option('a', 'x', 'y'), option('a', 'y', 'x'), { a: 'x' }, true],
    ['one more option', option('a', 'x', 'y'), option('a', 'x', 'y', 'z'), { a: 'x' }, false],
    ['another type', option('a', 'x'), text('a'), { a: 'x' }, false],
    ['the same columns', table(column('u')), table(column('u')), { list: [{ u: 'x' }] }, true],
    ['another column', table(column('u')), table(column('u'), column('w')), { list: [{ u: 'x' }] }, false],
    [
      'another option of a column',
      table(column('u', { type: 'select', options: ['x'] })),
      table(column('u', { type: 'select', options: ['x', 'y'] })),
      { list: [{ u: 'x' }] },
      false,
    ],
    ['no such field', text('b'), text('a'), { b: 'x' }, false],
    ['a field that is locked now', text('a'), text('a', { isReadOnly: true }), { a: 'x' }, false],
  ])('%s', (_name, before, after, had, isOffered) => {
    const { offers, changed } = offersOf(contentOf(after), { before: contentOf(before), had });
    expect(offers).toHaveLength(isOffered ? 1 : 0);
    expect(changed).toHaveLength(isOffered || after['isReadOnly'] === true ? 0 : 1);
  });

  it('names what is not offered by its label', () => {
    const { changed } = offersOf(contentOf(text('a', { type: 'date' })), {
      before: contentOf(text('a'), text('b', { label: 'Old field' })),
      had: { a: 'x', b: 'y' },
    });
    expect(changed).toEqual(['A', 'Old field']);
  });
});

describe('a text that was made from other fields', () => {
  const content = contentOf(
    text('approach'),
    text('note', { dependencyType: 'dynamic_text', defaultTemplate: 'Approach: {{approach}}.' }),
  );

  it('keeps what it was made from, so that a contradiction is found here', () => {
    const { offers } = offersOf(content, {
      had: { approach: 'caudal', note: 'Approach: caudal. It went well.' },
      has: { approach: 'lateral' },
    });
    expect(offers[1]).toMatchObject({
      field: { id: 'note' },
      now: 'Approach: lateral.',
      origin: { text: 'Approach: caudal.', from: { approach: 'caudal' } },
    });
  });
});

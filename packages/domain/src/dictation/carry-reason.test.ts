import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../template/content.ts';
import { contentOf, type FieldDraft } from '../template/test/content-of.ts';
import type { FieldValue } from '../template/value.ts';
import { carryReason, type CarryReason } from './carry-reason.ts';

const reasonOf = (draft: FieldDraft, value: FieldValue): CarryReason | null => {
  const [field] = fieldsOf(contentOf(draft));
  if (field === undefined) throw new Error('no field');
  return carryReason(field, value);
};
const DOSE = { per: 'note', amounts: [] };
const rows = (...columns: readonly FieldDraft[]) => ({
  id: 'list',
  type: 'rows',
  columns: columns.map((column) => ({ label: column.id, type: 'text', ...column })),
});

describe('what decides about a field', () => {
  it.each<[CarryReason | null, FieldDraft, FieldValue]>([
    ['date', { id: 'return', type: 'date' }, '2026-12-01'],
    ['date', { id: 'last_block', label: 'Last block, date' }, 'in spring'],
    ['date', { id: 'procedure_day' }, 'Monday'],
    ['dose', { id: 'mixture', dose: DOSE }, 'the usual'],
    ['dose', { id: 'steroid', type: 'select', options: ['Dexamethasone', 'None'] }, 'None'],
    ['dose', { id: 'x', label: 'Contrast volume' }, 'a little'],
    ['dose', { id: 'x', label: 'Medications today' }, 'none'],
    ['dose', { id: 'sedation', type: 'radio', options: ['None', 'Oral'] }, 'Oral'],
    ['statement', { id: 'consent', label: 'Consent signed', type: 'checkbox' }, true],
    ['statement', { id: 'time_out', label: 'Time-out for patient and site', type: 'checkbox' }, true],
    ['level', { id: 'second_level', type: 'select', options: ['None'] }, 'None'],
    ['level', { id: 'x', label: 'Joint' }, 'knee'],
    ['level', { id: 'nerves', type: 'checkbox', options: ['Superolateral'] }, ['Superolateral']],
    ['level', { id: 'x', label: 'Site of injection' }, 'knee'],
    ['side', { id: 'side', type: 'radio', options: ['Left', 'Midline'] }, 'Midline'],
    ['side', { id: 'x', label: 'Laterality' }, 'none'],
    ['amount', { id: 'bp', label: 'BP' }, 'normal'],
    ['amount', { id: 'x', label: 'Heart rate' }, 'regular'],
    ['amount', { id: 'pain_before', type: 'select', options: ['None', 'Some'] }, 'None'],
    ['amount', { id: 'x', label: 'Relief so far' }, 'most of it'],
    ['amount', { id: 'spo2' }, 'normal'],
    ['dose', { id: 'x', label: 'Allergies reviewed' }, 'none'],
    ['dose', { id: 'care', type: 'checkbox', options: ['Exercise', 'Gabapentin'] }, ['Gabapentin']],
    // Words are whole words.
    [null, { id: 'update', label: 'Update' }, 'none'],
    [null, { id: 'x', label: 'Besides' }, 'none'],
    [null, { id: 'x', label: 'Pointer' }, 'none'],
    [null, { id: 'complaint', label: 'Chief complaint' }, 'Low back ache'],
    [null, { id: 'approach', type: 'radio', options: ['Interlaminar', 'Caudal'] }, 'Caudal'],
    [null, { id: 'care', type: 'checkbox', options: ['Exercise', 'NSAIDs'] }, ['NSAIDs', 'Exercise']],
  ])('%s: %o with %o', (reason, draft, value) => {
    expect(reasonOf(draft, value)).toBe(reason);
  });
});

describe('what decides about a text', () => {
  it.each<[CarryReason | null, string]>([
    ['date', 'Seen on 11/02/2026.'],
    ['date', 'Seen on 2026-11-02.'],
    ['date', 'Seen Nov. 2 by us.'],
    ['date', 'Seen September 12.'],
    ['dose', 'Injected 40 mg of it.'],
    ['dose', 'Injected 3mL of it.'],
    ['dose', 'Gave 2.5 cc.'],
    ['dose', 'Gave forty milligrams.'],
    ['dose', 'Injected dexamethasone.'],
    ['dose', 'Botox to the left side.'],
    ['dose', 'The skin was numbed with lidocaine.'],
    ['dose', 'Apixaban was held.'],
    ['date', 'Kenalog was given on 11/02/2026.'],
    ['level', 'The needle was at L4-L5.'],
    ['level', 'The needle was at c7/t1.'],
    ['level', 'Through the S1 foramen.'],
    ['side', 'The right knee was prepped.'],
    ['side', 'Prepped bilaterally.'],
    ['side', 'Both  sides were prepped.'],
    ['side', 'LT knee'],
    ['side', 'R shoulder was prepped.'],
    ['side', 'Knee (L) was prepped.'],
    ['side', 'The contralateral knee is well.'],
    ['amount', 'Walks for twenty minutes.'],
    ['amount', 'Seen after six weeks.'],
    ['amount', 'A 22-gauge needle was used.'],
    ['dose', 'Lidocaine 1% was used.'],
    ['amount', 'Relief of 80% was noted.'],
    ['amount', 'About fifty percent better.'],
    ['amount', 'It was marked 10 times.'],
    ['amount', '120/80'],
    [null, 'The skin was prepped and draped.'],
    [null, 'Brightly lit. The leftovers were discarded.'],
    [null, 'No one else was present. The gadget was often cleaned.'],
    [null, ''],
  ])('%s: %s', (reason, text) => {
    expect(reasonOf({ id: 'technique', type: 'textarea' }, text)).toBe(reason);
  });
});

describe('rows', () => {
  it.each<[CarryReason | null, FieldDraft, FieldValue]>([
    ['date', rows({ id: 'given', type: 'date' }), [{ given: '2026-11-02' }]],
    ['dose', rows({ id: 'name' }, { id: 'x', label: 'Dose' }), [{ name: 'Oxycodone' }]],
    ['level', rows({ id: 'level' }), [{ level: '' }]],
    ['level', rows({ id: 'name' }), [{ name: 'first' }, { name: 'at L5' }]],
    ['side', rows({ id: 'name', type: 'checkbox', options: ['Left', 'Top'] }), [{ name: ['Top', 'Left'] }]],
    [null, rows({ id: 'name' }), [{ name: 'Walking' }]],
  ])('%s: %o with %o', (reason, draft, value) => {
    expect(reasonOf(draft, value)).toBe(reason);
  });
});

import { contentOf, type FieldDraft } from '@portal/domain/template/test/content-of';
import type { FieldValues } from '@portal/domain/template/value';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/app-error.ts';
import { validateForm, type FormValues } from './dictation-rules.ts';

interface Sent {
  readonly editedFields?: readonly string[];
  readonly previous?: FormValues;
  readonly defaults?: FieldValues;
  readonly isAdmin?: boolean;
}
/** The values to store for a template with these fields, or the error messages by field. */
function accept(fields: readonly FieldDraft[], formData: FieldValues, more: Sent = {}) {
  const { editedFields = [], previous = null, defaults = {}, isAdmin = false } = more;
  try {
    return validateForm(
      { formData, editedFields, editedFrom: {} },
      { content: contentOf(...fields), defaults, sources: {}, previous, canEditReadOnly: isAdmin },
    );
  } catch (error) {
    if (error instanceof AppError) return error.details.errors;
    throw error;
  }
}

describe('stored form values', () => {
  const FIELDS = [
    { id: 'side', type: 'select', options: ['Left', 'Both'] },
    {
      id: 'first',
      visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Both', action: 'show' }],
    },
    { id: 'needle', defaultValue: '25G' },
    { id: 'copy', dependsOn: 'side', dependencyType: 'copy' },
    { id: 'free', dependsOn: 'side', dependencyType: 'copy' },
  ];

  it('include visible fields with their defaults; hidden ones are dropped when saving', () => {
    // `copy` was not edited, so its sent value is ignored.
    const sent = { side: 'Left', first: 'Right one', copy: 'Old', free: 'Mine' };
    expect(accept(FIELDS, sent, { editedFields: ['free', 'side', 'none'] })).toEqual({
      formData: { side: 'Left', needle: '25G', copy: 'Left', free: 'Mine' },
      editedFields: ['free'],
      editedFrom: { free: { text: 'Left', from: { side: 'Left' } } },
    });
    expect(accept(FIELDS, { side: 'Both', first: 'Left one', needle: '' })).toEqual({
      formData: { side: 'Both', first: 'Left one', needle: '', copy: 'Both', free: 'Both' },
      editedFields: [],
      editedFrom: {},
    });
  });

  it('include initial values from the patient and the author', () => {
    expect(accept([{ id: 'a' }, { id: 'b' }], { b: 'Mine' }, { defaults: { a: '1', b: '2' } })).toEqual({
      formData: { a: '1', b: 'Mine' },
      editedFields: [],
      editedFrom: {},
    });
  });

  it('report all unknown fields and texts over a limit together', () => {
    const fields = [{ id: 'note', label: 'Note', maxLength: 5 }];
    expect(accept(fields, { note: '123456', level: 'L4' })).toEqual({
      'formData.level': ['This template has no field "level"'],
      'formData.note': ['Note: 1 character too many (5 allowed)'],
    });
  });
});

const stored = (fixed: string): FormValues => ({
  formData: { fixed },
  editedFields: [],
  editedFrom: {},
});

describe('read-only fields', () => {
  const FIELDS = [{ id: 'fixed', label: 'Fixed', isReadOnly: true, defaultValue: 'As it is' }, { id: 'a' }];
  const refused = { 'formData.fixed': ['Only administrators can change "Fixed"'] };

  it('can be set in a new dictation only by administrators', () => {
    expect(accept(FIELDS, { fixed: 'As it is' })).toEqual(stored('As it is'));
    expect(accept(FIELDS, {})).toEqual(stored('As it is'));
    expect(accept(FIELDS, { fixed: 'Other' })).toEqual(refused);
    expect(accept(FIELDS, { fixed: '' })).toEqual(refused);
    expect(accept(FIELDS, { fixed: 'Other' }, { isAdmin: true })).toEqual(stored('Other'));
  });

  it('keep what an administrator changed, even when left out', () => {
    const previous = stored('Other');
    expect(accept(FIELDS, { fixed: 'As it is' }, { previous })).toEqual(refused);
    expect(accept(FIELDS, { fixed: 'Other' }, { previous })).toEqual(previous);
    expect(accept(FIELDS, {}, { previous })).toEqual(previous);
    expect(accept(FIELDS, { fixed: 'New' }, { previous, isAdmin: true })).toEqual(stored('New'));
  });

  it('keep following another field', () => {
    const fields = [{ id: 'a' }, { id: 'b', isReadOnly: true, dependsOn: 'a', dependencyType: 'copy' }];
    const previous = { formData: { a: '1', b: '1' }, editedFields: [], editedFrom: {} };
    expect(accept(fields, { a: '2', b: '1' }, { previous })).toEqual({
      formData: { a: '2', b: '2' },
      editedFields: [],
      editedFrom: {},
    });
    expect(accept(fields, { a: '2', b: '9' }, { previous, editedFields: ['b'] })).toHaveProperty([
      'formData.b',
    ]);
  });

  it('that are auto-populated follow a change of patient', () => {
    const more = { previous: stored('Of one'), defaults: { fixed: 'Of two' } };
    expect(accept(FIELDS, { fixed: 'Of two' }, more)).toEqual(stored('Of two'));
    expect(accept(FIELDS, {}, more)).toEqual(stored('Of two'));
    expect(accept(FIELDS, { fixed: 'Of three' }, more)).toEqual(refused);
  });
});

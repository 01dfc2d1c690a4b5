import { addedLine, isSameLines, linesOfDictation } from '../codes/code-lines.ts';
import type { DraftContent } from '@portal/contract/dictation-drafts';
import type { Dictation } from '@portal/contract/dictations';
import { contentOf } from '@portal/domain/template/test/content-of';
import { describe, expect, it } from 'vitest';
import { baseOf } from '../save/editor-store.ts';
import { staleChanges } from '#ui/form/stale.ts';
import { conflictRecord, mergeConflict } from './merge-conflict.ts';
import { aTemplate } from '../test/dictation-fixtures.ts';
import { detailsOf, startEdit, startNew } from './editor-start.ts';

const content = contentOf(
  { id: 'side' },
  { id: 'note' },
  { id: 'copied', dependsOn: 'side', dependencyType: 'copy' },
);
const user = { id: 'u1', firstName: 'Jane', lastName: 'Roe' };
const dictation: Dictation = {
  id: 'n1',
  templateId: 't1',
  templateName: 'Block',
  patientId: 'p1',
  patientName: 'Lee, Ann',
  patientMRN: '00000042',
  patient: { id: 'p1', firstName: 'Ann', lastName: 'Lee', medicalRecordNumber: '00000042' },
  patientDOB: '1960-01-02',
  patientGender: 'Female',
  providerId: 'u1',
  providerName: 'Jane Roe',
  locationId: 'o1',
  procedureLocation: 'Main Street',
  procedureDate: '2026-11-21',
  status: 'Saved',
  groupId: null,
  groupName: null,
  hasAddendums: false,
  createdAt: '2026-11-21T10:00:00Z',
  signedAt: null,
  isActive: true,
  now: null,
  printed: null,
  version: 3,
  dictationContent: {},
  formData: { side: 'Left', note: 'Stored', copied: 'Left' },
  editedFields: [],
  editedFrom: {},
  billingCodes: [
    {
      code: '64483',
      codeType: 'CPT',
      description: 'Block',
      modifiers: '',
      units: 1,
      diagnosisPointers: [],
    },
  ],
  billingOption: 'standard',
  complications: null,
  templateVersion: 2,
  orderId: null,
  reportHeading: null,
  reportTitle: null,
  structure: { sections: content.sections },
  signature: null,
  coSignature: null,
  addendums: [],
  createdByUser: user,
  updatedByUser: user,
  updatedAt: '2026-11-21T10:00:00Z',
};
const typed: DraftContent = {
  patientId: 'p1',
  procedureDate: '2026-11-20',
  procedureLocation: 'Main Street',
  providerId: 'u1',
  locationId: 'o1',
  formData: { side: 'Right', note: '', gone: 'Typed into a field that is gone' },
  editedFields: [],
  editedFrom: {},
  billingCodes: null,
  billingOption: 'reduced',
  complications: 'None',
  createKey: 'k1',
};

const SOURCE = { rules: [], oneSidedModifier: '50' } as const;

describe('initial values of the editor', () => {
  it('come from the saved dictation; fields that follow a source keep following it', () => {
    const start = startEdit(dictation, SOURCE, null);
    expect(start.entered).toEqual({ side: 'Left', note: 'Stored' });
    expect(isSameLines(start.lines ?? [], linesOfDictation(dictation))).toBe(true);
    expect(start.target).toMatchObject({ dictationId: 'n1', templateVersion: 2, baseVersion: 3 });
    expect(start.restored).toBeNull();
  });

  it('include unsaved typing with its base version, and report values without a field', () => {
    const draft = { id: 'd1', revision: 7, baseVersion: 2, updatedAt: '2026-11-21T11:00:00Z' };
    const start = startEdit(dictation, SOURCE, { content: typed, draft, unsent: null, lines: null });
    expect(start.entered).toEqual({ side: 'Right', note: '' });
    expect(start.details).toMatchObject({ procedureDate: '2026-11-20', billingOption: 'reduced' });
    expect(start.target).toMatchObject({ draftId: 'd1', baseVersion: 2 });
    expect([start.revision, start.lines]).toEqual([7, null]);
    expect(start.restored).toEqual({
      at: draft.updatedAt,
      isUnsent: false,
      lost: [{ id: 'gone', text: 'Typed into a field that is gone' }],
    });
  });

  it('begin with the dictation as it was, if it was saved by someone else since, so that saving finds the conflict', () => {
    const base = baseOf(dictation);
    const theirs = { ...dictation, version: 4, formData: { side: 'Bilateral', note: 'Stored' } };
    const unsent = { draftId: 'd2', baseVersion: 3, revision: 0 };
    const start = startEdit(theirs, SOURCE, {
      content: { ...typed, base },
      draft: null,
      unsent,
      lines: null,
    });
    expect(start.dictation).toEqual(dictation);
    expect(start.target).toMatchObject({ draftId: 'd2', baseVersion: 3 });
    expect(start.entered).toEqual({ side: 'Right', note: '' });
  });

  it('are all that was typed, with the key of the unanswered save, and without empty values in the list of lost ones', () => {
    const all: DraftContent = {
      ...typed,
      patientId: 'p2',
      procedureLocation: 'Second Street',
      providerId: 'u2',
      locationId: 'o2',
      formData: { ...typed.formData, copied: 'Mine', empty: '' },
      editedFields: ['copied'],
      editedFrom: { copied: { text: 'Right', from: { side: 'Right' } } },
    };
    const start = startEdit(dictation, SOURCE, { content: all, draft: null, unsent: null, lines: null });
    const {
      formData: _formData,
      editedFields: _edited,
      editedFrom,
      billingCodes: _codes,
      createKey,
      ...details
    } = all;
    expect(start).toMatchObject({ details, editedFrom, createKey });
    expect(start.entered).toEqual({ side: 'Right', note: '', copied: 'Mine' });
    expect(start.restored?.lost.map(({ id }) => id)).toEqual(['gone']);
  });

  it('are based on what the kept text was based on, in the draft that the server has', () => {
    const draft = { id: 'd1', revision: 7, baseVersion: 2, updatedAt: '2026-11-21T11:00:00Z' };
    const unsent = { draftId: 'd2', baseVersion: 3, revision: 7 };
    const start = startEdit(dictation, SOURCE, { content: typed, draft, unsent, lines: null });
    expect(start.target).toMatchObject({ draftId: 'd1', baseVersion: 3 });
  });

  it('of a new dictation keep the draft of its address', () => {
    const start = startNew(aTemplate(), SOURCE, detailsOf(dictation), null, {
      draftId: 'd1',
      order: null,
      orderProblem: null,
    });
    expect(start.target).toMatchObject({ draftId: 'd1', dictationId: null, baseVersion: null });
  });

  it('do not replace what another editor has autosaved since', () => {
    const draft = { id: 'd1', revision: 9, baseVersion: 3, updatedAt: '2026-11-21T11:00:00Z' };
    const at = (revision: number) =>
      startEdit(dictation, SOURCE, {
        content: typed,
        draft,
        unsent: { draftId: 'd1', baseVersion: 3, revision },
        lines: null,
      }).revision;
    // The last request may have arrived without an answer.
    expect([at(9), at(8), at(7)]).toEqual([9, 9, 8]);
  });
});

it('keeps local edits and takes everything else from the saved version', () => {
  const theirs: Dictation = {
    ...dictation,
    version: 4,
    formData: { side: 'Bilateral', note: 'Theirs' },
    complications: 'Theirs',
    billingCodes: [],
  };
  const mine = {
    details: { ...detailsOf(dictation), procedureDate: '2026-11-20' },
    entered: { side: 'Left', note: 'Mine' },
    editedFrom: {},
    lines: linesOfDictation(dictation),
  };
  const merged = mergeConflict(content, { base: dictation, theirs, mine });
  expect(merged.entered).toEqual({ side: 'Bilateral', note: 'Mine' });
  expect(merged.details).toMatchObject({ procedureDate: '2026-11-20', complications: 'Theirs' });
  expect(merged.lines).toEqual([]);
});

describe('rows', () => {
  const withRows = contentOf({
    id: 'lesions',
    label: 'Lesions',
    type: 'rows',
    columns: [
      { id: 'level', label: 'Level', type: 'text' },
      { id: 'day', label: 'Day', type: 'date' },
    ],
  });
  const stored: Dictation = { ...dictation, formData: { lesions: [{ level: 'L4', day: '2026-11-20' }] } };

  it('are one value of a merge, and shown with the labels of their columns', () => {
    const theirs: Dictation = { ...stored, version: 4, formData: { lesions: [{ level: 'L5' }] } };
    const mine = {
      details: detailsOf(stored),
      entered: { lesions: [{ level: 'L4', day: '2026-11-21' }, {}] },
      editedFrom: {},
      lines: linesOfDictation(stored),
    };
    const versions = { base: stored, theirs, mine };
    expect(mergeConflict(withRows, versions).entered).toEqual(mine.entered);
    // The database does not keep the order of the columns.
    const untouched = { ...mine, entered: { lesions: [{ day: '2026-11-20', level: 'L4' }] } };
    expect(mergeConflict(withRows, { ...versions, mine: untouched }).entered).toEqual(theirs.formData);
    const names = { patient: 'Lee, Ann (00000042)', provider: 'Jane Roe' };
    expect(staleChanges(conflictRecord(withRows, versions, names))).toMatchObject([
      {
        label: 'Lesions',
        theirs: '1. Level: L5',
        mine: '1. Level: L4; Day: 11/21/2026',
        isConflict: true,
      },
    ]);
  });

  it('keep what a removed column had as text', () => {
    const formData = {
      lesions: [
        { level: 'L4', side: 'Left' },
        { side: 'Right', tested: false },
      ],
    };
    const restored = { content: { ...typed, formData }, draft: null, unsent: null, lines: null };
    const start = startEdit({ ...stored, structure: { sections: withRows.sections } }, SOURCE, restored);
    expect(start.entered).toEqual({ lesions: [{ level: 'L4' }, {}] });
    expect(start.restored?.lost).toEqual([{ id: 'lesions.side', text: 'Left, Right' }]);
  });

  it('of a field that the template no longer has are kept as text', () => {
    const formData = { gone: [{ level: 'L4', day: '2026-11-20' }, {}, { level: 'L5' }] };
    const restored = { content: { ...typed, formData }, draft: null, unsent: null, lines: null };
    expect(startEdit(stored, SOURCE, restored).restored?.lost).toEqual([
      { id: 'gone', text: 'L4, 11/20/2026\nL5' },
    ]);
  });
});

it.each<[string, Partial<ReturnType<typeof detailsOf>>]>([
  ['patient', { patientId: 'p2' }],
  ['date', { procedureDate: '2026-11-20' }],
  ['provider', { providerId: 'u2' }],
  ['location', { locationId: 'o2', procedureLocation: 'Second Street' }],
  ['billing option', { billingOption: 'reduced' }],
  ['complications', { complications: 'Mine' }],
])('keeps a locally changed %s, and only that', (_name, change) => {
  const theirs: Dictation = {
    ...dictation,
    version: 4,
    patientId: 'p3',
    procedureDate: '2026-11-19',
    providerId: 'u3',
    locationId: 'o3',
    procedureLocation: 'Third Street',
    billingOption: 'noshow-patient',
    complications: 'Theirs',
  };
  const mine = {
    details: { ...detailsOf(dictation), ...change },
    entered: { side: 'Left', note: 'Stored' },
    editedFrom: {},
    lines: linesOfDictation(dictation),
  };
  const { details } = mergeConflict(content, { base: dictation, theirs, mine });
  expect(details).toEqual({ ...detailsOf(theirs), ...change });
});

it('keeps locally changed codes over the saved ones', () => {
  const theirs: Dictation = { ...dictation, version: 4, billingCodes: [] };
  const lines = [addedLine({ code: '62323', codeType: 'CPT', description: '' })];
  const mine = {
    details: detailsOf(dictation),
    entered: { side: 'Left', note: 'Stored' },
    editedFrom: {},
    lines,
  };
  expect(mergeConflict(content, { base: dictation, theirs, mine }).lines).toEqual(lines);
});

const originOf = (side: string) => ({ copied: { text: side, from: { side } } });

it('keeps the origin of a local edit, so that it still contradicts what someone else changed', () => {
  const theirs: Dictation = {
    ...dictation,
    version: 4,
    formData: { side: 'Bilateral', note: 'Stored', copied: 'Theirs' },
    editedFields: ['copied'],
    editedFrom: originOf('Bilateral'),
  };
  const mine = {
    details: detailsOf(dictation),
    entered: { side: 'Left', note: 'Stored', copied: 'Mine' },
    editedFrom: originOf('Left'),
    lines: linesOfDictation(dictation),
  };
  const merged = mergeConflict(content, { base: dictation, theirs, mine });
  expect(merged).toMatchObject({
    entered: { side: 'Bilateral', copied: 'Mine' },
    editedFrom: originOf('Left'),
  });
  const same = { ...mine, entered: { side: 'Left', note: 'Stored', copied: 'Theirs' } };
  expect(mergeConflict(content, { base: dictation, theirs, mine: same }).editedFrom).toEqual(
    originOf('Bilateral'),
  );
});

const carried = (isSeen: boolean) => ({
  note: { text: '', from: {}, carried: { noteId: 'n1', day: '2026-11-02', isSeen } },
});

it('does not ask again to look at a carried value that was looked at here', () => {
  const base = { ...dictation, editedFrom: carried(false) };
  const theirs: Dictation = { ...base, version: 4, complications: 'Theirs' };
  const mine = {
    details: detailsOf(base),
    entered: { side: 'Left', note: 'Stored' },
    editedFrom: carried(true),
    lines: linesOfDictation(base),
  };
  expect(mergeConflict(content, { base, theirs, mine }).editedFrom).toEqual(carried(true));
  const changed: Dictation = { ...theirs, formData: { ...base.formData, note: 'Theirs' } };
  expect(mergeConflict(content, { base, theirs: changed, mine }).editedFrom).toEqual(carried(false));
});

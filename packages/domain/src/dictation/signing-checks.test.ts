import { describe, expect, it } from 'vitest';
import { brokenRules } from '../template/broken-references.ts';
import { evaluateTemplate } from '../template/evaluate.ts';
import { contentOf } from '../template/test/content-of.ts';
import type { FieldValues, Row } from '../template/value.ts';
import { sideOfDiagnosis } from './diagnosis-side.ts';
import { checkedDictation } from './checks/test/checked-dictation.ts';
import { outdatedTexts } from './edited-text.ts';
import { actionOf, findingsOf, type CheckedDictation, type CheckedLine } from './signing-checks.ts';

const content = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right', 'Bilateral', 'Midline'] },
  { id: 'level', label: 'Level', type: 'checkbox', options: ['L4-L5', 'L5-S1'] },
  { id: 'additional_level', label: 'More than one level on a side', type: 'radio', options: ['No', 'Yes'] },
  { id: 'gauge', label: 'Needle gauge' },
  { id: 'technique', label: 'Technique', type: 'textarea', defaultTemplate: 'A {{gauge}}-gauge needle.' },
  { id: 'findings', label: 'Findings', type: 'textarea' },
);
const line = (code: string, change: Partial<CheckedLine> = {}): CheckedLine => ({
  code,
  codeType: /^[A-IK-Z]/u.test(code) ? 'ICD10' : 'CPT',
  description: '',
  modifiers: '',
  units: 1,
  diagnosisPointers: ['M54.16'],
  lineType: 'procedure',
  bilateralIndicator: null,
  isBillable: true,
  unitSize: null,
  unit: null,
  catalog: null,
  validFrom: null,
  validTo: null,
  ...change,
});
const check = (
  { entered = {}, ...change }: Partial<CheckedDictation> & { readonly entered?: FieldValues } = {},
  ...lines: readonly CheckedLine[]
) =>
  findingsOf(checkedDictation({ content, entered: { gauge: '22', ...entered } }, { lines, ...change })).map(
    ({ check: name, fieldId, code }) => [name, fieldId ?? code].join(' '),
  );

const carriedFrom = (isSeen: boolean) => ({
  text: '',
  from: {},
  carried: { noteId: 'note', day: '2026-11-02', isSeen },
});

describe('checks before signing', () => {
  it('find nothing in a plain dictation', () => {
    const entered = { side: 'Left', level: ['L4-L5'], additional_level: 'No', findings: 'Left leg pain' };
    expect(check({ entered }, line('64483', { modifiers: 'LT' }), line('M54.16'))).toEqual([]);
  });

  it('find values of earlier notes that nobody has looked at, and always prevent signing', () => {
    const entered = { findings: 'As before' };
    expect(check({ entered, editedFrom: { findings: carriedFrom(false) } })).toEqual([
      'carriedUnseen findings',
    ]);
    expect(check({ entered, editedFrom: { findings: carriedFrom(true) } })).toEqual([]);
    expect(check({ entered: { findings: '' }, editedFrom: { findings: carriedFrom(false) } })).toEqual([]);
    expect(
      check({ entered, editedFrom: { findings: carriedFrom(false) }, billingOption: 'noshow-patient' }),
    ).not.toContain('carriedUnseen findings');
    const [found] = findingsOf(
      checkedDictation({ content, entered }, { editedFrom: { findings: carriedFrom(false) } }),
      ['carriedUnseen'],
    );
    expect(found?.message).toBe(
      'Findings was carried from the note of 11/02/2026, and nobody has looked at it.',
    );
    expect(actionOf('carriedUnseen', new Map([['carriedUnseen', 'warn']]))).toBe('block');
  });

  it('find placeholders that were not filled in, whatever their source', () => {
    const left = '{{patient.name}}';
    expect(check({ entered: { findings: `For ${left}` } })).toEqual(['leftOverTag findings']);
    // No option, so it is not printed.
    expect(check({ entered: { level: [left] } })).toEqual([]);
    expect(check({}, line('64483', { description: left }))).toEqual(['leftOverTag 64483']);
    expect(check({ texts: [{ name: 'Complications', text: left }] })).toEqual(['leftOverTag ']);
    expect(check({ headerMessages: ['In the report header, …'] })).toEqual(['leftOverTag ']);
    const old = contentOf(
      { id: 'a', label: left },
      { id: 'static', defaultValue: left },
      { id: 'text', dependencyType: 'dynamic_text', defaultTemplate: '{{#if a = "Yes"}}x{{/if}}' },
    );
    const titled = { ...old, sections: old.sections.map((section) => ({ ...section, title: left })) };
    expect(check({ content: titled, evaluation: evaluateTemplate(titled, { entered: {} }) })).toEqual([
      'leftOverTag a',
      'leftOverTag static',
      'leftOverTag text',
      'leftOverTag ',
    ]);
  });

  it('find places of shortcuts that were not filled in, in what was typed but not in what the template says', () => {
    for (const left of ['Give *** mg', 'On the {side}']) {
      expect(check({ entered: { findings: left } })).toEqual(['leftOverTag findings']);
      const typed = { name: 'Complications', text: left, isTyped: true };
      expect(check({ texts: [typed] })).toEqual(['leftOverTag ']);
      expect(check({ texts: [{ ...typed, name: 'The template’s name', isTyped: false }] })).toEqual([]);
      expect(check({}, line('64483', { description: left }))).toEqual([]);
      const options = contentOf({ id: 'consent', label: left, type: 'select', options: [left] });
      const evaluation = evaluateTemplate(options, { entered: { consent: left } });
      expect(check({ content: options, evaluation })).toEqual([]);
    }
  });

  it('look into rows and the labels of their columns', () => {
    const columns = [
      { id: 'site', label: 'Site', type: 'text' },
      { id: 'drug', label: 'Drug', type: 'text' },
    ];
    const rows = contentOf(
      { id: 'side', type: 'select', options: ['Left', 'Right'] },
      { id: 'muscles', label: 'Muscles', type: 'rows', columns },
      { id: 'leads', type: 'rows', columns: [{ id: 'name', label: '{{name}}', type: 'text' }] },
    );
    const found = (row: Row) =>
      check({
        content: rows,
        evaluation: evaluateTemplate(rows, { entered: { side: 'Left', muscles: [{}, row] } }),
      });
    const ofLabel = 'leftOverTag leads';
    expect(found({ site: 'Left arm', drug: 'Botulinum toxin' })).toEqual([ofLabel]);
    expect(found({ site: '{{site}}' })).toEqual(['leftOverTag muscles', ofLabel]);
    expect(found({ site: 'Right arm' })).toEqual([ofLabel, 'sideInText muscles']);
    expect(found({ drug: 'Lidocaine 🙂' })).toContain('unprintable muscles');
  });

  it('always prevent signing for placeholders, whatever administrators chose', () => {
    const chosen = new Map([
      ['leftOverTag', 'warn'],
      ['dose', 'block'],
    ] as const);
    expect(actionOf('leftOverTag', chosen)).toBe('block');
    expect(actionOf('dose', chosen)).toBe('block');
    expect(actionOf('heading', chosen)).toBe('warn');
  });

  it('find characters that the PDF cannot show', () => {
    const entered = { findings: 'Better 🙂 than 🙂 before', technique: 'Used 🩺' };
    expect(check({ entered, texts: [{ name: 'Complications', text: 'None 👍' }] })).toEqual([
      'unprintable technique',
      'unprintable findings',
      'unprintable ',
    ]);
    expect(check({ entered, billingOption: 'noshow-patient' })).toEqual([]);
  });

  it('name billing rules that point to nothing', () => {
    const rule = {
      id: 'r',
      fieldId: 'side',
      fieldValue: 'Middle',
      isTemplateDefault: false,
      billingCodes: [{ code: 'J3301', codeType: 'CPT' as const, doseFieldId: 'dose' }],
    };
    const messages = brokenRules(content, [rule]);
    expect(messages).toEqual([
      'Billing rule "Side is Middle" names "Middle", which is not an option of "Side".',
      'Billing rule "Side is Middle" (J3301) takes its units from the field "dose", which does not exist.',
    ]);
    expect(check({ brokenRules: messages })).toEqual(['brokenRule ', 'brokenRule ']);
  });

  it('find blanks in the text', () => {
    expect(check({ entered: { gauge: '' } })).toEqual(['emptyPlace gauge']);
  });

  it.each([
    ['Pain in the right leg', ['sideInText findings']],
    ['Right leg worse than left', []],
    ['Stopped right away, all right', []],
    ['Brightness', []],
  ])('compare the text "%s" with a left side', (findings, found) => {
    expect(check({ entered: { side: 'Left', findings } })).toEqual(found);
  });

  it('compare a generated text with the side once it was edited', () => {
    const made = contentOf(
      { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
      { id: 'pain', label: 'Pain', dependencyType: 'dynamic_text', defaultTemplate: 'Pain in the right leg' },
    );
    const evaluation = evaluateTemplate(made, { entered: { side: 'Left', pain: 'Pain in the right knee' } });
    expect(check({ content: made, evaluation, editedFields: ['pain'] })).toEqual(['sideInText pain']);
    expect(
      check({ content: made, evaluation: evaluateTemplate(made, { entered: { side: 'Left' } }) }),
    ).toEqual([]);
  });

  it('compare a diagnosis with the side', () => {
    expect(check({ entered: { side: 'Left' } }, line('M54.41'), line('M17.12'), line('M54.12'))).toEqual([
      'sideOfDiagnosis M54.41',
    ]);
    expect(check({ entered: { side: 'Bilateral' } }, line('M54.41'))).toEqual([]);
  });

  it('find several levels without the answer Yes', () => {
    const entered = { level: ['L4-L5', 'L5-S1'], additional_level: 'No' };
    expect(check({ entered })).toEqual(['levels additional_level']);
    expect(check({ entered: { ...entered, additional_level: 'Yes' } })).toEqual([]);
    expect(check({ entered: { ...entered, level: ['L4-L5'] } })).toEqual([]);
  });

  it('find modifiers that contradict each other', () => {
    const lines = ['50,LT', '50', 'LT,RT', 'LT,59'].map((modifiers, at) => line(`6444${at}`, { modifiers }));
    expect(check({}, ...lines)).toEqual(['modifier50WithSide 64440', 'bothSides 64442']);
  });

  it('find the same code twice', () => {
    expect(check({}, line('64483'), line('64484'), line(' 64483'))).toEqual(['duplicateLine  64483']);
  });

  it.each([
    ['RT', 'RT', true],
    ['RT,59', '59,rt', true],
    ['RT', 'LT', false],
    ['RT', 'RT,59', false],
    ['', 'XS', false],
    ['', 'JW', false],
    ['50', 'RT', true],
    ['LT,59', '50,59', true],
    ['50', 'RT,59', false],
  ])('compare lines of one code with modifiers %s and %s', (first, second, isFound) => {
    const lines = [first, second].map((modifiers) => line('20610', { modifiers }));
    expect(check({}, ...lines)).toEqual(isFound ? ['duplicateLine 20610'] : []);
    const other = { diagnosisPointers: ['M19.012'] };
    const apart = lines.map((each, at) => (at === 0 ? each : { ...each, ...other }));
    const hasBoth = [first, second].some((modifiers) => modifiers.includes('50'));
    expect(check({}, ...apart)).toEqual(isFound && hasBoth ? ['duplicateLine 20610'] : []);
  });

  it('name the place of the line among all lines', () => {
    const lines = [line('M54.16'), line('20610'), line('20610', { modifiers: '50,RT' })];
    const placesFor = (billingOption: 'standard' | 'noshow-patient', heading = 0) =>
      findingsOf(
        checkedDictation(
          { content },
          {
            lines: lines.map((each, at) => ({ ...each, isBillable: at !== heading })),
            billingOption,
          },
        ),
      ).flatMap(({ lineIndex }) => lineIndex ?? []);
    expect(placesFor('standard')).toEqual([2, 0]);
    expect(placesFor('noshow-patient')).toEqual([0]);
  });

  it('find lines whose units are not known, and always prevent signing them', () => {
    expect(check({}, line('J9999', { units: null }), line('64483'))).toEqual(['units J9999']);
    expect(actionOf('units', new Map([['units', 'warn' as const]]))).toBe('block');
    expect(actionOf('dose', new Map())).toBe('warn');
    expect(actionOf('dose', new Map([['dose', 'block' as const]]))).toBe('block');
  });

  it('find drugs without a dose in their unit', () => {
    const drug = line('J1100', { lineType: 'drug', unitSize: 1, unit: 'mg', units: 10 });
    expect(check({}, drug)).toEqual(['dose J1100']);
    expect(check({ entered: { findings: '2 mL given' } }, drug)).toEqual(['dose J1100']);
    expect(check({ entered: { findings: 'Dexamethasone 10 mg given' } }, drug)).toEqual([]);
  });

  it('find procedures without a diagnosis, and headings', () => {
    expect(check({}, line('64483', { diagnosisPointers: [] }))).toEqual(['noDiagnosis 64483']);
    expect(check({}, line('M17', { isBillable: false }))).toEqual(['heading M17']);
  });

  it('compare diagnoses with the sex and age of the patient', () => {
    const man = { dateOfBirth: '1960-11-22', gender: 'Male' };
    expect(check({ patient: man }, line('N80.0'), line('N40.1'))).toEqual(['patient N80.0']);
    expect(check({}, line('O26.89'), line('P94.2'), line('C61'))).toEqual([
      'patient O26.89',
      'patient P94.2',
      'patient C61',
    ]);
    expect(check({ patient: { dateOfBirth: null, gender: null } }, line('O26.89'), line('C61'))).toEqual([]);
  });

  it('check only the diagnoses of a no-show', () => {
    const entered = { gauge: '', side: 'Left' };
    const lines = [line('64483', { modifiers: 'LT,RT' }), line('M17', { isBillable: false })];
    expect(check({ entered, billingOption: 'noshow-patient' }, ...lines)).toEqual(['heading M17']);
  });
});

describe('the side of a diagnosis', () => {
  it.each([
    ['M54.41', 'Lumbago with sciatica, right side', 'right'],
    ['M25.562', '', 'left'],
    ['M54.12', 'Radiculopathy, cervical region', null],
    ['M47.812', 'Spondylosis without myelopathy or radiculopathy, cervical region', null],
    ['M16.0', 'Bilateral primary osteoarthritis of hip', null],
    ['M79.12', 'Myalgia of auxiliary muscles, head and neck', null],
    ['G56.02', 'Carpal tunnel syndrome, left upper limb', 'left'],
    ['S83.241A', 'Other tear of medial meniscus, current injury, right knee, initial encounter', 'right'],
  ])('of %s (%s) is %s', (code, description, side) => {
    expect(sideOfDiagnosis(code, description)).toBe(side);
  });
});

describe('a finding about a text', () => {
  const hiding = contentOf(
    { id: 'sedation', label: 'Sedation', type: 'radio', options: ['None', 'Moderate IV'] },
    {
      id: 'minutes',
      label: 'Sedation time in minutes',
      visibilityRules: [
        { sourceFieldId: 'sedation', operator: 'equals', value: 'Moderate IV', action: 'show' },
      ],
    },
    {
      id: 'words',
      label: 'Minutes in words',
      type: 'hidden',
      includeInReport: false,
      dependencyType: 'dynamic_text',
      defaultTemplate: '{{minutes}}',
    },
    { id: 'note', label: 'Note', dependencyType: 'dynamic_text', defaultTemplate: 'For {{words}} minutes.' },
    {
      id: 'other',
      label: 'Other',
      dependencyType: 'dynamic_text',
      defaultTemplate: 'For {{minutes}} minutes.',
    },
  );

  it('names the fields that the user sees, not those that are hidden', () => {
    const found = findingsOf(checkedDictation({ content: hiding, entered: { sedation: 'None' } }));
    expect(found.map(({ fieldId, message }) => [fieldId, message])).toEqual([
      ['sedation', 'Note has a blank that comes from Sedation.'],
      ['sedation', 'Other has a blank that comes from Sedation.'],
    ]);
    const values = { formData: { sedation: 'None', note: 'Twenty minutes.' }, editedFields: ['note'] };
    const from = { note: { text: 'For 20 minutes.', from: { minutes: '20' } } };
    expect(outdatedTexts(hiding, values, from)).toEqual([
      { fieldId: 'note', label: 'Note', contradiction: 'is from before Sedation was “None”.' },
    ]);
  });
});

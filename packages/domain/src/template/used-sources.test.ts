import { describe, expect, it } from 'vitest';
import { earlierValues, factValues, pickSources } from './source-values.ts';
import { usedSources, valueSources } from './used-sources.ts';
import { contentOf } from './test/content-of.ts';

const FACTS = {
  patient: {
    firstName: 'Jane',
    lastName: 'Roe',
    dateOfBirth: '1960-11-22',
    gender: null,
    medicalRecordNumber: '00000012',
    phone: '4105550142',
    insuranceProvider: null,
  },
  provider: { name: 'Gregory House', title: 'MD' },
  locationName: 'Main Surgery Center',
  procedureDate: '2026-11-21',
};

const reads = (fieldId: string) => usedSources(contentOf({ id: 'a' }), [{ fieldId }]);

describe('the sources that a template reads', () => {
  it('are those of its conditions, texts, and billing rules, each once', () => {
    const content = contentOf(
      {
        id: 'a',
        visibilityRules: [
          { sourceFieldId: 'patient.sex', operator: 'equals', value: 'Female', action: 'show' },
          { sourceFieldId: 'patient.sex', operator: 'is_empty', value: '', action: 'hide' },
        ],
      },
      { id: 'b', dependencyType: 'dynamic_text', defaultTemplate: '{{provider.title}} {{a}}' },
    );
    expect(usedSources(content)).toEqual(['patient.sex', 'provider.title']);
    const when = {
      match: 'any' as const,
      conditions: [
        {
          match: 'all' as const,
          conditions: [{ sourceFieldId: 'patient.age', operator: 'at_least' as const, value: '65' }],
        },
      ],
    };
    expect(usedSources(content, [{ fieldId: 'location.name', when }, { fieldId: 'a' }])).toEqual([
      'patient.age',
      'patient.sex',
      'provider.title',
      'location.name',
    ]);
    expect(usedSources(contentOf({ id: 'a' }), [{ fieldId: 'a', when: null }])).toEqual([]);
  });

  it('have the date of the record that they come from', () => {
    expect(reads('earlier.side')).toEqual(['earlier.date', 'earlier.side']);
    expect(reads('pills.status')).toEqual(['pills.date', 'pills.status']);
    expect(reads('patient.sex')).toEqual(['patient.sex']);
  });

  it('of the value of a field are not those that only show or hide it', () => {
    const rule = { sourceFieldId: 'earlier.side', operator: 'is_not_empty' as const, value: '' };
    const [field] = contentOf({
      id: 'a',
      visibilityRules: [{ ...rule, sourceFieldId: 'patient.age', action: 'show' }],
      defaultValueRules: [{ ...rule, defaultTemplate: 'On {{earlier.date}}' }],
    }).sections.flatMap(({ fields }) => fields);
    expect(field && valueSources(field)).toEqual(['earlier.side', 'earlier.date']);
  });
});

describe('the values of sources', () => {
  it('leave out what is not known', () => {
    expect(factValues(FACTS)).toEqual({
      'patient.name': 'Jane Roe',
      'patient.firstName': 'Jane',
      'patient.lastName': 'Roe',
      'patient.dateOfBirth': '1960-11-22',
      'patient.age': '65',
      'patient.medicalRecordNumber': '00000012',
      'patient.phone': '(410) 555-0142',
      'provider.name': 'Gregory House',
      'provider.title': 'MD',
      'location.name': 'Main Surgery Center',
      'note.procedureDate': '2026-11-21',
    });
    expect(factValues({ patient: null, provider: null, locationName: null, procedureDate: '11/2' })).toEqual(
      {},
    );
    expect(factValues({ ...FACTS, procedureDate: '' })).not.toHaveProperty(['patient.age']);
  });

  it.each([
    [{}, {}],
    [
      { side: 'Left', level: 'L4-L5' },
      { 'earlier.side': 'Left', 'earlier.levels': ['L4-L5'] },
    ],
    [{ levels: ['L4', 'L5'], level: 'L3' }, { 'earlier.levels': ['L4', 'L5'] }],
    [{ levels: [], level: 'L3' }, { 'earlier.levels': ['L3'] }],
    [{ levels: [{ level: 'L4' }] }, {}],
    [{ relief: '', relief_percent: '80', pain_relief: '60' }, { 'earlier.relief': '80' }],
    [{ side: ['Left', 'Right'] }, { 'earlier.side': 'Left, Right' }],
  ])('of the last note with %o are %o', (formData, expected) => {
    expect(earlierValues({ procedureDate: '2026-11-02', formData })).toEqual({
      'earlier.date': '2026-11-02',
      ...expected,
    });
  });

  it('are those that are asked for', () => {
    expect(
      pickSources(['patient.sex', 'patient.age'], { 'patient.age': '65', 'patient.name': 'Roe' }),
    ).toEqual({
      'patient.age': '65',
    });
    expect(pickSources(['patient.alerts'], { 'patient.alerts': [] })).toEqual({});
  });
});

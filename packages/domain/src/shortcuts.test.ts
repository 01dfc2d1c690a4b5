import { describe, expect, it } from 'vitest';
import {
  fillPlaces,
  identifierIn,
  isShortcutName,
  namesPatient,
  offeredShortcuts,
  placeKey,
  placesIn,
  typedName,
  unfilledPlace,
  usableShortcuts,
} from './shortcuts.ts';

const shortcut = (name: string, isPractice = false) => ({ name, text: `Text of ${name}`, isPractice });

describe('a typed name', () => {
  it.each([
    ['.ri', { name: 'ri', start: 0, end: 3 }],
    ['Plan: .Risks', { name: 'risks', start: 6, end: 12 }],
    ['Line\n.ri', { name: 'ri', start: 5, end: 8 }],
    ['(.ri', { name: 'ri', start: 1, end: 4 }],
    [`.${'a'.repeat(30)}`, { name: 'a'.repeat(30), start: 0, end: 31 }],
  ])('is found in %j', (text, expected) => {
    expect(typedName(text, text.length)).toEqual(expected);
  });

  it.each([
    'ri',
    '.',
    '.5 mg',
    '.25',
    'done.ri',
    'L4.b',
    '..ri',
    'and so on...ri',
    'No pain.ri',
    'No pain. ri',
    'ann.ri',
    'ann@example.ri',
    'www.example.ri',
    'https://example.com/.ri',
    '0.5',
    ' .5ri',
    'e.g',
    '.ri ',
    `.${'a'.repeat(31)}`,
    `x.${'a'.repeat(30)}`,
  ])('is not found in %j', (text) => {
    expect(typedName(text, text.length)).toBeNull();
  });

  it('is the one at the caret, with its letters after the caret', () => {
    expect(typedName('.risks and .plan', 3)).toEqual({ name: 'risks', start: 0, end: 6 });
    expect(typedName('.risks and .plan', 10)).toBeNull();
    expect(typedName('.ri, then', 3)).toEqual({ name: 'ri', start: 0, end: 3 });
  });
});

describe('usable shortcuts', () => {
  it('are in order of their names, and the user’s own win over those of the practice', () => {
    const all = [shortcut('risks', true), shortcut('plan'), shortcut('risks'), shortcut('consent', true)];
    const usable = usableShortcuts(all);
    expect(usable).toEqual([shortcut('consent', true), shortcut('plan'), shortcut('risks')]);
    expect(offeredShortcuts(usable, 'ri')).toEqual([shortcut('risks')]);
    expect(offeredShortcuts(usable, 'isk')).toEqual([]);
  });

  it('are offered eight at a time', () => {
    const many = Array.from({ length: 12 }, (_, index) => shortcut(`a${index}`));
    expect(offeredShortcuts(many, 'a')).toHaveLength(8);
  });
});

it.each([
  ['risks', true],
  ['post-op_2', true],
  ['', false],
  ['2risks', false],
  ['Risks', false],
  ['two words', false],
])('“%s” as a name: %s', (name, isName) => {
  expect(isShortcutName(name)).toBe(isName);
});

describe('places', () => {
  const values = new Map([
    ['side', 'Left'],
    ['level', 'L4-L5'],
    ['empty', ''],
  ]);
  const fill = (text: string) => fillPlaces(text, (name) => values.get(name.toLowerCase()) ?? null);

  it.each([
    ['{side} {level}', 'Left L4-L5'],
    ['on the {side | lower} side', 'on the left side'],
    ['{{side}} {{ side|upper }}', 'Left LEFT'],
    ['{ Side }', 'Left'],
  ])('of fields are filled in: %s', (text, expected) => {
    expect(fill(text)).toBe(expected);
  });

  it.each(['{approach}', '{empty}', '{side | loud}', '***', '{}', '{2}', 'f(x) = {x y}'])(
    'stay as they are: %s',
    (text) => {
      expect(fill(text)).toBe(text);
    },
  );

  it('are found in their order', () => {
    const text = 'Give *** mg on the {side}, then {{dose | lower}}.';
    expect(placesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '***',
      '{side}',
      '{{dose | lower}}',
    ]);
  });

  it.each([
    ['Give *** mg', '***'],
    ['On the {side}', '{side}'],
    ['{{side}} and ***', '{{side}}'],
    ['{{', '{{'],
    ['****', null],
    ['* * *', null],
    ['**bold**', null],
    ['{a, b}', null],
    ['Left', null],
  ])('that are left over in %j: %j', (text, place) => {
    expect(unfilledPlace(text)).toBe(place);
  });

  it('are found by the label of a field, too', () => {
    expect(placeKey('Needle gauge')).toBe('needle_gauge');
    expect(placeKey('needle_gauge')).toBe('needle_gauge');
  });
});

describe('what tells of a patient', () => {
  it.each([
    ['DOB: 03/04/1975', 'a date of birth'],
    ['Born on 3-4-75', 'a date of birth'],
    ['Date of birth 1975-03-04', 'a date of birth'],
    ['MRN #00001234', 'a medical record number'],
    ['Medical record number: 1234', 'a medical record number'],
    ['SSN 1234', 'a social security number'],
    ['123-45-6789', 'a social security number'],
    ['123 45 6789', 'a social security number'],
  ])('is refused in a text: %s', (text, what) => {
    expect(identifierIn(text)).toBe(what);
  });

  it.each([
    'Call us at (410) 555-0142 with any question.',
    '410-555-0142',
    'Follow up by 03/04/2027.',
    'DOB and MRN were verified.',
    '000-12-3456',
    '62321-1234',
    'Newborn on 2 liters',
  ])('is not found in: %s', (text) => {
    expect(identifierIn(text)).toBeNull();
  });

  const patient = { firstName: 'José', lastName: 'O’Brien', medicalRecordNumber: '00001234' };
  it.each([
    ['For Jose O’Brien', true],
    ['JOSÉ O BRIEN was seen', true],
    ['O’Brien, José', true],
    ['Number 00001234', true],
    ['José was seen', false],
    ['Josef O’Brien', false],
    ['', false],
  ])('is the name or number of a known patient: %s', (text, isNamed) => {
    expect(namesPatient(text, patient)).toBe(isNamed);
  });

  it('is not a patient without a number or name', () => {
    const unnamed = { firstName: ' ', lastName: 'A', medicalRecordNumber: '' };
    expect(namesPatient('A a b', unnamed)).toBe(false);
  });
});

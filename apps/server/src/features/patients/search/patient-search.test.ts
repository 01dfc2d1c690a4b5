import { patientList } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

interface Described {
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly phone?: string;
}
const PEOPLE: readonly Described[] = [
  {
    key: 'nunez',
    firstName: 'José María',
    lastName: "O'Brien-Núñez",
    dateOfBirth: '1980-01-05',
    phone: '4105551234',
  },
  { key: 'obrien', firstName: 'Jo', lastName: 'OBrien', dateOfBirth: '1981-12-31', phone: '144355598761212' },
  { key: 'smith', firstName: 'John', lastName: 'Smith', dateOfBirth: '1980-01-05' },
  {
    key: 'jones',
    firstName: 'Joan',
    lastName: 'Smith-Jones',
    dateOfBirth: '1975-06-07',
    phone: '2405550000',
  },
  { key: 'cruz', firstName: 'Ana', lastName: 'de la Cruz', dateOfBirth: '2001-10-11', phone: '3015559999' },
  { key: 'percent', firstName: '100% Real', lastName: 'Under_Score', dateOfBirth: '1999-09-09' },
  { key: 'backslash', firstName: 'Back\\slash', lastName: 'Lee', dateOfBirth: '1999-09-08' },
  { key: 'other', firstName: '小龍', lastName: '李', dateOfBirth: '1940-11-27' },
  { key: 'unspaced', firstName: '小明', lastName: '王', dateOfBirth: '1961-04-13' },
  { key: 'sunny', firstName: 'Sunny 🙂', lastName: 'Ray', dateOfBirth: '1962-04-13' },
  { key: 'cyrillic', firstName: 'Иван', lastName: 'Петров', dateOfBirth: '1961-04-12' },
];

describe('patient search', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  const ids = new Map<string, string>();
  const numbers = new Map<string, string>();
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    for (const { key, ...person } of PEOPLE) {
      const { id, medicalRecordNumber } = await makePatient(portal, person);
      ids.set(id, key);
      numbers.set(key, medicalRecordNumber);
    }
  });
  afterAll(() => portal.close());

  async function found(search: string): Promise<(string | undefined)[]> {
    const { data, totalCount } = await portal.succeed(
      patientList,
      { query: { search, orderBy: 'mrn' } },
      staff,
    );
    expect(totalCount).toBe(data.length);
    return data.filter(({ similar }) => similar !== true).map(({ id }) => ids.get(id));
  }

  it.each<[string, string[]]>([
    // Any order, part of a word, every word.
    ['smith', ['smith', 'jones']],
    ['SMITH john', ['smith']],
    ['john SMITH', ['smith']],
    ['Smith, John', ['smith']],
    ['mit', ['smith', 'jones']],
    ['jo', ['nunez', 'obrien', 'smith', 'jones']],
    ['jo sm', ['smith', 'jones']],
    ['joan smith nobody', []],
    // One or two letters match only at the beginning of a word.
    ['hn', []],
    ['n', ['nunez']],
    ['la', ['cruz']],
    // Accents, apostrophes, hyphens.
    ['jose', ['nunez']],
    ['JOSÉ', ['nunez']],
    ['nunez', ['nunez']],
    ["o'brien", ['nunez', 'obrien']],
    ['O’Brien', ['nunez', 'obrien']],
    ['obrien', ['nunez', 'obrien']],
    ['smith-jones', ['jones']],
    ['smith jones', ['jones']],
    ['smithjones', ['jones']],
    ['delacruz', ['cruz']],
    ['de la cruz ana', ['cruz']],
    // Phone numbers in any format, complete or partial.
    ['(410) 555-1234', ['nunez']],
    ['410-555-1234', ['nunez']],
    ['1 410 555 1234', ['nunez']],
    ['4105551234', ['nunez']],
    ['51234', ['nunez']],
    ['443-555-9876', ['obrien']],
    ['(443) 555-9876 ext. 1212', ['obrien']],
    ['555-0', ['jones']],
    // Dates of birth in US or ISO format.
    ['1/5/1980', ['nunez', 'smith']],
    ['01/05/1980', ['nunez', 'smith']],
    ['01-05-1980', ['nunez', 'smith']],
    ['1980-01-05', ['nunez', 'smith']],
    ['1980-01-05 jose', ['nunez']],
    ['1/5/80', ['nunez', 'smith']],
    ['10/11/01', ['cruz']],
    ['010580', ['nunez', 'smith']],
    ['01051980', ['nunez', 'smith']],
    ['smith 010580', ['smith']],
    ['013280', []],
    ['1980', ['nunez', 'smith']],
    ['1980 smith', ['smith']],
    ['1999-09', ['percent', 'backslash']],
    ['2030', []],
    // What the portal shows.
    ['DOB 01/05/1980, age 46', ['nunez', 'smith']],
    ['Smith, John, DOB 01/05/1980', ['smith']],
    ['Phone: (410) 555-1234', ['nunez']],
    ['1/6/1980', []],
    // Wildcards are treated as text.
    ['%', []],
    ['_', []],
    ['%%%', []],
    ['\\', []],
    ['smi%', ['smith', 'jones']],
    ['sm_th', []],
    ['100%', ['percent']],
    ['under_score', ['percent']],
    ['back\\slash', ['backslash']],
    // Other scripts.
    ['李', ['other']],
    ['小龍 李', ['other']],
    ['李小龍', ['other']],
    ['王小明', ['unspaced']],
    ['王小龍', []],
    ['🙂', ['sunny']],
    ['sunny🙂', ['sunny']],
    ['🙁', []],
    ['петров', ['cyrillic']],
    ['етро', ['cyrillic']],
    ["'; drop table patients; --", []],
    // Blank lists everyone.
    [
      '   ',
      [
        'nunez',
        'obrien',
        'smith',
        'jones',
        'cruz',
        'percent',
        'backslash',
        'other',
        'unspaced',
        'sunny',
        'cyrillic',
      ],
    ],
  ])('finds %j', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it('finds by complete or partial medical record number, alone or with a name', async () => {
    expect(await found(`MRN ${numbers.get('smith')}`)).toEqual(['smith']);
    expect(await found(`DOB 01/05/1980, age 46, MRN ${numbers.get('smith')}`)).toEqual(['smith']);
    expect(await found(`Smith, John (${numbers.get('smith')})`)).toEqual(['smith']);
    const mrn = numbers.get('cruz') ?? '';
    expect(await found(mrn)).toEqual(['cruz']);
    expect(await found(`cruz ${mrn}`)).toEqual(['cruz']);
    expect(await found(`smith ${mrn}`)).toEqual([]);
    expect(await found(mrn.slice(2))).toEqual(['cruz']);
    expect(await found('55598761')).toEqual(['obrien']);
  });

  it('sorts and pages like the list', async () => {
    const query = { search: 'jo', orderBy: 'name', sortDirection: 'desc', pageSize: '3' } as const;
    const pages = await Promise.all(
      ['1', '2', '9'].map((page) => portal.succeed(patientList, { query: { ...query, page } }, staff)),
    );
    expect(pages.map(({ data }) => data.map(({ id }) => ids.get(id)))).toEqual([
      ['jones', 'smith', 'nunez'],
      ['obrien'],
      ['obrien'],
    ]);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([4, 4, 4]);
  });
});

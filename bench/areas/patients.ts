import { families, givenNames } from '../fill/words.ts';
import { LISTS, type Area, type Row } from './area.ts';

const budget = LISTS;
const SORT_KEYS = ['mrn', 'name', 'age', 'phone', 'email', 'insurance', 'status'];
const PAGE_SIZE = 20;
const ADDED = 'Measured';

interface Someone {
  readonly id: string;
  readonly mrn: string;
  readonly first: string;
  readonly last: string;
  readonly born: string;
  readonly phone: string;
}

/** Lists, searches, records and new patients. */
export const patients: Area = {
  name: 'patients',
  rows: async (pool, count) => {
    const { rows: people } = await pool.query<Someone>(
      `select id, medical_record_number as mrn, first_name as first, last_name as last, date_of_birth as born, phone
       from patients where phone is not null and is_active and medical_record_number = any ($1)`,
      [
        Array.from({ length: 60 }, (_, index) =>
          String(1 + Math.floor((index * count) / 60)).padStart(8, '0'),
        ),
      ],
    );
    return [nothing, ...listRows(count), ...searchRows(people), ...recordRows(people)];
  },
  cleanUp: async (pool) => {
    await pool.query(`delete from patients where last_name = $1`, [ADDED]);
    await pool.query(`select setval('patient_mrn_seq', max(medical_record_number)::integer) from patients`);
  },
};

/** The cost of a call that does nothing, as a baseline for the machine. */
const nothing: Row = { name: 'baseline (GET /health)', call: () => ({ method: 'GET', path: '/health' }) };

const list = (query: Record<string, string>) =>
  ({ method: 'GET', path: `/patient?${new URLSearchParams(query).toString()}` }) as const;

function listRows(count: number): Row[] {
  const last = String(Math.ceil(count / PAGE_SIZE));
  return SORT_KEYS.flatMap((orderBy) =>
    [
      ['first page', '1'],
      ['page 100', '100'],
      ['last page', last],
    ].map(([which = '', page = '1']) => ({
      name: `list by ${orderBy}, ${which}`,
      call: () => list({ orderBy, page }),
      budget,
    })),
  );
}

const search = (name: string, words: readonly string[], more: Record<string, string> = {}): Row => ({
  name: `search ${name}`,
  call: (turn) => list({ search: words[turn % words.length] ?? '', ...more }),
  budget,
});

function searchRows(people: readonly Someone[]): Row[] {
  const rare = [20_000, 25_000, 30_000, 35_000].map((rank) => families().at(rank));
  const rareGiven = [3_000, 4_000, 5_000].map((rank) => givenNames().at(rank));
  return [
    search('part of a name, common', ['mar', 'son', 'ann', 'ell', 'ber']),
    search(
      'part of a name, rare',
      [...rare, ...rareGiven].map((word) => word.slice(1, 7)),
    ),
    search('family name, common', ['smith', 'johnson', 'williams', 'brown']),
    search('family name, common, by age', ['smith', 'johnson', 'williams', 'brown'], { orderBy: 'age' }),
    search('family name, rare', rare),
    search('two words, common', ['mary smith', 'john davis', 'williams patricia']),
    search(
      'two words, one person',
      people.map(({ first, last }) => `${first} ${last}`),
    ),
    search('two letters, common', ['jo', 'ma', 'sm', 'an']),
    search('two letters, rare', ['zz', 'qu', 'xi', 'yv']),
    search('two times two letters', ['ma sm', 'jo br', 'el da']),
    search(
      'phone, whole',
      people.map(({ phone }) => phone.slice(0, 10)),
    ),
    search(
      'phone, last four digits',
      people.map(({ phone }) => phone.slice(6, 10)),
    ),
    search('phone, area code', ['410', '443', '667']),
    search(
      'MRN, whole',
      people.map(({ mrn }) => mrn),
    ),
    search(
      'MRN, without zeros',
      people.map(({ mrn }) => mrn.replace(/^0+/, '').padStart(3, '0')),
    ),
    search(
      'birth date',
      people.map(({ born }) => born),
    ),
    search(
      'birth date and name',
      people.map(({ born, last }) => `${born} ${last}`),
    ),
    search('without matches', ['qzxqzx', 'smith qzxqzx', '0000000000']),
  ];
}

function recordRows(people: readonly Someone[]): Row[] {
  const someone = (turn: number) => people[turn % people.length] ?? { id: '', first: '', last: '', born: '' };
  return [
    { name: 'read', call: (turn) => ({ method: 'GET', path: `/patient/${someone(turn).id}` }), budget },
    {
      name: 'duplicates',
      call: (turn) => {
        const { first, last, born } = someone(turn);
        return {
          method: 'POST',
          path: '/patient/duplicates',
          body: { firstName: first, lastName: last, dateOfBirth: born, phone: '4105550142' },
        };
      },
      budget,
    },
    {
      name: 'create',
      call: (turn) => ({
        method: 'POST',
        path: '/patient',
        body: {
          firstName: 'New',
          lastName: ADDED,
          dateOfBirth: '1980-01-05',
          phone: `410555${String(turn % 10_000).padStart(4, '0')}`,
          socialSecurityNumber: '851-23-4567',
        },
      }),
      budget,
    },
  ];
}

import { catalogSize } from '../fill/billing-codes.ts';
import { LISTS, type Area, type Row } from './area.ts';

/** Budget for the code search. */
const searchBudget = 15;
const budget = LISTS;
/** 24,628 codes in 5 seconds, in requests of a thousand codes. */
const importBudget = 200;
const IMPORTED = 1000;
const MARK = 'Measured';

const search = (body: Record<string, unknown>) =>
  ({ method: 'POST', path: '/billing-code/search', body: { isActive: true, ...body } }) as const;

/** Search terms as users type them: part of a code, or some words. */
const BY_CODE = ['M54', 'M54.1', 'm5416', 'S8', '20031', 'G90', 'A0'];
const BY_WORDS = [
  'lumbar radiculopathy',
  'pain left shoulder',
  'bursitis',
  'osteoarthritis knee right',
  'stenosis cerv',
  'injection knee',
  'neuropathy thumb unspecified',
  'gout',
  'nothing such',
];
/** Words that match many thousands of codes. */
const FREQUENT = [
  'fracture',
  'encounter',
  'of',
  'unspecified',
  'displaced fracture',
  'left',
  'initial encounter',
];

/** Searches for the terms in turn. */
const row = (name: string, terms: readonly string[], body: Record<string, unknown> = {}): Row => ({
  name: `billing codes, ${name}`,
  call: (turn) => search({ searchTerm: terms[turn % terms.length], pageSize: 25, ...body }),
  budget: { p99: searchBudget },
});

/** The catalog of 100,000 codes, the same for each practice from 1,000 patients. */
export const billingCodes: Area = {
  name: 'billing codes',
  rows: async (_pool, patients) => [
    row('by code', BY_CODE),
    row('by words', BY_WORDS),
    row('by words, one type', BY_WORDS, { codeType: 'ICD10' }),
    row('by frequent words', FREQUENT),
    row('as a picker asks', [...BY_CODE, ...BY_WORDS], { codeType: 'ICD10', pageSize: 20 }),
    {
      name: 'billing codes, list, first page',
      call: () => search({ pageSize: 25 }),
      budget,
    },
    {
      name: 'billing codes, list, last page',
      call: () => search({ pageSize: 25, pageNumber: catalogSize(patients) / 25 }),
      budget,
    },
    {
      name: 'billing codes, descriptions of 12',
      call: (turn) => ({
        method: 'POST',
        path: '/billing-code/ICD10/descriptions',
        body: Array.from(
          { length: 12 },
          (_, index) => `M${String((turn + index) % 100).padStart(2, '0')}.16`,
        ),
      }),
      budget,
    },
    // Last, because it adds codes.
    {
      name: `billing codes, import of ${IMPORTED}`,
      call: (turn) => ({ method: 'POST', path: '/admin/billing-code/import', body: portion(turn) }),
      budget: { p99: importBudget },
    },
  ],
  cleanUp: async (pool) => {
    await pool.query('delete from billing_codes where category = $1', [MARK]);
    await pool.query('vacuum (analyze) billing_codes');
  },
};

/** New codes with descriptions as long as published ones. */
const portion = (turn: number) =>
  Array.from({ length: IMPORTED }, (_, index) => ({
    codeType: 'CPT',
    code: `X-${turn}-${index}`,
    description: `Measured disorder ${index} of the left lower leg, unspecified, sequela`,
    category: MARK,
  }));

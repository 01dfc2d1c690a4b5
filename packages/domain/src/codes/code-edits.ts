import type { PairIndicator, PairRow } from '../code-files/rows.ts';

/** Two codes of which payers pay the first, unless a modifier says that they were distinct services. */
export type CodePair = Pick<PairRow, 'column1' | 'column2' | 'indicator'>;

/** The published list below; looked up on 2026-11-26. */
export const PAIR_LIST = 'CMS, Medicare NCCI Procedure-to-Procedure Edits for practitioners, 07/01/2024';

const EPIDURALS = '62320 62321 62322 62323 62324 62325 62326 62327 64479 64480 64483 64484';
const FACETS = '64490 64491 64492 64493 64494 64495';
const FACET_ABLATIONS = '64633 64634 64635 64636';
const VERTEBRAE = '22510 22511 22512 22513 22514 22515 64628 64629';
/** Procedures that include an imaging guidance code. Only pairs of codes that pain, spine and orthopedic practices use. */
const INCLUDED: Readonly<Record<string, string>> = {
  '76942': `${EPIDURALS} ${FACETS} ${VERTEBRAE} 27096 27278 27279 G0260 64454 64461 64462 64624 64625 20600 20604 20605 20606 20610 20611 22869 62287 62290 62291 0275T`,
  '77002': `${EPIDURALS} ${FACETS} ${FACET_ABLATIONS} ${VERTEBRAE} 27096 27278 27279 G0260 64451 64454 64461 64462 64624 64625 64510 64520 64530 64620 64680 64681 20604 20606 20611 22869 62263 62264 62270 62273 62287 62290 62291 0275T 63650 63655 63661 63663 63685 63688 64555 62350 62355 62362 62365`,
  '77003': `${EPIDURALS} ${FACETS} ${FACET_ABLATIONS} ${VERTEBRAE} 27096 27278 27279 G0260 64451 64461 64462 64625 64530 64680 64681 20604 20606 20611 22869 62263 62264 62287 62290 62291 0275T 63650 63655 63661 63663 63685 62350 62355`,
  '77012': `${EPIDURALS} ${FACETS} ${FACET_ABLATIONS} ${VERTEBRAE} 27096 27278 27279 G0260 64451 64454 64461 64462 64624 64625 20552 20553 20560 20561 20604 20606 20611 62270 62287 0275T`,
};
const INCLUDING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(INCLUDED).map(([guidance, codes]) => [guidance, new Set(codes.split(' '))]),
);

/** Codes that describe the same service in two ways: the first is paid. */
const EXCLUSIVE: readonly (readonly [paid: string, other: string, indicator: PairIndicator])[] = [
  ['20553', '20552', 0],
  ['20561', '20560', 0],
  ['20604', '20600', 1],
  ['20606', '20605', 1],
  ['20611', '20610', 1],
  ['62321', '62320', 0],
  ['62323', '62322', 0],
  ['62327', '62326', 0],
];

/** The pairs of this list among codes. */
export const listedPairs = (codes: readonly string[]): readonly CodePair[] => {
  const all = new Set(codes);
  return [
    ...[...all].flatMap((column2) =>
      [...(INCLUDING.get(column2) ?? [])]
        .filter((column1) => all.has(column1))
        .map((column1): CodePair => ({ column1, column2, indicator: 1 })),
    ),
    ...EXCLUSIVE.filter(([column1, column2]) => all.has(column1) && all.has(column2)).map(
      ([column1, column2, indicator]) => ({ column1, column2, indicator }),
    ),
  ];
};

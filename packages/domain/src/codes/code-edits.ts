/**
 * Pairs of codes of which payers pay only the first, unless a modifier says that the second was a distinct service. Source of all:
 * CMS, Medicare NCCI Procedure-to-Procedure Edits for practitioners, 2024-07-01; looked up on 2026-11-26.
 */

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

/** Whether payers count the imaging guidance code as part of the procedure. */
export const isGuidanceIncluded = (guidance: string, procedure: string): boolean =>
  INCLUDING.get(guidance)?.has(procedure) === true;

/** Two codes for the same service. `canBeDistinct`: a modifier can say that both were done, at different sites. */
export interface ExclusivePair {
  readonly paid: string;
  readonly other: string;
  readonly canBeDistinct: boolean;
}
/** Codes that describe the same service in two ways: the first is paid. */
export const EXCLUSIVE_PAIRS: readonly ExclusivePair[] = [
  { paid: '20553', other: '20552', canBeDistinct: false },
  { paid: '20561', other: '20560', canBeDistinct: false },
  { paid: '20604', other: '20600', canBeDistinct: true },
  { paid: '20606', other: '20605', canBeDistinct: true },
  { paid: '20611', other: '20610', canBeDistinct: true },
  { paid: '62321', other: '62320', canBeDistinct: false },
  { paid: '62323', other: '62322', canBeDistinct: false },
  { paid: '62327', other: '62326', canBeDistinct: false },
];

/** The published list below. */
export const ADD_ON_LIST = 'CMS, Medicare NCCI Add-on Code Edits, 04/01/2024';
/**
 * Add-on codes with the codes that each is added to: "64484 64483". Source: CMS, Medicare NCCI Add-on Code Edits, 2024-04-01;
 * looked up on 2026-11-26.
 */
const LIST = [
  '64480 64479',
  '64484 64483',
  '64491 64490',
  '64492 64490 64491',
  '64494 64490 64493',
  '64495 64493 64494',
  '64634 64633',
  '64636 64635',
  '64421 64420',
  '64462 64461',
  '64629 64628',
  '22512 22510 22511',
  '22515 22513 22514',
  '99153 99151 99152 G0500',
  '99157 99155 99156',
];
const PRIMARIES: ReadonlyMap<string, readonly string[]> = new Map(
  LIST.map((line) => {
    const [addOn = '', ...primaries] = line.split(' ');
    return [addOn, primaries];
  }),
);

/** The codes that an add-on code is added to; undefined for a code that is billed alone, or is not known. */
export const primariesOf = (code: string): readonly string[] | undefined => PRIMARIES.get(code);

/**
 * The codes of the first level with those of further levels, and how many further levels are billed. Source: the code descriptors, as
 * summarized in the Medicare articles A57787 (facet joints: 64492 and 64495 once a day) and A58745 (epidurals); looked up on 2026-11-26.
 */
export const LEVEL_CODES: readonly {
  readonly first: string;
  readonly further: readonly string[];
  readonly most: number;
  /** Levels are joints, such as L4-L5. A name such as L4 is a nerve. */
  readonly areJoints: boolean;
}[] = [
  { first: '64479', further: ['64480'], most: Infinity, areJoints: false },
  { first: '64483', further: ['64484'], most: Infinity, areJoints: false },
  { first: '64490', further: ['64491', '64492'], most: 2, areJoints: true },
  { first: '64493', further: ['64494', '64495'], most: 2, areJoints: true },
  { first: '64633', further: ['64634'], most: Infinity, areJoints: true },
  { first: '64635', further: ['64636'], most: Infinity, areJoints: true },
];

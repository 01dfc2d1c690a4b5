import { formatDigitGroups } from './digit-groups.ts';

const ZIP = { lengths: [5, 4], separators: ['-'], typedSeparator: /[- ]/ };

export interface UsState {
  /** Two capital letters. */
  readonly code: string;
  readonly name: string;
}

// One string instead of fifty objects keeps the bundle small.
const NAMES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,' +
  'GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
  'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,' +
  'NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,' +
  'OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,' +
  'UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';

/** The 50 states, sorted by name. */
export const US_STATES: readonly UsState[] = NAMES.split(',').map((entry) => ({
  code: entry.slice(0, 2),
  name: entry.slice(3),
}));

/** The District of Columbia, the territories and the military "states" (USPS Publication 28, Appendix B, read 2026-11-26). */
export const OTHER_STATES: readonly UsState[] = [
  { code: 'DC', name: 'District of Columbia' },
  { code: 'AS', name: 'American Samoa' },
  { code: 'GU', name: 'Guam' },
  { code: 'MP', name: 'Northern Mariana Islands' },
  { code: 'PR', name: 'Puerto Rico' },
  { code: 'VI', name: 'Virgin Islands' },
  { code: 'AA', name: 'Armed Forces Americas' },
  { code: 'AE', name: 'Armed Forces Europe, the Middle East, and Canada' },
  { code: 'AP', name: 'Armed Forces Pacific' },
];

/** The states that a practice can choose: the fifty, followed by the others if its setting includes them. */
export const statesOf = (includesOthers: boolean): readonly UsState[] =>
  includesOthers ? [...US_STATES, ...OTHER_STATES] : US_STATES;

/** Whether the text is a code of the 50 states or the others, in uppercase. Whether a practice takes the others is its setting. */
export const isStateCode = (text: string): boolean => statesOf(true).some(({ code }) => code === text);

/** Whether the text is one of the 50 state codes, in uppercase. */
export function isUsStateCode(text: string): boolean {
  return US_STATES.some(({ code }) => code === text);
}

/** Whether the text is a ZIP code of five digits, or 5+4 with a hyphen. */
export function isValidZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text);
}

/** Formats a ZIP code as it is typed, with a hyphen after the fifth digit. Text that is no ZIP code stays as typed. */
export const formatZipInput = (typed: string): string => formatDigitGroups(typed, ZIP) ?? typed;

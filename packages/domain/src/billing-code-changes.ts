import { unitText, type CodeTraits } from './billing-code-traits.ts';
import { bilateralText, LINE_TYPE_LABELS } from './billing-line.ts';
import { formatDateUs } from './date.ts';

/** What can change in a code. */
export interface CodeValues extends CodeTraits {
  readonly description: string;
  readonly category: string | null;
  readonly isActive: boolean;
}

/** A changed value of a code, as shown to users; "" for none. */
export interface CodeChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const dayText = (day: string | null) => (day === null ? '' : formatDateUs(day));
const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No');

/** How each value is shown. The unit size is shown with its unit. */
const SHOWN: Readonly<Record<string, (code: CodeValues) => string>> = {
  Description: ({ description }) => description,
  Category: ({ category }) => category ?? '',
  Active: ({ isActive }) => yesOrNo(isActive),
  'Line type': ({ lineType }) => LINE_TYPE_LABELS[lineType],
  'Bilateral indicator': ({ bilateralIndicator }) => bilateralText(bilateralIndicator),
  'Unit size': (code) => unitText(code),
  Billable: ({ isBillable }) => yesOrNo(isBillable),
  'Valid from': ({ validFrom }) => dayText(validFrom),
  'Valid to': ({ validTo }) => dayText(validTo),
};

/** Names each value that differs, old and new. */
export const codeChanges = (before: CodeValues, after: CodeValues): readonly CodeChange[] =>
  Object.entries(SHOWN)
    .map(([field, show]) => ({ field, before: show(before), after: show(after) }))
    .filter((change) => change.before !== change.after);

/** What follows if a drug has no unit size. */
export const NO_UNIT_SIZE_WARNING =
  'Without a unit size, a dose makes no units: they have to be entered in each dictation before it is signed.';

/** Why doses of a code cannot be billed, or null. Only drugs have doses. */
export const unitSizeWarning = ({
  lineType,
  unitSize,
}: Pick<CodeTraits, 'lineType' | 'unitSize'>): string | null =>
  lineType === 'drug' && unitSize === null ? NO_UNIT_SIZE_WARNING : null;

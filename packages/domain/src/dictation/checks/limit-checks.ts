import { formatDateUs } from '../../date.ts';
import { countLimits, countsLine } from '../../payer-limits.ts';
import { limitProblem } from '../../payer-limit-text.ts';
import { atLine, atNothing, type Find, type SourcedLimit } from './checked.ts';

/** Procedures more often than payers pay for them, or before what they ask for. */
export const payerLimit: Find = ({ lines, procedureDate, payerLimits: { limits, notes } }) => {
  const procedures = lines.filter(({ codeType }) => codeType === 'CPT');
  return countLimits(limits, { procedureDate, lines: procedures, notes }).flatMap((count) => {
    const message = limitProblem(count);
    if (message === null) return [];
    const line = procedures.find((each) => countsLine(each, count.limit));
    const found = line === undefined ? atNothing(message) : atLine(line, message);
    return [{ ...found, source: limitSource(count.limit) }];
  });
};

/** "Medicare L33906, looked up on 11/28/2026". */
const limitSource = ({ payer, policy, lookedUpOn }: SourcedLimit): string =>
  `${payer} ${policy}, ${lookedUpOn === null ? 'not looked up' : `looked up on ${formatDateUs(lookedUpOn)}`}`;

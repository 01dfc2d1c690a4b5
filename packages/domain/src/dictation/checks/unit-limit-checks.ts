import { editionOf, sourceText, uncheckedSource } from '../../code-files/official.ts';
import { UNIT_LIST, unitLimit } from '../../codes/unit-limits.ts';
import {
  atLine,
  has,
  linesOfProvider,
  officialLine,
  unitCount,
  type Find,
  type FoundProblem,
  type PlacedDictation,
  type PlacedLine,
} from './checked.ts';
import { unitsOf } from './unit-checks.ts';

/** More units than this are unusual on a line whose code has no published limit and no amount. Unchecked: no source. */
const MANY_UNITS = 20;

/** More units than plausible: a line of the loaded edition's limits, else of the published list. */
export const manyUnits: Find = (dictation) => {
  const edition = editionOf(dictation.official, 'mue');
  return dictation.lines.flatMap((line, at) => {
    if (line.codeType !== 'CPT') return [];
    const isFirst = dictation.lines.findIndex(({ code }) => code === line.code) === at;
    const found =
      edition === null
        ? aboveList(line, isFirst, dictation)
        : aboveEdition(line, isFirst, dictation, sourceText(edition, dictation.procedureDate));
    return found === null ? [] : [found];
  });
};

/**
 * What exceeds the limit of the edition: indicator 1 counts each line, 2 and 3 all lines of the day by the provider, whatever their
 * modifiers. A line with 50 counts once. Source: CMS, NCCI Policy Manual for Medicare, chapter I, section V, and MLN Matters SE1422; looked
 * up on 2026-11-28.
 */
function aboveEdition(
  line: PlacedLine,
  isFirst: boolean,
  dictation: PlacedDictation,
  source: string,
): FoundProblem | null {
  const { code } = line;
  const limit = officialLine(dictation, line)?.mue ?? null;
  if (limit === null) return aboveUsual(line);
  if (limit.adjudication === 1)
    return line.units === null || line.units <= limit.units
      ? null
      : atLine(
          line,
          `${code} has ${unitCount(line.units)} on a line. Medicare’s limit is ${limit.units} a line. Check the number, or bill the others on lines with 59 or 76.`,
          source,
        );
  const own = dictation.lines.filter((each) => each.code === code);
  const others = linesOfProvider(dictation).filter((each) => each.code === code);
  const units = unitsOf([...own, ...others]);
  if (!isFirst || units === null || units <= limit.units) return null;
  const where = others.length > 0 ? ' on this day, with another dictation' : '';
  const advice =
    own.some((each) => has(each, 'LT')) &&
    own.some((each) => has(each, 'RT')) &&
    line.bilateralIndicator === 1
      ? 'Bill both sides on one line with 50.'
      : limit.adjudication === 2
        ? 'Check the number.'
        : 'Check the number, and that the note says why more were needed.';
  const rule = limit.adjudication === 2 ? `never pays more than ${limit.units}` : `pays ${limit.units}`;
  return atLine(line, `${code} has ${unitCount(units)}${where}. Medicare ${rule} a day. ${advice}`, source);
}

/** What exceeds the published list. Units of a drug count together, because it can be billed in parts. */
function aboveList(line: PlacedLine, isFirst: boolean, { lines }: PlacedDictation): FoundProblem | null {
  const { code } = line;
  const limit = unitLimit(code);
  if (limit === undefined) return aboveUsual(line);
  const isDrug = line.lineType === 'drug';
  const units = unitsOf(isDrug ? lines.filter((each) => each.code === code) : [line]);
  return units === null || units <= limit || (isDrug && !isFirst)
    ? null
    : atLine(
        line,
        `${code} has ${unitCount(units)}. Medicare’s limit is ${limit} a day. Check the number.`,
        uncheckedSource(UNIT_LIST),
      );
}

const aboveUsual = (line: PlacedLine): FoundProblem | null =>
  line.lineType === 'drug' || line.units === null || line.units <= MANY_UNITS
    ? null
    : atLine(
        line,
        `${line.code} has ${unitCount(line.units)}. More than ${MANY_UNITS} is unusual (unchecked: no limit is published). Check the number.`,
      );

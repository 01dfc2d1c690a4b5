import type { CodeType } from '../billing-code.ts';
import { suggestCodes, type BillingRule } from '../template/billing.ts';
import type { BillingOption } from '../template/billing-option.ts';
import type { Evaluation } from '../template/evaluate.ts';

interface RuleLine {
  readonly code: string;
  readonly codeType: CodeType;
  /** null: not known. */
  readonly units: number | null;
}

/** A line that contradicts the template's billing code rules. */
interface RuleProblem<Line> {
  readonly line: Line;
  readonly message: string;
}

/**
 * Finds lines that the entries contradict: a code that rules suggest only for other entries, and units that are not those of the dose.
 * Units of several lines of one code count together, because a drug can be billed in parts.
 */
export function ruleProblems<Line extends RuleLine>(
  lines: readonly Line[],
  rules: readonly BillingRule[],
  { evaluation, billingOption }: { readonly evaluation: Evaluation; readonly billingOption: BillingOption },
): readonly RuleProblem<Line>[] {
  const suggested = Map.groupBy(suggestCodes(rules, evaluation, billingOption).codes, (code) => keyOf(code));
  const known = new Set(rules.flatMap(({ billingCodes }) => billingCodes.map((code) => keyOf(code))));
  return [...Map.groupBy(lines, (line) => keyOf(line))].flatMap(([key, parts]) => {
    const [line] = parts;
    const suggestions = suggested.get(key) ?? [];
    const [suggestion] = suggestions;
    if (line === undefined || !known.has(key)) return [];
    if (suggestion === undefined)
      return [{ line, message: `The template suggests ${line.code} only for other entries.` }];
    const { unitsReason } = suggestion;
    const units = sumOf(parts);
    const ofDose = sumOf(suggestions);
    return unitsReason === null || units === null || ofDose === null || units === ofDose
      ? []
      : [
          {
            line,
            message: `${line.code} has ${count(units)}, but ${unitsReason.label} ${unitsReason.value} makes ${count(ofDose)}.`,
          },
        ];
  });
}

const keyOf = ({ codeType, code }: Pick<RuleLine, 'codeType' | 'code'>) => `${codeType} ${code}`;
/** The units of all lines together; null if those of one are not known. */
const sumOf = (lines: readonly { readonly units: number | null }[]): number | null =>
  lines.reduce<number | null>((sum, { units }) => (sum === null || units === null ? null : sum + units), 0);
const count = (units: number) => (units === 1 ? '1 unit' : `${units} units`);

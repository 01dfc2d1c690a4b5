import { invalidOn } from '../../billing-code-facts.ts';
import { isKnownModifier } from '../../codes/modifiers.ts';
import { atLine, atNothing, lineWith, modifiersOfLine, type Find } from './checked.ts';

/** Codes that are not in the catalog, were deleted, or are inactive. */
export const unknownCode: Find = ({ lines }) =>
  lines.flatMap((line) => {
    const { code, catalog } = line;
    if (catalog === null || catalog.status === 'active') return [];
    if (catalog.status === 'inactive')
      return [
        atLine(line, `${code} is inactive in the billing code catalog. Remove it, or choose another code.`),
      ];
    return [
      atLine(
        line,
        catalog.longerCode === null
          ? `${code} is not in the billing code catalog. Remove it, or choose another code.`
          : `${code} is a category heading. Choose one of its codes, such as ${catalog.longerCode}.`,
      ),
    ];
  });

/** Codes that are not valid on the procedure date. */
export const codeDates: Find = ({ lines, procedureDate }) =>
  lines.flatMap((line) => {
    const problem = invalidOn(line, procedureDate);
    return problem === null ? [] : [atLine(line, `${line.code}: ${problem}`)];
  });

export const heading: Find = lineWith(
  ({ isBillable, catalog }) => !isBillable && catalog?.status !== 'missing',
  ({ code }) => `${code} is a category heading. Choose a more specific code.`,
);

/** Modifiers that are not in the published lists. */
export const unknownModifier: Find = ({ lines }) =>
  lines.flatMap((line) => {
    const unknown = modifiersOfLine(line.modifiers).filter((modifier) => !isKnownModifier(modifier));
    return unknown.length === 0
      ? []
      : [atLine(line, `${line.code} has ${unknown.join(', ')}, which is not a CPT or HCPCS modifier.`)];
  });

/** Billing rules that point to nothing. */
export const brokenRule: Find = ({ brokenRules }) => brokenRules.map((message) => atNothing(message));

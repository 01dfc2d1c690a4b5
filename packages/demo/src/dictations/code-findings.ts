import type { FieldValues } from '@portal/domain/template/value';
import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';
import type { TemplateVersion } from '@portal/server/features/templates/index';
import { SeededRandom } from '../random.ts';

/** A line of a note. */
export interface Line {
  readonly code: string;
  readonly codeType: 'CPT' | 'ICD10';
  readonly description: string;
  readonly modifiers: string;
  readonly units: number | null;
  readonly billingCodeId: string;
}

const TEMPLATE = 'Greater Occipital Nerve Block';
/** Answers that leave nothing else to find. */
const ANSWERS: FieldValues = {
  side: 'Bilateral',
  guidance: 'Landmarks',
  injectate: 'Betamethasone 18 mg with triamcinolone hexacetonide 20 mg',
  steroid: 'None',
  diagnosis: 'Occipital neuralgia',
};

/** The lines of a note in which each kind of code file finds one thing. */
const LINES: readonly Pick<Line, 'code' | 'codeType' | 'modifiers' | 'units'>[] = [
  // The next code is part of this one since 10/01/2026.
  { codeType: 'CPT', code: '64405', modifiers: '50', units: 1 },
  { codeType: 'CPT', code: '20553', modifiers: '', units: 1 },
  // Its bilateral indicator is 0 since 10/01/2026.
  { codeType: 'CPT', code: '64425', modifiers: '50', units: 1 },
  // An add-on code without its primary code.
  { codeType: 'CPT', code: '64494', modifiers: '', units: 1 },
  // More than the 2 units of a day since 10/01/2026.
  { codeType: 'CPT', code: 'J0702', modifiers: '', units: 3 },
  // Ended on 09/30/2026.
  { codeType: 'CPT', code: 'J3303', modifiers: '', units: 4 },
  { codeType: 'ICD10', code: 'M54.81', modifiers: '', units: 1 },
  // A heading since 10/01/2026.
  { codeType: 'ICD10', code: 'M77.8', modifiers: '', units: 1 },
];

/** The lines with what the catalog says. */
export async function findLinesWithFindings(tx: Transaction<Database>): Promise<readonly Line[]> {
  const rows = await tx
    .selectFrom('billing_codes')
    .select(['id', 'code', 'description'])
    .where(
      'code',
      'in',
      LINES.map(({ code }) => code),
    )
    .execute();
  const catalog = new Map(rows.map((row) => [row.code, row]));
  return LINES.map((line) => {
    const { id = '', description = '' } = catalog.get(line.code) ?? {};
    return { ...line, description, billingCodeId: id };
  });
}

/** Fills in a template for a patient. */
export type Dictate = (random: SeededRandom, template: TemplateVersion, answers?: FieldValues) => FieldValues;

/** What replaces the template, answers and lines of a planned note. */
export function contentWithFindings(
  templates: readonly { readonly template: TemplateVersion }[],
  codes: readonly Line[],
  dictate: Dictate,
) {
  const found = templates.find(({ template }) => template.name === TEMPLATE);
  if (found === undefined) throw new Error(`There is no template ${TEMPLATE}`);
  const { template } = found;
  const formData = dictate(new SeededRandom(38), template, ANSWERS);
  return { template, formData, codes, billingOption: 'standard' as const };
}

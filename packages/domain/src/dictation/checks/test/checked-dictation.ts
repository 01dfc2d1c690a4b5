import { defaultCodeTraits } from '../../../billing-code-traits.ts';
import { guessCodeType } from '../../../billing-code.ts';
import { evaluateTemplate } from '../../../template/evaluate.ts';
import { NO_FILES } from '../../../code-files/official.ts';
import { contentOf } from '../../../template/test/content-of.ts';
import type { TemplateContent } from '../../../template/content.ts';
import type { FieldValues } from '../../../template/value.ts';
import { NO_LIMITS, type CatalogEntry, type CheckedDictation, type CheckedLine } from '../checked.ts';

/** What the catalog says about a code that it offers. */
export const IN_CATALOG: CatalogEntry = { status: 'active', longerCode: null };

/** A line for tests from "64483-50-LT*2": code, modifiers and units. It has the traits of its code and a diagnosis. */
export function checkedLine(text: string, change: Partial<CheckedLine> = {}): CheckedLine {
  const [full = '', units = '1'] = text.split('*');
  const [code = '', ...modifiers] = full.split('-');
  const codeType = guessCodeType(code);
  return {
    ...defaultCodeTraits(codeType, code, false),
    code,
    codeType,
    description: '',
    modifiers: modifiers.join(','),
    units: Number(units),
    diagnosisPointers: codeType === 'CPT' ? ['M54.16'] : [],
    catalog: IN_CATALOG,
    ...change,
  };
}

/** A dictation for tests: of today, by a template without rules. */
export function checkedDictation(
  {
    content = contentOf(),
    entered = {},
  }: { readonly content?: TemplateContent; readonly entered?: FieldValues },
  change: Partial<CheckedDictation> = {},
): CheckedDictation {
  return {
    content,
    evaluation: evaluateTemplate(content, { entered }),
    editedFields: [],
    editedFrom: {},
    outdated: [],
    rules: null,
    billingOption: 'standard',
    lines: [],
    otherLines: [],
    payerLimits: NO_LIMITS,
    providerId: null,
    official: NO_FILES,
    patient: { dateOfBirth: '1960-11-22', gender: 'Female' },
    procedureDate: '2026-11-23',
    today: '2026-11-23',
    texts: [],
    headerMessages: [],
    brokenRules: [],
    ...change,
  };
}

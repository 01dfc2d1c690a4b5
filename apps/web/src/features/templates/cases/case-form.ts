import {
  templateCaseChange,
  templateCaseExpected,
  templateCaseLine,
  type TemplateCaseRow,
} from '@portal/contract/template-cases';
import type { CaseResult } from '@portal/domain/template/cases';
import { mutableValues, type FieldValues } from '@portal/domain/template/value';
import { z } from 'zod';
import { typedNumber } from '#ui/form/typed-number.ts';

/** Units are typed as text; blank means that the dose makes none. */
const line = templateCaseLine.extend({
  units: typedNumber(templateCaseLine.shape.units.unwrap(), null),
});

/** Form schema of a test case, based on the contract. */
export const caseForm = z.strictObject({
  ...templateCaseChange.shape,
  expected: z.strictObject({
    text: templateCaseExpected.shape.text,
    lines: z.array(line).max(50, 'At most 50 codes are allowed'),
  }),
});
export type CaseInput = z.input<typeof caseForm>;
export type CaseValues = z.output<typeof caseForm>;

/** A result as form values. */
export const expectedInput = ({ text, lines }: CaseResult): CaseInput['expected'] => ({
  text,
  lines: lines.map((each) => ({ ...each, units: String(each.units ?? '') })),
});

/** Form values of a new case with these answers. */
export const newCaseInput = (answers: FieldValues, result: CaseResult): CaseInput => ({
  name: '',
  billingOption: 'standard',
  answers: mutableValues(answers),
  expected: expectedInput(result),
});

/** Form values of a stored case. */
export const caseInput = ({
  name,
  billingOption,
  answers,
  expected,
  version,
}: TemplateCaseRow): CaseInput => ({
  name,
  billingOption,
  answers,
  expected: expectedInput(expected),
  version,
});

/** An empty line. */
export const NEW_LINE: CaseInput['expected']['lines'][number] = {
  codeType: 'CPT',
  code: '',
  units: '1',
  modifiers: '',
};

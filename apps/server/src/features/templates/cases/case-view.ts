import type { TemplateCaseRow } from '@portal/contract/template-cases';
import type { StoredCase } from './case-repo.ts';
import { mutableValues } from '@portal/domain/template/value';

/** Converts a row to a test case of the API. */
export const presentCase = ({ answers, expected, ...row }: StoredCase): TemplateCaseRow => ({
  ...row,
  answers: mutableValues(answers),
  expected: { text: expected.text, lines: expected.lines.map((line) => ({ ...line })) },
});

/** The fields of a test case for the audit log: which fields are answered, not with what. */
export const caseAuditFields = ({
  templateId,
  name,
  billingOption,
  answers,
  expected,
}: Omit<TemplateCaseRow, 'id' | 'version'>) => ({
  templateId,
  name,
  billingOption,
  answeredFields: Object.keys(answers).toSorted(),
  expectedCodes: expected.lines.map(({ code, units, modifiers }) => ({ code, units, modifiers })),
  expectedCharacters: expected.text.length,
});

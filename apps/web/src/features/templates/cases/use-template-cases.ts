import { billingCodeRuleList, type BillingCodeRule } from '@portal/contract/billing-code-rules';
import { templateCaseList, type TemplateCaseRow } from '@portal/contract/template-cases';
import { runCase, type CaseOutcome } from '@portal/domain/template/cases';
import type { TemplateContent } from '@portal/domain/template/content';
import { useDeferredValue, useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

export interface RunCase {
  readonly row: TemplateCaseRow;
  readonly outcome: CaseOutcome;
}

/** Runs all cases of a template with this content and these rules. */
export const runCases = (
  content: TemplateContent,
  rules: readonly BillingCodeRule[],
  cases: readonly TemplateCaseRow[],
): readonly RunCase[] => cases.map((row) => ({ row, outcome: runCase(content, rules, row) }));

/** "2 of 3 test cases fail", "All 3 test cases pass". */
export function outcomeSummary(results: readonly RunCase[]): string {
  const failing = results.filter(({ outcome }) => !outcome.passes).length;
  const all = results.length;
  if (failing === 0) return all === 1 ? 'The test case passes' : `All ${all} test cases pass`;
  return `${failing} of ${all} test ${all === 1 ? 'case' : 'cases'} ${failing === 1 ? 'fails' : 'fail'}`;
}

/** The test cases and rules of a saved template. While `isRunning`, all cases run again after each change of the content. */
export function useTemplateCases(templateId: string, content: TemplateContent, isRunning: boolean) {
  const cases = useEndpointQuery(templateCaseList, { params: { id: templateId } });
  const rules = useEndpointQuery(billingCodeRuleList, { params: { templateId } });
  // Typing does not wait for the cases.
  const deferred = useDeferredValue(content);
  const results = useMemo(
    () =>
      !isRunning || cases.data === undefined || rules.data === undefined
        ? null
        : runCases(deferred, rules.data, cases.data),
    [isRunning, cases.data, rules.data, deferred],
  );
  return { cases, rules, results };
}

import { billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { templateCaseList } from '@portal/contract/template-cases';
import { parseTemplateContent } from '@portal/domain/template/content';
import { carryAlong, type Renames } from '@portal/domain/template/renames';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { runCases, type RunCase } from './use-template-cases.ts';

/** Whether content may be saved, and the reason if test cases fail. */
export type PublishAnswer =
  | { readonly isAllowed: false }
  | { readonly isAllowed: true; readonly reason?: string };

interface Question {
  readonly failing: readonly RunCase[];
  readonly count: number;
  readonly answer: (reason: string | null) => void;
}

/**
 * Runs a template's cases with the latest rules before its content is saved, both with what was renamed. If some fail, a dialog shows their differences and asks
 * for a reason. Rejects if the cases cannot be loaded.
 */
export function usePublishCheck(templateId: string | undefined): {
  readonly check: (templateContent: string, renames: Renames) => Promise<PublishAnswer>;
  /** Must be rendered by the component that uses the hook. */
  readonly dialog: ReactNode;
} {
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const check = async (templateContent: string, renames: Renames): Promise<PublishAnswer> => {
    if (templateId === undefined) return { isAllowed: true };
    const ofCases = { params: { id: templateId } };
    const ofRules = { params: { templateId } };
    const [cases, rules] = await Promise.all([
      client.fetchQuery({
        queryKey: endpointKey(templateCaseList, ofCases),
        queryFn: () => call(templateCaseList, ofCases),
        staleTime: 0,
      }),
      client.fetchQuery({
        queryKey: endpointKey(billingCodeRuleList, ofRules),
        queryFn: () => call(billingCodeRuleList, ofRules),
        staleTime: 0,
      }),
    ]);
    const { content } = parseTemplateContent(templateContent);
    const parts = { content, rules, cases, autoPopulate: {}, providerDefaults: [] };
    const carried = carryAlong(parts, renames);
    const failing = runCases(carried.content, carried.rules, carried.cases).filter(
      ({ outcome }) => !outcome.passes,
    );
    if (failing.length === 0) return { isAllowed: true };
    const reason = await new Promise<string | null>((resolve) =>
      setQuestion({ failing, count: cases.length, answer: resolve }),
    );
    setQuestion(null);
    return reason === null ? { isAllowed: false } : { isAllowed: true, reason };
  };
  return {
    check,
    dialog: question === null ? null : <PublishDialog {...question} onAnswer={question.answer} />,
  };
}

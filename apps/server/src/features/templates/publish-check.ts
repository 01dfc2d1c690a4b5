import { outcomeTexts, runCase } from '@portal/domain/template/cases';
import type { TemplateContent } from '@portal/domain/template/content';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';
import { listCases } from './case-repo.ts';
import { listRules } from './rule-repo.ts';

/** What the audit log says about content that was saved although test cases fail. */
export interface FailingCases {
  readonly failingCases: readonly string[];
  readonly reason: string;
}

/**
 * Runs a template's test cases with new content before it is saved. Returns the names of failing ones with the reason; undefined if
 * all pass. Throws CONFIRMATION_REQUIRED with what differs if cases fail and there is no reason.
 */
export async function checkCases(
  db: Db,
  templateId: string,
  content: TemplateContent,
  reason: string | undefined,
): Promise<FailingCases | undefined> {
  const cases = await listCases(db, templateId);
  if (cases.length === 0) return undefined;
  const rules = await listRules(db, { templateId });
  const failing = cases
    .map((each) => ({ name: each.name, outcome: runCase(content, rules, each) }))
    .filter(({ outcome }) => !outcome.passes);
  if (failing.length === 0) return undefined;
  if (reason !== undefined) return { failingCases: failing.map(({ name }) => name), reason };
  const message = `${countText(failing.length, cases.length)} with this content. Correct the template, or give a reason to save it anyway.`;
  throw new AppError('CONFIRMATION_REQUIRED', {
    message,
    errors: {
      reason: [message],
      cases: failing.map(({ name, outcome }) => `${name}: ${outcomeTexts(outcome).join('; ')}`),
    },
  });
}

const countText = (failing: number, all: number): string =>
  `${failing} of ${all} test ${all === 1 ? 'case' : 'cases'} ${failing === 1 ? 'fails' : 'fail'}`;

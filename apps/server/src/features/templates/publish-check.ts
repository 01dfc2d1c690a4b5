import { outcomeTexts, runCase } from '@portal/domain/template/cases';
import type { TemplateContent } from '@portal/domain/template/content';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';
import { mapInTurns } from '#platform/in-turns.ts';
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
  const { failing, all } = await runCases(db, templateId, content);
  if (failing.length === 0) return undefined;
  if (reason !== undefined) return { failingCases: failing.map(({ name }) => name), reason };
  const message = `${countText(failing.length, all)} with this content. Correct the template, or give a reason to save it anyway.`;
  throw new AppError('CONFIRMATION_REQUIRED', {
    message,
    errors: {
      reason: [message],
      cases: failing.map(({ text }) => text),
    },
  });
}

/** Runs a template's test cases with its rules and this content. `text` says what differs. */
export async function runCases(
  db: Db,
  templateId: string,
  content: TemplateContent,
): Promise<{ failing: { name: string; text: string }[]; all: number }> {
  const cases = await listCases(db, templateId);
  const rules = cases.length === 0 ? [] : await listRules(db, { templateId });
  const outcomes = await mapInTurns(cases, (each) => ({ ...each, outcome: runCase(content, rules, each) }));
  const failing = outcomes
    .filter(({ outcome }) => !outcome.passes)
    .map(({ name, outcome }) => ({ name, text: `${name}: ${outcomeTexts(outcome).join('; ')}` }));
  return { failing, all: cases.length };
}

const countText = (failing: number, all: number): string =>
  `${failing} of ${all} test ${all === 1 ? 'case' : 'cases'} ${failing === 1 ? 'fails' : 'fail'}`;

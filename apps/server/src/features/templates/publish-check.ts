import { outcomeTexts, runCase } from '@portal/domain/template/cases';
import { mapInTurns } from '#platform/in-turns.ts';
import type { StoredParts } from './transfer/template-parts.ts';

/** A test case that fails; `text` says what differs. */
export interface FailingCase {
  readonly name: string;
  readonly text: string;
}

/** Runs a template's test cases with its rules, one per turn of the event loop, and returns those that fail. */
export async function failingCases({
  content,
  rules,
  cases,
}: Pick<StoredParts, 'content' | 'rules' | 'cases'>): Promise<readonly FailingCase[]> {
  const outcomes = await mapInTurns(cases, (each) => ({ ...each, outcome: runCase(content, rules, each) }));
  return outcomes
    .filter(({ outcome }) => !outcome.passes)
    .map(({ name, outcome }) => ({ name, text: `${name}: ${outcomeTexts(outcome).join('; ')}` }));
}

/** Says how many test cases fail, and what to do. */
export const failingMessage = (failing: number, all: number): string =>
  `${countText(failing, all)} with this content. Correct the template, or give a reason to save it anyway.`;

const countText = (failing: number, all: number): string =>
  `${failing} of ${all} test ${all === 1 ? 'case' : 'cases'} ${failing === 1 ? 'fails' : 'fail'}`;

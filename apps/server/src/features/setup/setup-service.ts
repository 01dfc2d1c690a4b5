import { SETUP_STEPS, type setupChecklist } from '@portal/contract/setup';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { SignedInContext } from '#request/context.ts';
import { findDoneSteps } from './setup-repo.ts';

/** Gets the setup checklist, computed from what the practice has. */
export async function getSetup({ deps }: SignedInContext): Promise<AnswerOf<typeof setupChecklist>> {
  const stored = await findDoneSteps(deps.db);
  if (stored === undefined) return { steps: [] };
  const done = { ...stored, backup: deps.config.backup.nightly !== undefined };
  return { steps: SETUP_STEPS.map((step) => ({ step, isDone: done[step] })) };
}

import { SETUP_STEPS, setupChecklist } from '@portal/contract/setup';
import { operation } from '#http/operation.ts';
import { findDoneSteps } from './setup-repo.ts';

/** Gets the setup checklist, computed from what the practice has. */
export const getSetup = operation(setupChecklist, async ({ deps }) => {
  const stored = await findDoneSteps(deps.db);
  if (stored === undefined) return { steps: [] };
  const done = { ...stored, backup: deps.config.backup.nightly !== undefined };
  return { steps: SETUP_STEPS.map((step) => ({ step, isDone: done[step] })) };
});

import { isUsStateCode } from '@portal/domain/address';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from './context.ts';

/** Refuses a state outside the fifty unless the practice's setting has it, or the record has it already. */
export function requireState({ deps }: SignedInContext, state: string | null, before?: string | null): void {
  if (state === null || state === before || isUsStateCode(state) || deps.config.practice.otherStates) return;
  throw fieldError('state', 'State must be one of the 50 US states');
}

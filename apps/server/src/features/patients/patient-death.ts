import { dateOfDeathProblem, type Death } from '@portal/domain/death';
import { todayIn } from '@portal/domain/date';
import { AppError, fieldError } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import type { PatientRecordRow } from './patient-repo.ts';

/** What a request says about a death. */
interface SentDeath {
  readonly dateOfBirth: string;
  readonly isDeceased?: boolean | undefined;
  readonly dateOfDeath?: string | null | undefined;
}

const ALIVE: Death = { isDeceased: false, dateOfDeath: null };

/** Joins what a request says about a death with what is known; a date alone implies the death. Throws VALIDATION. */
export function planDeath(context: SignedInContext, sent: SentDeath, known: Death = ALIVE): Death {
  const isDated = typeof sent.dateOfDeath === 'string';
  const isDeceased = sent.isDeceased ?? (isDated || known.isDeceased);
  if (!isDeceased && isDated)
    throw fieldError('dateOfDeath', 'Only a deceased patient can have a date of death');
  if (!isDeceased) return ALIVE;
  const dateOfDeath = sent.dateOfDeath === undefined ? known.dateOfDeath : sent.dateOfDeath;
  const today = todayIn(context.deps.config.practice.timeZone, context.now);
  const problem = dateOfDeath === null ? null : dateOfDeathProblem(dateOfDeath, { ...sent, today });
  if (problem !== null) throw fieldError('dateOfDeath', problem);
  return { isDeceased, dateOfDeath };
}

/** Whether a save also makes the patient inactive. Throws FORBIDDEN without Patient.Deactivate, VALIDATION for the living. */
export function planDeactivation(
  context: SignedInContext,
  before: PatientRecordRow,
  {
    deactivate = false,
    isDeceased,
  }: { readonly deactivate?: boolean | undefined; readonly isDeceased: boolean },
): boolean {
  if (!deactivate || !before.isActive) return false;
  if (!isDeceased) throw fieldError('deactivate', 'Only a deceased patient can be deactivated here');
  if (hasPermission(context, 'Patient.Deactivate')) return true;
  const message = 'You do not have permission to deactivate patients';
  throw new AppError('FORBIDDEN', { message, errors: { deactivate: [message] } });
}

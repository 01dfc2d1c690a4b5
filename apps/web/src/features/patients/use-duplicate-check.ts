import type { ResultOf } from '@portal/contract/endpoint';
import { patientDuplicates } from '@portal/contract/patients';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import type { PatientPayload } from './patient-form.ts';

/** A patient who may be the same person, and why. */
export type Duplicate = ResultOf<typeof patientDuplicates>['matches'][number];

/** What tells people apart; absent for a number that may not be seen. */
type Identity = Pick<
  PatientPayload,
  'firstName' | 'lastName' | 'dateOfBirth' | 'phone' | 'socialSecurityNumber'
>;

const identityOf = (patient: Identity): Identity => ({
  firstName: patient.firstName,
  lastName: patient.lastName,
  dateOfBirth: patient.dateOfBirth,
  phone: patient.phone,
  socialSecurityNumber: patient.socialSecurityNumber,
});

interface Question {
  readonly matches: readonly Duplicate[];
  readonly isOpen: boolean;
  readonly answer: (saves: boolean) => void;
}

/**
 * Looks for likely duplicates before saving and asks about them; never blocks. Asks once for the same name,
 * birth date, phone and number, and not at all while an existing patient's stay as they were.
 *
 * `check` resolves to whether to save; `question` is what to ask the user meanwhile; it keeps
 * its last matches so that the dialog can close with them.
 */
export function useDuplicateCheck(existing?: { readonly id: string; readonly identity: Identity }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const settled = useRef(existing === undefined ? null : JSON.stringify(identityOf(existing.identity)));

  async function check(patient: Identity): Promise<boolean> {
    const identity = identityOf(patient);
    const key = JSON.stringify(identity);
    if (key === settled.current) return true;
    const matches = await find(identity, existing?.id);
    if (matches.length > 0 && !(await ask(matches))) return false;
    settled.current = key;
    return true;
  }

  function ask(matches: readonly Duplicate[]): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (saves: boolean) => {
        setQuestion({ matches, answer, isOpen: false });
        resolve(saves);
      };
      setQuestion({ matches, answer, isOpen: true });
    });
  }

  return { check, question };
}

async function find(identity: Identity, excludeId: string | undefined): Promise<readonly Duplicate[]> {
  try {
    const { matches } = await call(patientDuplicates, {
      body: { ...identity, ...(excludeId !== undefined && { excludeId }) },
    });
    return matches;
  } catch (error) {
    // The look helps but never blocks: when the server cannot do it now, the save itself will tell.
    if (error instanceof ApiError && error.isTemporary) return [];
    throw error;
  }
}

import type { ResultOf } from '@portal/contract/endpoint';
import { patientDuplicates } from '@portal/contract/patients';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import type { PatientPayload } from './patient-form.ts';

/** A patient who may be the same person, and why. */
export type Duplicate = ResultOf<typeof patientDuplicates>['matches'][number];

/** Likely duplicates, and the number of those that the user may not view. */
export interface Duplicates {
  readonly matches: readonly Duplicate[];
  readonly unseenCount: number;
}

/** The fields that identify a person; the SSN is undefined if the user may not see it. */
type Identity = Pick<
  PatientPayload,
  'firstName' | 'lastName' | 'dateOfBirth' | 'gender' | 'phone' | 'socialSecurityNumber'
>;

const identityOf = (patient: Identity): Identity => ({
  firstName: patient.firstName,
  lastName: patient.lastName,
  dateOfBirth: patient.dateOfBirth,
  gender: patient.gender,
  phone: patient.phone,
  socialSecurityNumber: patient.socialSecurityNumber,
});

interface Question extends Duplicates {
  readonly isOpen: boolean;
  readonly answer: (saves: boolean) => void;
}

/**
 * Checks for likely duplicates before saving and asks the user about them; never blocks. Asks only once for the same name,
 * date of birth, gender, phone and SSN, and not at all if those of an existing patient are unchanged.
 *
 * `check` resolves to whether to save. `question` is the open question for the dialog; it keeps its last matches so that
 * they stay visible while the dialog closes.
 */
export function useDuplicateCheck(existing?: { readonly id: string; readonly identity: Identity }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const settled = useRef(existing === undefined ? null : JSON.stringify(identityOf(existing.identity)));

  async function check(patient: Identity): Promise<boolean> {
    const identity = identityOf(patient);
    const key = JSON.stringify(identity);
    if (key === settled.current) return true;
    const found = await find(identity, existing?.id);
    if (found.matches.length + found.unseenCount > 0 && !(await ask(found))) return false;
    settled.current = key;
    return true;
  }

  function ask(found: Duplicates): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (saves: boolean) => {
        setQuestion({ ...found, answer, isOpen: false });
        resolve(saves);
      };
      setQuestion({ ...found, answer, isOpen: true });
    });
  }

  return { check, question };
}

async function find(identity: Identity, excludeId: string | undefined): Promise<Duplicates> {
  try {
    const { matches, unseenCount = 0 } = await call(patientDuplicates, {
      body: { ...identity, ...(excludeId !== undefined && { excludeId }) },
    });
    return { matches, unseenCount };
  } catch (error) {
    // The check never blocks. If the server is temporarily unavailable, the save itself will show the error.
    if (error instanceof ApiError && error.isTemporary) return { matches: [], unseenCount: 0 };
    throw error;
  }
}

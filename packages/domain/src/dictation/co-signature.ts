import { fullName } from '../person-name.ts';
import { maySign } from '../roles.ts';

/** What became of the second signature that a signed dictation needs. The dictation stays Signed in all of them. */
export const CO_SIGNATURE_STATES = ['Awaiting', 'Returned', 'CoSigned'] as const;
export type CoSignatureState = (typeof CO_SIGNATURE_STATES)[number];

/** The states on screen. */
export const CO_SIGNATURE_LABELS: Readonly<Record<CoSignatureState, string>> = {
  Awaiting: 'Awaits co-signature',
  Returned: 'Sent back',
  CoSigned: 'Co-signed',
};

const isPhysician = (roles: readonly string[]): boolean => roles.includes('ProviderPhysician');

/**
 * Whether a dictation needs a co-signature when it is signed: each one of a signer with a supervisor, and one of a template that needs
 * it, unless a physician signs.
 */
export const needsCoSignature = (
  signer: { readonly roles: readonly string[]; readonly hasSupervisor: boolean },
  template: { readonly needsCoSignature: boolean },
): boolean => signer.hasSupervisor || (template.needsCoSignature && !isPhysician(signer.roles));

/** Whether a user may co-sign a provider's dictations: any other physician. Being a SuperAdmin is not enough. */
export const mayCoSign = (
  user: { readonly id: string; readonly roles: readonly string[] },
  dictation: { readonly providerId: string },
): boolean => isPhysician(user.roles) && user.id !== dictation.providerId;

/** What a physician does with a signed dictation that needs a co-signature. */
export type CoSignatureStep = 'coSign' | 'sendBack';

const STEPS: Readonly<Record<CoSignatureState, readonly CoSignatureStep[]>> = {
  Awaiting: ['coSign', 'sendBack'],
  Returned: ['coSign'],
  CoSigned: [],
};

export const isCoSignatureStep = (state: CoSignatureState, step: CoSignatureStep): boolean =>
  STEPS[state].includes(step);

/** Whether an addendum of an author with these roles answers that a dictation was sent back, so that it awaits a co-signature again. */
export const answersReturn = (state: CoSignatureState, authorRoles: readonly string[]): boolean =>
  state === 'Returned' && maySign(authorRoles);

/** Who is asked; null for any physician. */
type Supervisor = { readonly firstName: string; readonly lastName: string } | null;

/** "Jane Roe", or "a physician" if nobody in particular is asked. */
export const coSignerName = (supervisor: Supervisor): string =>
  supervisor === null ? 'a physician' : fullName(supervisor.firstName, supervisor.lastName);

/** "Awaits co-signature of Jane Roe", "Sent back", or "Co-signed". */
export function coSignatureText({
  state,
  supervisor,
}: {
  readonly state: CoSignatureState;
  readonly supervisor: Supervisor;
}): string {
  if (state === 'Awaiting') return `${CO_SIGNATURE_LABELS.Awaiting} of ${coSignerName(supervisor)}`;
  return CO_SIGNATURE_LABELS[state];
}

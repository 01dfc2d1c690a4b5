import { createHash } from 'node:crypto';
import type { DictationCode } from '@portal/contract/dictation-lines';
import type { Dictation } from '@portal/contract/dictations';
import { pointersOf } from '@portal/domain/dictation/line-details';
import { canonicalJson } from '#audit/chain.ts';
import type { Signer } from './signing-repo.ts';

/** The content covered by a signature. */
type SignedContent = Pick<
  Dictation,
  | 'id'
  | 'templateId'
  | 'templateVersion'
  | 'patientId'
  | 'providerId'
  | 'locationId'
  | 'procedureLocation'
  | 'procedureDate'
  | 'formData'
  | 'billingOption'
  | 'complications'
  | 'billingCodes'
>;

/** Default units and pointers are left out, so that the hashes of earlier dictations can be computed again. */
function signedLine(line: DictationCode, lines: readonly DictationCode[]): unknown[] {
  const { codeType, code, description, modifiers, units, diagnosisPointers } = line;
  const isDefault = units === 1 && diagnosisPointers.join() === pointersOf(line, null, lines).join();
  return [codeType, code, description, modifiers, ...(isDefault ? [] : [units, diagnosisPointers])];
}

/** SHA-256 over the signed content, the signer, and the time in ISO 8601. The same input always gives the same hash. */
export function contentHash(
  content: SignedContent,
  { name, title, signedAt }: Signer & { readonly signedAt: string },
): Buffer {
  const signed = [
    content.id,
    content.templateId,
    content.templateVersion,
    content.patientId,
    content.providerId,
    content.locationId,
    content.procedureLocation,
    content.procedureDate,
    content.formData,
    content.billingOption,
    content.complications,
    content.billingCodes.map((line) => signedLine(line, content.billingCodes)),
    name,
    title,
    signedAt,
  ];
  return createHash('sha256').update(canonicalJson(signed)).digest();
}

import { createHash } from 'node:crypto';
import type { Dictation } from '@portal/contract/dictations';
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
    content.billingCodes.map(({ codeType, code, description, modifiers }) => [
      codeType,
      code,
      description,
      modifiers,
    ]),
    name,
    title,
    signedAt,
  ];
  return createHash('sha256').update(canonicalJson(signed)).digest();
}

import { createHash } from 'node:crypto';
import type { DictationCode } from '@portal/contract/dictation-lines';
import type { Dictation, Signature } from '@portal/contract/dictations';
import type { CoSignature } from '@portal/contract/signed-print';
import { pointersOf } from '@portal/domain/dictation/line-details';
import { canonicalJson } from '#audit/chain.ts';

/** The version of the content that new signatures cover. */
export const HASH_VERSION = 2;

/** The content covered by a signature. The names and `printed` are covered from version 2 on. */
type SignedContent = Pick<
  Dictation,
  | 'id'
  | 'templateId'
  | 'templateVersion'
  | 'templateName'
  | 'patientId'
  | 'patient'
  | 'patientDOB'
  | 'patientGender'
  | 'providerId'
  | 'providerName'
  | 'createdByUser'
  | 'locationId'
  | 'procedureLocation'
  | 'procedureDate'
  | 'formData'
  | 'billingOption'
  | 'complications'
  | 'billingCodes'
  | 'printed'
>;

/** Default units and pointers are left out, so that the hashes of earlier dictations can be computed again. */
function signedLine(line: DictationCode, lines: readonly DictationCode[]): unknown[] {
  const { codeType, code, description, modifiers, units, diagnosisPointers } = line;
  const isDefault = units === 1 && diagnosisPointers.join() === pointersOf(line, null, lines).join();
  return [codeType, code, description, modifiers, ...(isDefault ? [] : [units, diagnosisPointers])];
}

/** What a dictation prints besides the content of version 1. */
const printedPart = (content: SignedContent): unknown[] => [
  content.templateName,
  content.patient.lastName,
  content.patient.firstName,
  content.patient.medicalRecordNumber,
  content.patientDOB,
  content.patientGender,
  content.providerName,
  content.createdByUser.lastName,
  content.createdByUser.firstName,
  content.printed?.letterhead,
  content.printed?.report,
];

/**
 * SHA-256 over the signed content, the signer, and the time in ISO 8601, in the version that the signature names. The same input
 * always gives the same hash.
 */
export function contentHash(
  content: SignedContent,
  { name, title, signedAt, hashVersion }: Omit<Signature, 'contentHash'>,
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
    ...(hashVersion === 1 ? [] : [hashVersion, printedPart(content)]),
  ];
  return createHash('sha256').update(canonicalJson(signed)).digest();
}

/**
 * SHA-256 over the hash of the first signature, the addenda that the co-signer saw, the co-signer, and the time in ISO 8601. The same
 * input always gives the same hash.
 */
export function coSignatureHash(
  { id, addendums }: Pick<Dictation, 'id' | 'addendums'>,
  { contentHash: firstHash }: Pick<Signature, 'contentHash'>,
  {
    userId,
    name,
    title,
    signedAt,
    addendumCount,
  }: Omit<NonNullable<CoSignature['signature']>, 'contentHash'>,
): Buffer {
  const seen = addendums
    .slice(0, addendumCount)
    .map(({ text, reason, authorName, authorTitle, createdAt }) => [
      text,
      reason,
      authorName,
      authorTitle,
      createdAt,
    ]);
  // The first two tell it from the hash of a first signature, and from later versions.
  const signed = ['co-signature', 1, id, firstHash, seen, userId, name, title, signedAt];
  return createHash('sha256').update(canonicalJson(signed)).digest();
}

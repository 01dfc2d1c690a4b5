import type { DictationCode } from '@portal/contract/dictation-lines';
import type { Dictation, DictationRow } from '@portal/contract/dictations';
import { pointersOf } from '@portal/domain/dictation/line-details';
import type { Letterhead, SignedPrint } from '@portal/contract/signed-print';
import { carriedFields, type EditedFrom } from '@portal/domain/dictation/edited-text';
import { storedReport, type PrintedReport } from '@portal/domain/dictation/print';
import { lastFirst, personName } from '@portal/domain/person-name';
import { mutableValues } from '@portal/domain/template/value';
import type { ActivityInput } from '#live/activity-store.ts';
import { contentOf, sanitizeHeaderHtml } from '#features/templates/index.ts';
import { deathOfRow } from '#request/patient-of-row.ts';
import { coSignatureOf, listedCoSignature } from './co-signing/co-signature-view.ts';
import type { DictationListRow, DictationRecord } from './dictation-repo.ts';
import { shownNames } from './list/shown-names.ts';

/** Message for an unknown dictation. */
export const MISSING = 'This dictation does not exist.';
/** Message for an unknown draft. */
export const MISSING_DRAFT = 'This draft no longer exists.';

/** Converts a database row to the API's row. Patients are named "Roe, Jane". */
export const presentDictationRow = (row: DictationListRow): DictationRow => presentRow(row, shownNames(row));

const presentRow = (row: DictationListRow, { shown, now }: ReturnType<typeof shownNames>): DictationRow => ({
  id: row.id,
  templateId: row.template_id,
  templateName: shown.templateName,
  patientId: row.patient_id,
  patientName: lastFirst(shown.patient),
  patientMRN: shown.patient.medicalRecordNumber,
  ...(row.patient_is_deceased && { patientDeath: deathOfRow(row) }),
  providerId: row.provider_id,
  providerName: personName(shown.provider),
  locationId: row.location_id,
  procedureLocation: row.procedure_location,
  procedureDate: row.procedure_date,
  status: row.status,
  groupId: row.group_id,
  groupName: row.group_name,
  hasAddendums: row.addendum_count > 0,
  coSignature: listedCoSignature(row),
  createdAt: row.created_at.toISOString(),
  signedAt: row.signed_at?.toISOString() ?? null,
  isActive: row.is_active,
  now,
  version: row.version,
});

/** Converts a complete dictation to the API's format. */
export function presentDictation(row: DictationRecord): Dictation {
  const formData = mutableValues(row.form_data);
  const structure = { sections: contentOf(row.content).sections };
  const names = shownNames(row);
  const { shown } = names;
  const printed = printedOf(row, { structure, formData });
  const titles =
    printed === null
      ? { reportHeading: row.report_heading, reportTitle: row.report_title }
      : { reportHeading: printed.report.heading ?? null, reportTitle: printed.report.title ?? null };
  return {
    ...presentRow(row, names),
    patient: { id: row.patient_id, ...shown.patient, ...deathOfRow(row) },
    patientDOB: shown.patientDOB,
    patientGender: shown.patientGender,
    dictationContent: formData,
    formData,
    editedFields: row.edited_fields,
    editedFrom: originsOf(row.edited_from),
    billingCodes: presentLines(row.codes),
    billingOption: row.billing_option,
    complications: row.complications,
    templateVersion: row.template_version,
    orderId: row.order_id,
    structure,
    reportHeading: titles.reportHeading,
    reportTitle: titles.reportTitle,
    signature: signatureOf(row),
    coSignature: coSignatureOf(row),
    printed,
    addendums: row.addenda.map((addendum) => ({
      id: addendum.id,
      text: addendum.text,
      reason: addendum.reason,
      authorName: addendum.author_name,
      authorTitle: addendum.author_title,
      createdAt: addendum.created_at.toISOString(),
    })),
    createdByUser: {
      id: row.created_by,
      firstName: row.printed_writer_first_name ?? row.writer_first_name,
      lastName: row.printed_writer_last_name ?? row.writer_last_name,
    },
    // The provider is the last one to change a dictation, by signing it.
    updatedByUser:
      printed !== null
        ? { id: row.updated_by, ...shown.provider }
        : { id: row.updated_by, firstName: row.editor_first_name, lastName: row.editor_last_name },
    updatedAt: row.updated_at.toISOString(),
  };
}

function printedOf(
  { taken_at: takenAt, report, letterhead }: DictationRecord,
  dictation: Pick<Dictation, 'structure' | 'formData'>,
): Dictation['printed'] {
  if (takenAt === null) return null;
  return {
    takenAt: takenAt.toISOString(),
    report: mutableReport(
      report ?? storedReport(dictation.structure, dictation.formData, { isSigned: true }),
    ),
    letterhead: letterhead === null ? null : sanitizeLetterhead(letterhead),
  };
}

/** Copies origins because the API types are mutable. */
const originsOf = (origins: EditedFrom): Dictation['editedFrom'] =>
  Object.fromEntries(
    Object.entries(origins).map(([id, origin]) => [id, { ...origin, from: { ...origin.from } }]),
  );

/** Copies a report because the API types have mutable arrays. */
export const mutableReport = ({ sections, ...others }: PrintedReport): SignedPrint['report'] => ({
  sections: sections.map(({ title, entries }) => ({
    title,
    entries: entries.map((entry) =>
      entry.kind === 'table'
        ? { ...entry, columns: [...entry.columns], rows: entry.rows.map((cells) => [...cells]) }
        : entry,
    ),
  })),
  ...others,
});

/** Sanitizes header and footer again, so that the current rules also apply to older HTML. */
const sanitizeLetterhead = (letterhead: Letterhead): Letterhead => ({
  ...letterhead,
  headerHTML: sanitizeHeaderHtml(letterhead.headerHTML).html,
  footerHTML: sanitizeHeaderHtml(letterhead.footerHTML).html,
});

/** The stored lines of one dictation, in order, each with the diagnoses it points to. */
export function presentLines(
  rows: readonly Omit<DictationRecord['codes'][number], 'dictation_id'>[],
): DictationCode[] {
  const lines = rows.map(({ code, code_type: codeType }) => ({ code, codeType }));
  return rows.map((row) => ({
    code: row.code,
    codeType: row.code_type,
    description: row.description,
    modifiers: row.modifiers,
    units: row.units,
    diagnosisPointers: [
      ...pointersOf({ code: row.code, codeType: row.code_type }, row.diagnosis_pointers, lines),
    ],
  }));
}

function signatureOf(row: DictationRecord): Dictation['signature'] {
  if (row.signed_at === null || row.signer_name === null || row.content_hash === null) return null;
  return {
    name: row.signer_name,
    title: row.signer_title,
    signedAt: row.signed_at.toISOString(),
    contentHash: row.content_hash.toString('hex'),
    hashVersion: row.hash_version,
  };
}

/** Values of a dictation for the audit log, without its form values. */
export const auditFields = (
  dictation: Pick<
    Dictation,
    | 'patientId'
    | 'providerId'
    | 'locationId'
    | 'procedureDate'
    | 'orderId'
    | 'procedureLocation'
    | 'status'
    | 'billingOption'
  > & {
    readonly editedFrom: EditedFrom;
    readonly billingCodes: readonly { readonly code: string; readonly modifiers: string }[];
  },
): Record<string, unknown> => ({
  patientId: dictation.patientId,
  providerId: dictation.providerId,
  locationId: dictation.locationId,
  procedureDate: dictation.procedureDate,
  orderId: dictation.orderId,
  procedureLocation: dictation.procedureLocation,
  status: dictation.status,
  billingOption: dictation.billingOption,
  billingCodes: dictation.billingCodes.map(({ code, modifiers }) =>
    modifiers === '' ? code : `${code}-${modifiers}`,
  ),
  ...carriedFrom(dictation.editedFrom),
});

/** The notes from which fields were carried, by field ID; nothing if none were. */
function carriedFrom(origins: EditedFrom): Record<string, unknown> {
  const carried = carriedFields(origins).map(([id, { noteId }]) => [id, noteId] as const);
  return carried.length === 0 ? {} : { carriedFrom: Object.fromEntries(carried) };
}

/** An activity about a dictation for the live feed, without patient data. */
export const dictationActivity = (
  id: string,
  event: ActivityInput['event'],
  description: string,
  color: ActivityInput['color'],
): ActivityInput => ({
  event,
  description,
  color,
  icon: 'Mic',
  entityType: 'Dictation',
  entityId: id,
  requiredPermission: 'Dictation.View',
});

/** The activity that asks a provider to review a dictation. */
export const reviewActivity = (id: string, providerId: string): ActivityInput => ({
  ...dictationActivity(id, 'dictation.ready_for_review', 'A dictation is ready for your review', 'warning'),
  recipientUserId: providerId,
});

/** The activity that asks a physician to co-sign a dictation, or any (null). */
export const coSignatureActivity = (id: string, supervisorId: string | null): ActivityInput => ({
  ...dictationActivity(
    id,
    'dictation.co_signature_requested',
    `A dictation awaits ${supervisorId === null ? 'a physician’s' : 'your'} co-signature`,
    'warning',
  ),
  ...(supervisorId !== null && { recipientUserId: supervisorId }),
});

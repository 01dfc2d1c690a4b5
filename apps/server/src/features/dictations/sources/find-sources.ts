import type { Dictation } from '@portal/contract/dictations';
import { DICTATION, ORDER, PATIENT, PATIENT_ALERT, PILL_COUNT } from '@portal/contract/health-records';
import {
  earlierValues,
  factValues,
  pickSources,
  type NoteFacts,
  type SourceValues,
} from '@portal/domain/template/source-values';
import type { SourceName } from '@portal/domain/template/sources';
import { usedSources } from '@portal/domain/template/used-sources';
import type { FieldValues } from '@portal/domain/template/value';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import { passesGuard } from '#authz/guard.ts';
import type { Db } from '#db/database.ts';
import { together } from '#db/together.ts';
import type { SignedInContext } from '#request/context.ts';
import type { Tx } from '#request/transaction.ts';
import { getPlace } from '#features/offices/index.ts';
import { listAlertsOn } from '#features/patient-alerts/index.ts';
import { orderSources } from '#features/orders/index.ts';
import { getLastCount } from '#features/pill-counts/index.ts';
import { findTemplateVersion, type TemplateVersion } from '#features/templates/index.ts';
import { findInitialValues, type InitialValues } from '../dictation-repo.ts';
import { factsOf, populate, type Chosen, type Populated } from '../dictation-rules.ts';
import { findEarlierNote } from './source-repo.ts';

/** The note that sources are for. */
export interface SourceNote {
  readonly templateId: string;
  readonly patientId: string | null;
  readonly locationId: string | null;
  /** YYYY-MM-DD; null if it is not known. */
  readonly day: string | null;
  /** Null before the note exists. */
  readonly dictationId: string | null;
  readonly facts: NoteFacts;
  /** The order that the note is started from, and what the caller may see of it. */
  readonly order: { readonly id: string | null; readonly values: SourceValues };
}

/** The values of sources, and the records that they were read from. */
interface FoundSources {
  readonly values: FieldValues;
  readonly reads: readonly AuditEntryInput[];
}

/** Finds the values of these sources as far as the caller may see the records that they come from. */
export async function findSources(
  context: SignedInContext,
  db: Db,
  names: readonly SourceName[],
  { templateId, patientId, locationId, day, dictationId, facts, order }: SourceNote,
): Promise<FoundSources> {
  const { user, deps } = context;
  const asks = (start: string) => names.some((name) => name.startsWith(start));
  const patient = patientId === null || day === null ? null : { patientId, day };
  const { timeZone } = deps.config.practice;
  const [place, alerts, earlier, count] = await together([
    locationId === null || !names.includes('location.isSurgeryCenter')
      ? null
      : getPlace(context, db, locationId),
    patient === null || !names.includes('patient.alerts') || !passesGuard(PATIENT_ALERT.viewers, user)
      ? []
      : listAlertsOn(db, { ...patient, timeZone }),
    patient === null || !asks('earlier.') || !passesGuard(DICTATION.viewers, user)
      ? undefined
      : findEarlierNote(db, { ...patient, templateId, dictationId }),
    patient === null || !asks('pills.') || !passesGuard(PILL_COUNT.viewers, user)
      ? null
      : getLastCount(db, patient.patientId, patient.day),
  ]);
  const mayViewPatient = passesGuard(PATIENT.viewers, user);
  const reads: AuditEntryInput[] = [];
  if (earlier !== undefined)
    reads.push({ action: 'Viewed', entityType: 'Dictation', entityId: earlier.id, patientId });
  if (count !== null)
    reads.push({ action: 'Viewed', entityType: 'PillCount', entityId: count.id, patientId });
  if (alerts.length > 0)
    reads.push({
      action: 'Viewed',
      entityType: 'PatientAlert',
      entityId: null,
      patientId,
      newValues: { alertIds: alerts.map(({ id }) => id) },
    });
  if (asks('order.') && Object.keys(order.values).length > 0)
    reads.push({ action: 'Viewed', entityType: 'MedicalOrder', entityId: order.id, patientId });
  const values = pickSources(names, {
    ...order.values,
    ...factValues(mayViewPatient ? facts : { ...facts, patient: null }),
    'location.isSurgeryCenter': place?.isSurgeryCenter === true ? 'true' : '',
    'patient.alerts': alerts.map(({ text }) => text),
    ...(earlier === undefined ? {} : earlierValues(earlier)),
    'pills.date': count?.countedOn ?? '',
    'pills.status': count?.complianceStatus ?? '',
  });
  return { values, reads };
}

/** What the caller may see of the order of a note. */
export const orderValuesFor = (
  { user }: SignedInContext,
  db: Db,
  orderId: string | null,
): Promise<SourceValues> =>
  orderId !== null && passesGuard(ORDER.viewers, user) ? orderSources(db, orderId) : Promise.resolve({});

/** What the fields of a note are populated with, and the sources that its template reads. Records what was read. */
export async function populateWithSources(
  context: SignedInContext,
  tx: Tx,
  template: TemplateVersion,
  found: InitialValues,
  chosen: Chosen & { readonly dictationId: string | null },
): Promise<Populated> {
  const order = await orderValuesFor(context, tx.db, chosen.orderId);
  const populated = populate(template, found, chosen, order);
  const names = usedSources(template.content, template.readingRules);
  if (names.length === 0) return populated;
  const { values, reads } = await findSources(context, tx.db, names, {
    ...chosen,
    templateId: template.templateId,
    day: chosen.procedureDate,
    facts: factsOf(found, chosen),
    order: { id: chosen.orderId, values: order },
  });
  for (const read of reads) tx.audit(read);
  return { ...populated, sources: values };
}

/** What the fields of a saved dictation are populated with for this patient, provider, location and date; with its ID, also sources. */
export async function populatedFor(
  context: SignedInContext,
  tx: Tx,
  { templateId, templateVersion }: Dictation,
  chosen: Chosen,
  dictationId?: string,
): Promise<Populated> {
  const { patientId, providerId } = chosen;
  const [template, found] = await together([
    findTemplateVersion(tx.db, templateId, templateVersion),
    findInitialValues(tx.db, { userId: context.user.id, templateId, patientId, providerId }),
  ]);
  if (template === undefined) throw new Error('A dictation’s template version is missing');
  return dictationId === undefined
    ? populate(template, found, chosen, await orderValuesFor(context, tx.db, chosen.orderId))
    : populateWithSources(context, tx, template, found, { ...chosen, dictationId });
}

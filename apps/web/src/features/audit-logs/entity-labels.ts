import type { AuditEntry, auditResolve } from '@portal/contract/audit';
import type { ResultOf } from '@portal/contract/endpoint';
import { apiKeyActor } from '@portal/domain/api-key';
import { auditActionLabel, auditLabel, parseAuditEntityId } from '@portal/domain/audit-log';

/** Names by "Type:Id". */
export type EntityNames = ResultOf<typeof auditResolve>;

/** The entity an entry refers to. */
export interface EntityRef {
  readonly entityType: string;
  readonly entityId: string;
}

/** Display text of an entity ID, with an optional tooltip. */
export interface EntityLabel {
  readonly text: string;
  readonly detail: string | null;
}

export const HIDDEN = 'Hidden';
export const HIDDEN_WHY = 'Patient IDs are hidden for privacy';

const keyOf = ({ entityType, entityId }: EntityRef) => `${entityType}:${entityId}`;

/** The entities to resolve for these entries, without duplicates and patients (their MRN comes with the entry). */
export function entitiesToName(entries: readonly AuditEntry[]): readonly EntityRef[] {
  const wanted = new Map<string, EntityRef>();
  for (const { entityType, entityId } of entries) {
    if (entityId === null || entityType === 'Patient') continue;
    // IDs in other formats cannot be resolved.
    if (parseAuditEntityId(entityId).kind === 'unknown') continue;
    wanted.set(keyOf({ entityType, entityId }), { entityType, entityId });
  }
  return [...wanted.values()];
}

type LabeledEntry = Pick<AuditEntry, 'entityType' | 'entityId' | 'medicalRecordNumber'>;

/**
 * The label of an entry's entity: its name, or a generic label with the end of its ID. For patients, the MRN with
 * Patient.View, otherwise "Hidden". Null if the entry has no entity.
 */
export function entityLabel(entry: LabeledEntry, names: EntityNames): EntityLabel | null {
  const { entityType, entityId, medicalRecordNumber } = entry;
  if (entityId === null) return null;
  if (entityType === 'Patient') return patientEntityLabel(medicalRecordNumber);
  const known = names[keyOf({ entityType, entityId })];
  if (known !== undefined) {
    const { name, subtext } = known;
    return { text: name, detail: [subtext, entityId].filter((part) => part !== null).join('\n') };
  }
  const refersTo = parseAuditEntityId(entityId);
  const words = auditLabel(entityType);
  return {
    text: refersTo.kind === 'id' ? `${words} …${refersTo.id.slice(-8)}` : words,
    detail: entityId,
  };
}

/** The label of a patient: "MRN 00000042" or "Hidden". */
export function patientEntityLabel(medicalRecordNumber: string | null): EntityLabel {
  if (medicalRecordNumber === null) return { text: HIDDEN, detail: HIDDEN_WHY };
  return { text: `MRN ${medicalRecordNumber}`, detail: null };
}

/** The acting user's name, or that of the API key with its creator; "System" without a user. */
export function userText({ user, apiKey }: Pick<AuditEntry, 'user' | 'apiKey'>): string {
  if (user === null) return 'System';
  return apiKey === null ? user.name : apiKeyActor(apiKey.name, user.name);
}

/** The label of an entry for screen readers, without patient names. */
export const entryText = ({ action, entityType, ...entry }: AuditEntry): string =>
  `${auditActionLabel(action)} ${auditLabel(entityType)} by ${userText(entry)}`;

import type { AuditEntry, auditResolve } from '@portal/contract/audit';
import type { ResultOf } from '@portal/contract/endpoint';
import { auditWords, parseAuditEntityId } from '@portal/domain/audit-log';

/** Names by "Type:Id". */
export type EntityNames = ResultOf<typeof auditResolve>;

/** What an entry refers to. */
export interface EntityRef {
  readonly entityType: string;
  readonly entityId: string;
}

/** How an entity id is shown: a text, and what is behind it where that may be seen. */
export interface EntityLabel {
  readonly text: string;
  readonly detail: string | null;
}

export const HIDDEN = 'Hidden';
export const HIDDEN_WHY = 'Patient IDs are hidden for privacy';

const keyOf = ({ entityType, entityId }: EntityRef) => `${entityType}:${entityId}`;

/** What has to be asked for to name the entries' entities, each once: patients never are, their MRN comes with the entry. */
export function entitiesToName(entries: readonly AuditEntry[]): readonly EntityRef[] {
  const wanted = new Map<string, EntityRef>();
  for (const { entityType, entityId } of entries) {
    if (entityId === null || entityType === 'Patient') continue;
    // Nothing in the practice has an id of another form.
    if (parseAuditEntityId(entityId).kind === 'unknown') continue;
    wanted.set(keyOf({ entityType, entityId }), { entityType, entityId });
  }
  return [...wanted.values()];
}

type Labelled = Pick<AuditEntry, 'entityType' | 'entityId' | 'medicalRecordNumber'>;

/**
 * The entity of an entry as people know it: its name, else a generic label with the end of its id. Of patients there
 * is the MRN for those who may see patients, and nothing for others. Null when the entry names none.
 */
export function entityLabel(entry: Labelled, names: EntityNames): EntityLabel | null {
  const { entityType, entityId, medicalRecordNumber } = entry;
  if (entityId === null) return null;
  if (entityType === 'Patient') return patientLabel(medicalRecordNumber);
  const known = names[keyOf({ entityType, entityId })];
  if (known !== undefined) {
    const { name, subtext } = known;
    return { text: name, detail: [subtext, entityId].filter((part) => part !== null).join('\n') };
  }
  const refersTo = parseAuditEntityId(entityId);
  const words = auditWords(entityType);
  return {
    text: refersTo.kind === 'id' ? `${words} …${refersTo.id.slice(-8)}` : words,
    detail: entityId,
  };
}

/** A patient in the log: "MRN 00000042", or that it is hidden. */
export function patientLabel(medicalRecordNumber: string | null): EntityLabel {
  if (medicalRecordNumber === null) return { text: HIDDEN, detail: HIDDEN_WHY };
  return { text: `MRN ${medicalRecordNumber}`, detail: null };
}

/** Who acted, as the lists show it: an absent user is the system. */
export const userText = ({ user }: Pick<AuditEntry, 'user'>): string => user?.name ?? 'System';

/** Names an entry for screen readers, without naming a patient. */
export const entryText = ({ action, entityType, ...entry }: AuditEntry): string =>
  `${action} ${auditWords(entityType)} by ${userText(entry)}`;

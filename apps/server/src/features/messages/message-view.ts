import type { MessageEvent, PhoneMessage, PhoneMessageRecord } from '@portal/contract/messages';
import type { PatientRef, UserRef } from '@portal/contract/refs';
import { isFinal } from '@portal/domain/message-status';
import { deathOfRow } from '#request/patient-of-row.ts';
import type { EventRow } from './event-repo.ts';
import type { LinkedRow, MessageRecordRow, MessageRow } from './message-repo.ts';

function person(id: string | null, firstName: string | null, lastName: string | null): UserRef | null {
  return id === null || firstName === null || lastName === null ? null : { id, firstName, lastName };
}

function patient(row: MessageRow): PatientRef | null {
  const ref = person(row.patient_id, row.patient_first_name, row.patient_last_name);
  return ref === null || row.medical_record_number === null
    ? null
    : { ...ref, medicalRecordNumber: row.medical_record_number, ...deathOfRow(row) };
}

/** An open message waits for nobody if its assignee can no longer open it. A completed one keeps its assignee. */
function assignees(row: MessageRow): Pick<PhoneMessage, 'assignedToUser' | 'formerAssignee'> {
  const assigned = person(row.assigned_to_user_id, row.assigned_first_name, row.assigned_last_name);
  const isFormer = row.assigned_can_open === false && !isFinal(row.status);
  return isFormer
    ? { assignedToUser: null, formerAssignee: assigned }
    : { assignedToUser: assigned, formerAssignee: null };
}

/** Converts a row to its list form in the API. */
export function presentMessage(row: MessageRow): PhoneMessage {
  return {
    id: row.id,
    messageNumber: row.message_number,
    category: row.category,
    callerName: row.caller_name,
    callerPhone: row.caller_phone,
    patient: patient(row),
    message: row.message,
    callDateTime: row.call_at.toISOString(),
    priority: row.priority,
    status: row.status,
    ...assignees(row),
    version: row.version,
  };
}

const presentLinked = (row: LinkedRow): PhoneMessageRecord['followUps'][number] => ({
  id: row.id,
  messageNumber: row.message_number,
  status: row.status,
  callDateTime: row.call_at.toISOString(),
});

/** Converts a row to the full API record with resolution, links and thread. */
export function presentRecord(
  row: MessageRecordRow,
  followUps: readonly LinkedRow[],
  events: readonly EventRow[],
): PhoneMessageRecord {
  const { original_id: id, original_number: number, original_status: status, original_call_at: at } = row;
  return {
    ...presentMessage(row),
    createdAt: row.created_at.toISOString(),
    takenBy: person(row.created_by, row.taken_first_name, row.taken_last_name),
    resolution: row.resolution,
    completedAt: row.completed_at?.toISOString() ?? null,
    completedBy: person(row.completed_by, row.completed_first_name, row.completed_last_name),
    followUpTo:
      id === null || number === null || status === null || at === null
        ? null
        : presentLinked({ id, message_number: number, status, call_at: at }),
    followUps: followUps.map((followUp) => presentLinked(followUp)),
    events: events.map((event) => presentEvent(event)),
  };
}

function presentEvent(row: EventRow): MessageEvent {
  return {
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    user: person(row.user_id, row.first_name, row.last_name),
    text: row.body,
    changedFields: row.changed_fields,
    assignedTo: person(row.assigned_to_user_id, row.assigned_first_name, row.assigned_last_name),
    status: row.status,
  };
}

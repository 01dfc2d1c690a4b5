import { auditExport } from '@portal/contract/audit';
import { apiKeyActor } from '@portal/domain/api-key';
import { CSV_BOM, csvRow } from '@portal/domain/csv';
import { fileTimestamp } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { recordRead } from '#request/record-read.ts';
import { storableAddress } from '#audit/storable.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { entryFilter, filterValues } from './entry-filter.ts';
import { isHiddenOffice, visibleValues } from './entry-sight.ts';
import { isoText, listEntriesBelow, type ExportRequest, type ExportRow } from './export-repo.ts';

/** Entries per batch; two batches are in memory at a time, and no connection is held while the client downloads them. */
const BATCH = 4_000;
const MAX_CACHED = 10_000;

/**
 * Exports all matching entries as CSV, newest first. The export is recorded with its filters before the first row is sent, and the
 * patients of each batch before its rows are sent.
 * Throws VALIDATION for the same filters as the list.
 */
export const exportLog = operation(auditExport, async (context, { body: given }) => {
  const { deps, now } = context;
  const { timeZone } = deps.config.practice;
  const filter = entryFilter(given, timeZone);
  const record = (newValues: Readonly<Record<string, unknown>>) =>
    recordRead(context, {
      action: 'Exported',
      entityType: 'AuditLog',
      entityId: null,
      patientId: given.patientId ?? null,
      newValues,
    });
  await record(filterValues(given));
  const withPatients = hasPermission(context, 'Patient.View');
  return {
    content: csvOf(context, { filter, timeZone, withPatients }, (patientIds) =>
      record({ isContinued: true, patientIds }),
    ),
    fileName: `audit_logs_${fileTimestamp(now, timeZone)}.csv`,
  };
});

async function* csvOf(
  { deps: { reports }, user }: SignedInContext,
  request: ExportRequest,
  record: (patientIds: readonly string[]) => Promise<void>,
): AsyncGenerator<string> {
  const read = (below?: ExportRow) => reports.run((db) => listEntriesBelow(db, request, below, BATCH));
  const heading = csvRow([
    `Timestamp (${request.timeZone})`,
    'Timestamp (UTC)',
    'User',
    'Username',
    'Action',
    'Entity Type',
    'Entity ID',
    'IP Address',
    'Patient ID',
    'MRN',
    'Reason',
    'Old Values',
    'New Values',
  ]);
  yield CSV_BOM + heading;
  const addressText = cachedAddresses();
  let next: Promise<ExportRow[]> | undefined = read();
  while (next !== undefined) {
    const rows: ExportRow[] = await next;
    const last = rows.length < BATCH ? undefined : rows.at(-1);
    // Read the next batch while this one is being sent.
    next = last === undefined ? undefined : read(last);
    // Avoids an unhandled rejection until this loop awaits the batch.
    next?.catch(() => undefined);
    const patientIds = [...new Set(rows.flatMap((row) => row.patient_id ?? []))];
    if (patientIds.length > 0) await record(patientIds);
    if (rows.length > 0) yield rows.map((row) => csvRow(cells(row, addressText, user))).join('');
  }
}

/** Cached, because formatting an address takes longer than the rest of the row, and a practice has few addresses. */
function cachedAddresses(): (address: string | null) => string | null {
  const known = new Map<string | null, string | null>();
  return (address) => {
    const text = known.get(address) ?? storableAddress(address);
    if (known.size < MAX_CACHED) known.set(address, text);
    return text;
  };
}

const usText = (text: string) =>
  `${text.slice(5, 7)}/${text.slice(8, 10)}/${text.slice(0, 4)} ${text.slice(11, 19)}`;

function actorOf({ first_name: firstName, last_name: lastName, api_key_name: keyName }: ExportRow): string {
  if (firstName === null || lastName === null) return 'System';
  const name = fullName(firstName, lastName);
  return keyName === null ? name : apiKeyActor(keyName, name);
}

function cells(
  row: ExportRow,
  addressText: (address: string | null) => string | null,
  reader: SignedInContext['user'],
) {
  const isHidden = isHiddenOffice(row, reader);
  const values = visibleValues(row, reader);
  return [
    usText(row.local),
    isoText(row.utc),
    actorOf(row),
    row.user_name,
    row.action,
    row.entity_type,
    isHidden ? null : row.entity_id,
    addressText(row.ip_address),
    row.patient_id,
    row.medical_record_number,
    isHidden ? null : row.reason,
    valuesText(values.old_values),
    valuesText(values.new_values),
  ];
}

/** Of entries that name many patients, only their number: the export names the patients whose entries it shows, not everyone in their lists. */
function valuesText(values: Record<string, unknown> | null): string | null {
  if (values === null) return null;
  const { patientIds, ...others } = values;
  return JSON.stringify(Array.isArray(patientIds) ? { ...others, patients: patientIds.length } : values);
}

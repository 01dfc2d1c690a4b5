import type { auditExport } from '@portal/contract/audit';
import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import { CSV_BOM, csvRow } from '@portal/domain/csv';
import { fileTimestamp } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { sql } from 'kysely';
import { recordRead } from '#request/record-read.ts';
import { storableAddress } from '#audit/storable.ts';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';
import { holds, type SignedInContext } from '#request/context.ts';
import { walk, type EntryFilter } from './entry-streams.ts';
import { entryFilter, filterValues } from './filter.ts';

/** Entries per batch; two batches are in memory at a time. */
const BATCH = 4_000;
const MAX_CACHED = 10_000;

/**
 * Exports all matching entries as CSV, newest first. The export is recorded with its filters before the first row is sent.
 * Throws VALIDATION for the same filters as the list.
 */
export async function exportLog(
  context: SignedInContext,
  given: BodyOf<typeof auditExport>,
): Promise<AnswerOf<typeof auditExport>> {
  const { deps, now } = context;
  const { timeZone } = deps.config.practice;
  const filter = entryFilter(given, timeZone);
  await recordRead(context, {
    action: 'Exported',
    entityType: 'AuditLog',
    entityId: null,
    newValues: filterValues(given),
  });
  const withPatients = holds(context, 'Patient.View');
  return {
    content: csvOf(deps, { filter, timeZone, withPatients }),
    contentType: 'text/csv; charset=utf-8',
    fileName: `audit_logs_${fileTimestamp(now, timeZone)}.csv`,
  };
}

type ExportDeps = Pick<SignedInContext['deps'], 'db' | 'exportLimit'>;
interface ExportRequest {
  readonly filter: EntryFilter;
  readonly timeZone: string;
  readonly withPatients: boolean;
}

async function* csvOf({ db, exportLimit }: ExportDeps, request: ExportRequest): AsyncGenerator<string> {
  const read = (below?: ExportRow) => exportLimit.take(() => readBatch(db, request, below));
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
    if (rows.length > 0) yield rows.map((row) => csvRow(cells(row, addressText))).join('');
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

interface ExportRow {
  readonly id: string;
  /** "2026-01-05 20:04:00.12": UTC as formatted by the database, which is much faster than a Date. */
  readonly utc: string;
  /** The same in the practice's time zone. */
  readonly local: string;
  readonly user_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly action: string;
  readonly entity_type: string;
  readonly entity_id: string | null;
  readonly ip_address: string | null;
  readonly patient_id: string | null;
  readonly medical_record_number: string | null;
  readonly reason: string | null;
}

const TAKEN = ['user_id', 'action', 'entity_type', 'entity_id', 'ip_address', 'patient_id', 'reason'];

/** Reads the next batch after the last entry. No connection is held while the client downloads it. */
async function readBatch(
  db: Db,
  { filter, timeZone, withPatients }: ExportRequest,
  below: ExportRow | undefined,
): Promise<ExportRow[]> {
  const place = below && { id: below.id, at: new Date(isoText(below.utc)) };
  const batch = walk({ filter, descending: true, limit: BATCH, take: TAKEN, below: place });
  const { rows } = await sql<ExportRow>`
    select l.id, (l.at at time zone 'UTC')::text as utc, (l.at at time zone ${timeZone})::text as local,
      u.user_name, u.first_name, u.last_name, l.action, l.entity_type, l.entity_id, l.ip_address, l.patient_id,
      p.medical_record_number, l.reason
    from ${batch} l
      left join users u on u.id = l.user_id
      left join patients p on p.id = l.patient_id and ${withPatients}
    order by l.at desc, l.id desc ${PREPARED}`.execute(db);
  return rows;
}

const isoText = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20).padEnd(3, '0')}Z`;
const usText = (text: string) =>
  `${text.slice(5, 7)}/${text.slice(8, 10)}/${text.slice(0, 4)} ${text.slice(11, 19)}`;

const cells = (row: ExportRow, addressText: (address: string | null) => string | null) => [
  usText(row.local),
  isoText(row.utc),
  row.first_name === null || row.last_name === null ? 'System' : fullName(row.first_name, row.last_name),
  row.user_name,
  row.action,
  row.entity_type,
  row.entity_id,
  addressText(row.ip_address),
  row.patient_id,
  row.medical_record_number,
  row.reason,
];

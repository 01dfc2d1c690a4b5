import { Readable } from 'node:stream';
import { addDays, dayOfWeek, zonedMoment } from '@portal/domain/calendar';
import { dateIn, todayIn } from '@portal/domain/date';
import { MAX_DOCUMENT_BYTES, type DocumentCategory, type DocumentType } from '@portal/domain/document';
import { fullName } from '@portal/domain/person-name';
import { sql } from 'kysely';
import type { Db } from '@portal/server/db/database';
import { SETUP_LOCK } from '@portal/server/db/migration/migrate';
import { transact } from '@portal/server/db/open-transaction';
import { fileNameKey } from '@portal/server/files/file-name';
import { adoptFile } from '@portal/server/files/pending-files';
import type { ReceivedFile } from '@portal/server/files/file-storage';
import type { Deps } from '@portal/server/request/context';
import type { createDocumentPdf } from './document-pdf.ts';
import { film, insuranceCard } from './document-pictures.ts';
import { PDF_CASES } from './document-texts.ts';
import { SeededRandom } from './random.ts';

const DOCUMENTS = 120;
const DAYS = 90;
/** The first ones are from today, for the dashboard. */
const TODAY = 4;
/** Number of files stored concurrently. */
const AT_ONCE = 12;
const MINUTE_MS = 60_000;
const DOCUMENT_PDF = { file: new URL('./document-pdf.ts', import.meta.url).href, name: 'createDocumentPdf' };
const UPLOADERS = ['staff', 'assistant', 'mobrien', 'admin', 'physician'];

interface Person {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly medical_record_number: string;
  readonly date_of_birth: string;
  readonly insurance_provider: string | null;
  readonly insurance_policy_number: string | null;
}
interface Planned {
  readonly patient: Person;
  readonly uploadedBy: string;
  readonly at: Date;
  readonly name: string;
  readonly type: DocumentType;
  readonly category: DocumentCategory;
  readonly note: string | null;
  readonly content: (threads: Deps['threads']) => Promise<Uint8Array>;
}
interface Stored {
  readonly document: Planned;
  readonly file: ReceivedFile;
}

/**
 * Adds the documents of the last 90 days if there are none, always the same relative to today. Their files are
 * encrypted in the store like all others.
 */
export async function insertDemoDocuments(
  deps: Pick<Deps, 'db' | 'files' | 'config' | 'clock' | 'threads'>,
): Promise<void> {
  const { db, files, threads } = deps;
  if (await hasDocuments(db)) return;
  const stored: Stored[] = [];
  const planned = await planDocuments(deps);
  for (let at = 0; at < planned.length; at += AT_ONCE) {
    const some = planned.slice(at, at + AT_ONCE).map(async (document) => {
      const source = Readable.from([Buffer.from(await document.content(threads))], { objectMode: true });
      return { document, file: await files.receive(document.name, source, MAX_DOCUMENT_BYTES) };
    });
    stored.push(...(await Promise.all(some)));
  }
  const isKept = await transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${SETUP_LOCK}))`.execute(tx);
    // Another process may have finished first.
    if (await hasDocuments(tx)) return false;
    await tx
      .insertInto('documents')
      .values(
        stored.map(({ document, file }) => ({
          id: file.id,
          patient_id: document.patient.id,
          type: document.type,
          category: document.category,
          note: document.note,
          file_name: file.fileName,
          file_name_key: fileNameKey(file.fileName),
          file_type: file.fileType,
          size_bytes: file.size,
          file_key: file.wrappedKey,
          content_hash: file.contentHash,
          uploaded_by: document.uploadedBy,
          created_at: document.at,
          updated_at: document.at,
        })),
      )
      .execute();
    for (const { file } of stored) await adoptFile(tx, file.id);
    return true;
  });
  if (!isKept) for (const { file } of stored) await files.discard(file.id);
}

async function hasDocuments(db: Db): Promise<boolean> {
  return (await db.selectFrom('documents').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function planDocuments({
  db,
  config,
  clock,
}: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<Planned[]> {
  const patients = await db
    .selectFrom('patients')
    .select([
      'id',
      'first_name',
      'last_name',
      'medical_record_number',
      'date_of_birth',
      'insurance_provider',
      'insurance_policy_number',
    ])
    .where('is_active', '=', true)
    .orderBy('created_at')
    .limit(60)
    .execute();
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('user_name', 'in', UPLOADERS)
    .orderBy('employee_id')
    .execute();
  const random = new SeededRandom(72);
  return Array.from({ length: DOCUMENTS }, (_, index) =>
    plan(random, index, {
      patient: random.pick(patients),
      uploadedBy: random.pick(users).id,
      practice: config.practice,
      now: clock.now(),
    }),
  );
}

interface Setting {
  readonly patient: Person;
  readonly uploadedBy: string;
  readonly practice: Deps['config']['practice'];
  readonly now: Date;
}

function plan(random: SeededRandom, index: number, setting: Setting): Planned {
  const { patient, uploadedBy, practice, now } = setting;
  const at = index < TODAY ? earlierToday(practice.timeZone, now, index) : officeTime(random, setting);
  const day = dateIn(practice.timeZone, at);
  const common = { patient, uploadedBy, at, note: null };
  if (index % 8 === 5)
    return {
      ...common,
      name: `Insurance card ${day}.png`,
      type: 'Insurance',
      category: 'Financial',
      content: async () => insuranceCard(patient.insurance_provider ?? 'Self pay', cardLines(patient)),
    };
  if (index % 12 === 7)
    return {
      ...common,
      name: `Knee film ${day}.png`,
      type: 'ImagingResult',
      category: 'Clinical',
      content: async () => film(index),
    };
  const what = random.pick(PDF_CASES);
  return {
    ...common,
    name: `${what.name} ${day}.pdf`,
    type: what.type,
    category: what.category,
    note: what.note ?? null,
    content: (threads) =>
      threads.run<typeof createDocumentPdf>(DOCUMENT_PDF, {
        content: what,
        patient: { ...patient, name: plainName(patient.first_name, patient.last_name) },
        practice,
        at,
        day,
      }),
  };
}

function cardLines({ first_name, last_name, insurance_policy_number, medical_record_number }: Person) {
  return [
    plainName(first_name, last_name).slice(0, 34),
    `Member ID  ${insurance_policy_number ?? medical_record_number}`,
    'Group  HV-4410',
    'Office visit 25   Specialist 45',
  ];
}

/** Only characters in the fonts of the cards and viewers. */
function plainName(first: string, last: string): string {
  return fullName(first, last)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss');
}

/** A few minutes ago, but not before today. */
function earlierToday(zone: string, now: Date, index: number): Date {
  const start = zonedMoment(zone, todayIn(zone, now), '00:00');
  return new Date(Math.max(start, now.getTime() - (index * 47 + 12) * MINUTE_MS));
}

/** A time on a workday before today. */
function officeTime(random: SeededRandom, { practice: { timeZone }, now }: Setting): Date {
  const day = addDays(todayIn(timeZone, now), -random.int(1, DAYS));
  const weekday = dayOfWeek(day);
  const workday = weekday === 0 ? addDays(day, -2) : weekday === 6 ? addDays(day, -1) : day;
  const time = `${String(random.int(8, 16)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;
  return new Date(zonedMoment(timeZone, workday, time));
}

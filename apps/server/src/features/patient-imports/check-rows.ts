import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importedPatient } from '@portal/contract/patients';
import { LineCounter, type LineCounts } from '@portal/domain/csv-lines';
import { decideOrder, provenOrder, type DateOrder } from '@portal/domain/patient-import/birth-date';
import { readPatient, type ReadingRules } from '@portal/domain/patient-import/read-patient';
import { lookupKeys, nameKeys } from '@portal/domain/similar-names';
import { ColumnSampler, type ColumnContent } from '@portal/domain/patient-import/column-samples';
import { WordCounter, type FoundWord } from '@portal/domain/patient-import/words';
import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import { findSimilarlyNamed, ssnIndex } from '#features/patients/index.ts';
import type { Keys } from '#security/keys.ts';
import { findSameSsn } from './imported-patient-repo.ts';
import { rowsOf, type Source, type SourceRow } from './source.ts';
import { ssnCellMask } from './ssn-mask.ts';

/** A valid row. */
export type NewPatient = z.output<typeof importedPatient>;

/** A row with what an import does with it. */
export type CheckedRow = { readonly row: SourceRow } & (
  | { readonly outcome: 'import'; readonly patient: NewPatient; readonly notes: readonly string[] }
  | { readonly outcome: 'fail' | 'duplicate'; readonly reasons: readonly string[] }
);

/** A batch of rows with the patients of the practice that they were compared with and shown. */
export interface CheckedBatch {
  readonly rows: readonly CheckedRow[];
  readonly alikeIds: readonly string[];
}

export const BATCH = 500;
/** Rows per turn of the event loop, so that requests are served in between. */
const TURN = 20;

/** What a whole file shows: the order of its dates, what its lines are, the words that have a meaning, and values of each column. */
export interface Survey {
  readonly order: DateOrder;
  readonly lines: LineCounts;
  readonly words: readonly FoundWord[];
  /** In the order of the header. Null for FHIR. */
  readonly columns: readonly (ColumnContent & { readonly values: number })[] | null;
}

/** Decides how a file writes its dates, from all of them. Also counts its lines, words and the values of its columns. */
export async function surveySource(source: Source, isCanceled: () => boolean): Promise<Survey> {
  const counts = { 'month first': 0, 'day first': 0 };
  const lines = new LineCounter();
  const words = new WordCounter();
  const sampler = new ColumnSampler(source.header.length);
  let items = 0;
  for await (const item of source.items()) {
    items += 1;
    if (items % TURN === 0) {
      await nextTurn();
      if (isCanceled()) break;
    }
    lines.add(item.kind, item);
    if (item.kind === 'row') words.add(item.raw);
    if (item.kind === 'row' && item.trouble === null) sampler.add(item.cells);
    const proven = item.kind === 'row' ? provenOrder((item.raw.dateOfBirth ?? '').slice(0, 100)) : undefined;
    if (proven !== undefined) counts[proven] += 1;
  }
  const columns = source.mapping === null ? null : sampler.columns(ssnCellMask(source));
  return { order: decideOrder(counts), lines: lines.counts, words: words.found, columns };
}

export interface CheckOptions {
  readonly db: Db;
  readonly keys: Keys;
  readonly rules: ReadingRules;
  /** Rows at the start that an earlier run has dealt with. */
  readonly skip?: number;
  /** Whether likely duplicates are imported like other rows. */
  readonly withDuplicates?: boolean;
  /** Whether social security numbers are compared, too. */
  readonly comparesSsn: boolean;
  /** Ends the check. */
  readonly isCanceled: () => boolean;
}

/** Checks the rows of a file in batches: their values, and whether they are likely duplicates. */
export async function* checkRows(
  source: Source,
  options: CheckOptions,
): AsyncGenerator<CheckedBatch, void, undefined> {
  const seen = new Map<number, number>();
  let index = 0;
  let batch: CheckedRow[] = [];
  for await (const row of rowsOf(source)) {
    const checked = checkInFile(row, options, seen);
    if (index >= (options.skip ?? 0)) batch.push(checked);
    index += 1;
    if (index % TURN === 0) {
      await nextTurn();
      if (options.isCanceled()) return;
    }
    if (batch.length < BATCH) continue;
    yield await checkInPractice(batch, options);
    batch = [];
  }
  if (batch.length > 0) yield await checkInPractice(batch, options);
}

function checkInFile(row: SourceRow, options: CheckOptions, seen: Map<number, number>): CheckedRow {
  const checked = checkValues(row, options.rules);
  if (checked.outcome !== 'import' || options.withDuplicates === true) return checked;
  const { patient } = checked;
  const dayHash = (key: string): number => shortHash(`${key}\t${patient.dateOfBirth}`);
  const line = lookupKeys(patient)
    .map((key) => seen.get(dayHash(key)))
    .find((earlier) => earlier !== undefined);
  const ssn =
    patient.socialSecurityNumber === null || !options.comparesSsn
      ? []
      : [shortHash(patient.socialSecurityNumber)];
  const ssnLine = ssn.map((key) => seen.get(key)).find((earlier) => earlier !== undefined);
  for (const key of [...nameKeys(patient).map((name) => dayHash(name)), ...ssn])
    if (!seen.has(key)) seen.set(key, row.line);
  const reasons = [
    ...(line === undefined
      ? []
      : [`Likely the same person as on line ${line}: same birth date, same or similar name`]),
    ...(ssnLine === undefined
      ? []
      : [`Likely the same person as on line ${ssnLine}: same social security number`]),
  ];
  return reasons.length === 0 ? checked : { row, outcome: 'duplicate', reasons };
}

function checkValues(row: SourceRow, rules: ReadingRules): CheckedRow {
  if (row.trouble !== null) return { row, outcome: 'fail', reasons: [row.trouble] };
  const { patient, problems, notes } = readPatient(row.raw, rules);
  const parsed = importedPatient.safeParse(patient);
  const known = new Set<PropertyKey | undefined>(problems.map(({ field }) => field));
  const others = (parsed.error?.issues ?? []).filter(({ path }) => !known.has(path[0]));
  const reasons = [...problems, ...others].map(({ message }) => message);
  return parsed.success && reasons.length === 0
    ? { row, outcome: 'import', patient: parsed.data, notes }
    : { row, outcome: 'fail', reasons };
}

async function checkInPractice(rows: readonly CheckedRow[], options: CheckOptions): Promise<CheckedBatch> {
  const { db, keys, comparesSsn, withDuplicates = false } = options;
  if (withDuplicates) return { rows, alikeIds: [] };
  const people = rows.flatMap((checked, n) =>
    checked.outcome === 'import' ? [{ n, patient: checked.patient }] : [],
  );
  const withSsn = people.flatMap(({ n, patient: { socialSecurityNumber: ssn } }) =>
    ssn === null || !comparesSsn ? [] : [{ n, ssnIndex: ssnIndex(keys, ssn).toString('base64') }],
  );
  const named =
    people.length === 0
      ? []
      : await findSimilarlyNamed(
          db,
          people.map(({ patient }) => patient),
        );
  const sameSsn = withSsn.length === 0 ? [] : await findSameSsn(db, withSsn);
  const found = [
    ...people.flatMap(({ n }, at) =>
      (named[at] ?? []).slice(0, 1).map(({ row, isSameName }) => ({
        n,
        id: row.id,
        reason: likely(row.medical_record_number, isSameName ? SAME_NAME : SIMILAR_NAME),
      })),
    ),
    ...sameSsn.map(({ n, id, mrn }) => ({ n, id, reason: likely(mrn, 'same social security number') })),
  ];
  const alike = Map.groupBy(found, ({ n }) => n);
  return {
    rows: rows.map((checked, n) => {
      const reasons = (alike.get(n) ?? []).map(({ reason }) => reason);
      return reasons.length === 0 ? checked : { row: checked.row, outcome: 'duplicate', reasons };
    }),
    alikeIds: [...new Set(found.map(({ id }) => id))],
  };
}

const SAME_NAME = 'same name and date of birth';
const SIMILAR_NAME = 'same birth date, similar name';
const likely = (mrn: string, reason: string): string => `Likely the same person as patient ${mrn}: ${reason}`;

/** Six bytes keep the memory small even for a million rows. */
const shortHash = (key: string): number => hash('sha256', key, 'buffer').readUIntBE(0, 6);

import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importedPatient } from '@portal/contract/patients';
import { LineCounter, type LineCounts } from '@portal/domain/csv-lines';
import { decideOrder, provenOrder, type DateOrder } from '@portal/domain/patient-import/birth-date';
import { readPatient, type ReadingRules } from '@portal/domain/patient-import/read-patient';
import { WordCounter, type FoundWord } from '@portal/domain/patient-import/words';
import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import { patientNameKey, ssnIndex } from '#features/patients/index.ts';
import type { Keys } from '#security/keys.ts';
import { findAlike, type AlikeRow } from './imported-patient-repo.ts';
import { rowsOf, type Source, type SourceRow } from './source.ts';

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

/** What a whole file shows: the order of its dates, what its lines are, and the words that have a meaning. */
export interface Survey {
  readonly order: DateOrder;
  readonly lines: LineCounts;
  readonly words: readonly FoundWord[];
}

/** Decides how a file writes its dates, from all of them. Also counts its lines and words. */
export async function surveySource(source: Source, isCanceled: () => boolean): Promise<Survey> {
  const counts = { 'month first': 0, 'day first': 0 };
  const lines = new LineCounter();
  const words = new WordCounter();
  let items = 0;
  for await (const item of source.items()) {
    items += 1;
    if (items % TURN === 0) {
      await nextTurn();
      if (isCanceled()) break;
    }
    lines.add(item.kind, item);
    if (item.kind === 'row') words.add(item.raw);
    const proven = item.kind === 'row' ? provenOrder((item.raw.dateOfBirth ?? '').slice(0, 100)) : undefined;
    if (proven !== undefined) counts[proven] += 1;
  }
  return { order: decideOrder(counts), lines: lines.counts, words: words.found };
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
  const keys = keysOf(checked.patient, options).map((key) => shortHash(key));
  const earlier = keys.map((key) => seen.get(key)).find((line) => line !== undefined);
  for (const key of keys) if (!seen.has(key)) seen.set(key, row.line);
  return earlier === undefined
    ? checked
    : { row, outcome: 'duplicate', reasons: [`Likely the same person as on line ${earlier}`] };
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
    checked.outcome === 'import'
      ? [
          {
            n,
            dateOfBirth: checked.patient.dateOfBirth,
            nameKey: shortNameKey(checked.patient),
            ssnIndex:
              checked.patient.socialSecurityNumber === null || !comparesSsn
                ? null
                : ssnIndex(keys, checked.patient.socialSecurityNumber).toString('base64'),
          },
        ]
      : [],
  );
  const found = people.length === 0 ? [] : await findAlike(db, people);
  const alike = Map.groupBy(found, ({ n }) => n);
  return {
    rows: rows.map((checked, n) => {
      const matches = alike.get(n) ?? [];
      return matches.length === 0
        ? checked
        : { row: checked.row, outcome: 'duplicate', reasons: matches.map((match) => reasonOf(match)) };
    }),
    alikeIds: [...new Set(found.map(({ id }) => id))],
  };
}

const reasonOf = ({ mrn, reason }: AlikeRow): string =>
  reason === 'name'
    ? `Likely the same person as patient ${mrn}: same name and date of birth`
    : `Likely the same person as patient ${mrn}: same social security number`;

/** With only the first word of the first name: old systems often have middle names in the same column. */
const shortNameKey = ({ firstName, lastName }: NewPatient): string =>
  patientNameKey(lastName, firstName).replace(/(?<=\t[^ ]+) .*/, '');

const keysOf = (patient: NewPatient, { comparesSsn }: Pick<CheckOptions, 'comparesSsn'>): string[] => [
  `${shortNameKey(patient)}\t${patient.dateOfBirth}`,
  ...(patient.socialSecurityNumber === null || !comparesSsn ? [] : [patient.socialSecurityNumber]),
];

/** Six bytes keep the memory small even for a million rows. */
const shortHash = (key: string): number => hash('sha256', key, 'buffer').readUIntBE(0, 6);

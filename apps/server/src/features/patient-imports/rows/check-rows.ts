import { setImmediate as nextTurn } from 'node:timers/promises';
import { importedPatient, type NewPatient } from '@portal/contract/patients';
import { LineCounter, type LineCounts } from '@portal/domain/csv-lines';
import { DateOrders, type DateOrder, type ProvenDates } from '@portal/domain/patient-import/birth-date';
import {
  readPatient,
  type ImportedPatient,
  type ReadingRules,
} from '@portal/domain/patient-import/read-patient';
import { applyChoices, type ValueCounter, type ValueProblem } from '@portal/domain/patient-import/choices';
import { ColumnSampler, type ColumnContent } from '@portal/domain/patient-import/column-samples';
import { optionalCell } from '@portal/domain/patient-import/values';
import { WordCounter, type FoundWord } from '@portal/domain/patient-import/words';
import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import { findSimilarlyNamed, ssnIndex, type Likeness } from '#features/patients/index.ts';
import type { Keys } from '#security/keys.ts';
import { findSameSsn } from './imported-patient-repo.ts';
import { findOwners, type KnownPatient, type NumberOwner } from './known-patients.ts';
import { SeenRows } from './seen-rows.ts';
import { rowsOf, type Source, type SourceRow } from '../read/source.ts';
import { ssnCellMask } from './ssn-mask.ts';

/** A row that is a patient of the practice already: `update` if something differs. */
export interface KnownRow {
  readonly row: SourceRow;
  readonly outcome: 'update' | 'same';
  readonly patient: NewPatient;
  readonly notes: readonly string[];
  readonly known: KnownPatient;
}

/** A row with what an import does with it. */
export type CheckedRow =
  | KnownRow
  | ({ readonly row: SourceRow } & (
      | { readonly outcome: 'import'; readonly patient: NewPatient; readonly notes: readonly string[] }
      | { readonly outcome: 'fail'; readonly reasons: readonly string[] }
      // Left out because of its status.
      | { readonly outcome: 'skip'; readonly reasons: readonly string[] }
      | {
          readonly outcome: 'duplicate';
          readonly reasons: readonly string[];
          /** It is not imported in any case, because another patient has its former number. */
          readonly isRefused: boolean;
        }
    ));

/** A valid row, with why it is likely a duplicate of an earlier one. */
interface Candidate {
  readonly row: SourceRow;
  readonly patient: NewPatient;
  readonly notes: readonly string[];
  readonly reasons: readonly string[];
  readonly isRefused: boolean;
}
type Failed = Extract<CheckedRow, { outcome: 'fail' | 'skip' }>;

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
  /** Dates of both orders, if the file has both. */
  readonly mixedDates: ProvenDates | null;
  readonly lines: LineCounts;
  readonly words: readonly FoundWord[];
  /** In the order of the header. Null for FHIR. */
  readonly columns: readonly (ColumnContent & { readonly values: number })[] | null;
}

/** Decides how a file writes its dates, from all of them. Also counts its lines, words and the values of its columns. */
export async function surveySource(source: Source, isCanceled: () => boolean): Promise<Survey> {
  const dates = new DateOrders();
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
    if (item.kind !== 'row') continue;
    // A row that cannot be read has no cells: its status is not blank.
    if (item.trouble === null) {
      words.add(item.raw);
      sampler.add(item.cells);
    }
    dates.add((item.raw.dateOfBirth ?? '').slice(0, 100), item.line);
  }
  return {
    order: dates.order,
    mixedDates: dates.isMixed ? dates.found : null,
    lines: lines.counts,
    words: words.found,
    columns: source.mapping === null ? null : sampler.columns(ssnCellMask(source)),
  };
}

export interface CheckOptions {
  readonly db: Db;
  readonly keys: Keys;
  readonly rules: ReadingRules;
  /** Counts the values that cannot be read. */
  readonly values?: ValueCounter;
  /** Rows at the start that an earlier run has dealt with. */
  readonly skip?: number;
  /** Whether likely duplicates are imported like other rows. */
  readonly withDuplicates?: boolean;
  /** Whether social security numbers are compared, too. */
  readonly comparesSsn: boolean;
  /** Whether rows are compared with the patients that they are; otherwise they are duplicates. */
  readonly findsChanges: boolean;
  /** Ends the check. */
  readonly isCanceled: () => boolean;
}

/** Checks the rows of a file in batches: their values, and whether they are likely duplicates. */
export async function* checkRows(
  source: Source,
  options: CheckOptions,
): AsyncGenerator<CheckedBatch, void, undefined> {
  const seen = new SeenRows();
  let index = 0;
  let batch: (Candidate | Failed)[] = [];
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

function checkInFile(row: SourceRow, options: CheckOptions, seen: SeenRows): Candidate | Failed {
  const checked = checkValues(row, options);
  const number =
    'outcome' in checked ? optionalCell((row.raw.formerMrn ?? '').slice(0, 100)) : checked.patient.formerMrn;
  const numberLine = seen.addNumber(number, row.line);
  if ('outcome' in checked) return checked;
  const known = numberLine === undefined ? [] : [`Former MRN is also on line ${numberLine}`];
  const alike = options.withDuplicates === true ? [] : seen.addPerson(checked.patient, row.line, options);
  return { ...checked, reasons: [...known, ...alike], isRefused: known.length > 0 };
}

function checkValues(
  row: SourceRow,
  { rules, values }: Pick<CheckOptions, 'rules' | 'values'>,
): Candidate | Failed {
  if (row.trouble !== null) return { row, outcome: 'fail', reasons: [row.trouble] };
  const { patient, problems, skipped, notes } = readPatient(row.raw, rules);
  if (skipped !== null) return { row, outcome: 'skip', reasons: [skipped] };
  const known = new Set<string>(problems.map(({ field }) => field));
  const parsed = importedPatient.safeParse(patient satisfies Readonly<Record<keyof NewPatient, unknown>>);
  const refused = schemaProblems(parsed).filter(({ field }) => !known.has(field));
  const all = [...problems, ...refused];
  values?.add(all, row.line);
  const { failing, decided, notes: choiceNotes } = applyChoices(all, rules.choices);
  const leftOut = new Set(refused.filter((each) => decided.includes(each)).map(({ field }) => field));
  const kept = leftOut.size === 0 ? parsed : importedPatient.safeParse(withoutValues(patient, leftOut));
  const reasons = failing.length > 0 ? failing : schemaProblems(kept);
  return kept.success && reasons.length === 0
    ? { row, patient: kept.data, notes: [...notes, ...choiceNotes], reasons: [], isRefused: false }
    : { row, outcome: 'fail', reasons: reasons.map(({ message }) => message) };
}

const schemaProblems = ({ error }: { readonly error?: z.ZodError }): ValueProblem[] =>
  (error?.issues ?? []).map(({ path, message }) => ({ field: String(path.at(-1)), message }));

/** The patient without the values of these fields, also those of other coverage. */
function withoutValues(patient: ImportedPatient, fields: ReadonlySet<string>) {
  const without = (values: object) =>
    Object.entries(values).map(([field, value]) => [field, fields.has(field) ? null : value] as const);
  const { formerCoverage } = patient;
  const coverage = without(formerCoverage ?? {}).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(without(patient)),
    formerCoverage: coverage.length === 0 ? null : Object.fromEntries(coverage),
  };
}

async function checkInPractice(
  rows: readonly (Candidate | Failed)[],
  options: CheckOptions,
): Promise<CheckedBatch> {
  const candidates = rows.flatMap((row) => ('outcome' in row || row.isRefused ? [] : [row]));
  const owners = await findOwners(
    candidates.map(({ patient }) => patient),
    options,
  );
  const ownerOf = new Map(candidates.map((candidate, at) => [candidate.row.line, owners[at]]));
  const unknown = candidates.filter(
    ({ row, reasons }) => ownerOf.get(row.line) === undefined && reasons.length === 0,
  );
  const alike = options.withDuplicates === true ? [] : await findAlike(unknown, options);
  const reasonsOf = Map.groupBy(alike, ({ line }) => line);
  return {
    rows: rows.map((row) => {
      if ('outcome' in row) return row;
      const { line } = row.row;
      const alikeReasons = (reasonsOf.get(line) ?? []).map(({ reason }) => reason);
      return decide(row, ownerOf.get(line), alikeReasons, options.findsChanges);
    }),
    alikeIds: [
      ...new Set([
        ...owners.flatMap((owner) => (owner === undefined ? [] : owner.isSame ? [owner.row.id] : owner.ids)),
        ...alike.map(({ id }) => id),
      ]),
    ],
  };
}

function decide(
  { row, patient, notes, reasons, isRefused }: Candidate,
  owner: NumberOwner | undefined,
  alike: readonly string[],
  findsChanges: boolean,
): CheckedRow {
  const left = owner?.isSame === true ? leftUnchanged(patient, owner) : [];
  if (owner?.isSame === true && findsChanges) {
    const outcome = owner.changes.length > 0 ? 'update' : 'same';
    return { row, outcome, patient, notes: [...notes, ...left], known: owner };
  }
  const all = [...(owner === undefined ? [] : [ownerReason(owner)]), ...left, ...reasons, ...alike];
  return all.length === 0
    ? { row, outcome: 'import', patient, notes }
    : { row, outcome: 'duplicate', reasons: all, isRefused: isRefused || owner !== undefined };
}

const ownerReason = (owner: NumberOwner): string =>
  owner.isSame ? `Former MRN is patient ${owner.row.medicalRecordNumber}’s` : owner.reason;

/** What a person must decide, whatever is updated: an import neither records a death nor makes anybody inactive. */
function leftUnchanged(patient: NewPatient, { row }: KnownPatient): string[] {
  if (patient.isDeceased && !row.isDeceased) return [DECEASED_IN_FILE];
  return row.isActive && !patient.isActive ? [INACTIVE_IN_FILE] : [];
}
const DECEASED_IN_FILE = 'Deceased in the file, but not in the portal: record the death there';
const INACTIVE_IN_FILE = 'Inactive in the file, but active in the portal: left active';

/** Finds patients of the practice with the same birth date who are alike, or with the same social security number. */
async function findAlike(candidates: readonly Candidate[], { db, keys, comparesSsn }: CheckOptions) {
  const withSsn = candidates.flatMap(({ patient: { socialSecurityNumber: ssn } }, n) =>
    ssn === null || !comparesSsn ? [] : [{ n, ssnIndex: ssnIndex(keys, ssn).toString('base64') }],
  );
  const named =
    candidates.length === 0
      ? []
      : await findSimilarlyNamed(
          db,
          candidates.map(({ patient }) => patient),
        );
  const sameSsn = withSsn.length === 0 ? [] : await findSameSsn(db, withSsn);
  const lineOf = (n: number) => candidates[n]?.row.line ?? 0;
  return [
    ...named.flatMap((found, n) =>
      found.slice(0, 1).map(({ row, likeness }) => ({
        line: lineOf(n),
        id: row.id,
        reason: likely(row.medicalRecordNumber, LIKENESS[likeness]),
      })),
    ),
    ...sameSsn.map(({ n, id, mrn }) => ({
      line: lineOf(n),
      id,
      reason: likely(mrn, 'same social security number'),
    })),
  ];
}

const LIKENESS: Readonly<Record<Likeness, string>> = {
  same: 'same name and date of birth',
  similar: 'same birth date, similar name',
  'one letter off': 'same birth date, name differs by one letter',
  'former number': 'same birth date, former MRN differs only by zeros before it',
};
const likely = (mrn: string, reason: string): string => `Likely the same person as patient ${mrn}: ${reason}`;

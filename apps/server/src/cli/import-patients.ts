import { basename, resolve } from 'node:path';
import { describeEnd, describeLines, describeSpans, type LineCounts } from '@portal/domain/csv-lines';
import { todayIn } from '@portal/domain/date';
import type { ProvenDates } from '@portal/domain/patient-import/birth-date';
import type { FoundValue, ValueChoices } from '@portal/domain/patient-import/choices';
import {
  IMPORT_FIELDS,
  leaveOut,
  undecidedColumns,
  type ColumnMapping,
  type FilledColumn,
} from '@portal/domain/patient-import/columns';
import { describeFirstLines } from '@portal/domain/patient-import/lines-by-text';
import type { UpdateChoice } from '@portal/domain/patient-import/updates';
import {
  asksBlankStatus,
  meaningOf,
  WORD_MEANINGS,
  type WordAnswers,
} from '@portal/domain/patient-import/words';
import { COMMAND } from '#audit/work-entry.ts';
import {
  CHANGE_HEADER,
  changeRows,
  checkSource,
  hashBytes,
  noteHeader,
  noteRows,
  openImportFile,
  openSource,
  PREVIEW_HEADER,
  previewRows,
  problemHeader,
  problemRows,
  RowFile,
  startImport,
  surveySource,
  takeOverImport,
  unfinishedImport,
  type CheckedRow,
  type ImportDeps,
  type ImportFile,
  type ImportRow,
  type Source,
  type Survey,
} from '#features/patient-imports/index.ts';
import { CommandError } from './command-error.ts';
import { confirm, requireTerminal } from './confirm.ts';
import { keepMapping, readMapping, requireColumns, type SavedMapping } from './import-mapping.ts';
import { Totals } from './import-totals.ts';
import { nextSignal } from './signals.ts';

export interface ImportOptions {
  readonly path: string;
  readonly mapPath: string | undefined;
  /** Of a workbook; by default the first one. */
  readonly sheet: string | undefined;
  readonly isDryRun: boolean;
  /** Leaves out the columns with values that have no field. */
  readonly leavesOutOthers: boolean;
  readonly withDuplicates: boolean;
  /** What is updated of patients of the practice, or null. */
  readonly updates: UpdateChoice | null;
  /** For values that cannot be read, besides those of the mapping. */
  readonly choices: ValueChoices;
  readonly yes: boolean;
}

export interface ImportCommandDeps extends ImportDeps {
  /** That of the practice. */
  readonly timeZone: string;
  /** Whether the practice takes addresses outside the fifty states. */
  readonly otherStates: boolean;
}
const QUESTION = 'Import these patients?';
type WithDeps = (work: (deps: ImportCommandDeps) => Promise<number>) => Promise<number>;

/** Checks a file and, unless it is a dry run, imports it. Returns exit code 130 when it was canceled. */
export async function importPatients(withDeps: WithDeps, given: ImportOptions): Promise<number> {
  // A folder may end with a slash; what is found is written beside it.
  const options = { ...given, path: resolve(given.path) };
  const { path, mapPath } = options;
  const file = await openImportFile(path);
  const saved = mapPath === undefined ? undefined : await readMapping(mapPath);
  if (!options.isDryRun && !options.yes) requireTerminal(QUESTION);
  if (file.names.length > 1) console.log(`Read as one file: ${file.names.join(', ')}`);
  const source = await openSource(file.openBytes, {
    mapping: saved?.columns,
    headerLine: saved?.headerLine,
    sheet: options.sheet,
  });
  showSheets(source);
  if (mapPath !== undefined && saved !== undefined) requireColumns(mapPath, saved, source);
  const keep = async (mapping: ColumnMapping | null, order?: SavedMapping['dateOrder']) => {
    const text = mapPath === undefined ? null : await keepMapping(mapPath, saved, { source, mapping, order });
    if (text !== null) console.log(text);
  };
  // Reading the rows fails.
  if (source.mappingTrouble !== null) await keep(source.mapping);
  const survey = await surveySource(source, () => false);
  const order = saved?.dateOrder ?? survey.order;
  const mixed = saved?.dateOrder === undefined ? survey.mixedDates : null;
  const { mapping, undecided } = decideColumns(source, survey, options);
  showMapping(source, mapping, order);
  for (const { name, values } of undecided) showValue('no field', `${name} (${values})`);
  showLines(survey.lines);
  const words = saved?.words ?? {};
  showWords(survey.words, words);
  if (mixed !== null) showMixedDates(mixed);
  await keep(mapping, mixed === null ? order : undefined);
  if (undecided.length > 0 && !options.isDryRun) throw undecidedError(undecided);
  if (mixed !== null && !options.isDryRun) throw new CommandError(MIXED_DATES);
  const signal = nextSignal();
  return withDeps(async (deps) => {
    const job = {
      deps,
      source,
      openBytes: file.openBytes,
      options,
      lines: survey.lines,
      rules: {
        order,
        words,
        choices: { ...saved?.choices, ...options.choices },
        today: todayIn(deps.timeZone, deps.clock.now()),
        otherStates: deps.otherStates,
        asksBlankStatus: asksBlankStatus(survey.words),
      },
      isCanceled: signal.has,
    };
    const unfinished = options.isDryRun
      ? undefined
      : await unfinishedImport(deps, await hashBytes(file.openBytes, source.sheet));
    if (unfinished !== undefined) console.log(`Continuing after row ${unfinished.rows_done}.`);
    if (options.isDryRun || (!options.yes && unfinished === undefined)) await dryRun(job);
    if (signal.has()) return 130;
    if (options.isDryRun) return 0;
    if (!options.yes && !(await confirm(QUESTION))) return 1;
    return start(job, unfinished);
  }).finally(signal.stop);
}

/** The mapping, with other columns left out if that is wanted, and the columns with values that it does not have. */
function decideColumns(
  { header, mapping }: Source,
  { columns }: Survey,
  { leavesOutOthers }: ImportOptions,
): { readonly mapping: ColumnMapping | null; readonly undecided: readonly FilledColumn[] } {
  if (mapping === null || columns === null) return { mapping: null, undecided: [] };
  const filled = header.map((name, at) => ({ name, values: columns[at]?.values ?? 0 }));
  const undecided = undecidedColumns(mapping, filled);
  if (!leavesOutOthers) return { mapping, undecided };
  const names = undecided.map(({ name }) => name);
  return { mapping: leaveOut(mapping, names), undecided: [] };
}

const undecidedError = (columns: readonly FilledColumn[]) =>
  new CommandError(
    `These columns have values but no field: ${columns.map(({ name }) => name).join(', ')}. Choose fields in the file of --map, name them there under "leftOut", or leave them out with --leave-out-others.`,
  );

interface Job {
  readonly deps: ImportDeps;
  readonly source: Source;
  readonly openBytes: ImportFile['openBytes'];
  readonly options: ImportOptions;
  readonly lines: LineCounts;
  readonly rules: Parameters<typeof checkSource>[1]['rules'];
  readonly isCanceled: () => boolean;
}

async function dryRun(job: Job): Promise<void> {
  const { path } = job.options;
  const problems = new RowFile(`${path}-to-fix.csv`, problemHeader(job.source));
  const preview = new RowFile(`${path}-preview.csv`, PREVIEW_HEADER);
  const changes = new RowFile(`${path}-updates.csv`, CHANGE_HEADER);
  const notes = new RowFile(`${path}-notes.csv`, noteHeader(job.source));
  const total = new Totals(job.lines.rows, job.options.updates);
  const { values } = total;
  try {
    const onRows = async (rows: readonly CheckedRow[]) => {
      total.add(rows);
      await problems.add(problemRows(job.source, rows));
      await preview.add(previewRows(rows));
      await changes.add(changeRows(rows));
      await notes.add(noteRows(job.source, rows));
    };
    const { withDuplicates, updates } = job.options;
    const request = { ...job, values, withDuplicates, updates, comparesSsn: true, onRows };
    await checkSource(job.deps, request, COMMAND);
  } finally {
    await problems.close();
    await preview.close();
    await changes.close();
    await notes.close();
    total.done();
  }
  total.show('to import', 'to update');
  showValues(values.found, job.rules.choices);
  total.showChanges();
  if (preview.hasRows) console.log(`What rows become: ${preview.path}`);
  if (changes.hasRows) console.log(`How patients differ: ${changes.path}`);
  if (notes.hasRows) console.log(`Rows with something left out or completed: ${notes.path}`);
  if (problems.hasRows) console.log(`Rows to fix: ${problems.path}`);
}

async function start(job: Job, unfinished: ImportRow | undefined): Promise<number> {
  const { deps, options } = job;
  const { path } = options;
  const begun =
    unfinished ??
    (await startImport(deps, {
      fileName: basename(path),
      fileHash: await hashBytes(job.openBytes, job.source.sheet),
      updates: options.updates,
    }));
  const suffix = begun.rows_done === 0 ? '' : `-after-${begun.rows_done}`;
  const problems = new RowFile(`${path}-to-fix${suffix}.csv`, problemHeader(job.source));
  const notes = new RowFile(`${path}-notes${suffix}.csv`, noteHeader(job.source));
  const total = new Totals(job.lines.rows, begun.updates, begun.rows_done);
  let ended: ImportRow;
  try {
    const request = {
      ...job,
      withDuplicates: options.withDuplicates,
      updates: begun.updates,
      comparesSsn: true,
      // A row that is in no file would be lost if it was counted before.
      beforeCommit: async (rows: readonly CheckedRow[]) => {
        await problems.add(problemRows(job.source, rows));
        await notes.add(noteRows(job.source, rows));
      },
      onRows: async (rows: readonly CheckedRow[]) => total.add(rows),
    };
    ended = await takeOverImport(deps, begun, request, COMMAND);
  } finally {
    await problems.close();
    await notes.close();
    total.done();
  }
  total.show('imported', 'updated');
  if (notes.hasRows) console.log(`Rows with something left out or completed: ${notes.path}`);
  if (problems.hasRows) console.log(`Rows to fix: ${problems.path}`);
  const isFinished = ended.state === 'Finished';
  if (!isFinished) console.log('Cancelled. Run the same command again to continue.');
  console.log(`To undo it: npm run portal -- import undo ${ended.id}`);
  return isFinished ? 0 : 130;
}

/** The sheets of a workbook, and what is worth knowing about the chosen one. */
function showSheets({ sheets, sheet, notes }: Source): void {
  for (const { name, rows, isHidden } of sheets) {
    const marks = [
      ...(isHidden ? ['hidden'] : []),
      ...(name === sheet ? ['read'] : ['not read; choose it with --sheet']),
    ];
    console.log(`sheet “${name}”: ${rows} rows with values, ${marks.join(', ')}`);
  }
  for (const { text, count, lines } of notes)
    console.log(`  ${text}: ${count} (${describeFirstLines(count, lines)})`);
}

function showLines(lines: LineCounts): void {
  console.log(describeLines(lines));
  for (const text of [describeSpans(lines), describeEnd(lines)]) if (text !== '') console.log(text);
}

const MIXED_DATES =
  'Some dates have the day first, others the month. In the file of --map, set "dateOrder" to "month first" or "day first".';

function showMixedDates(mixed: ProvenDates): void {
  for (const order of ['month first', 'day first'] as const) {
    const { count, examples } = mixed[order];
    const shown = examples.map(({ line, date }) => `${date} (line ${line})`).join(', ');
    console.log(`${`dates with the ${order}`.padEnd(22)} ${count}: ${shown}`);
  }
}

/** The kinds of values that cannot be read, with what can be chosen instead of failing their rows. */
function showValues(found: readonly FoundValue[], choices: ValueChoices = {}): void {
  if (found.length > 0) console.log('Values that cannot be read:');
  for (const { text, count, lines, choice } of found) {
    const option =
      choice === null || choices[text] === choice
        ? ''
        : `; to ${choice === 'accept' ? 'accept them' : 'leave them out'}: --${choice.replace(' ', '-')} "${text}"`;
    console.log(`  ${text}: ${count} (${describeFirstLines(count, lines)})${option}`);
  }
}

/** The words in the columns of gender, status and deceased. Rows with one that has no meaning fail. */
function showWords(found: Survey['words'], answers: WordAnswers): void {
  for (const { field, word, count } of found) {
    const choices = WORD_MEANINGS[field].map((meaning) => `"${meaning}"`).join(' or ');
    const unknown = `not understood; in the file of --map, add to "words": {"${field}": {"${word}": ${choices}}}`;
    console.log(`${field.padEnd(22)} “${word}” (${count}): ${meaningOf(field, word, answers) ?? unknown}`);
  }
}

const showValue = (name: string, value: string) => console.log(`${name.padEnd(22)} ${value}`);

function showMapping({ headerLine }: Source, mapping: ColumnMapping | null, order: string): void {
  if (mapping === null) return;
  for (const field of IMPORT_FIELDS) {
    const columns = mapping[field] ?? [];
    if (columns.length > 0) showValue(field, columns.join(', '));
  }
  const { leftOut = [] } = mapping;
  if (leftOut.length > 0) showValue('left out', leftOut.join(', '));
  showValue('names of columns', `line ${headerLine}`);
  showValue('dates like 03/04/1980', order);
}

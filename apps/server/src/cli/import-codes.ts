import { basename } from 'node:path';
import { suggestedFirstDay } from '@portal/domain/code-files/edition-days';
import { CODE_FILE_LABELS } from '@portal/domain/code-files/kinds';
import { formatDateUs, isDateOnly, parseUsDate, todayIn } from '@portal/domain/date';
import { COMMAND } from '#audit/work-entry.ts';
import {
  checkByCommand,
  discardDraft,
  findDifferences,
  loadFile,
  openCodeFile,
  RunLost,
  type CodeFileDeps,
  type CodeFileRow,
} from '#features/code-files/index.ts';
import { openFileOrWorkbook } from '#features/patient-imports/index.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { askLine } from './ask.ts';
import { CommandError } from './command-error.ts';
import { confirm, requireTerminal } from './confirm.ts';
import { nextSignal } from './signals.ts';

export interface CodeImportOptions {
  readonly paths: readonly string[];
  /** The edition's first and last day, YYYY-MM-DD. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly isDryRun: boolean;
  readonly yes: boolean;
}

/** That of the practice. */
type Deps = CodeFileDeps & { readonly timeZone: string };
type WithDeps = (work: (deps: Deps) => Promise<number>) => Promise<number>;

const QUESTION = 'Load this file?';

/**
 * Checks official files one after the other and, unless it is a dry run, loads them. Returns exit code 1 if one was not loaded or cannot be,
 * and 130 when it was canceled.
 */
export async function importCodes(withDeps: WithDeps, options: CodeImportOptions): Promise<number> {
  for (const [name, day] of [['--from', options.from] as const, ['--to', options.to] as const])
    if (day !== undefined && !isDateOnly(day)) throw new CommandError(`${name} must be a day, YYYY-MM-DD.`);
  if (!options.isDryRun && !options.yes) requireTerminal(QUESTION);
  const signal = nextSignal();
  return withDeps(async (deps) => {
    let code = 0;
    for (const [index, path] of options.paths.entries()) {
      console.log(`${index === 0 ? '' : '\n'}${path}`);
      try {
        if (!(await importFile(deps, path, options, signal.has))) code = 1;
      } catch (error) {
        if (signal.has()) console.log('Canceled. Nothing of this file was loaded.');
        if (signal.has() && error instanceof RunLost) return 130;
        if (!(error instanceof OperatorError)) throw error;
        console.error(error.message);
        code = 1;
      }
      if (signal.has()) return 130;
    }
    return code;
  }).finally(signal.stop);
}

/** Returns whether the file is loaded, or could be. */
async function importFile(
  deps: Deps,
  path: string,
  options: CodeImportOptions,
  isCanceled: () => boolean,
): Promise<boolean> {
  const openBytes = await openFileOrWorkbook(path);
  const source = await openCodeFile(openBytes);
  const { kind, title, edition } = source.layout;
  showValue('recognized as', `${CODE_FILE_LABELS[kind]}: ${title}`);
  const editionFrom = options.from ?? edition.from ?? (await askFirstDay(basename(path), options));
  const given = { editionFrom: editionFrom ?? undefined, editionTo: options.to };
  const today = todayIn(deps.timeZone, deps.clock.now());
  const file = { fileName: basename(path), openBytes, source };
  const row = await checkByCommand(deps, file, given, { today, isCanceled, onRows: showProgress }).finally(
    endProgress,
  );
  let isLoaded = false;
  try {
    await showResult(deps, row);
    if (row.trouble !== null) throw new CommandError(row.trouble);
    if (options.isDryRun) return true;
    isLoaded = options.yes || (await confirm(QUESTION));
    if (!isLoaded) return false;
    const loaded = await loadFile(deps, row.id, {}, COMMAND).catch((error: unknown) => {
      isLoaded = false;
      throw error;
    });
    console.log(`Loaded. To undo it: npm run portal -- import undo ${loaded.id}`);
    return true;
  } finally {
    if (!isLoaded) await discardDraft(deps, row.id);
  }
}

/** The first day of an edition that the file does not say; null in a dry run. A person confirms what the name suggests. */
async function askFirstDay(fileName: string, { isDryRun, yes }: CodeImportOptions): Promise<string | null> {
  const suggested = suggestedFirstDay(fileName);
  if (isDryRun) {
    const hint = suggested === null ? '' : `; its name suggests ${formatDateUs(suggested)}`;
    showValue('edition', `the file does not say when it begins${hint}`);
    return suggested;
  }
  const hint = suggested === null ? 'YYYY-MM-DD' : suggested;
  if (yes)
    throw new CommandError(
      `The file does not say when its edition begins. Add --from ${hint}${suggested === null ? '' : ', which its name suggests,'} after checking the day.`,
    );
  const shown = suggested === null ? '' : ` [${suggested}, as its name suggests; Enter confirms]`;
  const answer = await askLine(`First day of the edition${shown}: `);
  const day = answer === '' ? suggested : isDateOnly(answer) ? answer : parseUsDate(answer);
  if (day === null) throw new CommandError('This is not a day. Nothing was loaded.');
  return day;
}

async function showResult({ db }: Deps, row: CodeFileRow): Promise<void> {
  if (row.edition_from !== null)
    showValue('edition', `${formatDateUs(row.edition_from)} to ${formatDateUs(row.edition_to)}`);
  showValue('rows', number(row.row_count ?? 0));
  const { count, first } = row.problems ?? { count: 0, first: [] };
  if (count > 0) showValue('unreadable rows', number(count));
  for (const { line, reason } of first) console.log(`  line ${line}: ${reason}`);
  const differences = await findDifferences(db, row.id);
  if (differences === null) return;
  showValue('compared with', differences.comparedWith ?? 'nothing: no earlier edition is loaded');
  if (differences.comparedWith === null) return;
  for (const how of ['added', 'changed', 'ended'] as const) {
    showValue(how, number(differences[how].count));
    for (const example of differences[how].examples) console.log(`  ${example}`);
  }
}

const number = (count: number) => count.toLocaleString('en-US');
const showValue = (name: string, value: string) => console.log(`${name.padEnd(16)} ${value}`);

function showProgress(rows: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${number(rows)} rows`);
}

function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

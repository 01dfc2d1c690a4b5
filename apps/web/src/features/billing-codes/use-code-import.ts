import {
  billingCodeImport,
  billingCodeImportPreview,
  type ImportOutcome,
} from '@portal/contract/billing-codes';
import type { CodeType } from '@portal/domain/billing-code';
import { parseCodeTable, type ParsedCodeRow } from '@portal/domain/billing-code-import';
import { readCodeText, type CodeLayout } from '@portal/domain/billing-code-layout';
import { describeLines, describeSpans, LineCounter } from '@portal/domain/csv-lines';
import { isBlankRecord, type CsvRecord } from '@portal/domain/csv-reader';
import { useEffect, useRef, useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { splitIntoBatches } from './portions.ts';

/** A row of the text with its outcome. */
export interface ReportRow extends ParsedCodeRow {
  readonly outcome: ImportOutcome['outcome'];
  /** The row adds a heading, or makes an existing code one. */
  readonly isHeading: boolean;
  /** What changes in an existing code. */
  readonly changes: ImportOutcome['changes'];
  readonly warning: string | null;
}

export interface ImportState {
  readonly phase: 'source' | 'checking' | 'checked' | 'importing' | 'done';
  /** Progress of the current step, from 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
  readonly rows: readonly ReportRow[];
  /** Codes without a row that become headings. */
  readonly newHeadings: readonly string[];
  /** The type assumed for rows without one; null if the rows have a type. */
  readonly listType: CodeType | null;
  /** What the lines of the text are. */
  readonly lines: string;
  /** How the columns were read. */
  readonly layout: Pick<CodeLayout, 'guess' | 'leftOut'>;
}

const START: ImportState = {
  phase: 'source',
  progress: 0,
  error: null,
  rows: [],
  newHeadings: [],
  listType: null,
  lines: '',
  layout: { guess: null, leftOut: [] },
};

/** Parses, previews and imports codes in batches. */
export function useCodeImport() {
  const [state, setState] = useState(START);
  const [text, setText] = useState('');
  const calls = useRef<AbortController | null>(null);
  const refresh = useInvalidateArea();
  useEffect(() => () => calls.current?.abort(), []);

  const run = async (
    given: Pick<ImportState, 'rows' | 'newHeadings' | 'listType' | 'lines' | 'layout'>,
    phases: readonly [ImportState['phase'], ImportState['phase'], ImportState['phase']],
    endpoint: Parameters<typeof send>[0],
  ) => {
    const [busy, done, failed] = phases;
    const { signal } = (calls.current = new AbortController());
    setState({ ...given, phase: busy, progress: 0, error: null });
    try {
      const result = await send(endpoint, given.rows, signal, (progress) =>
        setState((now) => (now.phase === busy ? { ...now, progress } : now)),
      );
      setState({ ...given, ...result, phase: done, progress: 1, error: null });
    } catch (failure) {
      if (signal.aborted) return;
      const error = explainError(failure, 'Failed to import billing codes');
      setState({ ...given, phase: failed, progress: 0, error });
    }
  };

  /** Parses the text and requests a preview from the server. */
  const check = async (given: string, type?: CodeType): Promise<void> => {
    setText(given);
    const source = readCodeText(given);
    const table = parseCodeTable(source, type);
    if ('error' in table) return setState({ ...START, error: table.error });
    const rows = table.rows.map((row): ReportRow => ({
      ...row,
      outcome: 'error',
      isHeading: false,
      changes: [],
      warning: null,
    }));
    const { listType, layout } = table;
    const found = { rows, newHeadings: [], listType, lines: linesText(source.records, rows), layout };
    return run(found, ['checking', 'checked', 'source'], billingCodeImportPreview);
  };
  /** Imports the checked rows. If it fails halfway, completed batches stay imported, and a retry is safe. */
  const start = async (): Promise<void> => {
    await run(state, ['importing', 'done', 'checked'], billingCodeImport);
    await refresh(billingCodeImport.tag);
  };
  return {
    ...state,
    check: (given: string) => check(given),
    /** Checks the same text with another type for rows without one. */
    checkAs: (type: CodeType) => check(text, type),
    start,
    back: () => setState(START),
  };
}

/** Each line of the text is counted once, so that no code is lost unseen. */
function linesText(records: readonly CsvRecord[], rows: readonly ParsedCodeRow[]): string {
  const rowLines = new Set(rows.map(({ line }) => line));
  const counter = new LineCounter();
  for (const record of records)
    counter.add(isBlankRecord(record) ? 'blank' : rowLines.has(record.line) ? 'row' : 'header', record);
  return `${describeLines(counter.counts)} ${describeSpans(counter.counts)}`.trim();
}

/** Sends the valid rows in batches. Invalid rows are returned unchanged. */
async function send(
  endpoint: typeof billingCodeImport | typeof billingCodeImportPreview,
  rows: readonly ReportRow[],
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<Pick<ImportState, 'rows' | 'newHeadings'>> {
  const sent = rows.filter(({ trouble }) => trouble === null);
  const outcomes = new Map<ReportRow, ReportRow>();
  const newHeadings = new Set<string>();
  for (const portion of splitIntoBatches(sent)) {
    const body = portion.map(({ row }) => row);
    const answer = await call(endpoint, { body, signal });
    for (const code of answer.newHeadings) newHeadings.add(code);
    for (const { index, message, code: _code, ...outcome } of answer.rows) {
      const row = portion[index];
      if (row !== undefined) outcomes.set(row, { ...row, ...outcome, trouble: message });
    }
    onProgress(outcomes.size / sent.length);
  }
  return { rows: rows.map((row) => outcomes.get(row) ?? row), newHeadings: [...newHeadings] };
}

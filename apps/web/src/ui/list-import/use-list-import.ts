import type { ListOutcome } from '@portal/contract/list-import';
import { parseList, type ListColumns, type ListRow } from '@portal/domain/list-import';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';

type Cells<Name extends string> = ListRow<Name>['cells'];

/** A row of the list with its state. */
export interface ImportedRow<Name extends string> {
  readonly line: number;
  readonly cells: Cells<Name>;
  readonly state: 'new' | 'created' | 'skipped';
  /** Why the row is skipped. */
  readonly messages: readonly string[];
  readonly notes: readonly string[];
}

interface ImportState<Name extends string> {
  readonly phase: 'source' | 'checking' | 'checked' | 'importing' | 'done';
  readonly error: string | null;
  readonly rows: readonly ImportedRow<Name>[];
  /** What the lines of the text are. */
  readonly lines: string;
  readonly leftOut: readonly string[];
}

export interface ListImportOptions<Name extends string> {
  readonly columns: ListColumns<Name>;
  readonly required: readonly NoInfer<Name>[];
  /** Whether cells may be texts of many lines. */
  readonly hasTexts?: boolean;
  readonly check: (rows: Cells<Name>[]) => Promise<readonly ListOutcome[]>;
  /** Imports rows, all or none; the outcomes say which were skipped. */
  readonly run: (rows: Cells<Name>[]) => Promise<readonly ListOutcome[]>;
  readonly errorFallback: string;
}

/** Rows per call: few enough that a call is over in seconds, and that little is lost with its response. */
const BATCH = 25;

/** Parses, checks and imports a list. If it fails halfway, completed batches stay, and the rest can be imported again. */
export function useListImport<Name extends string>(options: ListImportOptions<Name>) {
  const { columns, required, hasTexts = false, check, run, errorFallback } = options;
  const initial: ImportState<Name> = { phase: 'source', error: null, rows: [], lines: '', leftOut: [] };
  const [state, setState] = useState(initial);
  const start = async () => {
    setState({ ...state, phase: 'importing', error: null });
    let { rows } = state;
    try {
      for (let open = newRows(rows); open.length > 0; open = newRows(rows)) {
        const batch = open.slice(0, BATCH);
        const outcomes = await run(batch.map(({ cells }) => cells));
        rows = withOutcomes(rows, batch, outcomes, 'created');
        const done = rows;
        setState((now) => ({ ...now, rows: done }));
      }
      setState((now) => ({ ...now, phase: 'done' }));
    } catch (failure) {
      setState((now) => ({ ...now, phase: 'checked', error: explainError(failure, errorFallback) }));
    }
  };
  const parseAndCheck = async (text: string) => {
    const table = parseList(text, columns, required, { hasTexts });
    if ('error' in table) return setState({ ...initial, error: table.error });
    const { lines, leftOut } = table;
    const rows = table.rows.map(({ line, cells, trouble }): ImportedRow<Name> => ({
      line,
      cells,
      state: trouble === null ? 'new' : 'skipped',
      messages: trouble === null ? [] : [trouble],
      notes: [],
    }));
    setState({ ...initial, phase: 'checking' });
    try {
      const readable = newRows(rows);
      const outcomes = readable.length === 0 ? [] : await check(readable.map(({ cells }) => cells));
      const checked = withOutcomes(rows, readable, outcomes, 'new');
      return setState({ phase: 'checked', error: null, rows: checked, lines, leftOut });
    } catch (failure) {
      return setState({ ...initial, error: explainError(failure, errorFallback) });
    }
  };
  return { ...state, check: parseAndCheck, start, back: () => setState(initial) };
}

const newRows = <Row extends { readonly state: string }>(rows: readonly Row[]) =>
  rows.filter(({ state }) => state === 'new');

/** The rows with the outcomes of some of them. */
function withOutcomes<Name extends string>(
  rows: readonly ImportedRow<Name>[],
  sent: readonly ImportedRow<Name>[],
  outcomes: readonly ListOutcome[],
  good: 'new' | 'created',
): ImportedRow<Name>[] {
  const byRow = new Map(outcomes.map((outcome) => [sent[outcome.index], outcome]));
  return rows.map((row) => {
    const outcome = byRow.get(row);
    if (outcome === undefined) return row;
    const { messages, notes } = outcome;
    return { ...row, messages, notes, state: messages.length === 0 ? good : 'skipped' };
  });
}

import { Alert, Box, Button, DialogActions, LinearProgress, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { CancelButton } from '../CancelButton.tsx';
import type { Column } from '../data-table/types.ts';
import { DirtyDialog } from '../dialog-closing.tsx';
import { useKeptInput } from '../form/use-kept-input.ts';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';
import { FormDialog } from '../FormDialog.tsx';
import { PlainTable } from '../PlainTable.tsx';
import { StatusChip } from '../StatusChip.tsx';
import { keptSource, NO_SOURCE, TextSource } from './TextSource.tsx';
import { useListImport, type ImportedRow, type ListImportOptions } from './use-list-import.ts';

interface ListImportDialogProps<Name extends string> extends ListImportOptions<Name> {
  /** "Import Users". */
  readonly title: string;
  readonly noun: readonly [one: string, many: string];
  /** The first lines of a list. */
  readonly example: string;
  /** What the rows need, besides the names of the columns. */
  readonly intro: string;
  /** The cells of the report that tell the rows apart. */
  readonly shown: readonly NoInfer<Name>[];
  /** What was created and must be seen before the dialog closes; null if there is nothing. */
  readonly result?: ReactNode;
  readonly onClose: () => void;
}

/** Dialog to add records from a list, pasted or in a file, with a preview first. */
export function ListImportDialog<Name extends string>(props: ListImportDialogProps<Name>) {
  const { title, noun, columns, required, result = null, onClose } = props;
  const list = useListImport(props);
  const {
    input: source,
    setInput: setSource,
    isDirty,
  } = useKeptInput({ dialog: title, about: [], initial: NO_SOURCE, parse: keptSource });
  const { phase, rows } = list;
  const isReport = phase === 'checked' || phase === 'done' || phase === 'importing';
  const count = rows.filter(({ state }) => state === 'new').length;
  const mustStay = phase === 'importing' || result !== null;
  return (
    <FormDialog title={title} size="md" onClose={mustStay ? () => undefined : onClose}>
      <DirtyDialog isDirty={!mustStay && isDirty && phase !== 'done'} />
      <UnsavedGuard
        isDirty={mustStay}
        isSaving={never}
        text="What was added is shown only once. Save or print it first."
      />
      <Stack spacing={2}>
        {list.error === null ? null : <Alert severity="error">{list.error}</Alert>}
        {phase === 'checking' ? <LinearProgress aria-label={`Checking ${noun[1]}`} /> : null}
        {phase === 'source' ? (
          <>
            <Typography>
              Paste a list with a header row, or choose a file. The columns{' '}
              <b>{labelsOf(columns, required)}</b> are required. {props.intro}
            </Typography>
            <TextSource
              source={source}
              onChange={setSource}
              fileLabel={`File of ${noun[1]}`}
              placeholder={props.example}
            />
          </>
        ) : null}
        {result}
        {isReport ? (
          <Report rows={rows} shown={props.shown} columns={columns} noun={noun} isDone={phase === 'done'} />
        ) : null}
        {isReport ? (
          <Typography variant="body2" color="textSecondary">
            {list.lines}
          </Typography>
        ) : null}
        {isReport && list.leftOut.length > 0 ? (
          <Alert severity="info">
            {`These columns are not imported: ${new Intl.ListFormat('en-US').format(list.leftOut)}.`}
          </Alert>
        ) : null}
      </Stack>
      <DialogActions sx={{ px: 0, pb: 0, pt: 2 }}>
        {phase === 'checked' && result === null ? <Button onClick={list.back}>Back</Button> : null}
        {phase === 'done' || (phase === 'checked' && result !== null) ? (
          <Button onClick={onClose}>Close</Button>
        ) : phase === 'importing' ? null : (
          <CancelButton />
        )}
        {phase === 'source' ? (
          <Button variant="contained" onClick={() => void list.check(source.text)}>
            Check
          </Button>
        ) : null}
        {phase === 'checked' || phase === 'importing' ? (
          <Button
            variant="contained"
            disabled={count === 0}
            loading={phase === 'importing'}
            onClick={() => void list.start()}
          >
            {`Add ${counted(count, [capital(noun[0]), capital(noun[1])])}`}
          </Button>
        ) : null}
      </DialogActions>
    </FormDialog>
  );
}

const never = () => false;
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const counted = (count: number, [one, many]: readonly [string, string]) =>
  `${count} ${count === 1 ? one : many}`;
const labelsOf = <Name extends string>(columns: ListImportOptions<Name>['columns'], names: readonly Name[]) =>
  new Intl.ListFormat('en-US').format(names.map((name) => columns[name][0]));

interface ReportProps<Name extends string> {
  readonly rows: readonly ImportedRow<Name>[];
  readonly columns: ListImportOptions<Name>['columns'];
  readonly shown: readonly Name[];
  readonly noun: readonly [one: string, many: string];
  readonly isDone: boolean;
}

/** Each row with what happens to it. Skipped rows come first. */
function Report<Name extends string>({ rows, columns, shown, noun, isDone }: ReportProps<Name>) {
  const skipped = rows.filter(({ state }) => state === 'skipped');
  const created = rows.filter(({ state }) => state === 'created').length;
  const good = rows.length - skipped.length;
  const summary = isDone
    ? `${counted(created, noun)} added.`
    : `${counted(good - created, noun)} will be added.${created === 0 ? '' : ` ${created} added already.`}`;
  const table: Column<ImportedRow<Name>, never>[] = [
    { id: 'line', header: 'Line', kind: 'count', width: 64, isLabeled: true, render: ({ line }) => line },
    ...shown.map((name, index) => ({
      id: name,
      header: columns[name][0],
      ...(index === 0 && { card: 'title' as const }),
      render: ({ cells }: ImportedRow<Name>) => cells[name] ?? '',
    })),
    { id: 'result', header: 'Result', kind: 'control', render: (row) => <Result row={row} /> },
  ];
  return (
    <>
      <Alert severity={skipped.length > 0 ? 'warning' : isDone ? 'success' : 'info'}>
        {skipped.length === 0 ? summary : `${summary} ${counted(skipped.length, ['row', 'rows'])} skipped.`}
      </Alert>
      <Box sx={{ overflow: 'auto', maxHeight: { md: 360 } }}>
        <PlainTable
          label="Rows"
          columns={table}
          rows={[...skipped, ...rows.filter(({ state }) => state !== 'skipped')]}
          rowKey={({ line }) => String(line)}
          rowLabel={({ line }) => `line ${line}`}
        />
      </Box>
    </>
  );
}

const CHIPS = {
  new: { label: 'New', color: 'info' },
  created: { label: 'Added', color: 'success' },
  skipped: { label: 'Skipped', color: 'error' },
} as const;

function Result({ row: { state, messages, notes } }: { readonly row: ImportedRow<string> }) {
  return (
    <Box sx={{ minWidth: { md: 160 } }}>
      <StatusChip {...CHIPS[state]} />
      {messages.map((text) => (
        <Box key={text} sx={{ color: 'error.main' }}>
          {text}
        </Box>
      ))}
      {notes.map((text) => (
        <Box key={text} sx={{ color: 'warning.main' }}>
          {text}
        </Box>
      ))}
    </Box>
  );
}

import { Alert, Button, DialogActions, LinearProgress, Stack, Typography } from '@mui/material';
import { MAIN_CODE_COLUMNS, TRAIT_COLUMNS } from '@portal/domain/billing-code-layout';
import { CancelButton } from '#ui/CancelButton.tsx';
import { DirtyDialog } from '#ui/dialog-closing.tsx';
import { useKeptInput } from '#ui/form/use-kept-input.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { keptSource, NO_SOURCE, TextSource, type Source } from '#ui/list-import/TextSource.tsx';
import { ImportReport } from './ImportReport.tsx';
import { useCodeImport } from './use-code-import.ts';

const TITLE = 'Import Billing Codes';

interface ImportSourceProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

/** Input for the codes to import, with the columns they can have. */
function ImportSource({ source, onChange }: ImportSourceProps) {
  return (
    <>
      <Typography>
        Paste CSV data with a header row and the columns <b>{MAIN_CODE_COLUMNS.join(', ')}</b>, or choose a
        file. Category and IsActive are optional, and so are <b>{TRAIT_COLUMNS.join(', ')}</b>. A list of
        codes and descriptions needs no header, and columns such as CPT are recognized. Existing codes are
        updated and new codes are added. You can review the changes before importing.
      </Typography>
      <TextSource
        source={source}
        onChange={onChange}
        fileLabel="Billing codes file"
        placeholder={`${MAIN_CODE_COLUMNS.join(',')}\nICD10,M54.16,"Radiculopathy, lumbar region",Spine,true`}
      />
    </>
  );
}

/** Dialog to import pasted CSV or a file, with a preview first. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const codes = useCodeImport();
  const {
    input: source,
    setInput: setSource,
    isDirty,
  } = useKeptInput({ dialog: TITLE, about: [], initial: NO_SOURCE, parse: keptSource });
  const isBusy = codes.phase === 'checking' || codes.phase === 'importing';
  const count = codes.rows.filter(({ outcome }) => outcome === 'insert' || outcome === 'update').length;
  // A running import cannot be closed: its result is shown at the end.
  const close = codes.phase === 'importing' ? () => undefined : onClose;
  return (
    <FormDialog title={TITLE} size="md" onClose={close}>
      <DirtyDialog isDirty={isDirty && codes.phase !== 'done' && codes.phase !== 'importing'} />
      <Stack spacing={2}>
        {codes.error === null ? null : <Alert severity="error">{codes.error}</Alert>}
        {isBusy ? <Progress isDryRun={codes.phase === 'checking'} part={codes.progress} /> : null}
        {codes.phase === 'source' ? <ImportSource source={source} onChange={setSource} /> : null}
        {codes.phase === 'checked' || codes.phase === 'done' ? (
          <ImportReport
            rows={codes.rows}
            lines={codes.lines}
            layout={codes.layout}
            newHeadings={codes.newHeadings}
            isDone={codes.phase === 'done'}
            listType={codes.phase === 'done' ? null : codes.listType}
            onListType={(type) => void codes.checkAs(type)}
          />
        ) : null}
      </Stack>
      <DialogActions sx={{ px: 0, pb: 0, pt: 2 }}>
        {codes.phase === 'checked' ? <Button onClick={codes.back}>Back</Button> : null}
        {codes.phase === 'importing' ? null : codes.phase === 'done' ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <CancelButton />
        )}
        {codes.phase === 'source' ? (
          <Button variant="contained" onClick={() => void codes.check(source.text)}>
            Check
          </Button>
        ) : null}
        {codes.phase === 'checked' ? (
          <Button variant="contained" disabled={count === 0} onClick={() => void codes.start()}>
            {count === 1 ? 'Import 1 Code' : `Import ${count.toLocaleString('en-US')} Codes`}
          </Button>
        ) : null}
      </DialogActions>
    </FormDialog>
  );
}

function Progress({ isDryRun, part }: { readonly isDryRun: boolean; readonly part: number }) {
  const label = isDryRun ? 'Checking codes' : 'Importing codes';
  const percent = Math.round(part * 100);
  return (
    <Stack spacing={1} sx={{ py: 3 }}>
      <Typography>{`${label}... ${percent}%`}</Typography>
      <LinearProgress variant="determinate" value={percent} aria-label={label} />
    </Stack>
  );
}

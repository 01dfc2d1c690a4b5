import AttachFileIcon from '@mui/icons-material/AttachFile';
import { Alert, Button, DialogActions, LinearProgress, Stack, TextField, Typography } from '@mui/material';
import { MAX_REASON, reason as reasonSchema } from '@portal/contract/fields';
import { tooManyCharacters } from '@portal/domain/text';
import { useRef } from 'react';
import { CancelButton } from '#ui/CancelButton.tsx';
import { DirtyDialog } from '#ui/dialog-closing.tsx';
import { useKeptInput } from '#ui/form/use-kept-input.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { changeCount } from './import-text.ts';
import { ImportReport } from './ImportReport.tsx';
import { useTemplateImport } from './use-template-import.ts';

const TITLE = 'Import templates';

/** Dialog to import a file of templates, with a preview first. */
export function ImportTemplatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { chosen, error, isChecking, isImporting, isDone, check, start } = useTemplateImport();
  const { input: reason, setInput: setReason } = useKeptInput({
    dialog: TITLE,
    about: [],
    initial: '',
    parse: (input) => (typeof input === 'string' ? input : null),
  });
  const report = chosen?.report;
  const isFailing =
    report?.templates.some(
      ({ failingCases, lostReferences }) => failingCases.length + lostReferences.length > 0,
    ) === true;
  const tooLong = tooManyCharacters(reason, MAX_REASON);
  const given = reasonSchema.safeParse(reason);
  const mayImport =
    report !== undefined &&
    report.missingCodes.length === 0 &&
    changeCount(report) > 0 &&
    (!isFailing || given.success);
  return (
    <FormDialog title={TITLE} size="md" onClose={isImporting ? () => undefined : onClose}>
      <Stack spacing={2}>
        {isDone ? null : (
          <Typography>
            Choose a file that a portal exported: templates with their rules and test cases, categories and
            report headers. Templates with the same name are changed. You see what the import does before it
            starts.
          </Typography>
        )}
        {error === null ? null : <Alert severity="error">{error}</Alert>}
        {isDone ? null : (
          <FileChoice name={chosen?.name} isDisabled={isChecking || isImporting} onFile={check} />
        )}
        {isChecking ? <LinearProgress aria-label="Checking the file" /> : null}
        {report === undefined ? null : <ImportReport report={report} isDone={isDone} />}
        {isFailing && !isDone ? <ReasonField reason={reason} tooLong={tooLong} onChange={setReason} /> : null}
      </Stack>
      <DialogActions sx={{ px: 0, pb: 0, pt: 2 }}>
        {isDone ? <Button onClick={onClose}>Close</Button> : <CancelButton isDisabled={isImporting} />}
        {isDone ? null : (
          <Button
            variant="contained"
            disabled={!mayImport}
            loading={isImporting}
            onClick={() => void start(isFailing ? given.data : undefined)}
          >
            Import
          </Button>
        )}
      </DialogActions>
    </FormDialog>
  );
}

interface ReasonFieldProps {
  readonly reason: string;
  readonly tooLong: string | null;
  readonly onChange: (reason: string) => void;
}

function ReasonField({ reason, tooLong, onChange }: ReasonFieldProps) {
  return (
    <>
      <DirtyDialog isDirty={reason !== ''} />
      <TextField
        label="Reason"
        required
        multiline
        minRows={2}
        value={reason}
        onChange={({ target }) => onChange(target.value)}
        error={tooLong !== null}
        helperText={
          tooLong ??
          'After this import, test cases fail or rules, defaults or test cases point to nothing. Say in at least 10 characters why you import it anyway; the reason is recorded in the audit log.'
        }
      />
    </>
  );
}

interface FileChoiceProps {
  readonly name: string | undefined;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => Promise<void>;
}

function FileChoice({ name, isDisabled, onFile }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Button
        variant="outlined"
        startIcon={<AttachFileIcon />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        Choose file
      </Button>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Templates file"
        accept=".json,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void onFile(file);
          // Allows choosing the same file again after it was corrected.
          target.value = '';
        }}
      />
    </Stack>
  );
}

import AttachFileIcon from '@mui/icons-material/AttachFile';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { MAIN_CODE_COLUMNS, TRAIT_COLUMNS } from '@portal/domain/billing-code-layout';
import { useRef, useState } from 'react';
import { readTextFile } from './read-text-file.ts';

/** The text to import. `fileName` is empty if it was pasted. */
export interface Source {
  readonly text: string;
  readonly fileName: string;
}

interface ImportSourceProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

/** Input for the text to import: pasted or from a file. */
export function ImportSource({ source, onChange }: ImportSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const read = async (file: File) => {
    const result = await readTextFile(file);
    setError('error' in result ? result.error : null);
    if ('text' in result) onChange({ text: result.text, fileName: file.name });
  };
  return (
    <>
      <Typography>
        Paste CSV data with a header row and the columns <b>{MAIN_CODE_COLUMNS.join(', ')}</b>, or choose a
        file. Category and IsActive are optional, and so are <b>{TRAIT_COLUMNS.join(', ')}</b>. A list of
        codes and descriptions needs no header, and columns such as CPT are recognized. Existing codes are
        updated and new codes are added. You can review the changes before importing.
      </Typography>
      {error === null ? null : <Alert severity="error">{error}</Alert>}
      {source.fileName === '' ? (
        <TextField
          label="CSV data"
          multiline
          minRows={8}
          maxRows={14}
          fullWidth
          value={source.text}
          onChange={({ target }) => onChange({ text: target.value, fileName: '' })}
          placeholder={`${MAIN_CODE_COLUMNS.join(',')}\nICD10,M54.16,"Radiculopathy, lumbar region",Spine,true`}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { spellCheck: false, sx: { fontFamily: 'monospace', fontSize: 13 } },
          }}
        />
      ) : (
        <Chip
          label={source.fileName}
          icon={<AttachFileIcon />}
          onDelete={() => onChange({ text: '', fileName: '' })}
          sx={{ alignSelf: 'start' }}
        />
      )}
      <Stack direction="row">
        <Button variant="outlined" startIcon={<AttachFileIcon />} onClick={() => input.current?.click()}>
          Choose File
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Billing codes file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void read(file);
            // Allows choosing the same file again after it was corrected.
            target.value = '';
          }}
        />
      </Stack>
    </>
  );
}

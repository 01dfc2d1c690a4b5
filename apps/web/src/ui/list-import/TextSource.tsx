import AttachFileIcon from '@mui/icons-material/AttachFile';
import { Alert, Button, Chip, Stack, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { readTextFile } from '#lib/files/read-text-file.ts';

/** The text to import. `fileName` is empty if it was pasted. */
export interface Source {
  readonly text: string;
  readonly fileName: string;
}
export const NO_SOURCE: Source = { text: '', fileName: '' };

const sourceSchema = z.object({ text: z.string(), fileName: z.string() });
/** Reads a source that was kept when the session ended. */
export const keptSource = (input: unknown): Source | null => sourceSchema.safeParse(input).data ?? null;

interface TextSourceProps {
  readonly source: Source;
  readonly placeholder: string;
  /** Label of the file input for screen readers. */
  readonly fileLabel: string;
  readonly onChange: (source: Source) => void;
}

/** Input for the text to import: pasted or from a file. */
export function TextSource({ source, placeholder, fileLabel, onChange }: TextSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const read = async (file: File) => {
    const result = await readTextFile(file);
    setError('error' in result ? result.error : null);
    if ('text' in result) onChange({ text: result.text, fileName: file.name });
  };
  return (
    <>
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
          placeholder={placeholder}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { spellCheck: false, sx: { fontFamily: 'monospace', fontSize: 13 } },
          }}
        />
      ) : (
        <Chip
          label={source.fileName}
          icon={<AttachFileIcon />}
          onDelete={() => onChange(NO_SOURCE)}
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
          aria-label={fileLabel}
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

import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { MAX_IMPORT_BYTES } from '@portal/contract/patient-imports';
import { SAMPLE_FILE, SAMPLE_FILE_NAME } from '@portal/domain/patient-import/sample-file';
import { useRef } from 'react';
import { saveFile } from '#lib/files/save-file.ts';
import { Section } from '#ui/Section.tsx';
import { useFileUpload } from './use-imports.ts';

/** A file of invented patients, which shows the columns that an import reads. */
const saveSample = () =>
  saveFile(
    { blob: new Blob([SAMPLE_FILE], { type: 'text/csv' }), fileName: SAMPLE_FILE_NAME },
    SAMPLE_FILE_NAME,
  );

/** The first step: choose and upload a file. */
export function ChooseFile() {
  const input = useRef<HTMLInputElement>(null);
  const { start, share, error, cancel } = useFileUpload();
  return (
    <Section title="Choose a file">
      <Stack spacing={2}>
        {error === null ? null : <Alert severity="error">{error}</Alert>}
        <Typography>
          Export the patients of your former system as CSV or Excel workbook with the names of the columns, or
          as a FHIR R4 bundle or NDJSON. Nothing is imported before you have seen what each row becomes.
        </Typography>
        {share === null ? (
          <Box>
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
              <Button
                variant="contained"
                startIcon={<UploadFileOutlinedIcon />}
                onClick={() => input.current?.click()}
              >
                Choose file
              </Button>
              <Button startIcon={<FileDownloadOutlinedIcon />} onClick={saveSample}>
                Download sample file
              </Button>
            </Stack>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              CSV, Excel (.xlsx), JSON or NDJSON, up to {MAX_IMPORT_BYTES / 1024 / 1024} MB
            </Typography>
          </Box>
        ) : (
          <Box>
            <Typography variant="body2">{share < 1 ? 'Uploading…' : 'Reading the file…'}</Typography>
            <LinearProgress
              {...(share < 1 ? { variant: 'determinate', value: share * 100 } : {})}
              aria-label="Uploading the file"
              sx={{ my: 1 }}
            />
            {share < 1 ? <Button onClick={cancel}>Cancel</Button> : null}
          </Box>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Patients file"
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.json,.ndjson,text/csv,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={({ currentTarget }) => {
            const [file] = Array.from(currentTarget.files ?? []);
            // Allows choosing the same file again after it was corrected.
            currentTarget.value = '';
            if (file !== undefined) void start(file);
          }}
        />
      </Stack>
    </Section>
  );
}

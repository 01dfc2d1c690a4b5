import { Button, Stack } from '@mui/material';
import type { CodeFile } from '@portal/contract/code-files';
import { MAX_IMPORT_BYTES } from '@portal/contract/patient-imports';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DropZone } from '#ui/DropZone.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { Section } from '#ui/Section.tsx';
import { daysOf, editionBody, isReady, type EditionDays } from './edition-days.ts';
import { OpenFile } from './OpenFile.tsx';
import { useDiscard, useFileActions } from './use-code-files.ts';
import { useUploads } from './use-uploads.ts';
import { WaitingUpload } from './WaitingUpload.tsx';

const SECTION = 'Add files';

/** Uploads files, shows what the check of each found, and loads them. `files` are those that are not history. */
export function AddFiles({ files }: { readonly files: readonly CodeFile[] }) {
  const { entries, add, retry, remove } = useUploads();
  const [typed, setTyped] = useState<Readonly<Record<string, EditionDays>>>({});
  const [discarded, setDiscarded] = useState<CodeFile | null>(null);
  const { load } = useFileActions();
  const [isAsking, setAsking] = useState(false);
  const discardOf = useDiscard();
  const daysIn = (file: CodeFile) => typed[file.id] ?? daysOf(file);
  const start = (file: CodeFile) => load.mutate({ params: { id: file.id }, body: editionBody(daysIn(file)) });
  const ready = files.filter((file) => isReady(file, daysIn(file)));
  const isUploading = entries.some(({ state }) => state === 'waiting' || state === 'uploading');
  return (
    <Section
      title={SECTION}
      actions={
        ready.length < 2 ? null : (
          <Button
            variant="contained"
            onClick={() => {
              for (const file of ready) start(file);
            }}
          >
            Load all {ready.length}
          </Button>
        )
      }
    >
      <DropZone
        label="Code files"
        otherWays="or drop them here, several at once"
        allowed={`Text, CSV or Excel (.xlsx), unpacked, up to ${MAX_IMPORT_BYTES / 1024 / 1024} MB each. Nothing counts before you load it.`}
        accept=".txt,.csv,.xlsx,text/plain,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFiles={add}
      />
      <Stack
        component="ul"
        aria-label={SECTION}
        sx={{
          listStyle: 'none',
          p: 0,
          m: 0,
          mt: entries.length + files.length > 0 ? 2 : 0,
          gap: 2,
          '& > li + li': { pt: 2, borderTop: 1, borderColor: 'divider' },
        }}
      >
        {entries.map((entry) => (
          <WaitingUpload
            key={entry.key}
            entry={entry}
            onRetry={() => retry(entry)}
            onRemove={() => remove(entry.key)}
          />
        ))}
        {files.map((file) => (
          <OpenFile
            key={file.id}
            file={file}
            days={daysIn(file)}
            onDays={(days) => setTyped((all) => ({ ...all, [file.id]: days }))}
            onLoad={() => start(file)}
            onDiscard={() => {
              setDiscarded(file);
              setAsking(true);
            }}
          />
        ))}
      </Stack>
      {discarded === null ? null : (
        <ConfirmDialog {...discardOf(discarded)} open={isAsking} onClose={() => setAsking(false)} />
      )}
      <UnsavedGuard
        isDirty={isUploading}
        isSaving={() => false}
        title="Leave while files are uploading?"
        text="Files that have not been uploaded will be lost."
      />
    </Section>
  );
}

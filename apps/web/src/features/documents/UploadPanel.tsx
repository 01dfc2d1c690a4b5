import { Alert, Box, Button, Stack } from '@mui/material';
import { documentUpload } from '@portal/contract/documents';
import { lastFirst } from '@portal/domain/person-name';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { upload } from '#lib/portal.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { Form } from '#ui/form/Form.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { useReturnLink } from '#ui/places.ts';
import { Section } from '#ui/Section.tsx';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { DetailsFields } from './DetailsFields.tsx';
import { TYPE_LABELS } from './document-labels.ts';
import { DropZone } from './DropZone.tsx';
import { forgetHandedFiles, handedFiles } from './handed-files.ts';
import { forgetUpload, keepUpload, keptUpload, type KeptUpload } from './kept-upload.ts';
import { OwnDetailsDialog, type OwnDetails } from './OwnDetailsDialog.tsx';
import { detailsSchema, NEW_DETAILS, type Details } from './upload-form.ts';
import { canStart, createUploadQueue, isUnfinished, type UploadEntry } from './upload-queue.ts';
import { UploadRow } from './UploadRow.tsx';
import { useFilePaste } from './use-file-paste.ts';

interface UploadPanelProps {
  /** The preselected patient, if any. */
  readonly patient: PatientChoice | null;
  /** Target of the Cancel and Done link. */
  readonly doneTo: string;
}

/** The upload form: files with their progress, details for all files, and custom details for single files. */
export function UploadPanel({ patient: given, doneTo }: UploadPanelProps) {
  const invalidate = useInvalidateArea();
  const linkTo = useReturnLink();
  const location = useLocation();
  const [kept] = useState(keptUpload);
  const [handed] = useState(() => handedFiles(location.state));
  const [queue] = useState(() => {
    const created = createUploadQueue(upload, () => void invalidate(documentUpload.tag, 'Dashboard'));
    if (kept !== null) created.add(kept.files.map(({ file }) => file));
    if (handed.length > 0) created.add(handed);
    return created;
  });
  const { entries, spoken } = useSyncExternalStore(queue.subscribe, queue.get);
  const initial = kept === null ? given : kept.patient;
  const [patient, setPatient] = useState(initial);
  const [owns, setOwns] = useState(() => restoredDetails(kept, entries));
  const [edited, setEdited] = useState<UploadEntry | null>(null);
  useEffect(() => () => queue.dispose(), [queue]);
  useEffect(forgetUpload, []);
  useEffect(forgetHandedFiles, []);

  const form = useAppForm(detailsSchema, {
    defaultValues: kept?.details ?? { ...NEW_DETAILS, patientId: initial?.id ?? '' },
    onSubmit: async (details) => {
      for (const entry of entries) if (entry.state === 'ready') send(entry, details, false);
    },
    errorFallback: 'Failed to upload document',
  });
  const { getValues, setFocus } = form.methods;
  /** After the first files, the next thing to do is to fill in the details. */
  const focusDetails = () => {
    const { patientId, type } = getValues();
    if (patientId === '') setFocus('patientId');
    else if (type === '') setFocus('type');
  };
  const add = (files: readonly File[]) => {
    queue.add(files);
    if (entries.length === 0 && files.length > 0) focusDetails();
  };
  useFilePaste(add);
  const focusAfterDrop = useEffectEvent(() => {
    if (handed.length > 0) focusDetails();
  });
  useEffect(() => focusAfterDrop(), []);
  const send = (entry: UploadEntry, shared: Details, acceptDuplicate: boolean) =>
    queue.start(entry.key, {
      ...(owns[entry.key]?.details ?? shared),
      ...(acceptDuplicate ? { acceptDuplicate: 'true' as const } : {}),
    });
  /** Sends one file with the current details, or shows what is missing. */
  const sendOne = async (entry: UploadEntry, acceptDuplicate: boolean) => {
    const parsed = detailsSchema.safeParse(form.methods.getValues());
    const details = owns[entry.key]?.details ?? parsed.data;
    if (details === undefined) await form.methods.trigger(undefined, { shouldFocus: true });
    else send(entry, details, acceptDuplicate);
  };
  useEffect(() =>
    keepUpload(() => {
      const files = entries.filter(isUnfinished).map(({ key, file }) => ({ file, own: owns[key] }));
      return files.length === 0 ? null : { files, details: form.methods.getValues(), patient };
    }),
  );
  const readyCount = entries.filter(({ state }) => state === 'ready').length;
  const isDone = entries.some(({ state }) => state === 'stored') && !entries.some(isUnfinished);
  const isBusy = entries.some(({ state }) => state === 'uploading' || state === 'waiting');

  return (
    <>
      <Form form={form} guardsChanges={false}>
        {kept === null ? null : (
          <Alert severity="info">
            {kept.files.length > 0
              ? 'The files that were not uploaded yet have been restored.'
              : 'Your entries have been restored. Choose the files again.'}
          </Alert>
        )}
        <Section title="Files">
          <DropZone onFiles={add} />
          <Stack
            component="ul"
            spacing={1}
            aria-label="Files"
            sx={{ listStyle: 'none', p: 0, m: 0, mt: entries.length > 0 ? 2 : 0 }}
          >
            {entries.map((entry) => (
              <UploadRow
                key={entry.key}
                entry={entry}
                own={ownDetailsText(owns[entry.key])}
                onOwn={() => setEdited(entry)}
                onStart={(acceptDuplicate) => void sendOne(entry, acceptDuplicate)}
                onCancel={() => queue.cancel(entry.key)}
                onRemove={() => queue.remove(entry.key)}
              />
            ))}
          </Stack>
        </Section>
        <Section title="Details for all files">
          <Stack spacing={2}>
            <DetailsFields control={form.control} patient={initial} onPatient={setPatient} />
          </Stack>
        </Section>
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
          <Button
            component={RouterLink}
            {...linkTo(doneTo)}
            replace={isDone}
            variant={isDone ? 'contained' : 'text'}
          >
            {isDone ? 'Done' : 'Cancel'}
          </Button>
          <Button type="submit" variant={isDone ? 'outlined' : 'contained'} disabled={readyCount === 0}>
            {readyCount > 1 ? `Upload ${readyCount} files` : 'Upload'}
          </Button>
        </Stack>
      </Form>
      <Box component="output" sx={visuallyHidden}>
        {spoken}
      </Box>
      <UnsavedGuard
        isDirty={entries.some(isUnfinished)}
        isSaving={() => false}
        title={isBusy ? 'Leave while files are uploading?' : 'Leave without uploading?'}
        text="Files that have not been uploaded will be lost."
      />
      {edited === null || !canStart(edited) ? null : (
        <OwnDetailsDialog
          fileName={edited.file.name}
          start={startOf(owns[edited.key]) ?? form.methods.getValues()}
          patient={owns[edited.key]?.patient ?? patient}
          onSave={(own) => setOwns((all) => ({ ...all, [edited.key]: own }))}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** The restored custom details of files, by their new entry keys. */
function restoredDetails(
  kept: KeptUpload | null,
  entries: readonly UploadEntry[],
): Readonly<Record<string, OwnDetails>> {
  const found = (kept?.files ?? []).flatMap(({ file, own }) => {
    const entry = entries.find((one) => one.file === file);
    return entry === undefined || own === undefined ? [] : [[entry.key, own] as const];
  });
  return Object.fromEntries(found);
}

const startOf = (own: OwnDetails | undefined) =>
  own === undefined ? null : { ...own.details, note: own.details.note ?? '' };

/** "Custom details: Lab Result, Clinical, Lee, Ann". */
function ownDetailsText(own: OwnDetails | undefined): string | null {
  if (own === undefined) return null;
  const { details, patient } = own;
  const words = [
    TYPE_LABELS[details.type],
    details.category,
    ...(patient === null ? [] : [lastFirst(patient)]),
  ];
  return `Custom details: ${words.join(', ')}`;
}

import { Alert, Box, Button, Stack } from '@mui/material';
import { documentUpload } from '@portal/contract/documents';
import { ALLOWED_FILES_TEXT } from '@portal/domain/document';
import { lastFirst } from '@portal/domain/person-name';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { upload } from '#lib/portal.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { DropZone } from '#ui/DropZone.tsx';
import { Form } from '#ui/form/Form.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { useReturnLink } from '#ui/places.ts';
import { Section } from '#ui/Section.tsx';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { DetailsFields } from '../DetailsFields.tsx';
import { TYPE_LABELS } from '../document-labels.ts';
import { forgetHandedFiles, handedFiles } from './handed-files.ts';
import { forgetUpload, keepUpload, keptUpload } from './kept-upload.ts';
import { OwnDetailsDialog, type OwnDetails } from './OwnDetailsDialog.tsx';
import { detailsSchema, NEW_DETAILS, type Details } from './upload-form.ts';
import { canStart, createUploadQueue, isUnfinished, type UploadEntry } from './upload-queue.ts';
import { UploadRow } from './UploadRow.tsx';
import { useFilePaste } from './use-file-paste.ts';

const DROP_ZONE = {
  label: 'Files',
  otherWays: 'or drop them here, or paste an image',
  allowed: `${ALLOWED_FILES_TEXT}, up to 25 MB each`,
} as const;

interface UploadPanelProps {
  /** The preselected patient, if any. */
  readonly patient: PatientChoice | null;
  /** Target of the Cancel and Done link. */
  readonly doneTo: string;
}

/** The files of one visit, and the details for all of them. Both are restored when the same user signs in again. */
function useUpload(given: PatientChoice | null) {
  const invalidate = useInvalidateArea();
  const location = useLocation();
  const [kept] = useState(keptUpload);
  const [handed] = useState(() => handedFiles(location.state));
  const [queue] = useState(() => {
    const created = createUploadQueue(upload, () => void invalidate(documentUpload.tag, 'Dashboard'));
    const files = kept?.files ?? [];
    const owns = new Map(files.flatMap(({ file, own }) => (own === undefined ? [] : [[file, own] as const])));
    if (kept !== null)
      created.add(
        files.map(({ file }) => file),
        owns,
      );
    if (handed.length > 0) created.add(handed);
    return created;
  });
  const { entries, spoken } = useSyncExternalStore(queue.subscribe, queue.get);
  const initial = kept === null ? given : kept.patient;
  const [patient, setPatient] = useState(initial);
  const form = useAppForm(detailsSchema, {
    defaultValues: kept?.details ?? { ...NEW_DETAILS, patientId: initial?.id ?? '' },
    onSubmit: async (details) => {
      for (const entry of entries) if (entry.state === 'ready') send(entry, details, false);
    },
    errorFallback: 'Failed to upload document',
  });
  const { getValues, setFocus, trigger } = form.methods;
  useEffect(() => () => queue.dispose(), [queue]);
  useEffect(forgetUpload, []);
  useEffect(forgetHandedFiles, []);
  useEffect(() =>
    keepUpload(() => {
      const files = entries.filter(isUnfinished).map(({ file, own }) => ({ file, own }));
      return files.length === 0 ? null : { files, details: getValues(), patient };
    }),
  );
  /** After the first files, the next thing to do is to fill in the details. */
  const focusDetails = () => {
    const { patientId, type } = getValues();
    if (patientId === '') setFocus('patientId');
    else if (type === '') setFocus('type');
  };
  const focusAfterDrop = useEffectEvent(() => {
    if (handed.length > 0) focusDetails();
  });
  useEffect(() => focusAfterDrop(), []);
  const add = (files: readonly File[]) => {
    queue.add(files);
    if (entries.length === 0 && files.length > 0) focusDetails();
  };
  useFilePaste(add);
  const send = ({ key, own }: UploadEntry, shared: Details, acceptDuplicate: boolean) =>
    queue.start(key, {
      ...(own?.details ?? shared),
      ...(acceptDuplicate ? { acceptDuplicate: 'true' as const } : {}),
    });
  /** Sends one file with the current details, or shows what is missing. */
  const sendOne = async (entry: UploadEntry, acceptDuplicate: boolean) => {
    const details = entry.own?.details ?? detailsSchema.safeParse(getValues()).data;
    if (details === undefined) await trigger(undefined, { shouldFocus: true });
    else send(entry, details, acceptDuplicate);
  };
  return { kept, queue, entries, spoken, form, initial, patient, setPatient, add, sendOne };
}

/** The upload form: files with their progress, details for all files, and custom details for single files. */
export function UploadPanel({ patient: given, doneTo }: UploadPanelProps) {
  const linkTo = useReturnLink();
  const { kept, queue, entries, spoken, form, initial, patient, setPatient, add, sendOne } = useUpload(given);
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const edited = entries.find(({ key }) => key === editedKey);
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
          <DropZone {...DROP_ZONE} onFiles={add} />
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
                own={ownDetailsText(entry.own)}
                onOwn={() => setEditedKey(entry.key)}
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
      {edited === undefined || !canStart(edited) ? null : (
        <OwnDetailsDialog
          fileName={edited.file.name}
          start={startOf(edited.own) ?? form.methods.getValues()}
          patient={edited.own?.patient ?? patient}
          onSave={(own) => queue.setOwn(edited.key, own)}
          onClose={() => setEditedKey(null)}
        />
      )}
    </>
  );
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

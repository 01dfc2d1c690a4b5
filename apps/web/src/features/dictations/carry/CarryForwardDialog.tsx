import { Stack } from '@mui/material';
import { dictationGet, dictationList } from '@portal/contract/dictations';
import { formatDateUs, isDateOnly } from '@portal/domain/date';
import { useState } from 'react';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { Waiting } from '#ui/Waiting.tsx';
import type { DictationForm } from '../editor/use-dictation-form.ts';
import { NativeSelect } from '../session/NativeSelect.tsx';
import { CarryChoice } from './CarryChoice.tsx';

interface CarryForwardDialogProps {
  readonly form: DictationForm;
  readonly onClose: () => void;
}

/** The most notes that are offered, newest first. */
const MOST_NOTES = 20;

/** Chooses an earlier signed note of the same patient and template, and what to carry from it. */
export function CarryForwardDialog({ form, onClose }: CarryForwardDialogProps) {
  const { details, start } = form;
  const notes = useEndpointQuery(dictationList, {
    query: {
      patientId: details.patientId,
      templateId: start.target.templateId,
      status: 'Signed',
      pageSize: String(MOST_NOTES),
      ...(isDateOnly(details.procedureDate) && { endDate: details.procedureDate }),
    },
  });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const rows = notes.data?.data;
  const noteId = chosenId ?? rows?.[0]?.id ?? '';
  const note = useEndpointQuery(dictationGet, { params: { id: noteId } }, { enabled: noteId !== '' });
  const hasMore = (notes.data?.totalCount ?? 0) > MOST_NOTES;
  const failure = (problem: Error) => (
    <ErrorPanel
      message={errorText(problem, 'Failed to load the earlier notes')}
      hint={errorHint(problem)}
      onRetry={() => void Promise.all([notes.refetch(), noteId === '' ? null : note.refetch()])}
    />
  );
  return (
    <FormDialog title="Carry forward" size="md" onClose={onClose}>
      {notes.error !== null ? (
        failure(notes.error)
      ) : rows?.length === 0 ? (
        <EmptyState text="No earlier signed note of this patient with this template" />
      ) : (
        <Stack spacing={2}>
          {rows === undefined ? null : (
            <NativeSelect
              label="Earlier Note"
              value={noteId}
              options={rows.map(({ id, procedureDate, providerName }) => ({
                value: id,
                label: `${formatDateUs(procedureDate)}, ${providerName}`,
              }))}
              hint={hasMore ? `The newest ${MOST_NOTES} notes` : null}
              onChange={({ value }) => setChosenId(value)}
            />
          )}
          {note.error !== null ? (
            failure(note.error)
          ) : note.data === undefined ? (
            <Waiting />
          ) : (
            <CarryChoice
              key={noteId}
              form={form}
              note={note.data}
              readAgain={async () => {
                const { data, error } = await note.refetch();
                return error === null ? data : undefined;
              }}
              onDone={onClose}
            />
          )}
        </Stack>
      )}
    </FormDialog>
  );
}

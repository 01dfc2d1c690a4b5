import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import { Button, DialogActions, Typography } from '@mui/material';
import { codeChangeNotes, MAX_CHANGED_NOTES, type ChangedNoteCode } from '@portal/contract/code-changes';
import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import { formatDateUs } from '@portal/domain/date';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { Column } from '#ui/DataTable.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';

const nameOf = ({ code, codeType }: ChangedNoteCode) => `${CODE_TYPE_LABELS[codeType]} ${code}`;

/** The codes on unsigned notes that cannot be billed on the day of the note. */
export function ChangedNotes({ notes }: { readonly notes: readonly ChangedNoteCode[] }) {
  const { can } = useAccess();
  return (
    <Section title={`Unsigned notes (${notes.reduce((sum, { noteCount }) => sum + noteCount, 0)})`}>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Compared with the edition of each procedure date. Nothing here changes a note: its author corrects it
        before it is signed.
      </Typography>
      <PlainTable
        label="Unsigned notes"
        columns={COLUMNS}
        rows={notes}
        rowKey={(note) => `${nameOf(note)} ${note.kind} ${note.source}`}
        rowLabel={nameOf}
        actions={
          can('Dictation.View')
            ? [
                {
                  label: 'Show notes',
                  icon: <ListAltOutlined fontSize="small" />,
                  opens: openNotes,
                },
              ]
            : []
        }
      />
    </Section>
  );
}

const openNotes = (note: ChangedNoteCode, onClose: () => void) => (
  <NotesDialog note={note} onClose={onClose} />
);

const COLUMNS: readonly Column<ChangedNoteCode, never>[] = [
  { id: 'code', header: 'Code', card: 'title', render: nameOf },
  {
    id: 'difference',
    header: 'What the edition says',
    kind: 'text',
    render: ({ message }) => message,
    caption: ({ source }) => source,
  },
  {
    id: 'count',
    header: 'Notes',
    kind: 'count',
    align: 'right',
    isLabeled: true,
    render: ({ noteCount }) => noteCount,
  },
];

interface Note {
  readonly dictationId: string;
  readonly procedureDate: string;
  readonly templateName: string;
}

const NOTE_COLUMNS: readonly Column<Note, never>[] = [
  {
    id: 'note',
    header: 'Note',
    card: 'title',
    render: ({ dictationId, templateName }) => (
      <ListLink to={`/dictations/${dictationId}`} color="primary">
        {templateName}
      </ListLink>
    ),
  },
  {
    id: 'date',
    header: 'Procedure date',
    kind: 'date',
    render: ({ procedureDate }) => formatDateUs(procedureDate),
  },
];

/** Links to the notes with a code. */
function NotesDialog({ note, onClose }: { readonly note: ChangedNoteCode; readonly onClose: () => void }) {
  const { code, codeType } = note;
  const query = useEndpointQuery(codeChangeNotes, { query: { code, codeType } });
  return (
    <FormDialog title={`Unsigned notes with ${code}`} size="sm" onClose={onClose}>
      <RecordPart query={query} fallback="Failed to load the notes">
        {({ data }) => (
          <>
            <PlainTable
              label="Notes"
              columns={NOTE_COLUMNS}
              rows={data}
              rowKey={({ dictationId }) => dictationId}
              rowLabel={({ templateName, procedureDate }) => `${templateName} ${formatDateUs(procedureDate)}`}
            />
            {data.length < MAX_CHANGED_NOTES ? null : (
              <Typography sx={{ mt: 1 }}>The first {MAX_CHANGED_NOTES} are shown.</Typography>
            )}
          </>
        )}
      </RecordPart>
      <DialogActions sx={{ px: 0, pb: 0 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </FormDialog>
  );
}

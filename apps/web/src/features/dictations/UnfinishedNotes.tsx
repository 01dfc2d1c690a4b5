import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { draftDelete, draftList } from '@portal/contract/dictation-drafts';
import type { DraftRow } from '@portal/contract/dictation-drafts';
import { formatDateTimeUs, formatDateUs } from '@portal/domain/date';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { draftPath } from './draft-path.ts';

/** What was typed and not saved, offered back; nothing where nothing is. */
export function UnfinishedNotes() {
  // Another tab may have written a moment ago.
  const { data: drafts, error, refetch } = useEndpointQuery(draftList, {}, { staleTime: 0 });
  const [discarding, setDiscarding] = useState<DraftRow | null>(null);
  // Who has an unfinished note must not think it is lost.
  if (error !== null) {
    return (
      <ErrorPanel
        message={errorText(error, 'Failed to load your unfinished notes')}
        hint={errorHint(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (drafts === undefined || drafts.length === 0) return null;
  return (
    <Section title="Unfinished Notes">
      <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {drafts.map((draft) => (
          <DraftItem key={draft.id} draft={draft} onDiscard={() => setDiscarding(draft)} />
        ))}
      </Stack>
      {discarding === null ? null : <DiscardDialog draft={discarding} onClose={() => setDiscarding(null)} />}
    </Section>
  );
}

const draftName = ({ patientName, templateName }: DraftRow): string =>
  `${patientName ?? 'No patient yet'}, ${templateName}`;

function DraftItem({ draft, onDiscard }: { readonly draft: DraftRow; readonly onDiscard: () => void }) {
  const timeZone = usePractice().data?.timeZone;
  const name = draftName(draft);
  return (
    <Stack component="li" direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {draft.procedureDate === '' ? '' : `Procedure ${formatDateUs(draft.procedureDate)}, `}
          {draft.dictationId === null ? 'not saved yet' : 'changes not saved'}, typed{' '}
          {formatDateTimeUs(draft.updatedAt, timeZone)}
        </Typography>
      </Box>
      <Button
        component={RouterLink}
        to={draftPath(draft)}
        variant="outlined"
        size="small"
        aria-label={`Continue ${name}`}
      >
        Continue
      </Button>
      <Button size="small" color="error" aria-label={`Discard ${name}`} onClick={onDiscard}>
        Discard
      </Button>
    </Stack>
  );
}

function DiscardDialog({ draft, onClose }: { readonly draft: DraftRow; readonly onClose: () => void }) {
  const discard = useEndpointMutation(draftDelete);
  const toast = useToast();
  return (
    <ConfirmDialog
      open
      title="Discard what was typed?"
      text={
        draft.dictationId === null
          ? `The unfinished note (${draftName(draft)}) is thrown away. This cannot be undone.`
          : `The changes to ${draftName(draft)} are thrown away. The dictation stays as it was saved.`
      }
      confirmLabel="Discard"
      isDanger
      errorFallback="Failed to discard the note"
      onConfirm={async () => {
        await discard.mutateAsync({ params: { id: draft.id } });
        toast.success('The note was discarded');
      }}
      onClose={onClose}
    />
  );
}

import { Box, Button, Stack, Typography } from '@mui/material';
import { draftDelete, draftList, type DraftRow } from '@portal/contract/dictation-drafts';
import { formatDateUs } from '@portal/domain/date';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import { draftPath } from './draft-path.ts';

const TITLE = 'Unfinished Dictations';
const LIST_ID = 'unfinished-dictations';
/** More would push the templates off the screen of a phone. */
const SHOWN = 2;

/** Lists the user's drafts with Continue and Discard, first the newest ones. Renders nothing when there are none. */
export function UnfinishedDictations() {
  // Another tab may have just saved a draft.
  const { data: drafts, error, refetch } = useEndpointQuery(draftList, {}, { staleTime: 0 });
  const [discarding, setDiscarding] = useState<DraftRow | null>(null);
  const [isOpen, setOpen] = useState(false);
  // Show a failed load, so nobody thinks that their draft is lost.
  if (error !== null) {
    return (
      <ErrorPanel
        message={errorText(error, 'Failed to load unfinished dictations')}
        hint={errorHint(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (drafts === undefined || drafts.length === 0) return null;
  const shown = isOpen ? drafts : drafts.slice(0, SHOWN);
  return (
    <Section title={drafts.length <= SHOWN ? TITLE : `${TITLE} (${drafts.length})`}>
      <Stack component="ul" id={LIST_ID} spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((draft) => (
          <DraftItem key={draft.id} draft={draft} onDiscard={() => setDiscarding(draft)} />
        ))}
      </Stack>
      {drafts.length <= SHOWN ? null : (
        <Button
          size="small"
          sx={{ mt: 1 }}
          aria-expanded={isOpen}
          aria-controls={LIST_ID}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `Show all ${drafts.length}`}
        </Button>
      )}
      {discarding === null ? null : <DiscardDraft draft={discarding} onClose={() => setDiscarding(null)} />}
    </Section>
  );
}

const draftName = ({ patientName, templateName }: DraftRow): string =>
  `${patientName ?? 'No patient selected'}, ${templateName}`;

function DraftItem({ draft, onDiscard }: { readonly draft: DraftRow; readonly onDiscard: () => void }) {
  const times = usePracticeTimes();
  const name = draftName(draft);
  return (
    <Stack component="li" direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {draft.procedureDate === '' ? '' : `Procedure ${formatDateUs(draft.procedureDate)}, `}
          {draft.dictationId === null ? 'not saved yet' : 'changes not saved'}, last edited{' '}
          {times.dateTime(draft.updatedAt)}
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

function DiscardDraft({ draft, onClose }: { readonly draft: DraftRow; readonly onClose: () => void }) {
  const discard = useEndpointMutation(draftDelete);
  const toast = useToast();
  return (
    <DiscardDialog
      open
      name={draftName(draft)}
      text={
        draft.dictationId === null
          ? `The unfinished dictation (${draftName(draft)}) will be discarded. This cannot be undone.`
          : `Your changes to ${draftName(draft)} will be discarded. The saved dictation is not affected.`
      }
      onConfirm={async () => {
        await discard.mutateAsync({ params: { id: draft.id } });
        toast.success('Draft discarded');
      }}
      onClose={onClose}
    />
  );
}

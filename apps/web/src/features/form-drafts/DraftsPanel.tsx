import { Box, Button, Stack, Typography } from '@mui/material';
import {
  formDraftDelete,
  formDraftGet,
  formDraftList,
  type FormDraftContent,
  type FormDraftRow,
} from '@portal/contract/form-drafts';
import { formatDateUs, isDateOnly } from '@portal/domain/date';
import { DRAFT_FORMS, FORM_DRAFT_DAYS } from '@portal/domain/form-drafts';
import { useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { openDrafts } from '#lib/drafts/form-draft.ts';
import { prepareDraft } from '#lib/drafts/open-draft.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { fieldLabel } from '#lib/field-label.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery, useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface DraftsPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The user's drafts of forms, each to be continued or removed. */
export function DraftsPanel({ isOpen, onClose }: DraftsPanelProps) {
  return (
    <SidePanel title="Drafts" closeLabel="Close drafts" isOpen={isOpen} onClose={onClose}>
      {(leave) => <Drafts onLeave={leave} />}
    </SidePanel>
  );
}

function Drafts({ onLeave }: { readonly onLeave: () => void }) {
  const { data, error, refetch } = useEndpointQuery(formDraftList, {}, { staleTime: 0, gcTime: 0 });
  const { ids: open } = useSyncExternalStore(openDrafts.subscribe, openDrafts.get);
  const [removing, setRemoving] = useState<FormDraftRow | null>(null);
  if (error !== null)
    return (
      <Box sx={{ p: 2 }}>
        <ErrorPanel message={explainError(error, 'Failed to load drafts')} onRetry={() => void refetch()} />
      </Box>
    );
  if (data === undefined) return <LoadingScreen />;
  const drafts = data.filter(({ id }) => !open.includes(id));
  return (
    <Box sx={{ flex: 1, overflowY: 'auto', px: 2, pb: 2 }}>
      <Typography variant="body2" color="textSecondary">
        Only you can see them. They are removed {FORM_DRAFT_DAYS} days after their last change.
      </Typography>
      {drafts.length === 0 ? <EmptyState text="No drafts" /> : null}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {drafts.map((draft) => (
          <DraftItem key={draft.id} draft={draft} onLeave={onLeave} onRemove={() => setRemoving(draft)} />
        ))}
      </Stack>
      {removing === null ? null : <RemoveDraft draft={removing} onClose={() => setRemoving(null)} />}
    </Box>
  );
}

const titleOf = ({ dialog, form }: FormDraftRow): string => dialog ?? DRAFT_FORMS[form];
const aboutOf = ({ patientName, subject }: FormDraftRow): string | null => patientName ?? subject;
/** "New Patient, Lee, Ann". */
const nameOf = (draft: FormDraftRow): string => [titleOf(draft), aboutOf(draft) ?? []].flat().join(', ');

interface DraftItemProps {
  readonly draft: FormDraftRow;
  readonly onLeave: () => void;
  readonly onRemove: () => void;
}

function DraftItem({ draft, onLeave, onRemove }: DraftItemProps) {
  const times = usePracticeTimes();
  const navigate = useNavigate();
  const toast = useToast();
  const invalidate = useInvalidateArea();
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      const address = await prepareDraft(draft.id);
      onLeave();
      await navigate(address, { state: { draft: draft.id } });
    } catch (error) {
      toast.error(explainError(error, 'Failed to open the draft'));
      void invalidate(formDraftList.tag);
    } finally {
      setOpening(false);
    }
  };
  const about = aboutOf(draft);
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ alignItems: 'center', gap: 1, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{titleOf(draft)}</Typography>
        {about === null ? null : (
          <Typography variant="body2" translate="no">
            {about}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          Last changed {times.dateTime(draft.updatedAt)}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        size="small"
        loading={isOpening}
        aria-label={`Continue ${nameOf(draft)}`}
        onClick={() => void open()}
      >
        Continue
      </Button>
      <Button size="small" aria-label={`Remove ${nameOf(draft)}`} onClick={onRemove}>
        Remove
      </Button>
    </Stack>
  );
}

function RemoveDraft({ draft, onClose }: { readonly draft: FormDraftRow; readonly onClose: () => void }) {
  const remove = useEndpointMutation(formDraftDelete);
  return (
    <ConfirmDialog
      open
      title={`Remove the draft “${nameOf(draft)}”?`}
      text={
        <>
          What you entered will be lost.
          <Entered id={draft.id} />
        </>
      }
      confirmLabel="Remove"
      isDanger
      records={[nameOf(draft)]}
      errorFallback="Failed to remove the draft"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: draft.id } });
        return 'Draft removed';
      }}
      onClose={onClose}
    />
  );
}

/** What was entered, also if its form can no longer be opened because the record is gone. */
function Entered({ id }: { readonly id: string }) {
  const { data } = useEndpointQuery(formDraftGet, { params: { id } }, { staleTime: 0, gcTime: 0 });
  const lines = data === undefined ? [] : enteredLines(data.content);
  if (lines.length === 0) return null;
  return (
    <>
      <Typography
        variant="body2"
        translate="no"
        tabIndex={0}
        component="section"
        aria-label="What you entered"
        sx={{ my: 1.5, maxHeight: 240, overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {lines.join('\n')}
      </Typography>
      <CopyButton text={lines.join('\n')} label="Copy Text" />
    </>
  );
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** "Caller Name: Lee, Ann" for each field that was changed to something a person can read. */
const enteredLines = ({ base, mine }: FormDraftContent): readonly string[] =>
  Object.entries(mine).flatMap(([field, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const text = String(value).trim();
    if (text === '' || value === base[field] || UUID.test(text)) return [];
    return `${fieldLabel(field)}: ${isDateOnly(text) ? formatDateUs(text) : text}`;
  });

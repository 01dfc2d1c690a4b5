import CheckOutlined from '@mui/icons-material/CheckOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { timecardConfirm, timecardDelete, type Timecard } from '@portal/contract/timecards';
import type { PracticeClock } from '@portal/domain/clock';
import { useState, type ReactNode } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { RowAction } from '#ui/DataTable.tsx';
import { cardLabel } from './card-columns.tsx';
import { CARD_LABELS, MOMENTS } from './card-form.ts';
import { CardDialog } from './CardDialog.tsx';
import { CorrectionsDialog } from './CorrectionsDialog.tsx';
import type { PersonChoice } from './find-people.ts';

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'confirm' | 'correct' | 'corrections' | 'delete'; readonly card: Timecard };

interface TeamActions {
  readonly actions: readonly RowAction<Timecard>[];
  readonly add: () => void;
  readonly showCorrections: (card: Timecard) => void;
  readonly dialogs: ReactNode;
}

/** The row actions of team timecards, and their dialogs. */
export function useTeamActions(
  today: string,
  practice: PracticeClock,
  person: PersonChoice | null,
): TeamActions {
  const times = usePracticeTimes();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const remove = useEndpointMutation(timecardDelete);
  const confirm = useEndpointMutation(timecardConfirm);
  const user = useCurrentUser();
  const actions: RowAction<Timecard>[] = [
    { label: 'Correct', icon: <EditOutlined />, onClick: (card) => setOpen({ kind: 'correct', card }) },
    {
      label: 'Confirm own correction',
      icon: <CheckOutlined />,
      isHidden: ({ isOwnCorrection, userId }) => !isOwnCorrection || userId === user.id,
      onClick: (card) => setOpen({ kind: 'confirm', card }),
    },
    {
      label: 'Corrections',
      icon: <HistoryOutlined />,
      isHidden: ({ isCorrected }) => !isCorrected,
      onClick: (card) => setOpen({ kind: 'corrections', card }),
    },
    { label: 'Delete', icon: <DeleteOutlined />, onClick: (card) => setOpen({ kind: 'delete', card }) },
  ];
  const dialogs = (
    <>
      {open?.kind === 'add' ? (
        <CardDialog card={null} person={person} today={today} practice={practice} onClose={close} />
      ) : null}
      {open?.kind === 'correct' ? (
        <CardDialog card={open.card} today={today} practice={practice} onClose={close} />
      ) : null}
      {open?.kind === 'corrections' ? <CorrectionsDialog card={open.card} onClose={close} /> : null}
      {open?.kind === 'confirm' ? (
        <ConfirmDialog
          newsOf={open.card.id}
          open
          title="Confirm own correction?"
          text={confirmText(open.card, times)}
          confirmLabel="Confirm"
          errorFallback="Failed to confirm timecard"
          onConfirm={async () => {
            const { id, version } = open.card;
            await confirm.mutateAsync({ params: { id }, body: { version } });
            return 'The correction was confirmed';
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          newsOf={open.card.id}
          open
          title="Delete timecard?"
          text={`The timecard of ${open.card.userName}, ${cardLabel(open.card, times)}, will be excluded from all totals. It is kept on record with your reason.`}
          confirmLabel="Delete"
          isDanger
          records={[open.card.userName]}
          asksReason
          errorFallback="Failed to delete timecard"
          onConfirm={async (reason) => {
            await remove.mutateAsync({ params: { id: open.card.id }, body: { reason } });
            return 'The timecard was deleted';
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
  const showCorrections = (card: Timecard) => setOpen({ kind: 'corrections', card });
  return { actions, showCorrections, add: () => setOpen({ kind: 'add' }), dialogs };
}

function confirmText(card: Timecard, times: PracticeTimes): string {
  const { userName, proposedTimes } = card;
  const corrected = `${userName} corrected their own timecard, ${cardLabel(card, times)}.`;
  if (proposedTimes === null)
    return `${corrected} Check it under Corrections first. Reports no longer mark it afterwards.`;
  const changes = MOMENTS.filter((name) => proposedTimes[name] !== card[name]).map((name) => {
    const at = proposedTimes[name];
    return `${CARD_LABELS[name]} ${at === null ? 'none' : times.dateTime(at)}`;
  });
  const changed = changes.length === 0 ? 'Notes' : changes.join(', ');
  return `${corrected} It counts as soon as you confirm: ${changed}. The reason is under Corrections.`;
}

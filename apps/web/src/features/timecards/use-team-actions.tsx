import CheckOutlined from '@mui/icons-material/CheckOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { timecardConfirm, timecardDelete, type Timecard } from '@portal/contract/timecards';
import type { PracticeClock } from '@portal/domain/clock';
import { MOMENTS } from '@portal/domain/timecard';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { TableAction } from '#ui/DataTable.tsx';
import { cardLabel } from './card-columns.tsx';
import { CARD_LABELS } from './card-form.ts';
import { CardDialog } from './CardDialog.tsx';
import { CorrectionsDialog } from './CorrectionsDialog.tsx';

/** The row actions of team timecards. */
export function useTeamActions(today: string, practice: PracticeClock): readonly TableAction<Timecard>[] {
  const times = usePracticeTimes();
  const remove = useEndpointMutation(timecardDelete);
  const confirm = useEndpointMutation(timecardConfirm);
  const user = useCurrentUser();
  return [
    {
      label: 'Correct',
      icon: <EditOutlined />,
      opens: (card, onClose) => (
        <CardDialog card={card} today={today} practice={practice} onClose={onClose} />
      ),
    },
    {
      label: 'Confirm own correction',
      icon: <CheckOutlined />,
      isHidden: ({ isOwnCorrection, userId }) => !isOwnCorrection || userId === user.id,
      asks: (card) => ({
        newsOf: card.id,
        title: 'Confirm own correction?',
        text: confirmText(card, times),
        confirmLabel: 'Confirm',
        errorFallback: 'Failed to confirm timecard',
        onConfirm: async () => {
          await confirm.mutateAsync({ params: { id: card.id }, body: { version: card.version } });
          return 'The correction was confirmed';
        },
      }),
    },
    {
      label: 'Corrections',
      icon: <HistoryOutlined />,
      isHidden: ({ isCorrected }) => !isCorrected,
      opens: (card, onClose) => <CorrectionsDialog card={card} onClose={onClose} />,
    },
    {
      label: 'Delete',
      icon: <DeleteOutlined />,
      asks: (card) => ({
        newsOf: card.id,
        title: 'Delete timecard?',
        text: `The timecard of ${card.userName}, ${cardLabel(card, times)}, will be excluded from all totals. It is kept on record with your reason.`,
        confirmLabel: 'Delete',
        isDanger: true,
        records: [card.userName],
        asksReason: true,
        errorFallback: 'Failed to delete timecard',
        onConfirm: async (reason) => {
          await remove.mutateAsync({ params: { id: card.id }, body: { reason } });
          return 'The timecard was deleted';
        },
      }),
    },
  ];
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

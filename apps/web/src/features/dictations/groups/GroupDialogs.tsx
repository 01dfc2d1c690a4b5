import {
  groupDelete,
  groupSignAll,
  type DictationGroup,
  type DictationGroupDetail,
} from '@portal/contract/dictation-groups';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { dictationCountText } from '../dictation-labels.ts';
import { FindingsAlert } from '../signing/FindingList.tsx';
import { useFindings } from '../signing/use-findings.ts';

interface GroupQuestionProps {
  readonly group: DictationGroup;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirms before a group is deleted. Its dictations are kept. */
export function GroupDeleteDialog({
  group,
  open,
  onDeleted,
  onClose,
}: GroupQuestionProps & { readonly onDeleted: () => void }) {
  const remove = useEndpointMutation(groupDelete, { alsoChanges: ['Dictations'] });
  return (
    <ConfirmDialog
      open={open}
      title="Delete group?"
      text={`${group.groupName} will be deleted. Its ${dictationCountText(group.dictationCount)} will be kept and can be grouped again.`}
      confirmLabel="Delete Group"
      isDanger
      records={[group.groupName]}
      errorFallback="Failed to delete group"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: group.id } });
        onDeleted();
        return `${group.groupName} was deleted`;
      }}
      onClose={onClose}
    />
  );
}

interface GroupSignProps extends GroupQuestionProps {
  readonly group: DictationGroupDetail;
}

/** Confirms before all completed dictations in a group are signed, which cannot be undone. */
export function GroupSignDialog({ group, open, onClose }: GroupSignProps) {
  const sign = useEndpointMutation(groupSignAll, { alsoChanges: ['Dictations', 'Dashboard', 'Patients'] });
  const count = group.completedCount;
  const completed = group.dictations.filter(({ status }) => status === 'Completed').map(({ id }) => id);
  const check = useFindings(open ? completed : []);
  return (
    <ConfirmDialog
      newsOf={completed}
      open={open}
      title="Sign all completed?"
      text={
        <>
          {dictationCountText(count)} in {group.groupName} will be signed in your name. Signed dictations
          cannot be changed; you can only add an addendum.
          <FindingsAlert check={{ ...check, isOne: false }} />
        </>
      }
      confirmLabel={`Sign ${dictationCountText(count)}${check.dictations.length === 0 ? '' : ' Anyway'}`}
      isDisabled={check.isChecking || check.isBlocked}
      errorFallback="Failed to sign dictations"
      onConfirm={async () => {
        const { signedCount } = await sign.mutateAsync({ params: { id: group.id } });
        return `${dictationCountText(signedCount)} signed`;
      }}
      onClose={onClose}
    />
  );
}

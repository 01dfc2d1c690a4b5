import { ipWhitelistDelete, type IpWhitelistEntry } from '@portal/contract/offices';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { useLockoutConfirmation } from './use-lockout-confirmation.tsx';

interface DeleteEntryDialogProps {
  readonly officeId: string;
  /** The entry to delete; null while the dialog is closed. */
  readonly entry: IpWhitelistEntry | null;
  readonly onClose: () => void;
  readonly onDeleted: (ipAddress: string) => void;
}

/** Asks for confirmation before removing an IP address from the whitelist. */
export function DeleteEntryDialog({ officeId, entry, onClose, onDeleted }: DeleteEntryDialogProps) {
  const remove = useEndpointMutation(ipWhitelistDelete);
  const lockout = useLockoutConfirmation();
  const shown = useLastValue(entry);
  if (shown === null) return null;
  const { id: entryId, ipAddress } = shown;
  return (
    <>
      <ConfirmDialog
        newsOf={officeId}
        open={entry !== null}
        title="Delete IP address?"
        text={`${ipAddress} will be removed from the whitelist.`}
        confirmLabel="Delete"
        isDanger
        records={[ipAddress]}
        errorFallback="Failed to delete IP whitelist entry"
        onConfirm={async () => {
          await lockout.send((confirmed) =>
            remove.mutateAsync({
              params: { id: officeId, entryId },
              query: confirmed ? { confirmLockout: 'true' } : {},
            }),
          );
          onDeleted(ipAddress);
        }}
        onClose={onClose}
      />
      {lockout.dialog}
    </>
  );
}

import { Alert } from '@mui/material';

/** On the page of a record: says that somebody else has removed the record since it was opened. */
export function RemovedNotice({ isRemoved }: { readonly isRemoved: boolean }) {
  return isRemoved ? (
    <Alert severity="warning" sx={{ mb: 2 }}>
      This record was removed while you had it open. You see it as it was.
    </Alert>
  ) : null;
}

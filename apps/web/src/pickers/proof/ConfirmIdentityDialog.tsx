import { Dialog, DialogContent, DialogTitle, Skeleton } from '@mui/material';
import { twoFactorGet } from '@portal/contract/passkeys';
import { useId } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { ProofForm, type ProofFormProps } from './ProofForm.tsx';

interface ConfirmIdentityDialogProps extends Pick<
  ProofFormProps,
  'text' | 'submitLabel' | 'errorFallback' | 'onProof'
> {
  readonly title: string;
  readonly onClose: () => void;
}

/** Asks who the user is, as in the profile, before they create something that works without them. */
export function ConfirmIdentityDialog({ title, onClose, ...form }: ConfirmIdentityDialogProps) {
  const titleId = useId();
  const factors = useEndpointQuery(twoFactorGet, {}, { staleTime: 0 });
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="xs" fullWidth onClose={onClose}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {factors.data === undefined ? (
        <DialogContent>
          {factors.isError ? (
            <ErrorPanel
              message={explainError(factors.error, 'Failed to load your authenticator app and passkeys')}
              requestId={factors.error.requestId}
              onRetry={() => void factors.refetch()}
            />
          ) : (
            <Skeleton variant="rounded" height={120} />
          )}
        </DialogContent>
      ) : (
        <ProofForm {...form} factors={factors.data} onCancel={onClose} />
      )}
    </Dialog>
  );
}

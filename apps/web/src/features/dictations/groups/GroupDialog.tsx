import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { groupGet } from '@portal/contract/dictation-groups';
import { useId } from 'react';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { useIsPhone } from '#ui/use-screen.ts';
import { Waiting } from '#ui/Waiting.tsx';
import { GroupDetail } from './GroupDetail.tsx';

/** The group detail panel in a dialog. */
export function GroupDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const titleId = useId();
  const isPhone = useIsPhone();
  const { data, error, refetch } = useEndpointQuery(groupGet, { params: { id } });
  // 400 means that the ID in the URL is invalid, so the group does not exist either.
  const isMissing = error?.status === 404 || error?.status === 400;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {data?.groupName ?? 'Group'}
      </DialogTitle>
      {data === undefined ? (
        <>
          <DialogContent>
            {error === null ? (
              <Waiting />
            ) : isMissing ? (
              <ErrorPanel message="Group not found" />
            ) : (
              <ErrorPanel
                message={errorText(error, 'Failed to load group')}
                hint={errorHint(error)}
                requestId={error.requestId}
                onRetry={() => void refetch()}
              />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      ) : (
        <GroupDetail group={data} onClose={onClose} />
      )}
    </Dialog>
  );
}

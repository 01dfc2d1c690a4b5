import CloseIcon from '@mui/icons-material/Close';
import { Box, Drawer, IconButton, Typography } from '@mui/material';
import { auditGet, type AuditDetail } from '@portal/contract/audit';
import { auditLabel } from '@portal/domain/audit-log';
import { useId, useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { ActionChip } from './ActionChip.tsx';
import { timestampText } from './audit-columns.tsx';
import { AuditChanges } from './AuditChanges.tsx';
import { entitiesToName, entityLabel, patientEntityLabel, userText } from './entity-labels.ts';
import { valuesToName } from './shown-changes.ts';
import { useEntityNames } from './use-entity-names.ts';

interface AuditEntryDrawerProps {
  /** Null while closed. */
  readonly id: string | null;
  readonly onClose: () => void;
}

/** A drawer with the details and changes of one entry. */
export function AuditEntryDrawer({ id, onClose }: AuditEntryDrawerProps) {
  const titleId = useId();
  return (
    <Drawer
      anchor="right"
      open={id !== null}
      onClose={onClose}
      slotProps={{
        paper: {
          elevation: 0,
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 600 }, maxWidth: '100%' },
        },
      }}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          px: 2.5,
          py: 1.25,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={titleId} variant="h2">
          Audit entry
        </Typography>
        <IconButton aria-label="Close" onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ p: 2.5 }}>{id === null ? null : <Entry id={id} />}</Box>
    </Drawer>
  );
}

function Entry({ id }: { readonly id: string }) {
  // Entries never change, and every read is recorded as an access.
  const query = useEndpointQuery(auditGet, { params: { id } }, { staleTime: Infinity });
  return (
    <RecordPart query={query} fallback="Failed to fetch audit entry">
      {(entry) => <EntryFacts entry={entry} />}
    </RecordPart>
  );
}

function EntryFacts({ entry }: { readonly entry: AuditDetail }) {
  const times = usePracticeTimes();
  const names = useEntityNames(useMemo(() => [...entitiesToName([entry]), ...valuesToName(entry)], [entry]));
  const entity = entityLabel(entry, names);
  const patient = entry.patientId === null ? null : patientEntityLabel(entry.medicalRecordNumber);
  return (
    <>
      <DetailList
        items={[
          { label: 'Timestamp', value: timestampText(entry.timestamp, times, '') },
          { label: 'User', value: actorText(entry) },
          { label: 'Action', value: <ActionChip action={entry.action} /> },
          { label: 'Entity Type', value: auditLabel(entry.entityType) },
          {
            label: 'Entity ID',
            value: entity && (
              <>
                {entity.text}
                {entity.detail === null ? null : (
                  <Typography
                    component="span"
                    variant="caption"
                    color="textSecondary"
                    sx={{ display: 'block', whiteSpace: 'pre-line' }}
                  >
                    {entity.detail}
                  </Typography>
                )}
              </>
            ),
          },
          { label: 'Patient ID', value: patient?.text },
          { label: 'IP Address', value: entry.ipAddress },
          { label: 'Reason', value: entry.reasonForAccess, wide: true },
        ]}
      />
      <AuditChanges before={entry.oldValues} after={entry.newValues} names={names} />
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        Technical Details
      </Typography>
      <DetailList
        items={[
          { label: 'Position in log', value: `Chain ${entry.chain}, entry ${entry.sequence}`, wide: true },
          { label: 'Entry ID', value: entry.id, wide: true },
          { label: 'Request ID', value: entry.requestId, wide: true },
          entry.apiKey === null
            ? { label: 'Session ID', value: entry.sessionId, wide: true }
            : { label: 'API key ID', value: entry.apiKey.id, wide: true },
        ]}
      />
    </>
  );
}

/** "Ann Lee (alee)", or "LabLink (API key of Ann Lee)"; without a user, the system or someone who was not signed in. */
const actorText = ({ user, apiKey, action }: AuditDetail): string => {
  if (user !== null && apiKey !== null) return userText({ user, apiKey });
  if (user !== null) return `${user.name} (${user.userName})`;
  return action === 'LoginFailed' || action === 'AccessDenied' ? 'System (not signed in)' : 'System';
};

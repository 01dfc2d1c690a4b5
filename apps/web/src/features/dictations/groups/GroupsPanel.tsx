import AddIcon from '@mui/icons-material/Add';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import { Box, Button } from '@mui/material';
import { groupsOfDate, type DictationGroup } from '@portal/contract/dictation-groups';
import { formatDateUs } from '@portal/domain/date';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { Column } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { GroupChips } from './GroupChips.tsx';
import { GroupCreateDialog } from './GroupCreateDialog.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import type { SessionChoice } from '../session/use-day-session.ts';

/** Groups of the session's provider and date. Opens a group or creates one from ungrouped dictations. */
export function GroupsPanel({ choice }: { readonly choice: SessionChoice }) {
  const { can } = useAccess();
  const [params, setParams] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const { providerId, sessionDate } = choice;
  const { data, error, refetch } = useEndpointQuery(groupsOfDate, {
    params: { date: sessionDate },
    query: providerId === '' ? {} : { providerId },
  });
  const openId = params.get('group');
  // The open group is in the URL, so Back closes it and a reload shows it again.
  const open = (id: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete('group');
      else next.set('group', id);
      return next;
    });
  return (
    <Section
      title={`Groups for ${formatDateUs(sessionDate)}`}
      actions={
        can('Dictation.Edit') ? (
          <Button
            size="small"
            variant="outlined"
            startIcon={<AddIcon />}
            aria-keyshortcuts="n"
            onClick={() => setCreating(true)}
          >
            Create Group
          </Button>
        ) : null
      }
    >
      {error === null ? (
        <Box sx={{ overflowX: 'auto', maxHeight: { sm: 420 }, mx: -2, mb: -2 }}>
          <PlainTable
            label="Groups"
            columns={groupColumns(open)}
            rows={data ?? []}
            rowKey={({ id }) => id}
            rowLabel={({ groupName }) => groupName}
            actions={[
              {
                label: 'View',
                icon: <VisibilityOutlinedIcon fontSize="small" />,
                onClick: ({ id }) => open(id),
              },
            ]}
            message={
              data === undefined ? (
                <EmptyState text="Loading..." />
              ) : data.length === 0 ? (
                <EmptyState text="No groups on this date" />
              ) : null
            }
          />
        </Box>
      ) : (
        <ErrorPanel
          message={errorText(error, 'Failed to load groups')}
          hint={errorHint(error)}
          onRetry={() => void refetch()}
        />
      )}
      {isCreating ? (
        <GroupCreateDialog choice={choice} onCreated={open} onClose={() => setCreating(false)} />
      ) : null}
      {openId === null ? null : <GroupDialog key={openId} id={openId} onClose={() => open(null)} />}
    </Section>
  );
}

const groupColumns = (open: (id: string) => void): readonly Column<DictationGroup, never>[] => [
  {
    id: 'group',
    header: 'Group',
    render: ({ id, groupName }) => (
      <button type="button" className="list-link list-link-text list-link-button" onClick={() => open(id)}>
        {groupName}
      </button>
    ),
    caption: ({ providerName, locationName }) => `${providerName}, ${locationName}`,
  },
  { id: 'state', header: 'Dictations', render: (group) => <GroupChips group={group} /> },
];

import { ssoLinkList, ssoRelink, type SsoLink } from '@portal/contract/single-sign-on';
import { fullName } from '@portal/domain/person-name';
import { ActiveChip } from '#ui/StatusChip.tsx';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import { Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useListState } from '#ui/use-list-state.ts';

const LIST = { sortKeys: [], filters: {} } as const;

const nameOf = ({ username, firstName, lastName }: SsoLink) =>
  `${fullName(firstName, lastName)} (${username})`;
const usersText = (count: number) => (count === 1 ? '1 user' : `${count} users`);

/** The users who are linked to single sign-on. A SuperAdmin can relink those who have another identity there. */
export function SsoLinksPage() {
  const list = useListState(LIST);
  const times = usePracticeTimes();
  const columns = useMemo(() => linkColumns(times), [times]);
  const [asked, setAsked] = useState<readonly SsoLink[] | null>(null);
  const links = useListQuery(ssoLinkList, { query: list.query });
  const selection = useRowSelection(links.data?.items);
  return (
    <PageContent>
      <PageHeader title="Single Sign-On" backTo="/users" />
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        People who were created again in your directory, or came with a new registration of the portal there,
        have another identity with the same email address and are refused. Relink those whom you know: their
        next single sign-on links the new identity.
      </Typography>
      <ListTable
        label="Linked users"
        columns={columns}
        list={list}
        query={links}
        found={({ items: rows, ...total }) => ({ rows, ...total })}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        errorFallback="Failed to load the linked users"
        emptyText="Nobody is linked to single sign-on"
        actions={[
          { label: 'Relink', icon: <LinkIcon fontSize="small" />, onClick: (link) => setAsked([link]) },
        ]}
        selection={selection}
        bulkActions={[{ label: 'Relink', onClick: () => setAsked(selection.rows) }]}
      />
      {asked === null ? null : (
        <RelinkDialog links={asked} onDone={selection.clear} onClose={() => setAsked(null)} />
      )}
    </PageContent>
  );
}

const linkColumns = (times: PracticeTimes): readonly Column<SsoLink, never>[] => [
  { id: 'user', header: 'User', render: nameOf },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 96,
    render: ({ isActive }) => <ActiveChip active={isActive} />,
  },
  {
    id: 'linked',
    header: 'Linked Since',
    kind: 'moment',
    isLabeled: true,
    render: ({ linkedAt }) => times.dateTime(linkedAt),
  },
  {
    id: 'refused',
    header: 'Another Identity Refused',
    kind: 'moment',
    isLabeled: true,
    render: ({ refusedAt }) => (refusedAt === null ? '—' : times.dateTime(refusedAt)),
  },
];

interface RelinkDialogProps {
  readonly links: readonly SsoLink[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function RelinkDialog({ links, onDone, onClose }: RelinkDialogProps) {
  const relink = useEndpointMutation(ssoRelink);
  return (
    <ConfirmDialog
      newsOf={links.map(({ id }) => id)}
      open
      title={`Relink ${usersText(links.length)}?`}
      text="They are signed out everywhere and notified. Their next single sign-on with the verified email address of the account links it again, to the identity that has that address then. Administrators also confirm with their password or second factor."
      confirmLabel="Relink"
      isDanger
      records={links.map(nameOf)}
      errorFallback="Failed to relink"
      onConfirm={async () => {
        const { count } = await relink.mutateAsync({ body: { userIds: links.map(({ id }) => id) } });
        onDone();
        return `${usersText(count)} will be linked again`;
      }}
      onClose={onClose}
    />
  );
}

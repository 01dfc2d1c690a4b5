import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { userList } from '@portal/contract/users';
import { userWaitingWork, WORK_PERMISSIONS } from '@portal/contract/waiting-work';
import type { WorkItem, WorkKind, WorkSection } from '@portal/contract/waiting-work';
import { personNameWithTitle } from '@portal/domain/person-name';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { TypeAhead } from '#ui/TypeAhead.tsx';

const NOUNS: Readonly<Record<WorkKind, readonly [one: string, many: string]>> = {
  messages: ['open phone message', 'open phone messages'],
  orders: ['open order', 'open orders'],
  signatures: ['dictation to sign', 'dictations to sign'],
  drafts: ['draft dictation', 'draft dictations'],
  unsaved: ['unsaved text of a dictation', 'unsaved texts of dictations'],
};

interface WaitingWorkProps {
  readonly userId: string;
  /** For example "Ann Smith". */
  readonly name: string;
  /** The permissions that the user loses; all kinds of work without it. */
  readonly lost?: readonly string[];
  /** Who takes the work. */
  readonly onReassign: (userId: string | null) => void;
}

/** Names the work that waits for a user, before they can no longer do it, and asks who takes it. Nothing if there is none. */
export function WaitingWork({ userId, name, lost, onReassign }: WaitingWorkProps) {
  const { data, error } = useEndpointQuery(
    userWaitingWork,
    { params: { id: userId } },
    { enabled: lost === undefined || lost.length > 0, staleTime: 0 },
  );
  const [taker, setTaker] = useState<Taker | null>(null);
  if (error !== null)
    return (
      <Alert severity="warning" sx={{ mt: 2 }}>
        {explainError(error, `Failed to load what waits for ${name}`)}
      </Alert>
    );
  const sections = (data?.sections ?? []).filter(
    ({ kind }) => lost === undefined || lost.includes(WORK_PERMISSIONS[kind]),
  );
  if (sections.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {name} has work that waits:
      <WorkList sections={sections} />
      <Box sx={{ mt: 2 }}>
        <TypeAhead<Taker>
          label="Reassign to"
          value={taker}
          onChange={(person) => {
            setTaker(person);
            onReassign(person?.id ?? null);
          }}
          search={findTakers}
          optionKey={({ id }) => id}
          optionLabel={({ label }) => label}
          placeholder="Name or username"
          helperText="Optional. What this person may not take, and draft dictations, is shown as unassigned to everyone who can take it."
        />
      </Box>
    </Alert>
  );
}

/** Work by kind, with the first pieces of each. */
function WorkList({ sections }: { readonly sections: readonly WorkSection[] }) {
  return (
    <Box component="ul" aria-label="Waiting work" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
      {sections.map(({ kind, count, urgentCount, rows }) => (
        <li key={kind}>
          <strong>
            {count} {NOUNS[kind][count === 1 ? 0 : 1]}
            {urgentCount === 0 ? '' : ` (${urgentCount} ${kind === 'orders' ? 'STAT' : 'urgent'})`}
          </strong>
          {rows.length === 0 ? '' : `: ${rows.map((row) => itemText(row)).join('; ')}`}
          {rows.length > 0 && count > rows.length ? `; and ${count - rows.length} more` : ''}
        </li>
      ))}
    </Box>
  );
}

const itemText = ({ label, patientName }: WorkItem) =>
  patientName === null ? label : `${label}, ${patientName}`;

interface Taker {
  readonly id: string;
  readonly label: string;
}

async function findTakers(search: string, signal: AbortSignal): Promise<readonly Taker[]> {
  const { users } = await call(userList, { query: { search, pageSize: '10' }, signal });
  return users.map((user) => ({ id: user.id, label: `${personNameWithTitle(user)} (${user.username})` }));
}

import { Alert, Box } from '@mui/material';
import { userList } from '@portal/contract/users';
import {
  userWaitingWork,
  WORK_PERMISSIONS,
  type WorkItem,
  type WorkKind,
  type WorkSection,
} from '@portal/contract/waiting-work';
import { personName, personNameWithTitle } from '@portal/domain/person-name';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { TypeAhead } from '#ui/TypeAhead.tsx';

const NOUNS: Readonly<Record<WorkKind, readonly [one: string, many: string]>> = {
  messages: ['open phone message', 'open phone messages'],
  orders: ['open order', 'open orders'],
  signatures: ['dictation to sign', 'dictations to sign'],
  coSignatures: ['dictation to co-sign', 'dictations to co-sign'],
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
  if (error !== null)
    return (
      <Alert severity="warning" sx={{ mt: 2 }}>
        {explainError(error, `Failed to load what waits for ${name}`)}
      </Alert>
    );
  const sections = (data?.sections ?? []).filter(
    ({ kind }) => lost === undefined || lost.includes(WORK_PERMISSIONS[kind]),
  );
  return (
    <WorkToReassign sections={sections} title={`${name} has work that waits:`} onReassign={onReassign} />
  );
}

interface LostWorkProps {
  /** What the preview of a change says would wait for nobody; undefined while it loads. */
  readonly work: readonly WorkSection[] | undefined;
  readonly onReassign: (userId: string | null) => void;
}

/** Names the work that several people can no longer do after a change, and asks who takes it. Nothing if there is none. */
export function LostWork({ work = [], onReassign }: LostWorkProps) {
  return (
    <WorkToReassign
      sections={work}
      title="Work that waits for people who lose the permission for it:"
      namesPeople
      onReassign={onReassign}
    />
  );
}

interface WorkToReassignProps {
  readonly sections: readonly WorkSection[];
  readonly title: string;
  readonly namesPeople?: boolean;
  readonly onReassign: (userId: string | null) => void;
}

function WorkToReassign({ sections, title, namesPeople = false, onReassign }: WorkToReassignProps) {
  const [taker, setTaker] = useState<Taker | null>(null);
  if (sections.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {title}
      <WorkList sections={sections} namesPeople={namesPeople} />
      <Box sx={{ mt: 2 }}>
        <TypeAhead<Taker>
          unchosen="Nobody chosen"
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
function WorkList({
  sections,
  namesPeople,
}: Required<Pick<WorkToReassignProps, 'sections' | 'namesPeople'>>) {
  return (
    <Box component="ul" aria-label="Waiting work" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
      {sections.map(({ kind, count, urgentCount, rows }) => (
        <li key={kind}>
          <strong>
            {count} {NOUNS[kind][count === 1 ? 0 : 1]}
            {urgentCount === 0 ? '' : ` (${urgentCount} ${kind === 'orders' ? 'STAT' : 'urgent'})`}
          </strong>
          {rows.length === 0 ? '' : `: ${rows.map((row) => itemText(row, namesPeople)).join('; ')}`}
          {rows.length > 0 && count > rows.length ? `; and ${count - rows.length} more` : ''}
        </li>
      ))}
    </Box>
  );
}

const itemText = ({ label, patientName, person }: WorkItem, namesPerson: boolean) =>
  `${patientName === null ? label : `${label}, ${patientName}`}${namesPerson ? ` (for ${personName(person)})` : ''}`;

interface Taker {
  readonly id: string;
  readonly label: string;
}

async function findTakers(search: string, signal: AbortSignal): Promise<readonly Taker[]> {
  const { users } = await call(userList, { query: { search, pageSize: '10' }, signal });
  return users.map((user) => ({ id: user.id, label: `${personNameWithTitle(user)} (${user.username})` }));
}

import type { DictationGroup, DictationGroupDetail } from '@portal/contract/dictation-groups';
import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen } from '@testing-library/react';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import {
  aRow,
  IDS,
  NOW,
  PROVIDER,
  TODAY,
  withClinic,
  WRITE,
  type Person,
} from '../../test/dictation-fixtures.ts';
import { GroupsPanel } from '../GroupsPanel.tsx';

/** API calls of the panel. */
export const GROUPS = `GET /dictation/group/date/${TODAY}`;
export const FREE = `GET /dictation/group/${TODAY}/available`;
export const ELSEWHERE = `GET /dictation/group/${TODAY}/elsewhere`;
export const GROUP = `GET /dictation/group/${IDS.group}`;

/** A group on the session date; any property can be overridden. */
export const aGroup = (change: Partial<DictationGroup> = {}): DictationGroup => ({
  id: IDS.group,
  groupName: 'Morning',
  notes: null,
  providerId: IDS.provider,
  providerName: 'Jane Roe',
  locationId: IDS.office,
  locationName: 'Main Street',
  procedureDate: TODAY,
  dictationCount: 2,
  signedCount: 0,
  completedCount: 1,
  draftCount: 0,
  createdAt: NOW,
  version: 1,
  ...change,
});
/** The same with its dictations. */
export const aGroupDetail = (change: Partial<DictationGroupDetail> = {}): DictationGroupDetail => ({
  ...aGroup(),
  dictations: [aRow(), aRow({ id: IDS.second, patientName: 'Poe, Max', status: 'Saved' })],
  ...change,
});
/** A dictation for a group's list, grouped or not. */
export const groupable = (id: string, patientName: string, isGrouped = false) => ({
  id,
  isGrouped,
  groupName: isGrouped ? 'Morning' : null,
  patientName,
  patientMRN: '00000042',
  procedureName: 'Block',
  status: 'Completed',
  providerId: IDS.provider,
  locationId: IDS.office,
});

const CHOICE = { providerId: IDS.provider, locationId: IDS.office, sessionDate: TODAY };
const Panel = () => <GroupsPanel choice={CHOICE} />;

export interface PanelOptions {
  readonly group?: DictationGroupDetail;
  readonly isOpen?: boolean;
  readonly user?: Person;
  readonly permissions?: readonly PermissionName[];
  readonly prepare?: (server: FakeServer) => void;
}

/** Opens the groups panel; with `isOpen`, one group is open. */
export async function openPanel({
  group = aGroupDetail(),
  isOpen = true,
  user = PROVIDER,
  permissions = WRITE,
  prepare,
}: PanelOptions = {}) {
  const server = withClinic(createFakeServer());
  server.on(GROUPS, { body: [aGroup()] });
  server.on(GROUP, { body: group });
  server.on(FREE, { body: [groupable(IDS.second, 'Poe, Max'), groupable(IDS.third, 'Fox, Kim')] });
  server.on(ELSEWHERE, { body: { onDate: 0, otherDates: 0 } });
  server.on('POST /dictation/findings', { body: [] });
  prepare?.(server);
  const at = isOpen ? `/dictations?group=${IDS.group}` : '/dictations';
  const page = await showPage({ server, pages: { '/dictations': Panel }, at, permissions, user });
  if (isOpen) await screen.findByRole('dialog');
  return { ...page, server };
}

/** Request bodies of a call. */
export const sent = (server: FakeServer, call: string) =>
  server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
/** Clicks the last button with this name: the one in the open dialog, if the page has one with the same name. */
export const pressButton = (name: string) => {
  const found = screen.getAllByText(name, { selector: 'button' }).at(-1);
  if (found === undefined) throw new Error(`no button ${name}`);
  fireEvent.click(found);
};

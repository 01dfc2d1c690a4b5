import type { DictationGroup, DictationGroupDetail } from '@portal/contract/dictation-groups';
import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen } from '@testing-library/react';
import { createFakeServer } from '#lib/test/fake-server.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aRow, IDS, NOW, PROVIDER, TODAY, withClinic, WRITE } from './dictation-fixtures.ts';
import type { Person } from './dictation-fixtures.ts';
import { GroupsPanel } from './GroupsPanel.tsx';

/** Calls of the panel. */
export const GROUPS = `GET /dictation/group/date/${TODAY}`;
export const FREE = `GET /dictation/group/${TODAY}/available`;
export const GROUP = `GET /dictation/group/${IDS.group}`;

/** A group of the session's day; anything can be set. */
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
/** A dictation that can be chosen for a group, unless it is in one. */
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

/** The groups of the session's day; `isOpen`: with one of them open. */
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
  server.on('POST /dictation/empty-places', { body: [] });
  prepare?.(server);
  const at = isOpen ? `/dictations?group=${IDS.group}` : '/dictations';
  const page = await showPage({ server, pages: { '/dictations': Panel }, at, permissions, user });
  if (isOpen) await screen.findByRole('dialog');
  return { ...page, server };
}

/** The bodies that a call was sent with. */
export const sent = (server: FakeServer, call: string) =>
  server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
/** Presses the button in front: that of the open dialog, where the page has one of the same name. */
export const pressButton = (name: string) => {
  const found = screen.getAllByText(name, { selector: 'button' }).at(-1);
  if (found === undefined) throw new Error(`no button ${name}`);
  fireEvent.click(found);
};

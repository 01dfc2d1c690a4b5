import type { WorkSection } from '@portal/contract/waiting-work';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { FakeServer } from './fake-server.ts';
import { aListedUser } from './people.ts';

/** Open phone messages that wait for Ann Smith, one of them urgent; accepts overrides. */
export function aWorkSection(change: Partial<WorkSection> = {}): WorkSection {
  const person = { id: '22222222-2222-4222-8222-000000000001', firstName: 'Ann', lastName: 'Smith' };
  return {
    kind: 'messages',
    count: 6,
    urgentCount: 1,
    rows: [
      {
        id: '88888888-8888-4888-8888-000000000001',
        label: 'MSG-2026-000007',
        patientName: 'Quill, Ida',
        patientId: '11111111-1111-4111-8111-000000000001',
        isUrgent: true,
        person,
      },
    ],
    ...change,
  };
}

/** A row of the user list for "Reassign to". */
export const TAKER = aListedUser({
  id: '22222222-2222-4222-8222-000000000009',
  username: 'tford',
  firstName: 'Tom',
  lastName: 'Ford',
});

/** Chooses Tom Ford under "Reassign to". */
export async function chooseTaker(user: UserEvent, server: FakeServer): Promise<void> {
  server.on('GET /user/list', { body: { users: [TAKER], totalCount: 1, totalCountIsApproximate: false } });
  await user.click(await screen.findByLabelText('Reassign to'));
  await user.paste('ford');
  await user.click(await screen.findByText('Tom Ford (tford)'));
}

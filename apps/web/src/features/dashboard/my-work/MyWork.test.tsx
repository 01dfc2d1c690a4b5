import { signedIn } from '@portal/contract/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BuiltPages } from '#lib/built-pages.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aWorkSection } from '#lib/test/waiting-work.ts';
import { MyWork } from './MyWork.tsx';

const id = (number: number) => `11111111-1111-4111-8111-00000000000${number}`;
const none = { rows: [], totalCount: 0, totalCountIsApproximate: false };
const section = (...rows: unknown[]) => ({ ...none, rows, totalCount: rows.length });
const draft = { templateId: id(1), templateName: 'Epidural', procedureDate: '', patientId: null };
const at = '2026-11-20T15:00:00.000Z';

async function show(answer: Answer, isBuilt = true) {
  const server = createFakeServer();
  server.on('GET /dashboard/my-work', answer);
  const Page = () => (
    <BuiltPages value={() => (isBuilt ? signedIn : undefined)}>
      <MyWork />
    </BuiltPages>
  );
  return { ...(await showPage({ server, at: '/', pages: { '/': Page } })), server };
}

describe('My Work', () => {
  it('links each unfinished dictation to its editor', async () => {
    const saved = {
      ...draft,
      draftId: null,
      dictationId: id(2),
      patientName: 'Lee, Ann (00000042)',
      updatedAt: at,
    };
    const unsaved = { ...draft, draftId: id(3), dictationId: null, patientName: null, updatedAt: at };
    await show({ body: { drafts: section(saved, unsaved) } });
    const list = within(await screen.findByRole('region', { name: 'My unfinished dictations 2' }));
    expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['View all', '/dictations'],
      ['Lee, Ann (00000042)', `/dictations/${id(2)}/edit`],
      ['No patient selected', `/dictations/new?template=${id(1)}&draft=${id(3)}`],
    ]);
    expect(list.getByText('Not saved')).toBeTruthy();
  });

  it('opens the team’s timecards at a card to correct', async () => {
    const card = {
      id: id(4),
      userId: id(5),
      userName: 'Lee, Ann',
      workDate: '2026-11-19',
      isComplete: false,
      isUnconfirmed: true,
    };
    const own = { ...card, id: id(6), userName: 'Roe, Jo', isComplete: true, isUnconfirmed: false };
    await show({ body: { corrections: { ...section(card), rows: [card, own], totalCount: 12 } } });
    const list = within(await screen.findByRole('region', { name: 'Timecards to correct 12' }));
    expect(list.getByText('11/19/2026, still clocked in')).toBeTruthy();
    expect(list.getByText('11/19/2026, own correction to confirm')).toBeTruthy();
    expect(list.getByRole('link', { name: 'Lee, Ann' }).getAttribute('href')).toBe(
      `/timecard/reports?tab=team&userId=${id(5)}&startDate=2026-11-19&endDate=2026-11-19`,
    );
  });

  it('says in an empty list what will appear there, and shows the clock', async () => {
    await show({
      body: { messages: none, clock: { state: 'OnLunch', clockInTime: at, isTooLong: false } },
    });
    expect(await screen.findByText(/Phone messages assigned to you appear here/)).toBeTruthy();
    expect(await screen.findByText(/^On lunch break, clocked in since Nov 20, 10:00 AM$/)).toBeTruthy();
    expect(screen.queryByText('View all')).toBeNull();
  });

  it('lists unassigned work, urgent first, with whom it waited for', async () => {
    const drafts = aWorkSection({ kind: 'drafts', count: 1, urgentCount: 0 });
    const [row] = aWorkSection().rows;
    const note = { ...row, id: id(8), label: 'Epidural', patientName: null, isUrgent: false };
    await show({ body: { unassigned: [{ ...drafts, rows: [note] }, aWorkSection()] } });
    const list = within(await screen.findByRole('region', { name: 'Unassigned work 7' }));
    expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['View all', '/messages?unassigned=true'],
      ['Phone message MSG-2026-000007, Quill, Ida', `/messages/${row?.id ?? ''}`],
      ['Draft dictation Epidural', `/dictations/${id(8)}`],
    ]);
    expect(list.getAllByText('Waited for Ann Smith, who can no longer do it')).toHaveLength(2);
    expect(list.getByText('Urgent')).toBeTruthy();
  });

  it('has no links to pages that the user may not open', async () => {
    const saved = { ...draft, draftId: null, dictationId: id(2), patientName: 'Lee, Ann (1)', updatedAt: at };
    await show({ body: { drafts: section(saved) } }, false);
    expect(await screen.findByText('Lee, Ann (1)')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('is hidden from a user who may see none of it', async () => {
    const { server } = await show({ body: {} });
    await waitFor(() => expect(server.countOf('GET /dashboard/my-work')).toBe(1));
    await waitFor(() => expect(screen.queryByText('My Work')).toBeNull());
  });

  it('offers to retry after a failure', async () => {
    const { server, user } = await show({ status: 400 });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on('GET /dashboard/my-work', { body: { messages: none } });
    await user.click(retry);
    expect(await screen.findByText('My open messages')).toBeTruthy();
  });
});

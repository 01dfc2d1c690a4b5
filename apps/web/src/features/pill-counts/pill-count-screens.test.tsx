import type { CurrentUser } from '@portal/contract/session';
import type { PermissionName } from '@portal/domain/permissions';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { AppThemeProvider } from '#ui/AppThemeProvider.tsx';
import { PatientPillCounts } from './PatientPillCounts.tsx';
import { ADA, aSavedCount, COUNT_ID, judged, pillCountServer } from './test/pill-count-fixtures.ts';
import { PillCountPage } from './PillCountPage.tsx';
import { PillCountRecordPage } from './PillCountRecordPage.tsx';
// Preload the large chart module, so that no test has to wait for it.
import '#ui/charts/TimeLine.tsx';

const CALCULATOR = `/pill-count?patient=${ADA.id}`;
const HISTORY = `${CALCULATOR}&tab=history`;
const RECORD = `/pill-count/${COUNT_ID}`;

function show(
  at: string,
  server: FakeServer = pillCountServer(aSavedCount()),
  user: Partial<CurrentUser> = {},
  permissions: readonly PermissionName[] = ['Patient.View'],
) {
  return showPage({
    server,
    at,
    permissions,
    user: { roles: ['ProviderPhysician'], ...user },
    pages: {
      '/pill-count': PillCountPage,
      '/pill-count/:id': PillCountRecordPage,
      // Charts take their colors from the portal's theme.
      '/patients/:id': () => (
        <AppThemeProvider>
          <PatientPillCounts patientId={ADA.id} />
        </AppThemeProvider>
      ),
    },
  });
}
const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
const chip = (text: string) => screen.queryByText(text, { selector: '.list-chip-label' });

const widthsIn = (bars: HTMLElement) =>
  Array.from(bars.querySelectorAll<HTMLElement>('div[style]'), ({ style }) => style.width);

describe('result', () => {
  it.each([
    [{ pillsRemaining: 20 }, 'Appropriate', '0 days', 'Pills remaining match the expected count'],
    [{ pillsRemaining: 19 }, 'Appropriate', '1 day', '1 pill under: fewer remain than expected'],
    [
      { pillsPerDay: 2, pillsRemaining: 13 },
      'Minor Variance',
      '1.5 days',
      '3 pills over: more remain than expected',
    ],
    [{ pillsRemaining: 22 }, 'Moderate Variance', '2 days', '2 pills over: more remain than expected'],
    [{ pillsRemaining: 17 }, 'Moderate Variance', '3 days', '3 pills under: fewer remain than expected'],
    [{ pillsRemaining: 16 }, 'Significant Variance', '4 days', '4 pills under: fewer remain than expected'],
    // A third of a day over three days.
    [
      { pillsPerDay: 0.3, pillsRemaining: 26 },
      'Significant Variance',
      '3.33 days',
      '1 pill under: fewer remain than expected',
    ],
  ])('of %j', async (change, status, variance, overUnder) => {
    await show(RECORD, pillCountServer(aSavedCount(change)));
    await screen.findByText('Result');
    await waitFor(() => expect(chip(status)).not.toBeNull());
    expect([figure('Variance'), figure('Over / Under')]).toEqual([variance, overUnder]);
    expect(chip('Carry-over')).toBeNull();
  });

  it('on the day of the prescription has no average use', async () => {
    await show(RECORD, pillCountServer(aSavedCount({ prescriptionDate: '2026-11-21', pillsRemaining: 30 })));
    await screen.findByText('Average Daily Use');
    expect([figure('Days Since Prescription'), figure('Average Daily Use')]).toEqual(['0', '—']);
  });

  it('of more pills than available is marked and fills the counted bar', async () => {
    await show(RECORD, pillCountServer(aSavedCount({ pillsRemaining: 33 })));
    const bars = await screen.findByLabelText('Pills remaining: 20 expected, 33 counted');
    expect(chip('Carry-over')).not.toBeNull();
    expect(screen.getByText(/some carried over from an earlier prescription/)).toBeTruthy();
    expect(widthsIn(bars)).toEqual([expect.stringMatching(/^60\.606\d*%$/), '100%']);
  });

  it('of zero pills shows two empty bars', async () => {
    await show(RECORD, pillCountServer(aSavedCount({ pillsPerDay: 3, pillsRemaining: 0 })));
    const bars = await screen.findByLabelText('Pills remaining: 0 expected, 0 counted');
    expect(widthsIn(bars)).toEqual(['0%', '0%']);
  });
});

describe('calculator', () => {
  it('shows field errors from the server and keeps the form', async () => {
    const server = pillCountServer();
    const { user } = await show(CALCULATOR, server);
    server.on('POST /pillcount/calculate', {
      status: 400,
      body: {
        message: 'Some fields need attention.',
        errors: { prescriptionDate: ['The prescription date cannot be in the future'] },
      },
    });
    await screen.findByLabelText(/^Prescription Date/);
    for (const [label, text] of [
      [/^Prescription Date/, '11/11/2026'],
      [/^Pills Given/, '30'],
      [/^Pills per Day/, '1'],
      [/^Pills Remaining/, '20'],
    ] as const) {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    }
    await user.click(screen.getByText('Calculate'));
    expect(await screen.findByText('The prescription date cannot be in the future')).toBeTruthy();
    server.on('POST /pillcount/calculate', { body: judged() });
    await user.click(screen.getByText('Calculate'));
    expect(await screen.findByText('Pills remaining match the expected count')).toBeTruthy();
  });

  it('asks before changing the patient only if something was entered', async () => {
    const { user, router } = await show(CALCULATOR, pillCountServer());
    await user.click(await screen.findByLabelText(/^Pills Given/));
    await user.paste('30');
    await user.click(screen.getByText('Change Patient'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByText('Stay'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText(/^Pills Given/)).toHaveProperty('value', '30');
    await user.click(screen.getByText('History'));
    expect(await screen.findByRole('tab', { name: 'History', selected: true })).toBeTruthy();
    await user.click(screen.getByText('Change Patient'));
    await user.click(await screen.findByText('Stay'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(screen.getByText('Calculator'));
    await user.clear(await screen.findByLabelText(/^Pills Given/));
    await user.click(screen.getByText('Change Patient'));
    expect(await screen.findByText('Select a patient')).toBeTruthy();
    expect(router.state.location.search).toBe('');
  });

  it.each([
    [{ status: 404, body: { message: 'Not found' } }, 'Patient not found'],
    [{ status: 422, body: {} }, 'Failed to load patient details'],
  ])('shows why a patient cannot be loaded', async (answer, text) => {
    const server = pillCountServer();
    server.on(`GET /patient/${ADA.id}`, answer);
    await show(CALCULATOR, server);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Change Patient')).toBeTruthy();
  });
});

describe('history', () => {
  it('shows pills given, pills remaining and provider of each count', async () => {
    await show(HISTORY);
    await screen.findByText('Oxycodone 5 mg');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Prescription',
      'Prescribed',
      'Given',
      'Per Day',
      'Remaining',
      'Status',
      'Variance',
      'Counted',
      'Provider',
      'Actions',
    ]);
  });

  it('shows an empty state', async () => {
    await show(HISTORY, pillCountServer());
    expect(await screen.findByText('No saved pill counts')).toBeTruthy();
  });

  it('shows an error and reloads on Retry', async () => {
    const server = pillCountServer();
    server.on(`GET /pillcount/patient/${ADA.id}`, { status: 400 });
    const { user } = await show(HISTORY, server);
    expect(await screen.findByText('Failed to load pill count history')).toBeTruthy();
    server.on(`GET /pillcount/patient/${ADA.id}`, {
      body: { data: [aSavedCount()], totalCount: 1, totalCountIsApproximate: false },
    });
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByText('Oxycodone 5 mg')).toBeTruthy();
  });

  it('prints all counts, and shows its page again', async () => {
    const counts = Array.from({ length: 101 }, (_, index) =>
      aSavedCount(
        {},
        {
          id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          prescriptionName: `Prescription ${index + 1}.`,
        },
      ),
    );
    const server = pillCountServer();
    server.on(`GET /pillcount/patient/${ADA.id}`, ({ query }) => {
      const [page, pageSize] = [Number(query.get('page')), Number(query.get('pageSize'))];
      return {
        body: {
          data: counts.slice((page - 1) * pageSize, page * pageSize),
          totalCount: counts.length,
          totalCountIsApproximate: false,
        },
      };
    });
    const { user } = await show(HISTORY, server);
    await screen.findByText('Prescription 1.');
    const table = screen.getByRole('table', { name: 'Pill count history' });
    const shown = () => table.querySelectorAll('tbody tr').length;
    const onScreen = shown();
    expect(onScreen).toBeLessThan(counts.length);
    const papers: string[] = [];
    const printed = vi.spyOn(window, 'print').mockImplementation(() => {
      act(() => {
        window.dispatchEvent(new Event('beforeprint'));
      });
      papers.push(`${shown()} ${document.body.textContent}`);
      act(() => {
        window.dispatchEvent(new Event('afterprint'));
      });
    });
    onTestFinished(() => printed.mockRestore());
    await user.click(screen.getByText('Print'));
    await waitFor(() => expect(papers).toHaveLength(1));
    expect(papers[0]).toMatch(/^101 .*Prescription 1\..*Prescription 101\..*All rows of the list: 101/);
    expect(shown()).toBe(onScreen);
  });

  it('does not print when the other counts cannot be loaded', async () => {
    const server = pillCountServer(aSavedCount());
    const { user } = await show(HISTORY, server);
    await screen.findByText('Oxycodone 5 mg');
    const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    onTestFinished(() => printed.mockRestore());
    server.on(`GET /pillcount/patient/${ADA.id}`, { status: 422, body: {} });
    await user.click(screen.getByText('Print'));
    expect(await screen.findAllByText('Failed to load all rows')).toBeTruthy();
    expect(printed).not.toHaveBeenCalled();
  });

  it('names a prescription without a name by its date, and lets an Admin delete any count', async () => {
    const others = { id: ADA.id, firstName: 'Priya', lastName: 'Raman' };
    const count = aSavedCount({}, { prescriptionName: null, provider: others });
    const { user } = await show(HISTORY, pillCountServer(count), { roles: ['Admin'] });
    await user.click(await screen.findByLabelText('Delete Prescription dated 11/11/2026'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(/^The prescription dated 11\/11\/2026 with 20 pills remaining will be removed/),
    ).toBeTruthy();
  });
});

describe('saved count', () => {
  it('is deleted after confirmation and returns to the history of its patient', async () => {
    const server = pillCountServer(aSavedCount());
    const { user, router } = await show(RECORD, server);
    await user.click(await screen.findByText('Delete'));
    const dialog = within(await screen.findByRole('alertdialog'));
    server.on(`DELETE /pillcount/${COUNT_ID}`, { status: 204 });
    await user.click(dialog.getByText('Delete'));
    await waitFor(() =>
      expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(HISTORY),
    );
    expect(server.countOf(`DELETE /pillcount/${COUNT_ID}`)).toBe(1);
  });

  it('of another user cannot be deleted', async () => {
    await show(RECORD, pillCountServer(aSavedCount()), { id: ADA.id });
    await screen.findByText('Result');
    expect(screen.queryByText('Delete')).toBeNull();
  });

  it.each([
    ['with a link for users who may view patients', ['Patient.View'], `/patients/${ADA.id}`],
    ['a name only to others', [], undefined],
  ] as const)('shows its patient: %s', async (_name, permissions, href) => {
    await show(RECORD, undefined, {}, permissions);
    await screen.findByText('Result');
    const value = screen.getByText('Patient', { selector: 'dt' }).nextElementSibling;
    expect(value?.textContent).toBe('Moss, Ada (00000042)');
    expect(value?.querySelector('a')?.getAttribute('href')).toBe(href);
  });

  it.each([
    [{ status: 404, body: { message: 'Not found' } }, 'This pill count does not exist or was deleted.'],
    [{ status: 422, body: {} }, 'Failed to load pill count history'],
  ])('shows why it cannot be loaded', async (answer, text) => {
    const server = pillCountServer();
    server.on(`GET /pillcount/${COUNT_ID}`, answer);
    await show(RECORD, server);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('patient tab', () => {
  it('links to a new count for the patient and shows no trend for a single count', async () => {
    await show(`/patients/${ADA.id}`);
    await screen.findByText('Oxycodone 5 mg');
    expect(screen.getByText('New Pill Count').getAttribute('href')).toBe(CALCULATOR);
    expect(screen.queryByText('Do the pill counts match?')).toBeNull();
  });

  it('shows the trend of two counts', async () => {
    const second = aSavedCount({ pillsRemaining: 17 }, { id: ADA.id, prescriptionName: 'Second' });
    await show(`/patients/${ADA.id}`, pillCountServer(aSavedCount(), second));
    const table = await screen.findByRole('table', { name: 'Do the pill counts match?' });
    // Both are of one day, and each is a row with a link to its count.
    expect(Array.from(table.querySelectorAll('a'), (link) => link.getAttribute('href'))).toHaveLength(2);
  });
});

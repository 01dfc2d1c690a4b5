import type { Office } from '@portal/contract/offices';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { anEntry, anOffice } from './test/office-fixtures.ts';
import { OfficesPage } from './OfficesPage.tsx';

const main = anOffice({ userCount: 2, fax: '15551234567', ipWhitelists: [anEntry()] });
const hill = anOffice({
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Hill Surgery',
  address: '7 Hill Road',
  city: 'Annapolis',
  state: 'MD',
  zipCode: '21401-2417',
  phone: '4105550160',
  superAdminOnly: true,
  isSurgeryCenter: true,
});

async function list(offices: readonly Office[] = [hill, main], at = '/offices') {
  const server = createFakeServer();
  server.on('GET /office', { body: offices });
  const page = await showPage({
    server,
    pages: { '/offices': OfficesPage },
    at,
    permissions: ['Admin.ManageOffices'],
  });
  return { ...page, server };
}

// By text, because role queries on a whole table are slow in jsdom.
async function row(name: string): Promise<HTMLTableRowElement> {
  const found = (await screen.findByText(name)).closest('tr');
  if (found === null) throw new Error(`There is no row ${name}`);
  return found;
}
const names = () => Array.from(document.querySelectorAll('tbody th'), ({ textContent }) => textContent);
const href = (name: string) => screen.getByLabelText(name).getAttribute('href');

describe('office management', () => {
  it('shows its columns', async () => {
    await list();
    const cells = Array.from((await row('Main Street')).cells, ({ textContent }) => textContent);
    expect(Array.from(document.querySelectorAll('thead th'), ({ textContent }) => textContent)).toEqual([
      'Office Name',
      'Address',
      'City',
      'State',
      'Phone / Fax',
      'Users',
      'IP Whitelist',
      'Status',
      'Actions',
    ]);
    expect(cells.slice(1, 8)).toEqual([
      '1 Main Street',
      'Reston',
      'VA 20190',
      '(555) 123-4567 ext. 89 · Fax 1 (555) 123-4567',
      '2',
      '1',
      'Active',
    ]);
  });

  it('marks SuperAdmin-only offices and surgery centers', async () => {
    await list();
    const marks = within(await row('Hill Surgery'));
    expect(marks.getByText('SuperAdmin Only')).toBeTruthy();
    expect(marks.getByText('Surgery Center')).toBeTruthy();
    expect(within(await row('Main Street')).queryByText('SuperAdmin Only')).toBeNull();
  });

  it('links to the form, the whitelist and a new office', async () => {
    await list();
    await row('Main Street');
    expect(href('Edit Main Street')).toBe(`/offices/${main.id}/edit`);
    expect(href('Manage IP whitelist Main Street')).toBe(`/offices/${main.id}/ip-whitelist`);
    expect(screen.getByText('Add Office').getAttribute('href')).toBe('/offices/new');
  });

  it.each([
    ['/offices', 'No offices found'],
    ['/offices?search=zzz', 'No offices found matching your search criteria'],
  ])('shows at %s without offices: "%s"', async (at, text) => {
    await list([], at);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each(['surgery', '7 hill road', 'annapolis', 'MD', 'hill 21401-2417'])(
    'finds an office by %s',
    async (search) => {
      await list([hill, main], `/offices?search=${encodeURIComponent(search)}`);
      await row('Hill Surgery');
      expect(names()).toEqual([expect.stringMatching(/^Hill Surgery/)]);
    },
  );

  it('sorts by name, city, state, phone and both counts, and by nothing else', async () => {
    const { router } = await list();
    await row('Main Street');
    const heads = Array.from(
      document.querySelectorAll<HTMLElement>('thead th [role="button"]'),
      ({ textContent }) => textContent,
    );
    expect(heads).toEqual(['Office Name', 'City', 'State', 'Phone / Fax', 'Users', 'IP Whitelist']);
    const sortedBy = () => new URLSearchParams(router.state.location.search).get('orderBy') ?? 'name';
    for (const [header, key] of [
      ['City', 'city'],
      ['State', 'state'],
      ['Phone / Fax', 'phone'],
      ['Users', 'userCount'],
      ['IP Whitelist', 'ipWhitelistCount'],
      ['Office Name', 'name'],
    ] as const) {
      fireEvent.click(screen.getByText(header));
      await waitFor(() => expect(names()[0]).toMatch(/^Hill Surgery/));
      fireEvent.click(screen.getByText(header));
      await waitFor(() => expect(names()[0]).toMatch(/^Main Street/));
      expect(sortedBy()).toBe(key);
    }
  });

  it('sorts in the browser and searches on Enter, both kept in the URL', async () => {
    const { user, router, server } = await list();
    await row('Main Street');
    await user.click(screen.getByText('Users'));
    await user.click(screen.getByText('Users'));
    await waitFor(() => expect(names()[0]).toMatch(/^Main Street/));
    await user.type(screen.getByLabelText('Search offices'), 'reston{Enter}');
    await waitFor(() => expect(names()).toEqual(['Main Street']));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?search=reston&orderBy=userCount&sortDirection=desc'),
    );
    await user.click(screen.getByText('Clear Filters'));
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(screen.getByLabelText('Search offices')).toHaveProperty('value', '');
    expect(server.countOf('GET /office')).toBe(1);
  });

  it('shows inactive offices with a switch', async () => {
    const { user, server } = await list();
    await row('Main Street');
    await user.click(screen.getByLabelText('Show inactive'));
    await row('Main Street');
    expect(server.calls.findLast(({ path }) => path === '/office')?.query.get('includeInactive')).toBe(
      'true',
    );
  });

  it('shows "Failed to fetch offices" if the server sends no message', async () => {
    const server = createFakeServer();
    server.on('GET /office', { status: 500 });
    await showPage({ server, pages: { '/offices': OfficesPage }, at: '/offices' });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch offices');
  });
});

describe('deleting an office', () => {
  it('asks, deletes and reloads the list', async () => {
    const { user, server } = await list();
    await user.click(await screen.findByLabelText('Delete Hill Surgery'));
    expect(await screen.findByText('Delete office?')).toBeTruthy();
    server.on(`DELETE /office/${hill.id}`, { status: 204 });
    server.on('GET /office', { body: [main] });
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Hill Surgery was deleted', { selector: 'output span' });
    expect(server.countOf(`DELETE /office/${hill.id}`)).toBe(1);
  });

  it('is refused while it has users, with the reason', async () => {
    const { user, server, router } = await list();
    await user.click(await screen.findByLabelText('Delete Main Street'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^2 users belong to Main Street/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Edit office' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/offices/${main.id}/edit`));
    expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });
});

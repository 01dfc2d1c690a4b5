import type { RoleName } from '@portal/domain/roles';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { anOffice } from './test/office-fixtures.ts';
import { OfficeFormPage } from './OfficeFormPage.tsx';

const saved = anOffice();
const EDIT = `/offices/${saved.id}/edit`;

async function form(at: string, role: RoleName = 'Admin') {
  const server = createFakeServer();
  server.on(`GET /office/${saved.id}`, { body: saved });
  const page = await showPage({
    server,
    pages: { '/offices/new': OfficeFormPage, '/offices/:id/edit': OfficeFormPage },
    at,
    permissions: ['Admin.ManageOffices'],
    user: { roles: [role] },
  });
  await screen.findByRole('button', { name: 'Save' });
  return { ...page, server, path: () => page.router.state.location.pathname };
}

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }));

async function fill(user: UserEvent) {
  const texts: [RegExp, string][] = [
    [/Office Name/, 'Hill'],
    [/Address/, '2 Hill Road'],
    [/City/, 'Reston'],
    [/State/, 'va'],
    [/ZIP/, '201901234'],
    [/Phone/, '5551234567x89'],
    [/Fax/, '4105550123'],
  ];
  for (const [name, text] of texts) await user.type(field(name), text);
}

describe('office form', () => {
  it('formats while typing, sends digits only and returns to the list', async () => {
    const { user, server, path } = await form('/offices/new');
    await fill(user);
    expect(field(/Phone/).value).toBe('(555) 123-4567 ext. 89');
    expect(field(/Fax/).value).toBe('(410) 555-0123');
    expect(field(/State/).value).toBe('VA');
    server.on('POST /office', { status: 201, body: anOffice({ name: 'Hill' }) });
    await save(user);
    await screen.findByText('Page /offices');
    expect(path()).toBe('/offices');
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Hill',
      address: '2 Hill Road',
      city: 'Reston',
      state: 'VA',
      zipCode: '20190-1234',
      phone: '555123456789',
      fax: '4105550123',
      npi: null,
      superAdminOnly: false,
      isSurgeryCenter: false,
    });
  });

  it('shows which fields are required', async () => {
    const { user, server } = await form('/offices/new');
    await save(user);
    for (const label of ['Name', 'Address', 'City', 'State', 'ZIP code', 'Phone']) {
      expect(await screen.findByText(`${label} is required`)).toBeTruthy();
    }
    expect(screen.queryByText('Fax is required')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field(/Office Name/)));
    expect(server.countOf('POST /office')).toBe(0);
  });

  it('shows that the server could not be reached and keeps the input', async () => {
    const { user, server } = await form('/offices/new');
    await fill(user);
    server.on('POST /office', () => Promise.reject(new TypeError('network')));
    await save(user);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to save office');
    expect(alert.textContent).toContain(
      'The server could not be reached. Check your connection and try again.',
    );
    expect(field(/Office Name/).value).toBe('Hill');
  });

  it('has a title, and returns to the list with Back and Cancel', async () => {
    await form('/offices/new');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add Office');
    for (const name of ['Back', 'Cancel']) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/offices');
    }
  });

  it('sends status and version when editing', async () => {
    const { user, server } = await form(EDIT);
    expect(field(/Phone/).value).toBe('(555) 123-4567 ext. 89');
    await user.click(screen.getByRole('switch', { name: 'Active' }));
    server.on(`PUT /office/${saved.id}`, { body: { ...saved, isActive: false } });
    await save(user);
    await screen.findByText('Page /offices');
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      phone: '555123456789',
      isActive: false,
      version: 4,
    });
  });

  it.each([
    ['Admin', true],
    ['SuperAdmin', false],
  ] as const)('shows the SuperAdmin-only checkbox to %s, disabled: %s', async (role, isDisabled) => {
    await form(EDIT, role);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'SuperAdmin only' }).disabled).toBe(
      isDisabled,
    );
  });

  it('shows another user’s changes after a stale save', async () => {
    const { user, server } = await form(EDIT);
    await user.type(field(/Address/), ' West');
    server.on(`PUT /office/${saved.id}`, {
      status: 409,
      body: { message: 'Stale', code: 'STALE', current: anOffice({ city: 'Herndon', version: 5 }) },
    });
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    expect([field(/City/).value, field(/Address/).value]).toEqual(['Herndon', '1 Main Street West']);
  });
});

describe('office form errors', () => {
  it.each([
    [{ status: 500 }, 'Failed to save office'],
    [
      { status: 409, body: { message: 'An office with this name already exists', code: 'CONFLICT' } },
      'already exists',
    ],
    [{ status: 422, body: { message: 'The map is full.' } }, 'The map is full.'],
  ])('show the server’s message, or else the fallback, after a failed save', async (answer, text) => {
    const { user, server } = await form(EDIT);
    server.on(`PUT /office/${saved.id}`, answer);
    await save(user);
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it('show "Failed to load office"', async () => {
    const server = createFakeServer();
    server.on(`GET /office/${saved.id}`, { status: 500 });
    await showPage({ server, pages: { '/offices/:id/edit': OfficeFormPage }, at: EDIT });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load office');
  });
});

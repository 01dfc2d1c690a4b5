import { MAX_LOGO_BYTES } from '@portal/domain/letterhead';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { PRACTICE } from '#lib/test/practice.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { LetterheadPage } from './LetterheadPage.tsx';

const LOGO = { id: 'a'.repeat(64), width: 600, height: 200 };
const OFFICE = {
  name: 'Elm Clinic',
  address: '9 Elm Street',
  city: 'Towson',
  state: 'MD',
  zipCode: '21204',
  phone: '4105550123',
  fax: null,
};

async function show(logo: typeof LOGO | null = LOGO) {
  const server = createFakeServer();
  server.on('GET /practice/letterhead', { body: { logo, version: 3 } });
  server.on('GET /practice', { body: { ...PRACTICE, logo, office: OFFICE } });
  const page = await showPage({
    server,
    pages: { '/offices/letterhead': LetterheadPage },
    at: '/offices/letterhead',
    permissions: ['Admin.ManageOffices'],
  });
  return { ...page, server };
}

describe('the letterhead', () => {
  it('shows the logo and previews what is printed', async () => {
    await show();
    const logo = await screen.findByRole('img', { name: 'Logo of the practice' });
    expect(logo.getAttribute('src')).toBe(`/api/practice/logo/${LOGO.id}`);
    for (const text of [
      'Riverside Spine Clinic',
      'Elm Clinic',
      '9 Elm Street, Towson, MD 21204',
      'Phone (410) 555-0123',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('removes the logo, and puts it back with Undo', async () => {
    const { server, user } = await show();
    server.on('PUT /practice/logo', { body: { logo: null, version: 4 } });
    await user.click(await screen.findByRole('button', { name: 'Remove Logo' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.countOf('PUT /practice/logo')).toBe(2));
    expect(server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { logo: null, version: 3 },
      { logo: LOGO.id, version: 4 },
    ]);
  });

  it('refuses a file of more than 2 MB in words, without sending it', async () => {
    const { user } = await show(null);
    await screen.findByText('No logo yet');
    const file = new File([new Uint8Array(MAX_LOGO_BYTES + 1)], 'logo.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Logo file'), file);
    expect((await screen.findByRole('alert')).textContent).toContain('Files can be at most 2 MB.');
  });
});

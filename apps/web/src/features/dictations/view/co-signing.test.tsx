import type { Dictation } from '@portal/contract/dictations';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aDictation, IDS, NOW, PROVIDER, WRITE, withClinic } from '../test/dictation-fixtures.ts';
import { DictationEditorPage } from '../DictationEditorPage.tsx';
import { answer, button } from '../editor/test/editor-fixtures.ts';

const PATH = `/dictation/${IDS.dictation}`;
const SUPERVISOR = { id: IDS.colleague, firstName: 'Lisa', lastName: 'Moore' };
const AWAITING = {
  state: 'Awaiting',
  supervisor: SUPERVISOR,
  requestedAt: NOW,
  returned: null,
  signature: null,
} as const;
const RETURNED = {
  ...AWAITING,
  state: 'Returned',
  returned: { reason: 'The level is missing.', byUser: SUPERVISOR, returnedAt: NOW },
} as const;
const CO_SIGNED = {
  ...AWAITING,
  state: 'CoSigned',
  signature: {
    userId: IDS.colleague,
    name: 'Lisa Moore',
    title: 'MD',
    signedAt: NOW,
    contentHash: 'cd'.repeat(32),
    addendumCount: 0,
  },
} as const;
const signed = (coSignature: Dictation['coSignature']) =>
  aDictation({
    status: 'Signed',
    signedAt: NOW,
    signature: { name: 'Jane Roe', title: 'MD', signedAt: NOW, contentHash: 'ab'.repeat(32), hashVersion: 2 },
    coSignature,
  });

/** Shows a signed dictation, to a physician who did not sign it by default. */
async function view(
  coSignature: Dictation['coSignature'],
  user: { id: string; roles: string[] } = { id: IDS.colleague, roles: ['ProviderPhysician'] },
) {
  const server = withClinic(createFakeServer());
  server.on(`GET ${PATH}`, { body: signed(coSignature) });
  const page = await showPage({
    server,
    pages: { '/dictations/:id': DictationEditorPage },
    at: `/dictations/${IDS.dictation}`,
    permissions: WRITE,
    user,
  });
  await screen.findByText('Block for Lee, Ann (00000042)');
  return { ...page, server };
}
const offered = () =>
  ['Send Back', 'Co-Sign'].filter((name) => screen.queryByRole('button', { name }) !== null);

describe('a dictation that needs a co-signature', () => {
  it.each([
    ['another physician, awaiting', AWAITING, ['ProviderPhysician'], IDS.colleague, ['Send Back', 'Co-Sign']],
    ['another physician, sent back', RETURNED, ['ProviderPhysician'], IDS.colleague, ['Co-Sign']],
    ['another physician, co-signed', CO_SIGNED, ['ProviderPhysician'], IDS.colleague, []],
    ['another physician, none needed', null, ['ProviderPhysician'], IDS.colleague, []],
    ['its provider', AWAITING, ['ProviderPhysician'], IDS.provider, []],
    ['a mid-level provider', AWAITING, ['ProviderMidLevel'], IDS.colleague, []],
    ['a SuperAdmin', AWAITING, ['SuperAdmin'], IDS.assistant, []],
  ] as const)('offers the right steps to %s', async (_who, coSignature, roles, id, steps) => {
    await view(coSignature, { id, roles: [...roles] });
    expect(offered()).toEqual(steps);
  });

  it('says whose co-signature it awaits, and with which signature it ends', async () => {
    await view(AWAITING, PROVIDER);
    expect(screen.getByText('Awaits co-signature of Lisa Moore.')).toBeTruthy();
    expect(screen.getByText('Awaits co-signature')).toBeTruthy();
    expect(
      screen.getByText(/^Electronically signed by Jane Roe, MD on .+ Awaits co-signature of Lisa Moore$/u),
    ).toBeTruthy();
  });

  it('shows its provider why it was sent back', async () => {
    const { user } = await view(RETURNED, PROVIDER);
    expect(
      screen.getByText('Sent back by Lisa Moore on 11/21/2026 10:00 AM: The level is missing.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Addendum' }));
    expect(
      within(await screen.findByRole('dialog')).getByText('Lisa Moore asks: The level is missing.'),
    ).toBeTruthy();
  });

  it('is co-signed as it is shown, after a question', async () => {
    const { server, user } = await view(AWAITING);
    server.on(`POST ${PATH}/co-sign`, {
      status: 409,
      body: { message: 'Already co-signed', code: 'CONFLICT' },
    });
    await user.click(button('Co-Sign'));
    await user.click(answer('Co-Sign'));
    await screen.findByText('Already co-signed');
    server.on(`POST ${PATH}/co-sign`, { body: signed(CO_SIGNED) });
    server.on(`GET ${PATH}`, { body: signed(CO_SIGNED) });
    await user.click(answer('Co-Sign'));
    await screen.findByText('Lee, Ann – Block co-signed');
    await waitFor(() => expect(offered()).toEqual([]));
    expect(server.calls.find(({ path }) => path === `${PATH}/co-sign`)?.body).toEqual({ version: 3 });
  });

  it('is sent back with a reason', async () => {
    const { server, user } = await view(AWAITING);
    server.on(`POST ${PATH}/co-sign/send-back`, { body: signed(RETURNED) });
    await user.click(button('Send Back'));
    await user.type(within(screen.getByRole('alertdialog')).getByRole('textbox'), 'The level is missing.');
    server.on(`GET ${PATH}`, { body: signed(RETURNED) });
    await user.click(answer('Send Back'));
    await screen.findByText('Lee, Ann – Block sent back');
    expect(server.calls.find(({ path }) => path === `${PATH}/co-sign/send-back`)?.body).toEqual({
      reason: 'The level is missing.',
      version: 3,
    });
  });
});

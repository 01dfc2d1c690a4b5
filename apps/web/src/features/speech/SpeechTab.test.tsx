import { act, screen, waitFor } from '@testing-library/react';
import { SPEECH_TOPIC } from '@portal/contract/speech';
import { expect, it } from 'vitest';
import { changedTopic } from '#lib/live/live.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { SpeechTab } from './SpeechTab.tsx';

const SETTINGS = { words: 'Zilretta', commandWord: 'portal', version: 3 };

async function openTab() {
  const server = createFakeServer();
  server.on('GET /speech', { body: SETTINGS });
  server.on('PUT /admin/speech', ({ body }) => ({ body }));
  const { user } = await showPage({ server, at: '/', pages: { '/': SpeechTab } });
  const words = await screen.findByLabelText<HTMLTextAreaElement>('Words');
  const choose = (text: string) =>
    user.upload(
      screen.getByLabelText('CSV file with words'),
      new File([text], 'words.csv', { type: 'text/csv' }),
    );
  const saved = () => server.calls.find(({ method }) => method === 'PUT')?.body;
  return { server, user, words, choose, saved };
}

it('words for speech are imported from a file and saved', async () => {
  const { user, words, choose, saved } = await openTab();
  await choose('Word\nsphenopalatine ganglion\nzilretta\n');
  await waitFor(() => expect(words.value).toBe('Zilretta\nsphenopalatine ganglion'));
  await screen.findAllByText('1 word was added. Save to keep them.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved()).toEqual({ ...SETTINGS, words: 'Zilretta\nsphenopalatine ganglion' }));
});

it.each([
  ['Zilretta\n', /in the list already/u],
  [
    Array.from({ length: 4000 }, (_word, at) => `word${at}`).join('\n'),
    /^Nothing was imported: the list would have/u,
  ],
  ['a\0b', /is not a text file/u],
])('a file that adds nothing changes nothing, and the tab says why: %#', async (text, sentence) => {
  const { words, choose } = await openTab();
  await choose(text);
  await screen.findAllByText(sentence);
  expect(words.value).toBe('Zilretta');
});

it('what another manager saves is said at once, and shown before it is saved over', async () => {
  const { server, user, words } = await openTab();
  await user.type(words, '{End}{Enter}Hyalgan');
  act(() => changedTopic.emit(SPEECH_TOPIC));
  expect(
    await screen.findByText(/^While you were editing: The words for speech were changed\./u),
  ).toBeTruthy();
  server.on('PUT /admin/speech', {
    status: 409,
    body: { code: 'STALE', message: 'Changed', current: { ...SETTINGS, words: 'Synvisc', version: 4 } },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Synvisc/u)).toBeTruthy();
  expect(words.value).toBe('Zilretta\nHyalgan');
});

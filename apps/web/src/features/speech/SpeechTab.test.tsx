import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { SpeechTab } from './SpeechTab.tsx';

it('words for speech are imported from a file and saved', async () => {
  const server = createFakeServer();
  server.on('GET /speech', { body: { words: 'Zilretta', commandWord: 'portal' } });
  server.on('PUT /admin/speech', ({ body }) => ({ body }));
  const { user } = await showPage({ server, at: '/', pages: { '/': SpeechTab } });
  const file = new File(['Word\nsphenopalatine ganglion\nzilretta\n'], 'words.csv', { type: 'text/csv' });
  await user.upload(await screen.findByLabelText('CSV file with words'), file);
  const words = screen.getByLabelText<HTMLTextAreaElement>('Words');
  await waitFor(() => expect(words.value).toBe('Zilretta\nsphenopalatine ganglion'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      words: 'Zilretta\nsphenopalatine ganglion',
      commandWord: 'portal',
    }),
  );
});

import { contentOf } from '@portal/domain/template/test/content-of';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import { aDictation, IDS, NOW } from '../test/dictation-fixtures.ts';
import {
  answer,
  button,
  choose,
  EDIT,
  NEW,
  openEditor,
  press,
  saves,
  side,
  technique,
  write,
} from './test/editor-fixtures.ts';

withFakeTime(NOW);

const SIGN = `POST /dictation/${IDS.dictation}/sign`;
const finish = () => press('Enter', { ctrlKey: true, shiftKey: true });
const signed = ({ calls }: FakeServer) =>
  calls.filter(({ path }) => path.endsWith('/sign')).map(({ path }) => path.split('/')[2]);

/** A dictation whose report text has a blank for the needle. */
const withBlank: Parameters<typeof openEditor>[0] = {
  stored: {
    formData: { side: 'Left' },
    structure: {
      sections: contentOf(
        { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
        { id: 'needle', label: 'Needle' },
        {
          id: 'summary',
          label: 'Summary',
          type: 'textarea',
          dependsOn: 'needle',
          dependencyType: 'dynamic_text',
          defaultTemplate: 'A {{needle}} needle was used.',
        },
      ).sections,
    },
  },
};

describe('signing', () => {
  it('saves the text as Completed and signs that version', async () => {
    const { server, person } = await openEditor();
    write('Mine');
    await pass(1000);
    await person.click(button('Submit & Sign'));
    await screen.findByText('Page /dictations');
    await screen.findAllByText('Dictation signed');
    expect(saves(server)).toMatchObject([{ status: 'Completed', formData: { technique: 'Mine' } }]);
    expect(server.calls.find(({ path }) => path.endsWith('/sign'))?.body).toEqual({ version: 4 });
  });

  it('reports a failed signature and retries without saving again', async () => {
    const { server, person, path } = await openEditor();
    server.on(SIGN, { status: 500 });
    write('Mine');
    await pass(1000);
    await person.click(button('Submit & Sign'));
    await screen.findByText('Failed to submit dictation');
    expect([path(), technique().value]).toEqual([EDIT, 'Mine']);
    server.on(SIGN, { body: aDictation({ status: 'Signed', version: 5 }) });
    await person.click(button('Submit & Sign'));
    await screen.findByText('Page /dictations');
    expect(saves(server)).toHaveLength(1);
    expect(signed(server)).toHaveLength(2);
  });

  it('moves to the saved dictation’s URL when saving works and signing fails', async () => {
    const { server, person, path } = await openEditor({ at: NEW });
    server.on(SIGN, { status: 500 });
    choose(side(), 'Left');
    write('Mine');
    await pass(1000);
    await person.click(button('Submit & Sign'));
    await waitFor(() => expect(path()).toBe(`/dictations/${IDS.dictation}`));
    expect(technique().value).toBe('Mine');
    expect(screen.getByText('Failed to submit dictation')).toBeTruthy();
    expect(server.countOf('POST /dictation')).toBe(1);
  });

  it('saves another provider’s dictation for review instead of signing it', async () => {
    await openEditor({ stored: { providerId: IDS.colleague, providerName: 'Max Poe' } });
    expect(button('Save for Physician Review')).toBeTruthy();
    expect(screen.queryByText('Submit & Sign')).toBeNull();
    expect(screen.getByText(/Only the dictation’s provider can sign it/u)).toBeTruthy();
    const provider = screen.getByLabelText<HTMLSelectElement>(/^Provider/u);
    await waitFor(() => expect(provider.selectedOptions[0]?.textContent).toContain('Max Poe'));
  });

  it('asks about a blank, jumps to its field, and signs anyway on confirmation', async () => {
    const { server, person } = await openEditor(withBlank);
    await pass(1000);
    await person.click(button('Submit & Sign'));
    const question = await screen.findByRole('alertdialog', { name: 'Sign without correcting this?' });
    await person.click(within(question).getByText('Needle is empty in Summary.'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Needle')));
    expect(signed(server)).toEqual([]);

    await person.click(button('Submit & Sign'));
    await screen.findByRole('alertdialog', { name: 'Sign without correcting this?' });
    await person.click(answer('Sign Anyway'));
    await screen.findByText('Page /dictations');
    expect(signed(server)).toEqual([IDS.dictation]);
  });
});

/** Opens the first of two pending dictations. */
async function openFirst() {
  const pending = [
    aDictation({ id: IDS.dictation }),
    aDictation({ id: IDS.second, patientName: 'Poe, Max' }),
  ];
  return openEditor({
    prepare: (server) => {
      server.on('GET /dictation/pending', () => ({
        body: pending.filter(({ status }) => status === 'Completed'),
      }));
      for (const [at, { id }] of pending.entries()) {
        server.on(`GET /dictation/${id}`, () => ({ body: pending[at] }));
        server.on(`PUT /dictation/${id}`, () => ({ body: pending[at] }));
        server.on(`POST /dictation/${id}/sign`, () => {
          pending[at] = aDictation({ id, status: 'Signed', signedAt: NOW });
          return { body: pending[at] };
        });
      }
    },
  });
}

describe('signing several dictations in a row', () => {
  it('does not sign by click or shortcut until the dictation has been on screen for a second', async () => {
    const { server, path } = await openFirst();
    await screen.findByText('1 of 2 pending');
    await pass(1000);
    button('Sign & Next Pending').click();
    await waitFor(() => expect(path()).toBe(`/dictations/${IDS.second}/edit`));
    await waitFor(() => expect(button('Submit & Sign').disabled).toBe(true));
    expect(signed(server)).toEqual([IDS.dictation]);

    button('Submit & Sign').click();
    finish();
    await pass(500);
    finish();
    expect(button('Submit & Sign').disabled).toBe(true);
    expect(signed(server)).toEqual([IDS.dictation]);

    await pass(500);
    expect(button('Submit & Sign').disabled).toBe(false);
    finish();
    await waitFor(() => expect(signed(server)).toEqual([IDS.dictation, IDS.second]));
  });
});

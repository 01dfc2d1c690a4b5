import { dictationChange } from '@portal/contract/dictations';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import { aDictation, aPatient, ASSISTANT, IDS, NOW } from '../test/dictation-fixtures.ts';
import {
  answer,
  billingOption,
  button,
  choose,
  EDIT,
  autosaveText,
  sentDrafts,
  NEW,
  openEditor,
  press,
  saves,
  storeDraft,
  technique,
  write,
} from './test/editor-fixtures.ts';

withFakeTime(NOW);

const PUT = `PUT /dictation/${IDS.dictation}`;
const REVIEW = 'Save for Physician Review';
const MISSING = 'Please complete the following required fields: Side, Technique';

describe('saving for review', () => {
  it('names empty required fields, focuses the first, and sends nothing', async () => {
    const { server, person, path } = await openEditor({ user: ASSISTANT, stored: { formData: {} } });
    await person.click(button(REVIEW));
    await screen.findByText(MISSING);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement?.closest('label, div')?.textContent).toContain('Side');
    expect(saves(server)).toEqual([]);
    expect(path()).toBe(EDIT);
  });

  it('shows a validation error from the server and keeps the text', async () => {
    const { server, person, path } = await openEditor({
      user: ASSISTANT,
      prepare: (on) =>
        on.on(PUT, { status: 400, body: { message: `${MISSING}, Needle`, code: 'VALIDATION' } }),
    });
    write('Mine');
    await person.click(button(REVIEW));
    await screen.findByText(`${MISSING}, Needle`);
    expect(saves(server)).toMatchObject([{ status: 'Saved', formData: { technique: 'Mine' } }]);
    expect(technique().value).toBe('Mine');
    expect(path()).toBe(EDIT);
    // The save failed, so the draft is autosaved.
    await waitFor(() => expect(sentDrafts(server).at(-1)?.content.formData['technique']).toBe('Mine'));
  });

  it('saves with status Saved and returns to the list', async () => {
    const { server, person } = await openEditor({ user: ASSISTANT });
    await person.click(button(REVIEW));
    await screen.findByText('Page /dictations');
    await screen.findAllByText('Dictation saved for physician review');
    expect(saves(server)).toMatchObject([{ status: 'Saved', version: 3 }]);
  });

  it('asks before leaving during a save, and says elsewhere that it failed', async () => {
    const gate = Promise.withResolvers<void>();
    const { router, person } = await openEditor({
      user: ASSISTANT,
      prepare: (on) =>
        on.on(PUT, async () => {
          await gate.promise;
          return { status: 500 };
        }),
    });
    button(REVIEW).click();
    await waitFor(() => expect(button('Save Draft').disabled).toBe(true));
    void router.navigate('/dictations');
    await screen.findByText('Leave while saving?');
    await person.click(answer('Leave'));
    await screen.findByText('Page /dictations');
    gate.resolve();
    await screen.findAllByText('The dictation was not saved. What you entered is kept as a draft.');
  });

  it('saves once when pressed repeatedly during a save', async () => {
    const gate = Promise.withResolvers<void>();
    const { server } = await openEditor({
      user: ASSISTANT,
      prepare: (on) =>
        on.on(PUT, async () => {
          await gate.promise;
          return { status: 500 };
        }),
    });
    button(REVIEW).click();
    await waitFor(() => expect(button('Save Draft').disabled).toBe(true));
    press('s', { ctrlKey: true });
    press('Enter', { ctrlKey: true, shiftKey: true });
    gate.resolve();
    await screen.findByText('Failed to save dictation for review');
    expect(saves(server)).toHaveLength(1);
    expect(button('Save Draft').disabled).toBe(false);
  });
});

describe('saving a draft', () => {
  it('requires only a patient and shows the time', async () => {
    const { server, person, path } = await openEditor({ user: ASSISTANT, stored: { formData: {} } });
    await person.click(button('Save Draft'));
    await waitFor(() => expect(autosaveText()).toBe('Draft saved 10:00 AM'));
    expect(saves(server)).toMatchObject([{ status: 'Draft' }]);
    expect(path()).toBe(EDIT);
  });

  it('bases later drafts on the saved version', async () => {
    const { server, person } = await openEditor();
    write('Saved');
    await person.click(button('Save Draft'));
    await waitFor(() => expect(autosaveText()).toMatch(/^Draft saved/u));
    write('After');
    await waitFor(() => expect(autosaveText()).toMatch(/^All changes autosaved/u));
    expect(sentDrafts(server).at(-1)).toMatchObject({ baseVersion: 4, revision: 0 });
    await person.click(button('Save Draft'));
    await waitFor(() => expect(saves(server)).toHaveLength(2));
    expect(saves(server).map(({ version }) => version)).toEqual([3, 4]);
  });

  it('waits for an autosave that is on its way, and bases the save on its text', async () => {
    const gate = Promise.withResolvers<void>();
    const { server } = await openEditor({
      prepare: (on) =>
        on.on('PUT /dictation/drafts/:id', async (seen) => {
          await gate.promise;
          return storeDraft(seen);
        }),
    });
    write('Mine');
    await waitFor(() => expect(sentDrafts(server)).toHaveLength(1));
    button('Save Draft').click();
    await waitFor(() => expect(button('Submit & Sign').disabled).toBe(true));
    await pass(1000);
    expect(saves(server)).toEqual([]);
    gate.resolve();
    await waitFor(() => expect(autosaveText()).toBe('Draft saved 10:00 AM'));
    expect(saves(server)).toMatchObject([{ formData: { technique: 'Mine' } }]);
  });

  it('keeps the text after a failure and retries with the same key', async () => {
    const { server, person } = await openEditor({ at: NEW });
    server.on('POST /dictation', () => Promise.reject(new TypeError('network')));
    write('Mine');
    await person.click(button('Save Draft'));
    const alert = await screen.findByText('Failed to save dictation');
    expect(alert.closest('[role=alert]')?.textContent).toContain('The server could not be reached.');
    expect(technique().value).toBe('Mine');
    await person.click(button('Save Draft'));
    await waitFor(() => expect(server.countOf('POST /dictation')).toBe(2));
    const keys = server.calls
      .filter(({ path }) => path === '/dictation')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
    expect(screen.getByText('New Dictation')).toBeTruthy();
  });

  it('asks for a missing patient and focuses the field', async () => {
    const { server, person } = await openEditor({ at: NEW.replace(`&patientId=${IDS.patient}`, '') });
    await person.click(button('Save Draft'));
    await waitFor(() => expect(screen.getAllByText('Please select a patient')).toHaveLength(2));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Patient/u));
    expect(server.countOf('POST /dictation')).toBe(0);
  });

  it('warns about a deactivated patient', async () => {
    await openEditor({
      prepare: (on) => on.on(`GET /patient/${IDS.patient}`, { body: aPatient({ isActive: false }) }),
    });
    expect(await screen.findByText('This patient is inactive')).toBeTruthy();
  });
});

describe('returning a completed dictation to draft', () => {
  it('asks for confirmation; Cancel changes nothing', async () => {
    const { server, person } = await openEditor({ stored: { status: 'Completed' } });
    await person.click(button('Save Draft'));
    await screen.findByRole('alertdialog', { name: 'Return to draft?' });
    await person.click(answer('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(saves(server)).toEqual([]);
    await person.click(button('Save Draft'));
    await screen.findByRole('alertdialog', { name: 'Return to draft?' });
    await person.click(answer('Save Draft'));
    await waitFor(() => expect(saves(server)).toMatchObject([{ status: 'Draft' }]));
  });

  it('does not ask when it is reassigned, because it returns to review', async () => {
    const { server, person } = await openEditor({ stored: { status: 'Completed' } });
    await screen.findByText('Max Poe, MD');
    choose(screen.getByLabelText(/^Provider/u), IDS.colleague);
    await screen.findByText(/Saving returns this dictation to Saved/u);
    await person.click(button('Save Draft'));
    await screen.findAllByText('Dictation saved for physician review');
    expect(saves(server)).toMatchObject([{ providerId: IDS.colleague }]);
  });
});

describe('a no-show', () => {
  it('requires no template fields and keeps the entries', async () => {
    const { server, person } = await openEditor({
      user: ASSISTANT,
      stored: { formData: { technique: 'Entered' } },
    });
    choose(billingOption(), 'noshow-patient');
    await screen.findByText(/A no-show needs no entries here/u);
    expect(screen.queryByLabelText(/^Technique/u)).toBeNull();
    choose(billingOption(), 'standard');
    expect(technique().value).toBe('Entered');
    choose(billingOption(), 'noshow-provider');
    await person.click(button(REVIEW));
    await screen.findByText('Page /dictations');
    expect(saves(server)).toMatchObject([
      { status: 'Saved', billingOption: 'noshow-provider', formData: { technique: 'Entered' } },
    ]);
  });
});

it('shows a value that the server replaced', async () => {
  const { server, person } = await openEditor({
    prepare: (on) =>
      on.on(PUT, ({ body }) => {
        const { formData } = dictationChange.parse(body);
        return {
          body: aDictation({
            status: 'Draft',
            version: 4,
            formData: { ...formData, technique: 'Of Bob Ray' },
          }),
        };
      }),
  });
  await person.click(button('Save Draft'));
  await waitFor(() => expect(technique().value).toBe('Of Bob Ray'));
  expect(saves(server)).toMatchObject([{ formData: { technique: 'Stored' } }]);
});

it('keeps newer text on screen when only a repeated older save succeeds', async () => {
  const { server, person } = await openEditor({ at: NEW, user: ASSISTANT });
  server.on('POST /dictation', () => Promise.reject(new TypeError('network')));
  write('One');
  await person.click(button('Save Draft'));
  await screen.findByText('Failed to save dictation');
  server.on('POST /dictation', { body: aDictation({ status: 'Draft', formData: { technique: 'One' } }) });
  server.on(PUT, { status: 503 });
  write('Two');
  await person.click(button('Save Draft'));
  await waitFor(() => expect(saves(server)).toMatchObject([{ formData: { technique: 'Two' } }]));
  await waitFor(() => expect(autosaveText()).toMatch(/^All changes autosaved/u));
  expect(technique().value).toBe('Two');
  expect(sentDrafts(server).at(-1)).toMatchObject({
    dictationId: IDS.dictation,
    content: { formData: { technique: 'Two' } },
  });
});

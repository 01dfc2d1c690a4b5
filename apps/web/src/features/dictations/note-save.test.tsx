import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withFakeTime } from '#lib/test/fake-time.ts';
import { aPatient, ASSISTANT, IDS, NOW } from './dictation-fixtures.ts';
import {
  answer,
  billingOption,
  button,
  choose,
  EDIT,
  keepNote,
  keptDrafts,
  NEW,
  openEditor,
  press,
  saves,
  technique,
  write,
} from './editor-fixtures.ts';

withFakeTime(NOW);

const PUT = `PUT /dictation/${IDS.dictation}`;
const REVIEW = 'Save for Physician Review';
const MISSING = 'Please complete the following required fields: Side, Technique';

describe('saving for review', () => {
  it('sends nothing while required fields are empty, names them and goes to the first', async () => {
    const { server, person, path } = await openEditor({ user: ASSISTANT, stored: { formData: {} } });
    await person.click(button(REVIEW));
    await screen.findByText(MISSING);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement?.closest('label, div')?.textContent).toContain('Side');
    expect(saves(server)).toEqual([]);
    expect(path()).toBe(EDIT);
  });

  it('shows the refusal of a server that knows of required fields which the page does not', async () => {
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
    // Not saved, so it is kept.
    await waitFor(() => expect(keptDrafts(server).at(-1)?.content.formData['technique']).toBe('Mine'));
  });

  it('is Saved at the server, and the list comes next', async () => {
    const { server, person } = await openEditor({ user: ASSISTANT });
    await person.click(button(REVIEW));
    await screen.findByText('Page /dictations');
    await screen.findAllByText('Dictation saved for physician review');
    expect(saves(server)).toMatchObject([{ status: 'Saved', version: 3 }]);
  });

  it('one press saves once, however often it is pressed while it is under way', async () => {
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
  it('needs no more than a patient, and says when it was saved', async () => {
    const { server, person, path } = await openEditor({ user: ASSISTANT, stored: { formData: {} } });
    await person.click(button('Save Draft'));
    await waitFor(() => expect(keepNote()).toBe('Draft saved 10:00'));
    expect(saves(server)).toMatchObject([{ status: 'Draft' }]);
    expect(path()).toBe(EDIT);
  });

  it('what is typed afterwards is a draft of the saved version', async () => {
    const { server, person } = await openEditor();
    write('Saved');
    await person.click(button('Save Draft'));
    await waitFor(() => expect(keepNote()).toMatch(/^Draft saved/u));
    write('After');
    await waitFor(() => expect(keepNote()).toMatch(/^All changes kept/u));
    expect(keptDrafts(server).at(-1)).toMatchObject({ baseVersion: 4, revision: 0 });
    await person.click(button('Save Draft'));
    await waitFor(() => expect(saves(server)).toHaveLength(2));
    expect(saves(server).map(({ version }) => version)).toEqual([3, 4]);
  });

  it('says what failed and how to go on; the text stays and the next try is the same dictation', async () => {
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

  it('names the patient where none is chosen, and goes there', async () => {
    const { server, person } = await openEditor({ at: NEW.replace(`&patientId=${IDS.patient}`, '') });
    await person.click(button('Save Draft'));
    await waitFor(() => expect(screen.getAllByText('Please select a patient')).toHaveLength(2));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Patient/u));
    expect(server.countOf('POST /dictation')).toBe(0);
  });

  it('warns of a patient who was deactivated', async () => {
    await openEditor({
      prepare: (on) => on.on(`GET /patient/${IDS.patient}`, { body: aPatient({ isActive: false }) }),
    });
    expect(await screen.findByText('This patient is deactivated')).toBeTruthy();
  });
});

describe('making a completed dictation a draft again', () => {
  it('asks first; Cancel leaves it as it is', async () => {
    const { server, person } = await openEditor({ stored: { status: 'Completed' } });
    await person.click(button('Save Draft'));
    await screen.findByRole('alertdialog', { name: 'Make this a draft again?' });
    await person.click(answer('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(saves(server)).toEqual([]);
    await person.click(button('Save Draft'));
    await screen.findByRole('alertdialog', { name: 'Make this a draft again?' });
    await person.click(answer('Save Draft'));
    await waitFor(() => expect(saves(server)).toMatchObject([{ status: 'Draft' }]));
  });

  it('does not ask where the change gives it to another provider: it goes back to review', async () => {
    const { server, person } = await openEditor({ stored: { status: 'Completed' } });
    await screen.findByText('Max Poe, MD');
    choose(screen.getByLabelText(/^Provider/u), IDS.colleague);
    await screen.findByText(/Saving puts this note back to Saved/u);
    await person.click(button('Save Draft'));
    await screen.findAllByText('Dictation saved for physician review');
    expect(saves(server)).toMatchObject([{ providerId: IDS.colleague }]);
  });
});

describe('a no-show', () => {
  it('asks for no fields of the template, keeps what was entered and saves it', async () => {
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

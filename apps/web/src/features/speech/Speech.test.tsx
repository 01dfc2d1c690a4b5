import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createFakeSpeech, type FakeSpeech } from '#lib/speech/test/fake-recognizer.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Speech } from './Speech.tsx';

const schema = z.strictObject({ note: z.string().max(60), side: z.string(), plan: z.string() });
const SIDES = ['Left', 'Right'].map((side) => ({ value: side, label: side }));

const valueOf = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;

const mark = () => screen.queryByText(/^Spoken amounts/u)?.textContent ?? null;

/** A form with two texts where one writes and a choice between them. */
async function openForm({ isReadOnly = false } = {}) {
  const server = createFakeServer();
  server.on('GET /speech', { body: { words: 'Zilretta', commandWord: 'portal', version: 1 } });
  server.on('POST /speech/uses', { status: 204 });
  const saved: unknown[] = [];
  function Page() {
    const form = useAppForm(schema, {
      defaultValues: { note: '', side: '', plan: '' },
      errorFallback: 'Failed',
      onSubmit: async (values) => void saved.push(values),
    });
    return (
      <Speech>
        <Form form={form} guardsChanges={false} focusesFirst={false}>
          <FormTextField control={form.control} name="note" label="Note" rows={3} isWriting />
          <FormRadioGroup control={form.control} name="side" label="Side" options={SIDES} />
          <FormTextField control={form.control} name="plan" label="Plan" isWriting readOnly={isReadOnly} />
          <FormActions />
        </Form>
      </Speech>
    );
  }
  const { user } = await showPage({ server, at: '/', pages: { '/': Page } });
  /** Starts in a text with the key. */
  const listenIn = async (label: string) => {
    await screen.findAllByRole('button', { name: 'Speak' });
    await user.click(screen.getByLabelText(label));
    await user.keyboard('{Alt>}[KeyM]{/Alt}');
    await screen.findByText(`Listening in ${label}`);
  };
  return { server, user, saved, listenIn };
}

describe('speaking into a text', () => {
  let speech: FakeSpeech;
  beforeEach(() => {
    speech = createFakeSpeech();
    Element.prototype.scrollIntoView = () => undefined;
    vi.stubGlobal('SpeechRecognition', speech.SpeechRecognition);
    vi.stubGlobal('SpeechRecognitionPhrase', speech.SpeechRecognitionPhrase);
  });
  afterEach(() => vi.unstubAllGlobals());

  const say = (words: string, isFinal = true) => act(async () => speech.say(words, isFinal));

  it('writes what is final at the caret, and shows what is provisional', async () => {
    const { server, listenIn, user } = await openForm();
    await listenIn('Note');
    await say('the patient', false);
    expect(screen.getByText('the patient')).toBeTruthy();
    expect(valueOf('Note')).toBe('');
    await say('the patient was prone period');
    await say('forty milligrams');
    expect(valueOf('Note')).toBe('The patient was prone. 40 mg');
    expect(mark()).toBe('Spoken amounts, please check: 40 mg');
    expect(screen.getByLabelText('Note').getAttribute('aria-describedby')).toContain(
      screen.getByText(/^Spoken amounts/u).id,
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Listening in Note')).toBeNull());
    expect(valueOf('Note')).toBe('The patient was prone. 40 mg');
    expect(server.calls.find(({ path }) => path === '/speech/uses')?.body).toEqual({
      engine: 'browser',
      dictationId: null,
      patientId: null,
    });
    expect(speech.made.map(({ startedLocally }) => startedLocally)).toEqual([true]);
  });

  it('starts and stops with the microphone beside the text, and saves what was said', async () => {
    const { user, saved } = await openForm();
    const [, plan] = await screen.findAllByRole('button', { name: 'Speak' });
    await user.click(plan ?? document.body);
    await screen.findByText('Listening in Plan');
    await say('follow up in two weeks');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toEqual([{ note: '', side: '', plan: 'Follow up in 2 weeks' }]));
  });

  it('stops when the text is too long, and loses no word', async () => {
    const { listenIn } = await openForm();
    await listenIn('Note');
    await say('left '.repeat(20).trim());
    expect(valueOf('Note')).toMatch(/^Left( left){19}$/u);
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Stopped in Note: \d+ characters too many/u,
    );
  });

  it('obeys commands only while they are on', async () => {
    const { listenIn, user } = await openForm();
    await listenIn('Note');
    await say('portal next field');
    expect(valueOf('Note')).toBe('Portal next field');
    await user.click(screen.getByRole('switch', { name: 'Commands' }));
    await say('portal scratch that');
    expect(valueOf('Note')).toBe('');
    await say('portal go to side');
    await say('portal choose left');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Left' }).checked).toBe(true);
    await say('portal go to plan');
    await say('rest period');
    expect(valueOf('Plan')).toBe('Rest.');
    await say('portal sign');
    expect(screen.getByRole('alert').textContent).toContain('“sign” is not possible here');
    await say('portal stop');
    await waitFor(() => expect(screen.queryByText('Listening in Plan')).toBeNull());
  });

  it('writes words into the text in which they were begun', async () => {
    const { listenIn, user } = await openForm();
    await listenIn('Note');
    await say('left', false);
    await user.click(screen.getByLabelText('Plan'));
    await say('left knee');
    await say('rest');
    expect([valueOf('Note'), valueOf('Plan')]).toEqual(['Left knee', 'Rest']);
  });

  it('marks amounts until the text is left, and no longer if they were changed', async () => {
    const { listenIn, user } = await openForm();
    await listenIn('Note');
    await say('fifteen milligrams');
    await say('then fifty milligrams');
    expect(mark()).toBe('Spoken amounts, please check: 15 mg · 50 mg');
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(mark()).toBe('Spoken amounts, please check: 15 mg');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Speech' })).toBeNull());
    expect(mark()).toContain('15 mg');
    await user.click(screen.getByLabelText('Plan'));
    expect(mark()).toBeNull();
    expect(screen.getByLabelText('Note').getAttribute('aria-describedby') ?? '').toBe('');
  });

  it('offers nothing in a text that cannot be changed', async () => {
    const { user } = await openForm({ isReadOnly: true });
    expect(await screen.findAllByRole('button', { name: 'Speak' })).toHaveLength(1);
    await user.click(screen.getByLabelText('Plan'));
    await user.keyboard('{Alt>}[KeyM]{/Alt}');
    expect(screen.queryByRole('region', { name: 'Speech' })).toBeNull();
    expect(speech.made).toEqual([]);
  });

  it('keeps words for a text that can no longer be changed, and says why', async () => {
    const { listenIn } = await openForm();
    await listenIn('Note');
    screen.getByLabelText<HTMLTextAreaElement>('Note').readOnly = true;
    await say('rest');
    expect(valueOf('Note')).toBe('');
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be changed');
    expect(screen.getByText('Not written: rest')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  it('stops when another tab is looked at, and loses no word', async () => {
    const { listenIn } = await openForm();
    await listenIn('Note');
    await say('left', false);
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    hidden.mockRestore();
    expect(screen.getByRole('alert').textContent).toContain('another tab');
    expect(screen.getByText('Not written: left')).toBeTruthy();
    await say('right knee');
    expect(valueOf('Note')).toBe('');
  });

  it('keeps the session while somebody dictates', async () => {
    const { listenIn } = await openForm();
    await listenIn('Note');
    const active = vi.fn();
    window.addEventListener('beforeinput', active);
    await say('left');
    window.removeEventListener('beforeinput', active);
    expect(active).toHaveBeenCalled();
  });

  it.each([
    ['a Mac', { key: 'µ', code: 'KeyM', altKey: true }, true],
    ['a French keyboard', { key: 'm', code: 'Semicolon', altKey: true }, true],
    ['the key beside it', { key: ',', code: 'KeyM', altKey: true }, false],
    ['AltGr', { key: 'µ', code: 'KeyM', altKey: true, ctrlKey: true }, false],
  ])('starts with Alt+M: %s', async (_keyboard, key, isStart) => {
    const { user } = await openForm();
    await screen.findAllByRole('button', { name: 'Speak' });
    await user.click(screen.getByLabelText('Note'));
    const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true });
    act(() => void screen.getByLabelText('Note').dispatchEvent(event));
    expect(event.defaultPrevented).toBe(isStart);
    await waitFor(() => expect(speech.made).toHaveLength(isStart ? 1 : 0));
  });

  it('asks nothing before somebody speaks, but the browser about itself', async () => {
    const { server, user } = await openForm();
    await screen.findAllByRole('button', { name: 'Speak' });
    await user.type(screen.getByLabelText('Note'), 'rest');
    expect(server.calls.filter(({ path }) => path.startsWith('/speech'))).toEqual([]);
    expect(speech.made).toEqual([]);
  });

  it('starts without the words of the practice if they do not arrive', async () => {
    const { server, listenIn } = await openForm();
    server.on('GET /speech', { status: 503, body: { code: 'UNAVAILABLE', message: 'Later' } });
    await listenIn('Note');
    await say('rest');
    expect(valueOf('Note')).toBe('Rest');
  });

  it.each([
    ['not-allowed', /does not allow the microphone/u],
    ['audio-capture', /no other program uses it/u],
  ])('says what to do after %s', async (error, sentence) => {
    const { listenIn } = await openForm();
    await listenIn('Note');
    await act(async () => speech.made.at(-1)?.fail(error));
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  });

  it('asks before a language pack is loaded', async () => {
    speech.SpeechRecognition.available = () => Promise.resolve('downloadable');
    const { user } = await openForm();
    const [note] = await screen.findAllByRole('button', { name: 'Speak' });
    await user.click(note ?? document.body);
    const bar = within(await screen.findByRole('region', { name: 'Speech' }));
    expect(speech.made).toEqual([]);
    await user.click(bar.getByRole('button', { name: 'Load' }));
    expect(await screen.findByText(/^Speech is ready/u)).toBeTruthy();
  });

  it('offers nothing in a browser that cannot do it on the device', async () => {
    speech.SpeechRecognition.available = () => Promise.resolve('unavailable');
    const { user } = await openForm();
    await user.click(screen.getByLabelText('Note'));
    await user.keyboard('{Alt>}[KeyM]{/Alt}');
    expect(screen.queryByRole('button', { name: 'Speak' })).toBeNull();
    expect(speech.made).toEqual([]);
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import {
  button,
  NEW,
  openEditor,
  saves,
  sentDrafts,
  side,
  technique,
  write,
} from '../editor/test/editor-fixtures.ts';
import { aDictation, aPatient, aRow, IDS, NOW, TODAY } from '../test/dictation-fixtures.ts';

withFakeTime(NOW);

const DAY = '2026-11-02';
const NOTE = { id: IDS.second, status: 'Signed', procedureDate: DAY } as const;
const listOf = (...rows: readonly ReturnType<typeof aRow>[]) => ({
  body: { data: rows, totalCount: rows.length, totalCountIsApproximate: false },
});
const withEarlier = (server: FakeServer) => {
  server.on('GET /dictation', listOf(aRow(NOTE)));
  server.on(`GET /dictation/${IDS.second}`, {
    body: aDictation({ ...NOTE, formData: { side: 'Right', technique: 'As before' } }),
  });
};
const MARK = 'Carried from the note of 11/02/2026. Go through the field or change it to confirm.';
const carried = (isSeen: boolean) => ({ noteId: IDS.second, day: DAY, isSeen });

const dialog = () => within(screen.getByRole('dialog', { name: 'Carry forward' }));
async function open(person: UserEvent) {
  await person.click(button('Carry Forward'));
  await screen.findByLabelText('Fields to carry');
}
async function carry(person: UserEvent, ...labels: readonly (string | RegExp)[]) {
  await open(person);
  for (const label of labels) await person.click(dialog().getByLabelText(label));
  await person.click(dialog().getByText('Carry'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Carry forward' })).toBeNull());
}
/** Focuses a field and leaves it. */
const visit = (box: HTMLElement) => {
  fireEvent.focus(box);
  fireEvent.blur(box);
};

describe('carrying an earlier note forward', () => {
  it('asks for signed notes of the patient and template once it is opened, and shows both values', async () => {
    const { server, person } = await openEditor({ at: NEW, prepare: withEarlier });
    write('Typed');
    expect(server.countOf('GET /dictation')).toBe(0);
    await open(person);
    const [asked] = server.calls.filter(({ path }) => path === '/dictation');
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      patientId: IDS.patient,
      templateId: IDS.template,
      status: 'Signed',
      pageSize: '20',
      endDate: TODAY,
    });
    expect(
      dialog()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'SideEarlier: RightNow: emptyA side: check it',
      'TechniqueEarlier: As beforeNow: TypedReplaces what was entered here',
    ]);
  });

  it('carries all but what must be looked at alone, and marks it until it is left', async () => {
    const { server, person } = await openEditor({ at: NEW, prepare: withEarlier });
    await carry(person, /^All without dates/u);
    expect([technique().value, side().value]).toEqual(['As before', '']);
    await screen.findByText('1 field carried from the note of 11/02/2026. Look at each one before you sign.');
    expect(screen.getAllByText(MARK)).toHaveLength(1);
    await waitFor(() =>
      expect(sentDrafts(server).at(-1)?.content.editedFrom['technique']?.carried).toEqual(carried(false)),
    );
    visit(technique());
    expect(screen.queryByText(MARK)).toBeNull();
    await waitFor(() =>
      expect(sentDrafts(server).at(-1)?.content.editedFrom['technique']?.carried).toEqual(carried(true)),
    );
  });

  it('carries single fields, and the mark goes when the value is changed', async () => {
    const { person } = await openEditor({ at: NEW, prepare: withEarlier });
    await carry(person, 'Side', 'Technique');
    expect([technique().value, side().value]).toEqual(['As before', 'Right']);
    expect(screen.getAllByText(MARK)).toHaveLength(2);
    write('Changed');
    expect(screen.getAllByText(MARK)).toHaveLength(1);
  });

  it('is looked at by a click that gives no focus, as in Safari', async () => {
    const { person } = await openEditor({ at: NEW, prepare: withEarlier });
    await carry(person, 'Technique');
    fireEvent.click(technique());
    expect(screen.queryByText(MARK)).toBeNull();
  });

  it('forgets where a value is from once the field is emptied', async () => {
    const { server, person } = await openEditor({ at: NEW, prepare: withEarlier });
    await carry(person, 'Technique');
    write('');
    write('My own');
    await waitFor(() => expect(sentDrafts(server).at(-1)?.content.formData['technique']).toBe('My own'));
    expect(sentDrafts(server).at(-1)?.content.editedFrom['technique']?.carried).toBeUndefined();
  });

  it('marks what is different in texts that are alike, and shows what was said later about the note', async () => {
    const { person } = await openEditor({
      at: NEW,
      prepare: (server) => {
        withEarlier(server);
        const addendum = {
          id: IDS.group,
          text: 'It was the other knee.',
          reason: null,
          authorName: 'Ann Roe',
          authorTitle: null,
          createdAt: '2026-11-03T15:00:00Z',
        };
        server.on(`GET /dictation/${IDS.second}`, {
          body: aDictation({
            ...NOTE,
            formData: { technique: 'The skin was prepped and draped.' },
            addendums: [addendum],
          }),
        });
      },
    });
    write('The skin was numbed and draped.');
    await open(person);
    const marked = [...dialog().getByLabelText('Fields to carry').querySelectorAll('mark')];
    expect(marked.map(({ textContent }) => textContent)).toEqual(['prepped', 'numbed']);
    expect(dialog().getByText('Addendum of 11/03/2026: It was the other knee.')).toBeTruthy();
  });

  it('carries nothing from a note that has changed since, or that nobody can read now', async () => {
    const { server, person } = await openEditor({ at: NEW, prepare: withEarlier });
    const box = technique();
    await open(person);
    await person.click(dialog().getByLabelText('Technique'));
    const amended = aDictation({
      ...NOTE,
      formData: { technique: 'As before' },
      complications: 'A late one',
    });
    server.on(`GET /dictation/${IDS.second}`, { body: amended });
    await person.click(dialog().getByText('Carry'));
    await dialog().findByText(/^The earlier note has changed while you chose/u);
    expect(box.value).toBe('');
    server.on(`GET /dictation/${IDS.second}`, { status: 404, body: { message: 'Dictation not found' } });
    await person.click(dialog().getByText('Carry'));
    expect(await dialog().findByText('Dictation not found')).toBeTruthy();
    expect(box.value).toBe('');
    expect(dialog().getByLabelText('Earlier Note')).toBeTruthy();
  });

  it('says what must be looked at before signing, and does not sign until then', async () => {
    const { server, person } = await openEditor({ prepare: withEarlier });
    await carry(person, 'Side');
    await pass(1000);
    await person.click(button('Submit & Sign'));
    await screen.findByText('Side was carried from the note of 11/02/2026, and nobody has looked at it.');
    expect(saves(server)).toEqual([]);
  });

  it('asks for at least one field, and says when there is nothing', async () => {
    const { person } = await openEditor({ at: NEW, prepare: withEarlier });
    await open(person);
    await person.click(dialog().getByText('Carry'));
    expect(dialog().getByText('Please select at least one field')).toBeTruthy();
  });

  it('says that there is no earlier note', async () => {
    const { person } = await openEditor({
      at: NEW,
      prepare: (server) => server.on('GET /dictation', listOf()),
    });
    await person.click(button('Carry Forward'));
    expect(await screen.findByText('No earlier signed note of this patient with this template')).toBeTruthy();
  });

  it('is restored with a draft, with its marks', async () => {
    const { person } = await openEditor({
      stored: {
        formData: { side: 'Left', technique: 'As before' },
        editedFrom: { technique: { text: '', from: {}, carried: carried(false) } },
      },
      prepare: withEarlier,
    });
    expect(screen.getAllByText(MARK)).toHaveLength(1);
    await person.click(technique());
    await person.tab();
    expect(screen.queryByText(MARK)).toBeNull();
  });

  it('is taken out when the note gets another patient', async () => {
    const other = aPatient({ id: IDS.group, firstName: 'Ben', lastName: 'Fox' });
    const { person } = await openEditor({
      at: NEW,
      prepare: (server) => {
        withEarlier(server);
        server.on('GET /patient', {
          body: { data: [other, aPatient()], totalCount: 2, totalCountIsApproximate: false },
        });
        server.on(`GET /patient/${other.id}`, { body: other });
      },
    });
    await carry(person, 'Side', 'Technique');
    write('As before, but better');
    const choose = async (name: string) => {
      const picker = screen.getByLabelText<HTMLInputElement>(/^Patient/u);
      await person.clear(picker);
      await person.type(picker, name);
      await person.click(await screen.findByRole('option', { name: new RegExp(name, 'iu') }));
    };
    await choose('fox');
    await screen.findByText(/^These values were carried from a note of another patient/u);
    expect([technique().value, side().value]).toEqual(['', '']);
    expect(screen.getByText('Technique: As before, but better')).toBeTruthy();

    // A patient chosen by mistake costs nothing.
    side().focus();
    await person.selectOptions(side(), 'Left');
    await choose('lee');
    await waitFor(() => expect(technique().value).toBe('As before, but better'));
    expect(side().value).toBe('Left');
    expect(screen.queryByText(/^These values were carried from a note of another patient/u)).toBeNull();
  });
});

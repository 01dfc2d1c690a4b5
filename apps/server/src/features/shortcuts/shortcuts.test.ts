import { recentOpened } from '@portal/contract/recent';
import {
  practiceShortcutCreate,
  practiceShortcutDelete,
  practiceShortcutImport,
  practiceShortcutUpdate,
  shortcutCreate,
  shortcutDelete,
  shortcutImport,
  shortcutList,
  shortcutUpdate,
} from '@portal/contract/shortcuts';
import { MAX_SHORTCUTS } from '@portal/domain/shortcuts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const RISKS = { name: 'risks', text: 'Risks of the procedure on the {side} side were explained. ***' };
const changeOf = (id: string) => ({ params: { id }, body: RISKS });

describe('shortcuts', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const create = (user: SignedInUser, fields: Partial<typeof RISKS> = {}) =>
    portal.succeed(shortcutCreate, { body: { ...RISKS, ...fields } }, user);
  const createForPractice = (user: SignedInUser, fields: Partial<typeof RISKS> = {}) =>
    portal.succeed(practiceShortcutCreate, { body: { ...RISKS, ...fields } }, user);
  const namesOf = async (user: SignedInUser) =>
    (await portal.succeed(shortcutList, {}, user)).shortcuts.map(
      ({ name, isPractice }) => `${name}${isPractice ? ' of the practice' : ''}`,
    );

  it('are added, changed and deleted, and audited', async () => {
    const user = await signedInAs(portal, 'Staff');
    const shortcut = await create(user, { name: ' .Risks ' });
    expect(shortcut).toMatchObject({ ...RISKS, isPractice: false, version: 1 });
    const params = { id: shortcut.id };
    const body = { name: 'risk', text: 'None.\nNone at all.', version: 1 };
    expect(await portal.succeed(shortcutUpdate, { params, body }, user)).toMatchObject({
      ...body,
      version: 2,
    });
    await portal.succeed(shortcutDelete, { params }, user);
    expect(await namesOf(user)).toEqual([]);
    expect(await auditOf(portal, 'Shortcut', shortcut.id)).toMatchObject([
      { action: 'Created', user_id: user.id, new_values: { ...RISKS, isPractice: false } },
      { action: 'Updated', old_values: RISKS, new_values: { name: 'risk', text: body.text } },
      { action: 'Deleted', old_values: { name: 'risk' } },
    ]);
  });

  it('belong to their user, and everyone sees those of the practice', async () => {
    const [owner, admin] = [await signedInAs(portal, 'Staff'), await signedInAs(portal, 'Admin')];
    const own = await create(owner, { name: 'mine' });
    const shared = await createForPractice(admin, { name: 'shared' });
    expect(shared.isPractice).toBe(true);
    expect(await namesOf(owner)).toEqual(['mine', 'shared of the practice']);
    expect(await namesOf(admin)).toEqual(['shared of the practice']);
    // The user's own one may have the same name.
    await create(owner, { name: 'shared' });
    const missing = { status: 404, error: { message: 'This shortcut does not exist.' } };
    expect(await portal.call(shortcutUpdate, changeOf(own.id), admin)).toMatchObject(missing);
    expect(await portal.call(shortcutUpdate, changeOf(shared.id), owner)).toMatchObject(missing);
    expect(await portal.call(shortcutDelete, { params: { id: own.id } }, admin)).toMatchObject(missing);
    expect(await portal.call(practiceShortcutUpdate, changeOf(own.id), admin)).toMatchObject(missing);
    expect(await portal.call(practiceShortcutDelete, { params: { id: own.id } }, admin)).toMatchObject(
      missing,
    );
    const forbidden = { status: 403 };
    expect(await portal.call(practiceShortcutCreate, { body: RISKS }, owner)).toMatchObject(forbidden);
    expect(await portal.call(practiceShortcutImport, { body: [RISKS] }, owner)).toMatchObject(forbidden);
    await portal.succeed(practiceShortcutDelete, { params: { id: shared.id } }, admin);
    expect(await namesOf(owner)).toEqual(['mine', 'shared']);
  });

  it('refuse a name that exists, and a stale version', async () => {
    const user = await signedInAs(portal, 'Staff');
    const { id } = await create(user);
    await create(user, { name: 'plan' });
    const conflict = {
      status: 409,
      error: { code: 'CONFLICT', errors: { name: ['A shortcut named .plan exists already.'] } },
    };
    const body = { ...RISKS, name: 'Plan' };
    expect(await portal.call(shortcutCreate, { body }, user)).toMatchObject(conflict);
    expect(await portal.call(shortcutUpdate, { params: { id }, body }, user)).toMatchObject(conflict);
    const stale = { ...RISKS, version: 7 };
    expect(await portal.call(shortcutUpdate, { params: { id }, body: stale }, user)).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { name: 'risks', version: 1 } },
    });
    expect(await portal.succeed(shortcutUpdate, { params: { id }, body: RISKS }, user)).toMatchObject({
      version: 2,
    });
  });

  it.each([
    ['no name', { name: '' }, 'name'],
    ['a name that begins with a digit', { name: '2nd' }, 'name'],
    ['a name of two words', { name: 'two words' }, 'name'],
    ['a long name', { name: 'x'.repeat(31) }, 'name'],
    ['no text', { text: ' ' }, 'text'],
    ['a long text', { text: 'x'.repeat(4001) }, 'text'],
    ['a date of birth', { text: 'Born on 03/04/1975' }, 'text'],
    ['a medical record number', { text: 'MRN 00001234' }, 'text'],
    ['a social security number', { text: 'SSN 123-45-6789' }, 'text'],
  ])('refuse %s', async (_what, fields, at) => {
    const user = await signedInAs(portal, 'Staff');
    const answer = await portal.call(shortcutCreate, { body: { ...RISKS, ...fields } }, user);
    expect(answer).toMatchObject({ status: 400, error: { errors: { [at]: [expect.any(String)] } } });
    expect(await namesOf(user)).toEqual([]);
  });

  it('keep one name and one change of forty at once', async () => {
    const user = await signedInAs(portal, 'Staff');
    const forty = Array.from({ length: 40 }, (_call, index) => index);
    const added = await Promise.all(
      forty.map((index) => portal.call(shortcutCreate, { body: { ...RISKS, text: `Text ${index}` } }, user)),
    );
    expect(added.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(added.filter(({ status }) => status === 409)).toHaveLength(39);
    const [{ id } = { id: '' }] = (await portal.succeed(shortcutList, {}, user)).shortcuts;
    const changed = await Promise.all(
      forty.map((index) =>
        portal.call(
          shortcutUpdate,
          { params: { id }, body: { ...RISKS, text: `Change ${index}`, version: 1 } },
          user,
        ),
      ),
    );
    expect(changed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await portal.succeed(shortcutList, {}, user)).toMatchObject({
      shortcuts: [{ text: expect.stringMatching(/^Change \d+$/u), version: 2 }],
    });
  });

  it('keep right-to-left text, emoji, and the longest text', async () => {
    const user = await signedInAs(portal, 'Staff');
    const texts = ['שלום {side} עולם 👩🏽‍⚕️', '=1+1, "quoted"\n- line', '😀'.repeat(4000)];
    for (const [index, text] of texts.entries()) await create(user, { name: `text${index}`, text });
    const { shortcuts } = await portal.succeed(shortcutList, {}, user);
    expect(shortcuts.map(({ text }) => text)).toEqual(texts);
  });

  it('refuse the name of a patient whom the caller opened lately', async () => {
    const user = await signedInAs(portal, 'Admin');
    const patient = await makePatient(portal, { firstName: 'Zelda', lastName: 'Quint' });
    const body = { name: 'zelda', text: 'As discussed with Quint, Zelda.' };
    expect(await portal.call(shortcutCreate, { body }, user)).toMatchObject({ status: 201 });
    await portal.succeed(recentOpened, { body: { kind: 'Patient', id: patient.id } }, user);
    const refused = { status: 400, error: { errors: { text: [expect.stringContaining('opened lately')] } } };
    const again = { ...body, name: 'again' };
    expect(await portal.call(shortcutCreate, { body: again }, user)).toMatchObject(refused);
    expect(await portal.call(practiceShortcutCreate, { body: again }, user)).toMatchObject(refused);
    const { shortcuts } = await portal.succeed(shortcutList, {}, user);
    const id = shortcuts.find(({ name }) => name === 'zelda')?.id ?? '';
    expect(await portal.call(shortcutUpdate, { params: { id }, body }, user)).toMatchObject(refused);
    const rows = [again, { name: 'fine', text: 'Fine.' }];
    expect(await portal.succeed(shortcutImport, { body: rows }, user)).toMatchObject({
      created: 1,
      rows: [{ messages: [expect.stringContaining('opened lately')] }, { messages: [] }],
    });
  });

  it('are imported from a list, and rows that cannot be are skipped', async () => {
    const user = await signedInAs(portal, 'Staff');
    await create(user, { name: 'plan' });
    const body = [
      { name: '.Consent', text: 'Line one\r\nline two' },
      { name: 'consent', text: 'Twice' },
      { name: 'plan', text: 'Exists' },
      { name: 'no text' },
    ];
    const answer = await portal.succeed(shortcutImport, { body }, user);
    expect(answer.created).toBe(1);
    expect(answer.rows.map(({ messages }) => messages)).toEqual([
      [],
      ['This name exists already'],
      ['This name exists already'],
      [expect.stringContaining('A name begins'), 'Text is required'],
    ]);
    const { shortcuts } = await portal.succeed(shortcutList, {}, user);
    const added = shortcuts.find(({ name }) => name === 'consent');
    expect(added?.text).toBe('Line one\nline two');
    expect(await auditOf(portal, 'Shortcut', added?.id ?? '')).toMatchObject([{ action: 'Created' }]);
    expect(await portal.call(shortcutImport, { body }, user)).toMatchObject({
      status: 400,
      error: { message: 'No row of the list can be imported' },
    });
  });

  it(`are at most ${MAX_SHORTCUTS}, also when several are added at once`, async () => {
    const user = await signedInAs(portal, 'Staff');
    const rows = Array.from({ length: MAX_SHORTCUTS - 1 }, (_, index) => ({
      name: `s${index}`,
      text: 'Text',
    }));
    await portal.succeed(shortcutImport, { body: rows }, user);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => portal.call(shortcutCreate, { body: { ...RISKS, name } }, user)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const body = [{ name: 'more', text: 'Text' }];
    expect(await portal.call(shortcutImport, { body }, user)).toMatchObject({ status: 409 });
  });
});

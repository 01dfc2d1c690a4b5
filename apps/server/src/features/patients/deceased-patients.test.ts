import type { BodyInputOf } from '@portal/contract/endpoint';
import {
  patientCreate,
  patientDuplicates,
  patientGet,
  patientList,
  patientUpdate,
  type Patient,
} from '@portal/contract/patients';
import { dictationsOfPatient } from '@portal/contract/dictations';
import { messageList } from '@portal/contract/messages';
import { orderList } from '@portal/contract/orders';
import { recentList, recentOpened } from '@portal/contract/recent';
import { searchEverything } from '@portal/contract/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk } from '#test/dictation-factories.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makeUser,
  overridePermission,
  signedInAs,
  signIn,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const PERSON = { firstName: 'Ruth', lastName: 'Quexby', dateOfBirth: '1940-02-28' };
const DIED = { isDeceased: true, dateOfDeath: '2020-03-04' };
const deathOf = ({ isDeceased, dateOfDeath, isActive }: Patient) => ({ isDeceased, dateOfDeath, isActive });

describe('deceased patients', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  type Change = Partial<BodyInputOf<typeof patientUpdate>>;
  const create = (body: Partial<BodyInputOf<typeof patientCreate>> = {}) =>
    portal.succeed(patientCreate, { body: { ...PERSON, ...body } }, admin);
  const update = ({ id }: Pick<Patient, 'id'>, body: Change, user = admin) =>
    portal.succeed(patientUpdate, { params: { id }, body: { ...PERSON, ...body } }, user);
  const refuse = async ({ id }: Pick<Patient, 'id'>, body: Change, user: { token: string } = admin) => {
    const input = { params: { id }, body: { ...PERSON, ...body } };
    const answer = await portal.call(patientUpdate, input, user);
    return answer.ok ? answer : { status: answer.status, errors: answer.error.errors };
  };

  it('are alive until someone says otherwise', async () => {
    expect(deathOf(await create())).toEqual({ isDeceased: false, dateOfDeath: null, isActive: true });
  });

  it('have a date of death, which implies the death, or only the death', async () => {
    expect(await create(DIED)).toMatchObject(DIED);
    expect(await create({ dateOfDeath: '2020-03-04' })).toMatchObject(DIED);
    expect(await create({ isDeceased: true })).toMatchObject({ isDeceased: true, dateOfDeath: null });
  });

  it('keep it when a client that does not know these fields saves another one', async () => {
    const patient = await create(DIED);
    const saved = await update(patient, { lastName: 'Quexbyson' });
    expect(saved).toMatchObject({ ...DIED, lastName: 'Quexbyson', isActive: true });
    expect(await portal.succeed(patientGet, { params: { id: patient.id } }, admin)).toMatchObject(DIED);
    expect((await auditOf(portal, 'Patient', patient.id)).at(1)?.new_values).toEqual({
      lastName: 'Quexbyson',
    });
  });

  it('can lose the date alone, or be alive after all', async () => {
    const patient = await create(DIED);
    expect(deathOf(await update(patient, { dateOfDeath: '' }))).toMatchObject({
      isDeceased: true,
      dateOfDeath: null,
    });
    await update(patient, DIED);
    expect(deathOf(await update(patient, { isDeceased: false }))).toMatchObject({
      isDeceased: false,
      dateOfDeath: null,
    });
  });

  it('are recorded in the audit log', async () => {
    const patient = await create();
    await update(patient, DIED);
    expect((await auditOf(portal, 'Patient', patient.id)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { isDeceased: false, dateOfDeath: null },
      new_values: DIED,
    });
  });

  it.each([
    [{ dateOfDeath: '2999-01-01' }, 'dateOfDeath', 'Date of death may not be later than today'],
    [{ dateOfDeath: '1940-02-27' }, 'dateOfDeath', 'Date of death is before the date of birth'],
    [
      { isDeceased: false, dateOfDeath: '2020-03-04' },
      'dateOfDeath',
      'Only a deceased patient can have a date of death',
    ],
    [{ dateOfDeath: '2020-02-30' }, 'dateOfDeath', 'Date of death must be a valid date (MM/DD/YYYY)'],
    [{ deactivate: true }, 'deactivate', 'Only a deceased patient can be deactivated here'],
  ])('cannot be saved with %j', async (body, field, message) => {
    expect(await refuse(await create(), body)).toEqual({ status: 400, errors: { [field]: [message] } });
  });

  it('cannot get a birth after their death, also if the request omits the death', async () => {
    expect(await refuse(await create(DIED), { dateOfBirth: '2020-03-05' })).toEqual({
      status: 400,
      errors: { dateOfDeath: ['Date of death is before the date of birth'] },
    });
  });

  it('stay active, unless the person who saves says so and may deactivate', async () => {
    const patient = await create();
    expect((await update(patient, DIED)).isActive).toBe(true);
    const user = await makeUser(portal, { roles: ['Staff'] });
    await overridePermission(portal, user.id, 'Patient.Deactivate', false);
    const clerk = { token: await signIn(portal, user.userName) };
    expect(await refuse(patient, { deactivate: true }, clerk)).toEqual({
      status: 403,
      errors: { deactivate: ['You do not have permission to deactivate patients'] },
    });
    const saved = await update(patient, { deactivate: true });
    expect(deathOf(saved)).toEqual({ ...DIED, isActive: false });
    expect((await auditOf(portal, 'Patient', patient.id)).slice(-2)).toMatchObject([
      { action: 'Updated' },
      { action: 'Deleted', reason: 'The patient is deceased.', new_values: { isActive: false } },
    ]);
  });

  it('have their mark in lists, searches, recent records and likely duplicates', async () => {
    const person = { firstName: 'Zelda', lastName: 'Markquist', dateOfBirth: '1931-05-06' };
    const { id } = await create({ ...person, ...DIED });
    await portal.succeed(recentOpened, { body: { kind: 'Patient', id } }, admin);
    const list = await portal.succeed(patientList, { query: { search: 'Markquist' } }, admin);
    const found = await portal.succeed(searchEverything, { query: { q: 'Markquist' } }, admin);
    const recent = await portal.succeed(recentList, { query: { kind: 'Patient' } }, admin);
    const { matches } = await portal.succeed(patientDuplicates, { body: person }, admin);
    for (const [row] of [list.data, found.patients, recent.patients, matches])
      expect(row).toMatchObject({ id, ...DIED });
  });

  it('have their mark on orders, messages and dictations; the living have none', async () => {
    const provider = await makeUser(portal, { roles: ['ProviderPhysician'] });
    const desk = await makeDictationDesk(portal);
    const { patientId } = desk;
    await makeOrder(portal, { patientId, providerId: provider.id });
    await makeMessage(portal, { patientId });
    await makeDictation(portal, { ...desk, providerId: provider.id });
    const query = { patientId };
    const marks = async () => {
      const orders = await portal.succeed(orderList, { query }, admin);
      const messages = await portal.succeed(messageList, { query }, admin);
      const dictations = await portal.succeed(dictationsOfPatient, { params: { id: patientId } }, admin);
      return [orders.data[0]?.patient, messages.data[0]?.patient, dictations[0]?.patientDeath];
    };
    for (const mark of await marks()) expect(mark ?? {}).not.toHaveProperty('isDeceased');
    await portal.owner.query(
      `update patients set is_deceased = true, date_of_death = '2020-03-04' where id = $1`,
      [patientId],
    );
    for (const mark of await marks()) expect(mark).toMatchObject(DIED);
  });
});

import { officeCreate } from '@portal/contract/offices';
import { patientCreate, patientUpdate } from '@portal/contract/patients';
import { practice } from '@portal/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const PERSON = { firstName: 'Luz', lastName: 'Vega', dateOfBirth: '1980-01-05', state: 'PR' };
const OFFICE = {
  name: 'San Juan',
  address: '1 Calle Sol',
  city: 'San Juan',
  state: 'PR',
  zipCode: '00901',
  phone: '7875550100',
};
const REFUSED = {
  ok: false,
  status: 400,
  error: { errors: { state: ['State must be one of the 50 US states'] } },
};

describe.each([
  ['that takes them', true],
  ['by default', false],
])('addresses outside the fifty states in a practice %s', (_name, otherStates) => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal({ env: otherStates ? { PRACTICE_OTHER_STATES: 'true' } : {} });
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  it('are offered or not', async () => {
    expect(await portal.succeed(practice, {}, admin)).toMatchObject({ otherStates });
  });

  it('are saved or refused for a patient and an office', async () => {
    const answers = [
      await portal.call(patientCreate, { body: PERSON }, admin),
      await portal.call(officeCreate, { body: OFFICE }, admin),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject(otherStates ? { ok: true, body: { state: 'PR' } } : REFUSED);
  });

  it('stay with a patient who has one', async () => {
    const { id } = await makePatient(portal);
    await portal.owner.query(`update patients set state = 'PR' where id = $1`, [id]);
    const save = (state: string) =>
      portal.call(patientUpdate, { params: { id }, body: { ...PERSON, state } }, admin);
    expect(await save('PR')).toMatchObject({ ok: true, body: { state: 'PR' } });
    expect(await save('GU')).toMatchObject(otherStates ? { ok: true } : REFUSED);
  });
});

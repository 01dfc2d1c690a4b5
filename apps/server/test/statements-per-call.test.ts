import { randomUUID } from 'node:crypto';
import { dictationCreate, dictationSign, dictationUpdate } from '@portal/contract/dictations';
import { draftSave, type DraftContent } from '@portal/contract/dictation-drafts';
import { patientCreate, patientGet, patientList, patientUpdate } from '@portal/contract/patients';
import { timecardClockIn, timecardClockOut } from '@portal/contract/timecards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from './dictation-factories.ts';
import { makePatient, signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { startStatementCounter, type Counted, type StatementCounter } from './statement-counter.ts';

const NEW_PATIENT = {
  firstName: 'New',
  lastName: 'Counted',
  dateOfBirth: '1980-01-05',
  socialSecurityNumber: '851-23-4567',
};

const TYPED: DraftContent = {
  patientId: null,
  procedureDate: '2026-11-20',
  procedureLocation: '',
  providerId: null,
  locationId: null,
  formData: { note: 'Went' },
  editedFields: [],
  editedFrom: {},
  billingCodes: null,
  billingOption: 'standard',
  complications: '',
  createKey: 'create',
};

const TURNS = 10;

/** Statements and round trips to the database of a call that has been made before. These numbers only fall. */
describe('a call', () => {
  let home: TestPortal;
  let counter: StatementCounter;
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    home = await openTestPortal();
    const { databaseUrl } = home.deps.config;
    if (databaseUrl === undefined) throw new Error('the test portal has no database');
    counter = await startStatementCounter(databaseUrl);
    portal = await openTestPortal({ sameDatabaseAs: home, env: { DATABASE_URL: counter.url } });
    physician = await signedInAs(portal, 'SuperAdmin', 'ProviderPhysician');
    desk = await makeDictationDesk(portal);
  });
  afterAll(async () => {
    await portal.close();
    await counter.close();
    await home.close();
  });

  /** The least of several calls: a heartbeat of the portal may come between, and statements that are sent together may be seen apart. */
  async function count(call: () => Promise<() => Promise<unknown>>): Promise<Counted> {
    const counted: Counted[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const run = await call();
      counter.take();
      await run();
      counted.push(counter.take());
    }
    return {
      statements: Math.min(...counted.map(({ statements }) => statements)),
      roundTrips: Math.min(...counted.map(({ roundTrips }) => roundTrips)),
    };
  }
  const at = <T>(run: () => Promise<T>) => count(async () => run);

  it('reads and lists patients', async () => {
    const { id } = await makePatient(portal, { lastName: 'Counted' });
    expect({
      read: await at(() => portal.succeed(patientGet, { params: { id } }, physician)),
      newest: await at(() =>
        portal.succeed(patientList, { query: { orderBy: 'mrn', sortDirection: 'desc' } }, physician),
      ),
      search: await at(() => portal.succeed(patientList, { query: { search: 'count' } }, physician)),
    }).toEqual({
      read: { statements: 3, roundTrips: 2 },
      newest: { statements: 4, roundTrips: 2 },
      search: { statements: 4, roundTrips: 4 },
    });
  });

  const patientToChange = async () => {
    const { id, version } = await portal.succeed(patientCreate, { body: NEW_PATIENT }, physician);
    return () =>
      portal.succeed(
        patientUpdate,
        { params: { id }, body: { ...NEW_PATIENT, city: 'Dundalk', version } },
        physician,
      );
  };
  it('creates and changes a patient', async () => {
    expect({
      create: await at(() => portal.succeed(patientCreate, { body: NEW_PATIENT }, physician)),
      update: await count(patientToChange),
    }).toEqual({ create: { statements: 9, roundTrips: 3 }, update: { statements: 7, roundTrips: 3 } });
  });

  const clockIn = async () => {
    const user = await signedInAs(portal, 'Staff');
    return () => portal.succeed(timecardClockIn, { body: {} }, user);
  };
  const clockOut = async () => {
    const user = await signedInAs(portal, 'Staff');
    const { id } = await portal.succeed(timecardClockIn, { body: {} }, user);
    return () => portal.succeed(timecardClockOut, { params: { id } }, user);
  };
  it('clocks in and out', async () => {
    expect({ clockIn: await count(clockIn), clockOut: await count(clockOut) }).toEqual({
      clockIn: { statements: 10, roundTrips: 3 },
      clockOut: { statements: 7, roundTrips: 3 },
    });
  });

  const create = () =>
    portal.succeed(dictationCreate, { body: noteBody(desk, { providerId: physician.id }) }, physician);
  it('autosaves, saves and signs a dictation', async () => {
    expect({
      create: await at(create),
      autosave: await count(async () => {
        const params = { id: randomUUID() };
        const body = {
          dictationId: null,
          templateId: desk.templateId,
          templateVersion: 1,
          baseVersion: null,
          editorId: randomUUID(),
          content: TYPED,
        };
        await portal.succeed(draftSave, { params, body: { ...body, revision: 0 } }, physician);
        return () => portal.succeed(draftSave, { params, body: { ...body, revision: 1 } }, physician);
      }),
      update: await count(async () => {
        const { id, version } = await create();
        const { templateId: _, ...body } = noteBody(desk, {
          providerId: physician.id,
          formData: { side: 'Right', note: 'Well' },
        });
        return () =>
          portal.succeed(dictationUpdate, { params: { id }, body: { ...body, version } }, physician);
      }),
      sign: await count(async () => {
        const { id } = await create();
        return () => portal.succeed(dictationSign, { params: { id }, body: {} }, physician);
      }),
    }).toEqual({
      create: { statements: 17, roundTrips: 5 },
      autosave: { statements: 8, roundTrips: 5 },
      update: { statements: 10, roundTrips: 4 },
      sign: { statements: 19, roundTrips: 6 },
    });
  });
});

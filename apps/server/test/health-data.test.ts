import { endpoints } from '@portal/contract';
import { dictationReactivate } from '@portal/contract/dictation-admin';
import type { Endpoint } from '@portal/contract/endpoint';
import { PERMISSION_NAMES } from '@portal/domain/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from './access-calls.ts';
import { undescribed } from './described-answers.ts';
import { makeApiKey, overridePermission, signedInAs, type SignedInUser } from './factories.ts';
import { CALLS, QUERIES } from './health-data-calls.ts';
import {
  handOver,
  makeDesk,
  MARKS,
  NAME,
  type Desk,
  type State,
  type ViewPermission,
} from './health-data-desk.ts';
import { encodeForm, openTestPortal, type RawAnswer, type TestPortal } from './harness.ts';

/** Which permission shows the records of an endpoint, by the start of its path. Imports show only their own rows. */
const VIEW_OF: readonly (readonly [string, ViewPermission])[] = [
  ['/patient', 'Patient.View'],
  ['/medicalorder', 'Order.View'],
  ['/phonemessage', 'Message.View'],
  ['/document', 'Document.View'],
  ['/dictation', 'Dictation.View'],
  ['/admin/dictation', 'Dictation.View'],
  ['/charges', 'Dictation.View'],
  ['/pillcount', 'Patient.View'],
];
const PERMISSIONS = Object.keys(MARKS).filter((name): name is ViewPermission => name in MARKS);
const viewOf = ({ path }: Endpoint) =>
  VIEW_OF.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
const isWrite = ({ method }: Endpoint) => method !== 'GET';

/** A caller who has every right but these. */
interface Person {
  readonly user: SignedInUser;
  readonly lacks: readonly ViewPermission[];
}
interface Outcome {
  readonly wrong: readonly string[];
  readonly isRefused: boolean;
}
interface Shot {
  readonly entry: Endpoint;
  readonly desk: Desk;
  readonly person: Person;
  readonly version: number;
  readonly headers?: Record<string, string>;
}

/** Endpoints that show only people who are not patients yet: the rows of a file. Their feature's tests call them. */
const ROWS_OF_FILES: readonly string[] = [
  'GET /admin/patient-import/:id/details',
  'POST /admin/patient-import/:id/export',
  'POST /admin/patient-import/:id/export-notes',
];
/** Needs the result of another call; covered by its feature's tests and, for the right, by the access matrix. */
const NEEDS_ANOTHER_CALL: readonly string[] = [
  'GET /admin/patient-import/:id/patients',
  'POST /admin/patient-import/:id/updates',
  'GET /dictation/batch/print/:id',
  'GET /notifications/:id/caller',
];

const health = endpoints.filter(({ healthData }) => healthData);
const writes = health.filter(isWrite);
const reads = endpoints.filter((entry) => !isWrite(entry));

describe('no answer holds health data without the right to view it and an audit entry that names the patient', () => {
  let portal: TestPortal;
  let everyone: Person[];
  let full: Person;
  let key: Person;
  const reached = new Set<string>();

  beforeAll(async () => {
    portal = await openTestPortal();
    full = await personWithout();
    everyone = [full, await personWithout(...PERMISSIONS)];
    for (const permission of PERMISSIONS) everyone.push(await personWithout(permission));
    const names = PERMISSION_NAMES.filter((name) => !PERMISSIONS.some((each) => each === name));
    const { token } = await makeApiKey(portal, full.user, names);
    key = { user: { ...full.user, token }, lacks: PERMISSIONS };
  });
  afterAll(() => portal.close());

  async function personWithout(...lacks: ViewPermission[]): Promise<Person> {
    const user = await signedInAs(portal, 'SuperAdmin', 'Admin', 'ProviderPhysician');
    for (const permission of lacks) await overridePermission(portal, user.id, permission, false);
    return { user, lacks };
  }

  /** Sends a request. Returns what is wrong with its answer, and whether it was refused. */
  async function shoot({ entry, desk, person, version, headers = {} }: Shot): Promise<Outcome> {
    // Entries of this call are those of this moment.
    portal.clock.advance({ ms: 1 });
    const answer = await send(portal, entry, desk, { person, version, headers });
    if (answer.status < 300) reached.add(keyOf(entry));
    const what = `${answer.status} without ${person.lacks.join(', ') || 'nothing'}, version ${version}`;
    const found = [
      ...(await troubles(entry, desk, { person, answer })),
      (await undescribed(entry, answer)) ?? [],
    ];
    return {
      wrong: found.flat().map((trouble) => `${what}: ${trouble}`),
      isRefused: answer.status >= 400,
    };
  }

  async function troubles(
    entry: Endpoint,
    { mrn }: Desk,
    { person, answer }: { readonly person: Person; readonly answer: RawAnswer },
  ): Promise<string[]> {
    const { lacks } = person;
    const names = [NAME, mrn];
    const text = answer.bytes.toString('latin1');
    const isDrawn = String(answer.headers['content-type']).startsWith('application/pdf');
    const view = viewOf(entry);
    const mayName = lacks.length < PERMISSIONS.length && !lacks.some((each) => each === view);
    const secret = [...lacks.flatMap((permission) => MARKS[permission]), ...(mayName ? [] : names)].filter(
      (mark) => text.includes(mark),
    );
    const found = [...Object.values(MARKS).flat(), ...names].filter((mark) => text.includes(mark));
    if (found.length === 0 && !isDrawn) return [];
    if (isDrawn && view !== undefined && lacks.includes(view)) secret.push('a drawn page');
    if (!entry.healthData) secret.push(...found);
    return [...secret.map((mark) => `shows ${mark}`), ...(await unnamed(isDrawn ? '' : text, answer.status))];
  }

  /** Patients in an answer with whom no audit entry of this moment can be found. */
  async function unnamed(text: string, status: number): Promise<string[]> {
    const { rows: entries } = await portal.owner.query<{ text: string }>(
      `select concat_ws(' ', action, patient_id, new_values -> 'patientIds') as text from audit_log where at = $1`,
      [portal.clock.now()],
    );
    const { rows: patients } = await portal.owner.query<{ id: string; mrn: string }>(
      'select id, medical_record_number as mrn from patients',
    );
    const shown = patients.filter(({ id, mrn }) => text.includes(id) || text.includes(mrn));
    const naming = entries.filter((entry) => status < 400 || entry.text.startsWith('Viewed'));
    const missing = shown.filter(({ id }) => !naming.some((entry) => entry.text.includes(id)));
    if (missing.length > 0) return ['no audit entry names the patient'];
    return naming.some((entry) => patients.some(({ id }) => entry.text.includes(id)))
      ? []
      : ['no audit entry names a patient'];
  }

  it('sends every endpoint that changes or asks for health data', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(writes.map(keyOf).toSorted());
  });

  describe('reads', () => {
    let desk: Desk;
    beforeAll(async () => {
      desk = await makeDesk(portal, full.user, 'open');
      await makeDesk(portal, full.user, 'final');
    });

    it.each(reads.map((entry) => [keyOf(entry), entry] as const))('%s', async (_key, entry) => {
      const found: string[] = [];
      for (const person of everyone) found.push(...(await shoot({ entry, desk, person, version: 1 })).wrong);
      expect(found.join('\n')).toBe('');
    });
  });

  describe.each(['open', 'final'] as const)('changes of a record that is %s', (state: State) => {
    it.each(writes.map((entry) => [keyOf(entry), entry] as const))('%s', async (_key, entry) => {
      const view = viewOf(entry);
      const people = everyone.filter(
        ({ lacks }) =>
          lacks.length !== 1 || lacks.some((each) => each === view || each === 'Patient.ViewSsn'),
      );
      const found: string[] = [];
      let unchanged: Desk | undefined;
      for (const version of [99_999, 1])
        for (const person of [...people, key]) {
          const desk = unchanged ?? (await makeDesk(portal, full.user, state));
          // People sign only their own notes, and Admins reactivate only removed ones.
          if (/\/sign(?:-all)?$/.test(entry.path)) await handOver(portal, desk, person.user);
          if (entry === dictationReactivate && state === 'open')
            await portal.owner.query(
              'update dictations set is_active = false, deactivated_at = now() where id = $1',
              [desk.dictationId],
            );
          const headers = { 'if-match': `"${version}"` };
          const { wrong, isRefused } = await shoot({ entry, desk, person, version, headers });
          found.push(...wrong);
          unchanged = isRefused ? desk : undefined;
        }
      expect(found.join('\n')).toBe('');
    });
  });

  describe('repeated requests', () => {
    it.each(writes.filter(({ creates }) => creates === true).map((entry) => [keyOf(entry), entry] as const))(
      '%s',
      async (_key, entry) => {
        const person = await personWithout();
        const desk = await makeDesk(portal, person.user, entry.path.endsWith('/addendum') ? 'final' : 'open');
        const again = async (lacks: readonly ViewPermission[]) => {
          const { wrong } = await shoot({
            entry,
            desk,
            person: { ...person, lacks },
            version: 1,
            headers: { 'idempotency-key': 'repeated' },
          });
          return wrong.join('\n');
        };
        expect(await again([])).toBe('');
        expect(await again([])).toBe('');
        await overridePermission(portal, person.user.id, 'Patient.ViewSsn', false);
        expect(await again(['Patient.ViewSsn'])).toBe('');
        const view = viewOf(entry);
        if (view === undefined) return;
        await overridePermission(portal, person.user.id, view, false);
        expect(await again(['Patient.ViewSsn', view])).toBe('');
      },
    );
  });

  it('succeeded at least once for every endpoint with health data', () => {
    const exempt = [...ROWS_OF_FILES, ...NEEDS_ANOTHER_CALL];
    const missed = health.map(keyOf).filter((each) => !reached.has(each) && !exempt.includes(each));
    expect(missed.join('\n')).toBe('');
  });
});

async function send(
  portal: TestPortal,
  entry: Endpoint,
  desk: Desk,
  {
    person,
    version,
    headers,
  }: { readonly person: Person; readonly version: number; readonly headers: Record<string, string> },
): Promise<RawAnswer> {
  const { query = QUERIES[keyOf(entry)], body, file } = CALLS[keyOf(entry)]?.(desk, version) ?? {};
  const form = file === undefined ? undefined : await encodeForm(body, file);
  const json = body === undefined || form !== undefined ? undefined : JSON.stringify(body);
  const payload = form?.payload ?? json;
  const type = form?.type ?? (json === undefined ? undefined : 'application/json');
  return portal.raw({
    method: entry.method,
    url: `/api${entry.path.replaceAll(/:(\w+)/g, (_match, name: string) => idIn(entry.path, name, desk))}${
      query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
    }`,
    token: person.user.token,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** The record of the desk that a path parameter stands for. */
function idIn(path: string, name: string, desk: Desk): string {
  if (name === 'date') return '2026-11-20';
  if (name === 'patientId' || path.startsWith('/dictation/patient/')) return desk.patientId;
  if (name === 'userId' || path.includes('/provider/') || path.startsWith('/user/')) return desk.providerId;
  if (name === 'alertId') return desk.alertId;
  if (name === 'dictationId') return desk.groupedId;
  const id = IDS.find(([start]) => path.startsWith(start))?.[1];
  return id === undefined ? desk.templateId : desk[id];
}
const IDS: readonly (readonly [string, Exclude<keyof Desk, 'file' | 'draftBody'>])[] = [
  ['/patient/', 'patientId'],
  ['/medicalorder/', 'orderId'],
  ['/phonemessage/', 'messageId'],
  ['/document/', 'documentId'],
  ['/pillcount/', 'pillCountId'],
  ['/audit/', 'auditId'],
  ['/dictation/drafts/', 'draftId'],
  ['/form-drafts/', 'formDraftId'],
  ['/dictation/templates/', 'templateId'],
  ['/dictation/order/', 'orderId'],
  ['/dictation/report-header/', 'locationId'],
  ['/dictation/group/:id', 'groupId'],
  ['/dictation/:id/use-side', 'oneSidedId'],
  ['/dictation/:id', 'dictationId'],
  ['/admin/dictation/dictations/', 'dictationId'],
  ['/roles/', 'roleId'],
];

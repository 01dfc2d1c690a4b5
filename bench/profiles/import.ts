import { PLACES, STREETS } from '@portal/demo/patient-names';
import { SeededRandom } from '@portal/demo/random';
import { families, givenNames } from '../fill/words.ts';
import type { Closers } from '../lib/closers.ts';
import { HttpClient } from '../lib/http.ts';
import type { Options } from '../lib/options.ts';
import { startPortal, type PortalProcess } from '../lib/portal-process.ts';
import { openPractice } from '../lib/practice.ts';
import { signIn } from '../lib/sign-in.ts';
import { watchWork } from '../lib/watch-work.ts';

const ROWS = 100_000;
const PATH = '/admin/patient-import';
const COLUMNS = {
  formerMrn: ['Chart'],
  fullName: ['Name'],
  dateOfBirth: ['DOB'],
  gender: ['Sex'],
  socialSecurityNumber: ['SSN'],
  address: ['Street'],
  city: ['City'],
  state: ['State'],
  zipCode: ['ZIP'],
  phone: ['Phone'],
};

/** Imports a generated file of 100,000 patients, lists patients at the same time, and undoes the import. */
export async function runImport({ sizes, folder }: Options, closers: Closers): Promise<void> {
  for (const size of sizes) {
    try {
      const practice = await openPractice(folder, size, (close) => closers.add(close));
      const portal = await startPortal(practice);
      closers.add(() => portal.stop());
      await measureImport(portal, closers);
    } finally {
      await closers.closeAll();
    }
  }
}

async function measureImport(portal: PortalProcess, closers: Closers): Promise<void> {
  const token = await signIn(portal.origin);
  const client = new HttpClient(portal.origin, 1, token);
  closers.add(() => client.close());
  const id = await upload(portal, token);
  const post = (action: string, body?: object) =>
    client.call({ method: 'POST', path: `${PATH}/${id}/${action}`, ...(body === undefined ? {} : { body }) });
  for (const [action, body] of [
    ['check', { columns: COLUMNS, dateOrder: null }],
    ['start', {}],
    ['undo', undefined],
  ] as const) {
    await post(action, body);
    console.log(`${action}: ${await watchWork(client, portal, { path: PATH, id, rows: ROWS })}`);
  }
}

async function upload({ origin }: PortalProcess, token: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([...generatedRows()]), 'patients.csv');
  const answer = await fetch(`${origin}/api${PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`The upload failed: ${await answer.text()}`);
  return String(Object(await answer.json()).id);
}

/** Patients as another system exports them: one in 400 fails, and a few are likely duplicates. */
function* generatedRows(): Generator<string> {
  const random = new SeededRandom(7);
  const [given, family] = [givenNames(), families()];
  yield 'Chart,Name,DOB,Sex,SSN,Street,City,State,ZIP,Phone\n';
  for (let row = 0; row < ROWS; row += 1) {
    const { city, zipCodes } = random.pick(PLACES);
    const ssn = random.chance(0.6)
      ? `${random.int(100, 665)}-${random.int(10, 99)}-${random.int(1000, 9999)}`
      : '';
    const phone = row % 400 === 0 ? '12' : `(410) 5${random.digits(2)}-${random.digits(4)}`;
    yield [
      `C${row}`,
      `"${family.pick(random)}, ${given.pick(random)} ${random.pick(['A', 'M', 'J'])}."`,
      `${random.int(1, 12)}/${random.int(1, 28)}/${random.int(1930, 2019)}`,
      row % 2 === 0 ? 'F' : 'Male',
      ssn,
      `${random.int(2, 9800)} ${random.pick(STREETS)}`,
      city,
      'Maryland',
      random.pick(zipCodes),
      `${phone}\n`,
    ].join(',');
  }
}

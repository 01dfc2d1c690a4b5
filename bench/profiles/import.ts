import { setTimeout } from 'node:timers/promises';
import { PLACES, STREETS } from '@portal/demo/patient-names';
import { SeededRandom } from '@portal/demo/random';
import { families, givenNames } from '../fill/words.ts';
import type { Closers } from '../lib/closers.ts';
import { HttpClient } from '../lib/http.ts';
import { percentile } from '../lib/measure.ts';
import { residentMemory } from '../lib/memory.ts';
import type { Options } from '../lib/options.ts';
import { startPortal, type PortalProcess } from '../lib/portal-process.ts';
import { openPractice } from '../lib/practice.ts';
import { signIn } from '../lib/sign-in.ts';

const ROWS = 100_000;
const PATH = '/admin/patient-import';
const POLL_MS = 500;
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
    console.log(`${action}: ${await watch(client, portal, id)}`);
  }
}

/** Waits for the end of the work. Describes speed, memory and the answers that other users got. */
async function watch(client: HttpClient, portal: PortalProcess, id: string): Promise<string> {
  const started = performance.now();
  const memory: number[] = [];
  const times: number[] = [];
  let turn = 0;
  for (;;) {
    const end = performance.now() + POLL_MS;
    while (performance.now() < end) {
      const begun = performance.now();
      turn += 1;
      await client.call({
        method: 'GET',
        path: `/patient?search=${turn % 2 === 0 ? 'smith' : 'mar'}&pageSize=20`,
      });
      times.push(performance.now() - begun);
      await setTimeout(20);
    }
    memory.push((await residentMemory(portal.pid)) ?? 0);
    const { status, rowsDone } = await statusOf(client, id);
    if (['Checking', 'Importing', 'Undoing'].includes(status)) continue;
    const seconds = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    const part = (share: number) => Math.round(memory[Math.floor((memory.length - 1) * share)] ?? 0);
    return [
      `${status}, ${rowsDone} rows in ${seconds.toFixed(1)} s (${Math.round(ROWS / seconds)} rows/s)`,
      `memory ${part(0)}, ${part(0.25)}, ${part(0.5)}, ${part(0.75)}, ${part(1)} MB, at most ${Math.round(Math.max(...memory))} MB`,
      `searches p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, at most ${(times.at(-1) ?? 0).toFixed(0)} ms`,
    ].join('; ');
  }
}

async function statusOf(client: HttpClient, id: string): Promise<{ status: string; rowsDone: number }> {
  const answer: unknown = JSON.parse(await client.call({ method: 'GET', path: PATH }));
  const data: unknown = Reflect.get(Object(answer), 'data');
  const found: unknown = Array.isArray(data) ? data.find((each) => Object(each).id === id) : undefined;
  const { status, rowsDone } = Object(found);
  return { status: String(status), rowsDone: Number(rowsDone) };
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

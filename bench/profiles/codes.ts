import type { Closers } from '../lib/closers.ts';
import { HttpClient } from '../lib/http.ts';
import type { Options } from '../lib/options.ts';
import { startPortal, type PortalProcess } from '../lib/portal-process.ts';
import { openPractice } from '../lib/practice.ts';
import { signIn } from '../lib/sign-in.ts';
import { watchWork } from '../lib/watch-work.ts';

/** As many as NCCI has for practitioners, in one file. */
const ROWS = 2_600_000;
const PATH = '/admin/code-files';
const EDITIONS = [
  { editionFrom: '2026-07-01', indicator: () => 1 },
  { editionFrom: '2026-10-01', indicator: (row: number) => (row % 1000 === 7 ? 0 : 1) },
];

/** Loads two generated editions of 2.6 million pairs, lists patients at the same time, and undoes the second one. */
export async function runCodes({ sizes, folder }: Options, closers: Closers): Promise<void> {
  for (const size of sizes) {
    try {
      const practice = await openPractice(folder, size, (close) => closers.add(close));
      const portal = await startPortal(practice);
      closers.add(() => portal.stop());
      await measureCodes(portal, closers);
    } finally {
      await closers.closeAll();
    }
  }
}

async function measureCodes(portal: PortalProcess, closers: Closers): Promise<void> {
  const token = await signIn(portal.origin);
  const client = new HttpClient(portal.origin, 1, token);
  closers.add(() => client.close());
  const ids: string[] = [];
  for (const { editionFrom, indicator } of EDITIONS) {
    const id = await upload(portal, token, editionFrom, indicator);
    ids.push(id);
    console.log(`load: ${await watchWork(client, portal, { path: PATH, id, rows: ROWS })}`);
  }
  for (const id of ids.toReversed()) {
    await client.call({ method: 'POST', path: `${PATH}/${id}/undo` });
    console.log(`undo: ${await watchWork(client, portal, { path: PATH, id, rows: ROWS })}`);
  }
}

async function upload(
  { origin }: PortalProcess,
  token: string,
  editionFrom: string,
  indicator: (row: number) => number,
): Promise<string> {
  const form = new FormData();
  form.append('editionFrom', editionFrom);
  form.append('file', new Blob([...generatedPairs(indicator)]), `pairs-${editionFrom}.txt`);
  const answer = await fetch(`${origin}/api${PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`The upload failed: ${await answer.text()}`);
  return String(Object(await answer.json()).id);
}

const REASONS = [
  'Misuse of Column Two code with Column One code',
  'Standards of medical / surgical practice',
  'More extensive procedure',
];

/** Rows of a piece of the file. */
const PIECE = 10_000;

/** Pairs in the official layout: 400 for each code. */
function* generatedPairs(indicator: (row: number) => number): Generator<string> {
  yield 'Column 1\tColumn 2\t*=in existence\tEffective\tDeletion\tModifier\tPTP Edit Rationale\r\n';
  yield '\t\tprior to 1996\tDate\tDate\t0=not allowed\t\r\n\t\t\t\t*=no data\t1=allowed\t\r\n';
  yield '\t\t\t\t\t9=not applicable\t\r\n';
  for (let first = 0; first < ROWS; first += PIECE)
    yield Array.from({ length: PIECE }, (_, at) => pairLine(first + at, indicator)).join('');
}

const pairLine = (row: number, indicator: (row: number) => number): string =>
  [
    10_000 + Math.floor(row / 400),
    20_000 + (row % 400) * 7,
    ' ',
    `20${10 + (row % 15)}0101`,
    row % 3 === 0 ? '20301231' : '*',
    indicator(row),
    `${REASONS[row % REASONS.length]}\r\n`,
  ].join('\t');

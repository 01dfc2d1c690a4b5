import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { surveySource } from '../rows/check-rows.ts';
import { openImportFile } from './import-file.ts';
import { openSource, rowsOf, type SourceRow } from './source.ts';
import { writeTestFile } from '../test/import-desk.ts';

async function read(path: string): Promise<SourceRow[]> {
  const { openBytes } = await openImportFile(path);
  const rows: SourceRow[] = [];
  for await (const row of rowsOf(await openSource(openBytes))) rows.push(row);
  return rows;
}
const readText = async (content: string) => read(await writeTestFile(content, 'patients.json'));

async function folderOf(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-fhir-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

const patient = (id: string, change: object = {}) => ({
  resourceType: 'Patient',
  id,
  name: [{ family: 'Roe', given: ['Jane'] }],
  birthDate: '1980-01-05',
  ...change,
});
const coverage = (id: string, policy: string) => ({
  resourceType: 'Coverage',
  status: 'active',
  beneficiary: { reference: `Patient/${id}` },
  subscriberId: policy,
  payor: [{ reference: 'Organization/o-1' }],
});
const ORGANIZATION = { resourceType: 'Organization', id: 'o-1', name: 'Blue Plan' };
const page = (
  resources: readonly object[],
  { self, next, total }: { self?: string; next?: string; total?: number } = {},
) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  ...(total === undefined ? {} : { total }),
  link: [
    ...(self === undefined ? [] : [{ relation: 'self', url: self }]),
    ...(next === undefined ? [] : [{ relation: 'next', url: next }]),
  ],
  entry: resources.map((resource) => ({ resource })),
});
const ndjson = (...resources: readonly object[]) =>
  resources.map((each) => `${JSON.stringify(each)}\n`).join('');
const policies = (rows: readonly SourceRow[]) =>
  rows.map(({ line, raw }) => [line, raw.formerMrn, raw.insuranceProvider, raw.insurancePolicyNumber]);

describe('FHIR files', () => {
  it('that are one page of a search are refused, with what to do', async () => {
    await expect(readText(JSON.stringify(page([patient('a')], { next: 'https://x/2' })))).rejects.toThrow(
      /^The file is one page of a search: it names a next page\. Export all patients as NDJSON .* import the folder with the command\.$/,
    );
  });

  it('have coverages before or after the patients, by id or by address', async () => {
    const entry = [
      { resource: coverage('a', 'P-1') },
      { resource: patient('a') },
      { fullUrl: 'urn:uuid:b-2', resource: patient('b', { id: undefined }) },
      { resource: { ...coverage('x', 'P-2'), beneficiary: { reference: 'urn:uuid:b-2' } } },
      { resource: ORGANIZATION },
    ];
    expect(policies(await readText(JSON.stringify({ resourceType: 'Bundle', entry })))).toEqual([
      [2, 'a', 'Blue Plan', 'P-1'],
      [3, undefined, 'Blue Plan', 'P-2'],
    ]);
    expect(policies(await readText(ndjson(patient('a'), ORGANIZATION, coverage('a', 'P-1'))))).toEqual([
      [1, 'a', 'Blue Plan', 'P-1'],
    ]);
  });

  it('have subscribers of coverages before or after them, as relatives or as other patients', async () => {
    const relative = {
      resourceType: 'RelatedPerson',
      id: 'a',
      name: [{ family: 'Roe', given: ['Tom'] }],
      birthDate: '1950-02-03',
    };
    const rows = await readText(
      ndjson(
        { ...coverage('a', 'P-1'), subscriber: { reference: 'RelatedPerson/a' } },
        { ...coverage('b', 'P-1'), subscriber: { reference: 'Patient/a' } },
        { ...coverage('c', 'P-2'), subscriber: { reference: 'Patient/c' } },
        patient('a'),
        patient('b'),
        patient('c'),
        relative,
        ORGANIZATION,
      ),
    );
    expect(rows.map(({ raw }) => [raw.formerMrn, raw.subscriberName, raw.subscriberDateOfBirth])).toEqual([
      ['a', 'Tom Roe', '1950-02-03'],
      ['b', 'Jane Roe', '1980-01-05'],
      ['c', undefined, undefined],
    ]);
  });

  it('list records that were merged into others with the reason', async () => {
    const rows = await readText(ndjson(patient('a', { link: [{ type: 'replaced-by' }] }), patient('b')));
    expect(rows.map(({ line, trouble }) => [line, trouble])).toEqual([
      [1, 'The record was merged into another one (replaced-by)'],
      [2, null],
    ]);
  });

  it('may begin with a long line', async () => {
    const photo = [{ data: 'x'.repeat(100_000) }];
    expect(await readText(ndjson(patient('a', { photo }), patient('b')))).toHaveLength(2);
  });
});

describe('folders of FHIR files', () => {
  it('are the pages of a search, in the order of their names', async () => {
    const folder = await folderOf({
      'page-10.json': page([patient('c')], { self: 'https://x/?n=1&p=3' }),
      'page-2.json': page([patient('b')], { self: 'https://x/?p=2&n=1', next: 'https://x/?p=3&n=1' }),
      'page-1.json': page([patient('a')], { self: 'https://x/', next: 'https://x/?n=1&p=2' }),
    });
    expect((await read(folder)).map(({ line, raw }) => [line, raw.formerMrn])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('are refused if a page is missing', async () => {
    const first = page([patient('a')], { self: 'https://x/1', next: 'https://x/2' });
    const last = page([patient('c')], { self: 'https://x/3' });
    const message = 'The page after page-1.json is missing. Save it in the folder, too.';
    await expect(read(await folderOf({ 'page-1.json': first }))).rejects.toThrow(message);
    await expect(read(await folderOf({ 'page-1.json': first, 'page-3.json': last }))).rejects.toThrow(
      message,
    );
  });

  it('are complete if they have as many entries as the search has found', async () => {
    const pages = {
      'a.json': page([patient('a')], { next: 'https://x/token-1', total: 2 }),
      'b.json': page([patient('b')], { self: 'https://x/other', total: 2 }),
    };
    expect(await read(await folderOf(pages))).toHaveLength(2);
  });

  it('are the files of a bulk export', async () => {
    const folder = await folderOf({
      'Coverage.ndjson': ndjson(coverage('b', 'P-2')),
      'Organization.ndjson': ndjson(ORGANIZATION),
      'Patient.ndjson': ndjson(patient('a'), patient('b')).trimEnd(),
      '.hidden': 'x',
    });
    expect(policies(await read(folder))).toEqual([
      [3, 'a', undefined, undefined],
      [4, 'b', 'Blue Plan', 'P-2'],
    ]);
    const { openBytes } = await openImportFile(folder);
    const { lines } = await surveySource(await openSource(openBytes), () => false);
    expect(lines).toMatchObject({ total: 4, rows: 2, other: 2, blank: 0 });
  });

  it.each([
    [{}, /has no FHIR files/],
    [{ 'a.csv': 'Last,First' }, /^a\.csv is no FHIR file/],
    [{ 'a.json': 'Last,First' }, /^a\.json is not JSON/],
    [
      { 'a.json': { resourceType: 'Patient' }, 'b.json': '{"entry": [' },
      /^b\.json: The file is not valid JSON/,
    ],
  ])('are refused with a reason: %j', async (files, message) => {
    await expect(read(await folderOf(files))).rejects.toThrow(message);
  });
});

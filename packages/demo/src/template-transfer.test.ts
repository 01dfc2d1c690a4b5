import { billingCodeImport } from '@portal/contract/billing-codes';
import { officeCreate } from '@portal/contract/offices';
import { login } from '@portal/contract/session';
import {
  parseTemplateFile,
  templateExport,
  templateImport,
  templateImportPreview,
} from '@portal/contract/template-file';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { setUpPractice } from '@portal/server/cli/set-up-practice';
import { signedInAs } from '@portal/server/test/factories';
import { portalForTest, type TestPortal } from '@portal/server/test/harness';
import { STARTER_CODES } from '@portal/starter/starter';
import { expect, it } from 'vitest';
import { loadDemoPractice } from './load.ts';
import { DEMO_OFFICES } from './offices.ts';

async function exportedText(portal: TestPortal, caller: { token: string }): Promise<string> {
  const { blob } = await portal.succeed(templateExport, {}, caller);
  return blob.text();
}

it('templates of the demo practice are the same after an import into an empty practice', async () => {
  const source = await portalForTest();
  await loadDemoPractice(source.deps);
  const body = { username: 'admin', password: DEMO_PASSWORD };
  const text = await exportedText(source, await source.succeed(login, { body }));
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);

  const target = await portalForTest();
  await setUpPractice(target.deps, {
    practice: 'Other',
    timeZone: 'UTC',
    office: 'Only Office',
    address: '1 Main Street',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60601',
    phone: '3125550142',
    firstName: 'Ada',
    lastName: 'Lovelace',
    starter: false,
  });
  const admin = await signedInAs(target, 'Admin');
  for (const { name, address, city, state, zip_code: zipCode, phone } of DEMO_OFFICES)
    await target.succeed(officeCreate, { body: { name, address, city, state, zipCode, phone } }, admin);
  const before = await target.succeed(templateImportPreview, { body: { text } }, admin);
  expect(before.missingCodes.length).toBeGreaterThan(50);
  const refused = await target.call(templateImport, { body: { text, basis: before.basis } }, admin);
  expect(refused).toMatchObject({
    ok: false,
    status: 400,
    error: { message: expect.stringMatching(/billing codes that this practice does not have: .*CPT 62321/) },
  });
  await target.succeed(billingCodeImport, { body: [...STARTER_CODES] }, admin);

  const preview = await target.succeed(templateImportPreview, { body: { text } }, admin);
  expect(preview.missingCodes).toEqual([]);
  expect(preview.templates.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 17 }, () => 'create'));
  const done = await target.succeed(templateImport, { body: { text, basis: preview.basis } }, admin);
  expect(done).toEqual(preview);
  expect(done.templates.flatMap(({ failingCases }) => failingCases)).toEqual([]);
  expect(JSON.parse(await exportedText(target, admin))).toEqual(JSON.parse(text));
  expect(parseTemplateFile(text)).toHaveProperty('file');

  const again = await target.succeed(templateImportPreview, { body: { text } }, admin);
  for (const { outcome } of [...again.templates, ...again.headers, ...again.categories])
    expect(outcome).toBe('unchanged');
  // Rules of the demo that are already there are the same ones.
  const here = await source.succeed(
    templateImportPreview,
    { body: { text } },
    await source.succeed(login, { body }),
  );
  expect(here.templates.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 17 }, () => 'unchanged'));
});

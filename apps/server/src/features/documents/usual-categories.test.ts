import { documentUsualCategories } from '@portal/contract/documents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { overridePermission, signedInAs } from '#test/factories.ts';
import { pngFile } from '#test/sample-files.ts';

let desk: DocumentDesk;
beforeAll(async () => {
  desk = await openDocumentDesk();
});
afterAll(() => desk.portal.close());

const usual = async () => {
  const rows = await desk.portal.succeed(documentUsualCategories, {}, desk.staff);
  return Object.fromEntries(rows.map(({ type, category }) => [type, category]));
};

const add = (type: string, category: string) =>
  desk.upload(pngFile(), { type, category, acceptDuplicate: 'true' });

it('the category that most documents of a type have is usual, without deleted ones', async () => {
  const before = await usual();
  expect(before).toMatchObject({ LabResult: 'Clinical', Consent: 'Legal', Insurance: 'Financial' });
  expect(before).not.toHaveProperty('Other');
  await add('Consent', 'Clinical');
  await add('Other', 'Administrative');
  expect(await usual()).toEqual({ ...before, Consent: 'Clinical', Other: 'Administrative' });
  const more = [await add('Consent', 'Legal'), await add('Consent', 'Legal')];
  expect(await usual()).toMatchObject({ Consent: 'Legal' });
  for (const { id } of more) await desk.remove(id, 'Scanned the wrong page');
  expect(await usual()).toMatchObject({ Consent: 'Clinical' });
});

it('requires the permission to upload', async () => {
  const user = await signedInAs(desk.portal, 'Staff');
  await overridePermission(desk.portal, user.id, 'Document.Upload', false);
  expect((await desk.portal.call(documentUsualCategories, {}, user)).status).toBe(403);
  expect((await desk.portal.call(documentUsualCategories, {})).status).toBe(401);
});

import {
  titleCreate,
  titleDelete,
  titleSearch,
  titleToggle,
  titleUpdate,
  type ProviderTitle,
} from '@portal/contract/titles';
import { titleActive, userGet } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('titles', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const FIELDS = { code: 'RN', description: 'Registered Nurse', displayOrder: 6, isActive: true };
  const create = (fields: Partial<typeof FIELDS> = {}) =>
    portal.succeed(titleCreate, { body: { ...FIELDS, ...fields } }, admin);
  const codes = async (body: Parameters<typeof search>[0] = {}) =>
    (await search(body)).items.map(({ code }: ProviderTitle) => code);
  const search = (body: {
    searchTerm?: string | null;
    isActive?: boolean | null;
    pageNumber?: number;
    pageSize?: number;
  }) => portal.succeed(titleSearch, { body }, admin);

  const refused = (body: Partial<Record<keyof typeof FIELDS, unknown>>) =>
    portal.raw({
      method: 'POST',
      url: '/api/admin/title',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
      token: admin.token,
    });

  it('lists items and totalCount in display order, in pages from 1', async () => {
    expect(await search({})).toMatchObject({ totalCount: 5 });
    expect(await codes()).toEqual(['MD', 'DO', 'NP', 'PA-C', 'CRNA']);
    expect(await codes({ pageNumber: 2, pageSize: 2 })).toEqual(['NP', 'PA-C']);
    expect(await codes({ pageNumber: 9, pageSize: 2 })).toEqual(['CRNA']);
  });

  it('searches title and description from 2 characters', async () => {
    expect(await codes({ searchTerm: 'nurse' })).toEqual(['NP', 'CRNA']);
    expect(await codes({ searchTerm: 'pa-' })).toEqual(['PA-C']);
    expect(await codes({ searchTerm: 'certified nurse' })).toEqual(['CRNA']);
    expect(await codes({ searchTerm: 'n' })).toHaveLength(5);
    expect(await codes({ searchTerm: '%' })).toHaveLength(5);
    expect(await codes({ searchTerm: '%%' })).toEqual([]);
  });

  it('stores a new title in uppercase and offers it right away', async () => {
    const title = await create({ code: ' rn ', description: ' Registered  Nurse ' });
    expect(title).toMatchObject({ ...FIELDS, version: 1 });
    expect(await auditOf(portal, 'Title', title.id)).toMatchObject([
      { action: 'Created', user_id: admin.id, new_values: FIELDS },
    ]);
    expect((await portal.succeed(titleActive, {}, admin)).map(({ code }) => code)).toContain('RN');
  });

  it('reports all problems at once with exact messages, and accepts 0 as display order', async () => {
    expect(await refused({ code: ' ', description: '', displayOrder: -1 })).toMatchObject({
      status: 400,
      body: {
        errors: {
          code: ['Title is required'],
          description: ['Description is required'],
          displayOrder: ['Display order must be a positive number'],
        },
      },
    });
    expect(
      await refused({ code: 'X'.repeat(11), description: 'x'.repeat(101), displayOrder: 1.5 }),
    ).toMatchObject({
      status: 400,
      body: {
        errors: {
          code: ['Title must be 10 characters or less'],
          description: ['Description must be 100 characters or less'],
          displayOrder: ['Display order must be a positive number'],
        },
      },
    });
    expect(await create({ code: 'ZERO', displayOrder: 0 })).toMatchObject({ displayOrder: 0 });
    expect((await codes())[0]).toBe('ZERO');
  });

  it('refuses a title that exists, also when changing another', async () => {
    const message = 'This title already exists';
    const conflict = { status: 409, error: { code: 'CONFLICT', message, errors: { code: [message] } } };
    expect(await portal.call(titleCreate, { body: { ...FIELDS, code: 'md' } }, admin)).toMatchObject(
      conflict,
    );
    const { id } = await create({ code: 'LVN' });
    const body = { ...FIELDS, code: 'DO' };
    expect(await portal.call(titleUpdate, { params: { id }, body }, admin)).toMatchObject(conflict);
  });

  it('shows a changed title for users who have it', async () => {
    const title = await create({ code: 'PAA' });
    const provider = await makeUser(portal, { roles: ['ProviderMidLevel'] });
    await portal.owner.query("update users set title = 'PAA' where id = $1", [provider.id]);
    const body = { ...FIELDS, code: 'PA', description: 'Physician Assistant', version: 1 };
    const changed = await portal.succeed(titleUpdate, { params: { id: title.id }, body }, admin);
    expect(changed).toMatchObject({ code: 'PA', version: 2 });
    expect(await portal.succeed(userGet, { params: { id: provider.id } }, admin)).toMatchObject({
      title: 'PA',
    });
    expect(await auditOf(portal, 'Title', title.id)).toMatchObject([
      { action: 'Created' },
      { action: 'Updated', old_values: { code: 'PAA' }, new_values: { code: 'PA' } },
    ]);
    expect(await portal.call(titleUpdate, { params: { id: title.id }, body }, admin)).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { code: 'PA' } },
    });
  });

  it('refuses to delete a title that users have, but deactivates it', async () => {
    const title = await create({ code: 'PHD' });
    const provider = await makeUser(portal, { roles: ['ProviderPhysician'] });
    await portal.owner.query("update users set title = 'PHD' where id = $1", [provider.id]);
    const params = { id: title.id };
    expect(await portal.call(titleDelete, { params }, admin)).toMatchObject({
      status: 409,
      error: {
        code: 'IN_USE',
        message: '1 user has the title "PHD". It cannot be deleted, but you can deactivate it.',
      },
    });
    expect(await portal.succeed(titleToggle, { params, body: { version: 1 } }, admin)).toMatchObject({
      message: 'Title "PHD" deactivated successfully',
      title: { isActive: false },
    });
    expect(await portal.call(titleToggle, { params, body: { version: 1 } }, admin)).toMatchObject({
      status: 409,
      error: { code: 'STALE' },
    });
    expect(await codes({ isActive: true })).not.toContain('PHD');
    expect(await codes({ isActive: null })).toContain('PHD');
    expect((await portal.succeed(titleActive, {}, admin)).map(({ code }) => code)).not.toContain('PHD');
    expect(await portal.succeed(titleToggle, { params }, admin)).toMatchObject({
      message: 'Title "PHD" activated successfully',
    });
  });

  it('deletes a title with a message, and returns 404 for an unknown one', async () => {
    const { id } = await create({ code: 'TEMP' });
    expect(await portal.succeed(titleDelete, { params: { id } }, admin)).toEqual({
      message: 'Title "TEMP" deleted successfully',
    });
    for (const endpoint of [titleDelete, titleToggle])
      expect(await portal.call(endpoint, { params: { id } }, admin)).toMatchObject({
        status: 404,
        error: { message: 'This title does not exist.' },
      });
    expect(await portal.call(titleUpdate, { params: { id }, body: FIELDS }, admin)).toMatchObject({
      status: 404,
    });
  });
});

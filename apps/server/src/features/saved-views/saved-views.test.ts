import {
  MAX_VIEWS,
  viewCreate,
  viewDelete,
  viewsOfList,
  viewUpdate,
  type ViewState,
} from '@portal/contract/saved-views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const STATE: ViewState = {
  filters: { status: 'Pending', startDate: '2026-11-01' },
  orderBy: 'orderDate',
  sortDirection: 'asc',
  pageSize: 50,
  hiddenColumns: ['diagnosis'],
};

describe('saved views', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const save = (user: SignedInUser, name: string, more: { isDefault?: boolean } = {}) =>
    portal.succeed(viewCreate, { body: { list: 'orders', name, state: STATE, ...more } }, user);
  const namesOf = async (user: SignedInUser) =>
    (await portal.succeed(viewsOfList, { query: { list: 'orders' } }, user)).views.map(({ name }) => name);

  it('are saved, changed and deleted, and audited as a setting of the user', async () => {
    const user = await signedInAs(portal, 'Staff');
    const view = await save(user, ' Pending ');
    expect(view).toMatchObject({ name: 'Pending', isDefault: false, state: STATE, version: 1 });
    const state = { ...STATE, filters: {}, hiddenColumns: [] };
    const body = { name: 'Everything', isDefault: true, state, version: 1 };
    const changed = await portal.succeed(viewUpdate, { params: { id: view.id }, body }, user);
    expect(changed).toMatchObject({ name: 'Everything', isDefault: true, state, version: 2 });
    expect(await namesOf(user)).toEqual(['Everything']);
    await portal.succeed(viewDelete, { params: { id: view.id } }, user);
    expect(await namesOf(user)).toEqual([]);
    expect(
      (await auditOf(portal, 'User', user.id)).filter(({ action }) => action === 'Updated'),
    ).toMatchObject([
      { old_values: null, new_values: { list: 'orders', view: 'Pending', filters: STATE.filters } },
      { old_values: { view: 'Pending' }, new_values: { view: 'Everything' } },
      { old_values: { view: 'Everything' }, new_values: null },
    ]);
  });

  it('belong to their user and list', async () => {
    const [owner, other] = [await signedInAs(portal, 'Staff'), await signedInAs(portal, 'SuperAdmin')];
    const { id } = await save(owner, 'Mine');
    expect(await namesOf(other)).toEqual([]);
    const body = { name: 'Taken over', isDefault: false, state: STATE };
    expect(await portal.call(viewUpdate, { params: { id }, body }, other)).toMatchObject({ status: 404 });
    expect(await portal.call(viewDelete, { params: { id } }, other)).toMatchObject({ status: 404 });
    const { views } = await portal.succeed(viewsOfList, { query: { list: 'patients' } }, owner);
    expect(views).toEqual([]);
  });

  it('have one default at most, also when two are set at once', async () => {
    const user = await signedInAs(portal, 'Staff');
    await save(user, 'A', { isDefault: true });
    await Promise.all(['B', 'C'].map((name) => save(user, name, { isDefault: true })));
    const { views } = await portal.succeed(viewsOfList, { query: { list: 'orders' } }, user);
    expect(views.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(views.find(({ name }) => name === 'A')?.isDefault).toBe(false);
  });

  it('refuse a name that exists in any case, and a stale version', async () => {
    const user = await signedInAs(portal, 'Staff');
    const { id } = await save(user, 'İstanbul');
    await save(user, 'Other');
    const body = { name: 'OTHER', isDefault: false, state: STATE, version: 1 };
    expect(await portal.call(viewUpdate, { params: { id }, body }, user)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', errors: { name: ['You already have a view with this name.'] } },
    });
    const stale = { ...body, name: 'New', version: 7 };
    expect(await portal.call(viewUpdate, { params: { id }, body: stale }, user)).toMatchObject({
      status: 409,
      error: { code: 'STALE' },
    });
  });

  it(`are at most ${MAX_VIEWS} per list, also when many are saved at once`, async () => {
    const user = await signedInAs(portal, 'Staff');
    const names = Array.from({ length: MAX_VIEWS + 3 }, (_, index) => `View ${index}`);
    const answers = await Promise.all(
      names.map((name) => portal.call(viewCreate, { body: { list: 'orders', name, state: STATE } }, user)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(MAX_VIEWS);
    await portal.succeed(viewCreate, { body: { list: 'users', name: 'Fits', state: STATE } }, user);
  });

  it.each([
    ['an unknown list', { list: 'secrets' }],
    ['no name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['a name with control characters', { name: 'a\u0007b' }],
    ['no state', { state: undefined }],
    ['more fields', { userId: '00000000-0000-7000-8000-000000000000' }],
    ['a search', { state: { ...STATE, filters: { search: 'Smith' } } }],
    ['a patient', { state: { ...STATE, filters: { patientId: '00000000-0000-7000-8000-000000000000' } } }],
    ['a filter that is not text', { state: { ...STATE, filters: { status: { $ne: 'x' } } } }],
    ['a prototype as a filter', { state: { ...STATE, filters: JSON.parse('{"__proto__":"x"}') as unknown } }],
    ['a blank filter', { state: { ...STATE, filters: { status: '' } } }],
    ['a long filter', { state: { ...STATE, filters: { status: 'x'.repeat(101) } } }],
    ['a sort key with SQL', { state: { ...STATE, orderBy: 'name; drop table users' } }],
    ['a page size of 0', { state: { ...STATE, pageSize: 0 } }],
    ['a huge page size', { state: { ...STATE, pageSize: 1e9 } }],
    ['many columns', { state: { ...STATE, hiddenColumns: Array.from({ length: 31 }, () => 'a') } }],
    ['columns that are text', { state: { ...STATE, hiddenColumns: 'diagnosis' } }],
    ['more in the state', { state: { ...STATE, page: 3 } }],
  ])('refuse %s', async (_what, change) => {
    const user = await signedInAs(portal, 'Staff');
    const answer = await portal.raw({
      method: 'POST',
      url: '/api/views',
      headers: { 'content-type': 'application/json' },
      token: user.token,
      payload: JSON.stringify({ list: 'orders', name: 'Name', state: STATE, ...change }),
    });
    expect(answer.status).toBe(400);
    expect(await namesOf(user)).toEqual([]);
  });
});

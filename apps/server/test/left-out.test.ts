import { endpoints } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makePatient, signedInAs } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { deskOf, type Json } from './left-out-desk.ts';
import { RECORDS } from './left-out-records.ts';

/** Calls of which no optional field is one of a record; why is in the contract’s test. */
const OPTIONS_ONLY = [
  '/roles/:id/permissions',
  '/timecard/schedule/week/:userId',
  '/dictation/drafts/:id',
  '/form-drafts/:id',
];
const OF_EVERY_CHANGE = ['version', 'updatedAt', 'updatedByUser'];

/** Top-level fields of a body: those that it must have, and those that it may leave out. */
function fieldsOf(body: z.ZodType) {
  const { properties = {}, required = [] } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const optional = Object.keys(properties).filter((name) => name !== 'version' && !required.includes(name));
  return { required, optional };
}
const changing = new Map(
  endpoints.flatMap(({ method, path, body }) =>
    (method === 'PUT' || method === 'PATCH') && body !== undefined
      ? [[path as string, fieldsOf(body)] as const]
      : [],
  ),
);

describe('a change that sends only what it must', () => {
  let portal: TestPortal;
  let desk: ReturnType<typeof deskOf>;
  beforeAll(async () => {
    portal = await openTestPortal();
    const user = await signedInAs(portal, 'SuperAdmin', 'ProviderPhysician');
    desk = deskOf(portal, user, (await makePatient(portal)).id);
  });
  afterAll(() => portal.close());

  const withOptional = [...changing].filter(([, { optional }]) => optional.length > 0).map(([path]) => path);
  it('is tried with each record', () => {
    expect([...Object.keys(RECORDS), ...OPTIONS_ONLY].toSorted()).toEqual(withOptional.toSorted());
  });

  it.each(Object.entries(RECORDS))('changes nothing else: PUT %s', async (pattern, make) => {
    const { path, read: get, change, follow = [] } = await make(desk);
    expect(Object.keys(change).toSorted()).toEqual(changing.get(pattern)?.required.toSorted());
    const before = await get();
    await desk.call('PUT', path, change);
    const after = await get();
    const may = new Set([...Object.keys(change), ...follow, ...OF_EVERY_CHANGE]);
    const others = (record: Json) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !may.has(name)));
    expect(others(after)).toEqual(others(before));
    expect(Object.keys(others(before)).length).toBeGreaterThan(1);
  });

  it('is checked with what stays', async () => {
    const { path, change } = (await RECORDS['/medicalorder/:id']?.(desk)) ?? { path: '', change: {} };
    const referral = { ...change, type: 'ReferralPT' };
    await expect(desk.call('PUT', path, referral)).rejects.toThrow('Only imaging orders have a body part');
    const details = { bodyPart: null, side: null, contrast: null };
    expect(await desk.call('PUT', path, { ...referral, ...details })).toMatchObject({
      type: 'ReferralPT',
      bodyPart: null,
      instructions: 'Bring films',
    });
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roleChange, withMainRole, withoutRole, withRole } from './role-change.ts';
import { ROLES } from '../test/user-fixtures.ts';

const someIds = fc.subarray(
  ROLES.map(({ id }) => id),
  { minLength: 1 },
);
const anyId = fc.constantFrom(...ROLES.map(({ id }) => id));

describe('roles of a user with several roles', () => {
  it('replace the previous main role and nothing else', () => {
    fc.assert(
      fc.property(someIds, anyId, (ids, main) => {
        const next = withMainRole(ids, main);
        expect(next[0]).toBe(main);
        expect(new Set(next).size).toBe(next.length);
        for (const id of ids.slice(1)) expect(next).toContain(id);
      }),
    );
  });

  it('announce exactly what saving adds, removes and keeps', () => {
    fc.assert(
      fc.property(someIds, someIds, (saved, chosen) => {
        const { removed, added, kept } = roleChange(saved, chosen, ROLES);
        const ids = (roles: typeof kept) => roles.map(({ id }) => id);
        expect([...ids(removed), ...ids(kept)].toSorted()).toEqual(saved.toSorted());
        expect([...ids(added), ...ids(kept)].toSorted()).toEqual(chosen.toSorted());
      }),
    );
  });

  it('can be kept once without becoming the main role, and removed individually', () => {
    expect(withRole(['a'], 'b')).toEqual(['a', 'b']);
    expect(withRole(['a', 'b'], 'b')).toEqual(['a', 'b']);
    expect(withoutRole(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
  });
});

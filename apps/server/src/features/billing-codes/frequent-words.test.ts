import { billingCodeSearch } from '@portal/contract/billing-codes';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/**
 * Enough codes that frequent words are searched by scanning in order. "initial" and "left" occur in 60% and 50% of all codes,
 * "fracture" in 20% clustered near the end, "third0" and "third1" never in the same code, and "gout" in 40 codes. One in a hundred is
 * inactive; the first hundred are procedures.
 */
const CODES = `
  insert into billing_codes (code_type, code, description, is_active)
  select case when n <= 100 then 'CPT' else 'ICD10' end, 'X' || lpad(n::text, 5, '0'),
    concat_ws(' ', 'Code third' || n % 3, case when n % 10 < 6 then 'initial' end, case when n % 2 = 0 then 'left' end,
      case when n > 30000 and n <= 38000 then 'fracture' end, case when n % 1000 = 7 then 'gout' end),
    n % 100 <> 50
  from generate_series(1, 40000) n`;

describe('searches with thousands of matching codes', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    await portal.owner.query(CODES);
    await portal.owner.query('vacuum analyze billing_codes');
  });
  afterAll(() => portal.close());

  const search = (body: BodyInputOf<typeof billingCodeSearch>) =>
    portal.succeed(billingCodeSearch, { body: { isActive: true, ...body } }, staff);
  /** All matching codes, found by a plain query. */
  async function expectedCodes(words: readonly string[], where = 'is_active'): Promise<string[]> {
    const { rows } = await portal.owner.query<{ code: string }>(
      `select code from billing_codes
        where ${where} and (select bool_and(' ' || code || ' ' || description ~* (' ' || word)) from unnest($1::text[]) word)
        order by code_type, code`,
      [words],
    );
    return rows.map(({ code }) => code);
  }

  it.each(['initial', 'left', 'in', 'fracture', 'initial left', 'left fracture', 'code'])(
    '"%s" reports more matches and lists each of a thousand on one page',
    async (searchTerm) => {
      const matching = new Set(await expectedCodes(searchTerm.split(' ')));
      expect(matching.size).toBeGreaterThan(1_000);
      const shown: string[] = [];
      for (const pageNumber of [1, 2, 3, 4]) {
        const page = await search({ searchTerm, pageNumber, pageSize: 250 });
        expect(page).toMatchObject({ totalCount: 1_001, totalCountIsApproximate: true });
        shown.push(...page.items.map(({ code }) => code));
      }
      expect(new Set(shown).size).toBe(1_000);
      expect(shown.filter((code) => !matching.has(code))).toEqual([]);
      expect(shown).toEqual(shown.toSorted());
    },
  );

  it.each([
    'gout',
    'initial gout',
    'gout left',
    'fracture gout',
    'third0 third1',
    'x0001 initial',
    'left nothing',
  ])('"%s" finds exactly the matching codes', async (searchTerm) => {
    const page = await search({ searchTerm, pageSize: 500 });
    const matching = await expectedCodes(searchTerm.split(' '));
    expect(page.items.map(({ code }) => code)).toEqual(matching);
    expect(page).toMatchObject({ totalCount: matching.length, totalCountIsApproximate: false });
  });

  it('finds exactly the matching codes for a frequent word among few codes', async () => {
    for (const [filter, where] of [
      [{ isActive: false }, 'not is_active'],
      [{ codeType: 'CPT' as const }, `is_active and code_type = 'CPT'`],
    ] as const) {
      const page = await search({ searchTerm: 'initial', pageSize: 500, ...filter });
      expect(page.items.map(({ code }) => code)).toEqual(await expectedCodes(['initial'], where));
    }
  });
});

import { billingCodeImport, billingCodeSearch } from '@portal/contract/billing-codes';
import { codeSearchWordsGet, codeSearchWordsSave } from '@portal/contract/code-search-words';
import { STARTER_CODES } from '@portal/starter/starter';
import { SEARCH_WORDS } from '@portal/starter/search-words';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countCodeUses } from './code-uses-repo.ts';
import { makeDictation, makeDictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('the search of codes in a practice with the starter content', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    staff = await signedInAs(portal, 'Staff');
    await portal.succeed(billingCodeImport, { body: [...STARTER_CODES] }, admin);
    await save(SEARCH_WORDS);
  });
  afterAll(() => portal.close());

  const save = (words: string) => portal.succeed(codeSearchWordsSave, { body: { words } }, admin);
  const search = async (searchTerm: string) =>
    (await portal.succeed(billingCodeSearch, { body: { searchTerm, isBillable: true } }, staff)).items.map(
      ({ code }) => code,
    );
  const countUses = (code: string, uses: number) =>
    portal.owner.query(
      `insert into billing_code_uses (billing_code_id, uses, counted_at)
        select id, $2, now() from billing_codes where code = $1`,
      [code, uses],
    );

  it.each([
    ['low back pain', 'M54.50'],
    ['Low back pain, unspecified', 'M54.50'],
    ['M54.50 – Low back pain, unspecified', 'M54.50'],
    ['LBP', 'M54.50'],
    ['CRPS', 'G90.50'],
    ['lumbar ESI', '62322'],
    ['RFA', '64625'],
    ['lumbar RFA', '64635'],
    ['Kenalog', 'J3301'],
    ['Depo-Medrol', 'J1010'],
    ['sciatica', 'M54.30'],
    ['m545', 'M54.50'],
  ])('lists the closest code for "%s" first: %s', async (term, code) => {
    expect((await search(term))[0]).toBe(code);
  });

  it('finds both kinds of a word with two meanings', async () => {
    expect(await search('CRPS')).toEqual(expect.arrayContaining(['G90.511', 'G56.41', 'G57.72']));
  });

  it('lists codes that are used most before others that are as close, not before closer ones', async () => {
    await countUses('M54.59', 3);
    await countUses('M51.361', 200);
    expect((await search('low back pain')).slice(0, 2)).toEqual(['M54.59', 'M54.50']);
  });

  it('understands words that an administrator adds, and records the change', async () => {
    expect(await search('PPP')).toEqual([]);
    await save(`${SEARCH_WORDS}\nPPP = sciatica, right`);
    expect(await portal.succeed(codeSearchWordsGet, {}, admin)).toMatchObject({
      words: expect.stringContaining('PPP = sciatica'),
    });
    expect((await auditOf(portal, 'BillingCode', null)).at(-1)).toMatchObject({
      action: 'Updated',
      user_id: admin.id,
    });
    expect((await search('PPP'))[0]).toBe('M54.31');
  });

  it.each([
    ['LBP: low back pain', 'Line 1 must be one word, "=" and its meaning: LBP = low back pain'],
    ['A = b\nlow back = M54', 'Line 2 must be one word, "=" and its meaning: LBP = low back pain'],
    [`A = ${'b'.repeat(10_000)}`, 'Search words: 4 characters too many (10,000 allowed)'],
  ])('refuses words that cannot be read', async (words, message) => {
    expect(await portal.call(codeSearchWordsSave, { body: { words } }, admin)).toMatchObject({
      ok: false,
      status: 400,
      error: { errors: { words: [message] } },
    });
  });

  it('counts once a day how often codes are on dictations', async () => {
    const provider = await makeUser(portal, { roles: ['ProviderPhysician'] });
    const desk = await makeDictationDesk(portal);
    const now = portal.clock.now();
    const uses = async (hours: number) => {
      const at = new Date(now.getTime() + hours * 3_600_000);
      await portal.deps.db.transaction().execute((tx) => countCodeUses(tx, at));
      const { rows } = await portal.owner.query<{ code: string; uses: number }>(
        'select code, uses from billing_code_uses join billing_codes on id = billing_code_id order by code',
      );
      return rows.map(({ code, uses: count }) => [code, count]);
    };
    const use = async (code: string) => {
      const id = await makeDictation(portal, { ...desk, providerId: provider.id });
      await portal.owner.query(
        `insert into dictation_codes (dictation_id, place, code_type, code, description, modifiers, billing_code_id)
          select $1, 0, code_type, code, description, '', id from billing_codes where code = $2`,
        [id, code],
      );
    };
    await portal.owner.query('delete from billing_code_uses');
    expect(await uses(0)).toEqual([]);
    for (const code of ['M54.50', 'M54.2', 'M54.50']) await use(code);
    expect(await uses(1)).toEqual([
      ['M54.2', 1],
      ['M54.50', 2],
    ]);
    await use('M54.2');
    expect(await uses(24)).toEqual(await uses(1));
    expect(await uses(25.1)).toEqual([
      ['M54.2', 2],
      ['M54.50', 2],
    ]);
  });
});

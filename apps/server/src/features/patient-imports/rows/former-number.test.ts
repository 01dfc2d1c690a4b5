import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedInAs } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { check, COLUMNS, HEADER, ImportDesk, importFile } from '../test/import-desk.ts';

const file = (...rows: readonly string[]) => [HEADER, ...rows].join('\n');

describe('a former number that is not unique', () => {
  let portal: TestPortal;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = new ImportDesk(portal, await signedInAs(portal, 'Admin'));
  });
  afterAll(() => portal.close());
  let next = 0;
  let number = '';
  beforeEach(() => void (number = `N-${(next += 1)}`));

  const outcomes = async (content: string, options = {}) =>
    (await check(portal.deps, content, options)).map((row) => [
      row.row.line,
      row.outcome,
      'reasons' in row ? row.reasons : [],
    ]);
  const mrnOf = async (former: string) => {
    const { rows } = await portal.owner.query<{ mrn: string }>(
      'select medical_record_number as mrn from patients where former_mrn = $1',
      [former],
    );
    return rows[0]?.mrn ?? '';
  };

  it.each([false, true])(
    'in a file is a duplicate, whatever the name (with duplicates: %s)',
    async (also) => {
      const content = file(
        `${number},Roe,Jane,1/5/1980,`,
        `${number},Other,Tom,2/6/1990,`,
        `,Roe,Ann,1/7/1980,`,
      );
      expect(await outcomes(content, { withDuplicates: also })).toEqual([
        [2, 'import', []],
        [3, 'duplicate', ['Former MRN is also on line 2']],
        [4, 'import', []],
      ]);
    },
  );

  it('counts also on a line that fails', async () => {
    expect(await outcomes(file(`${number},,Jane,1/5/1980,`, `${number},Other,Tom,2/6/1990,`))).toEqual([
      [2, 'fail', ['Last name is required']],
      [3, 'duplicate', ['Former MRN is also on line 2']],
    ]);
  });

  it.each([false, true])('of a patient of the practice is refused (with duplicates: %s)', async (also) => {
    const owned = also ? 'Withall' : 'Without';
    await importFile(portal.deps, file(`${number},${owned},Jane,1/5/1980,`));
    const owner = `Former MRN is patient ${await mrnOf(number)}’s`;
    for (const [row, reason] of [
      [`${owned},Jane,1/5/1980,`, owner],
      ['Married,Jane,1/5/1980,', owner],
      [`Maried,Jnae,1/5/1980,`, `${owner}, who has another first name`],
      [`${owned},Jnae,1/5/1980,`, owner],
      [`${owned},Jane,1/5/1981,`, `${owner}, who has another date of birth`],
      [`${owned},Twin,1/5/1980,`, `${owner}, who has another first name`],
    ] as const)
      expect(await outcomes(file(`${number},${row}`), { withDuplicates: also })).toEqual([
        [2, 'duplicate', [reason]],
      ]);
    expect(
      await importFile(portal.deps, file(`${number},Other,Tom,1/5/1980,`), { withDuplicates: also }),
    ).toMatchObject({ imported: 0, duplicates: 1, refused: 1 });
  });

  it('but for zeros before it, with the same birth date, is a duplicate to decide', async () => {
    await importFile(portal.deps, file('00471,Zerost,Jane,1/5/1981,', '0482,Zeroes,Ann,1/6/1981,'));
    const mrns = [await mrnOf('00471'), await mrnOf('0482')];
    const differs = 'same birth date, former MRN differs only by zeros before it';
    const content = file(
      '471,Married,Jane,1/5/1981,',
      '000482,Renamed,Bea,1/6/1981,',
      '0471,Somebody,Else,1/5/1991,',
      '093,Other,Tom,2/6/1990,',
      '93,Another,Ida,2/6/1990,',
      '93A,Third,Ben,2/6/1990,',
      '0,Fourth,Ned,2/6/1990,',
      '00,Fifth,Pam,2/6/1990,',
    );
    const duplicates = [
      [2, 'duplicate', [`Likely the same person as patient ${mrns[0]}: ${differs}`]],
      [3, 'duplicate', [`Likely the same person as patient ${mrns[1]}: ${differs}`]],
      [4, 'import', []],
      [5, 'import', []],
      [6, 'duplicate', [`Likely the same person as on line 5: ${differs}`]],
      [7, 'import', []],
      [8, 'import', []],
      [9, 'import', []],
    ];
    expect(await outcomes(content)).toEqual(duplicates);
    expect(await importFile(portal.deps, content, { withDuplicates: true })).toMatchObject({
      imported: 8,
      duplicates: 0,
    });
  });

  it('of several patients, from before numbers were compared, names them', async () => {
    await importFile(portal.deps, file(`${number},First,Jane,1/5/1980,`, `x${number},Second,Tom,1/6/1980,`));
    await portal.owner.query('update patients set former_mrn = $1 where former_mrn = $2', [
      number,
      `x${number}`,
    ]);
    const [[, , reasons] = []] = await outcomes(file(`${number},First,Jane,1/5/1980,`));
    expect(String(reasons)).toMatch(/^Former MRN is that of several patients: \d{8}, \d{8}$/);
  });

  it('is found again when an import continues after a kill', async () => {
    const rows = Array.from(
      { length: 501 },
      (_, n) =>
        `${number}-${n},Cont${'abcdefghij'.charAt(n % 10)}x,Ann,2/${(n % 28) + 1}/${1950 + (n % 60)},`,
    );
    const content = file(...rows, `${number}-3,Somebody,Else,5/5/1955,`);
    const options = { withDuplicates: true };
    await expect(importFile(portal.deps, content, { ...options, failAfter: 1 })).rejects.toThrow('killed');
    expect(await importFile(portal.deps, content, options)).toMatchObject({
      state: 'Finished',
      imported: 501,
      duplicates: 1,
      refused: 1,
    });
  });

  it('is left out when likely duplicates are imported on the screen', async () => {
    const { id, ...counts } = await desk.checked(
      file(`${number},Screen,Jane,1/5/1980,`, `${number},Other,Tom,2/6/1990,`, `,Screen,Jane,1/5/1980,`),
      COLUMNS,
    );
    expect(counts).toMatchObject({ imported: 1, duplicates: 2, refused: 1 });
    await desk.start(id, true);
    expect(await desk.status(id)).toMatchObject({
      status: 'Finished',
      imported: 2,
      duplicates: 1,
      refused: 1,
    });
  });
});

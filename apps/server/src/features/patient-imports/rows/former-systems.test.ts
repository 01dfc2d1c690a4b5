import { ssnIndex } from '#features/patients/index.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { signedInAs } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { PEOPLE, type Person } from '#test/former-people.ts';
import { FHIR, FHIR_FILES } from '#test/former-fhir.ts';
import { fileOf, FORMER_SYSTEMS, type FormerSystem, type Meaning } from '#test/former-systems.ts';
import { ImportDesk } from '../test/import-desk.ts';

interface Arrived {
  readonly former_mrn: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly born: string;
  readonly gender: string | null;
  readonly ssn_index: Buffer | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip_code: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly insurance_provider: string | null;
  readonly insurance_policy_number: string | null;
  readonly is_active: boolean;
  readonly is_deceased: boolean;
  readonly died: string | null;
  readonly former_coverage: object | null;
}
const COLUMNS = `former_mrn, first_name, last_name, date_of_birth::text as born, gender, ssn_index, address, city, state, zip_code, phone, email,
  insurance_provider, insurance_policy_number, is_active, is_deceased, date_of_death::text as died, former_coverage`;

/** One of the people was born on the day that some systems write for none. */
const ACCEPTED = { 'Date of birth is 01/01/1970, which some systems write for none': 'accept' } as const;

const or = (value: string) => (value === '' ? null : value);
const hasBothPhones = ({ columns }: FormerSystem) =>
  ['home', 'mobile'].every((phone) => columns.some(({ meaning }) => meaning === phone));

describe('lists of former systems', () => {
  let portal: TestPortal;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = new ImportDesk(portal, await signedInAs(portal, 'Admin'));
  });
  afterAll(() => portal.close());

  /** Cells that did not arrive as they should, as "record number, column: what arrived". */
  function lostCells(system: FormerSystem, arrived: readonly Arrived[]): string[] {
    const has = (meaning: Meaning) => system.columns.find((each) => each.meaning === meaning);
    const text = (meaning: Meaning, person: Person) => has(meaning)?.cell(person) ?? '';
    const saysDead = (person: Person) =>
      person.died !== '' && (has('died') !== undefined || text('life', person) !== 'Inactive');
    return PEOPLE.flatMap((person) => {
      const full = text('fullName', person);
      const [last = '', first = ''] =
        full === ''
          ? [
              [person.last, text('suffix', person)],
              [person.first, text('middle', person)],
            ].map((parts) => parts.filter((part) => part !== '').join(' '))
          : full.split(', ');
      const found = arrived.find((each) => each.former_mrn === person.mrn);
      if (found === undefined) return [`${person.mrn} did not arrive`];
      const phones = [person.mobile, person.home].filter((_, at) => has(at === 0 ? 'mobile' : 'home'));
      const expected: Partial<Record<Meaning, readonly [unknown, unknown]>> = {
        first: [found.first_name, first],
        middle: [found.first_name, first],
        last: [found.last_name, last],
        suffix: [found.last_name, last],
        fullName: [`${found.last_name}, ${found.first_name}`, full],
        born: [found.born, person.born],
        sex: [found.gender, or(person.sex)],
        ssn: [
          found.ssn_index?.toString('hex') ?? null,
          person.ssn === '' ? null : ssnIndex(portal.deps.keys, person.ssn).toString('hex'),
        ],
        street: [
          found.address,
          or([person.street, text('unit', person)].filter((part) => part !== '').join(', ')),
        ],
        city: [found.city, or(person.city)],
        state: [found.state, or(person.state)],
        zip: [found.zip_code, or(person.zip)],
        home: [found.phone, phones.find((digits) => digits !== '') ?? null],
        email: [found.email, or(person.email)],
        payer: [found.insurance_provider, or(person.payer)],
        policy: [found.insurance_policy_number, or(person.policy)],
        secondPayer: [
          found.former_coverage,
          person.secondPayer === '' ? null : { secondaryInsuranceProvider: person.secondPayer },
        ],
        life: [`${found.is_active} ${found.is_deceased}`, `${person.isActive} ${saysDead(person)}`],
        died: [found.died, or(person.died)],
      };
      return system.columns.flatMap(({ name, meaning }) => {
        const [is, should] = expected[meaning] ?? [null, null];
        return JSON.stringify(is) === JSON.stringify(should)
          ? []
          : [`${person.mrn}, ${name}: ${JSON.stringify(is)}`];
      });
    });
  }

  async function uploaded(content: Buffer<ArrayBuffer>, name: string): Promise<string> {
    const { id } = await desk.uploaded(content, name);
    onTestFinished(async () => {
      const { status } = await desk.status(id);
      await (status === 'Finished' ? desk.undo(id) : desk.discard(id));
      await portal.deps.background.settled();
    });
    return id;
  }

  /** Imports a file that is checked, and returns all of its patients. */
  async function imported(id: string): Promise<readonly Arrived[]> {
    expect((await desk.details(id)).problems).toEqual([]);
    await desk.start(id);
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', imported: PEOPLE.length });
    const { rows } = await portal.owner.query<Arrived>(
      `select ${COLUMNS} from patients where import_id = $1`,
      [id],
    );
    return rows;
  }

  it.each(FORMER_SYSTEMS)('$name: every column is mapped or left out, every cell arrives', async (system) => {
    const id = await uploaded(fileOf(system), 'patients.csv');
    const { mapping } = await desk.details(id);
    const named = (isKnown: boolean) =>
      system.columns.filter(({ meaning }) => (meaning !== 'remark') === isKnown).map(({ name }) => name);
    expect(
      Object.values(mapping ?? {})
        .flat()
        .toSorted(),
    ).toEqual(named(true).toSorted());
    const { words } = system;
    await desk.check(id, {
      columns: { ...mapping, leftOut: named(false) },
      choices: ACCEPTED,
      ...(words === undefined ? {} : { words }),
    });
    const { notes } = await desk.details(id);
    expect(lostCells(system, await imported(id))).toEqual([]);
    // The portal has room for one phone; the rows with another one are named.
    const secondPhones = PEOPLE.flatMap(({ home, mobile }, at) => {
      const cells = [home, mobile].filter((cell) => cell !== '');
      return hasBothPhones(system) && cells.length === 2 ? [at + 2 + (system.before ?? []).length] : [];
    });
    expect(notes.find(({ text }) => text === 'Second phone left out')?.lines ?? []).toEqual(secondPhones);
  });

  it.each(FHIR_FILES)(
    'FHIR, $name: everything that the portal has a field for arrives',
    async ({ name, text }) => {
      const id = await uploaded(Buffer.from(text), name);
      await desk.check(id, { columns: null, choices: ACCEPTED });
      expect(lostCells(FHIR, await imported(id))).toEqual([]);
    },
  );
});

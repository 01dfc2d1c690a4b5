import {
  isOneLetterOff,
  isSameName,
  lookupKeys,
  lookupWords,
  MOST_BORN_ON_ONE_DAY,
  nameKeys,
  spelling,
  type NamedPerson,
  type NameLikeness,
} from '@portal/domain/similar-names';
import { significantDigits } from '@portal/domain/patient-import/former-number';
import type { Db } from '#db/database.ts';
import { listBorn, type BornRow } from './duplicate-repo.ts';

/** A person to compare with the patients of the practice. */
export interface Person extends NamedPerson {
  readonly dateOfBirth: string;
  readonly formerMrn?: string | null;
}

/** How a patient with the same date of birth is alike: by name, or by a former number that is the same but for zeros before it. */
export type Likeness = NameLikeness | 'former number';

/** A patient with the same date of birth who is alike. */
export interface SimilarPatient {
  readonly row: BornRow;
  readonly likeness: Likeness;
}

/** The patients who were born on one day and may be alike. */
interface Born {
  readonly byKey: Map<string, BornRow[]>;
  readonly spelled: { readonly row: BornRow; readonly spelling: string }[];
  readonly rows: readonly BornRow[];
}

/** Finds, for each person, the patients with the same date of birth who are alike: the most alike and active ones first. */
export async function findSimilarlyNamed(
  db: Db,
  people: readonly Person[],
): Promise<readonly (readonly SimilarPatient[])[]> {
  const rows = await listBorn(
    db,
    people.map((person) => ({
      dateOfBirth: person.dateOfBirth,
      words: lookupWords(person),
      number: significantDigits(person.formerMrn),
    })),
  );
  const days = new Map(
    [...Map.groupBy(rows, (row) => row.dateOfBirth)].map(([day, born]) => [day, bornOn(born)]),
  );
  return people.map((person) => {
    const born = days.get(person.dateOfBirth);
    return born === undefined ? [] : similarOf(person, born).toSorted((one, two) => rank(two) - rank(one));
  });
}

function bornOn(rows: readonly BornRow[]): Born {
  const byKey = new Map<string, BornRow[]>();
  for (const row of rows)
    for (const key of nameKeys(row)) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [row]);
      else known.push(row);
    }
  const spelled = rows.length > MOST_BORN_ON_ONE_DAY ? [] : rows;
  return { rows, byKey, spelled: spelled.map((row) => ({ row, spelling: spelling(row) })) };
}

function similarOf(person: Person, { byKey, spelled, rows }: Born): SimilarPatient[] {
  const found = new Set(lookupKeys(person).flatMap((key) => byKey.get(key) ?? []));
  const own = spelling(person);
  const misspelled = spelled.filter((each) => !found.has(each.row) && isOneLetterOff(own, each.spelling));
  const number = significantDigits(person.formerMrn);
  const numbered =
    number === null
      ? []
      : rows.filter((row) => !found.has(row) && significantDigits(row.formerMrn) === number);
  return [
    ...numbered.map((row) => ({ row, likeness: 'former number' as const })),
    ...[...found].map((row) => ({
      row,
      likeness: isSameName(row, person) ? ('same' as const) : ('similar' as const),
    })),
    ...misspelled
      .filter(({ row }) => !numbered.includes(row))
      .map(({ row }) => ({ row, likeness: 'one letter off' as const })),
  ];
}

const RANKS: Readonly<Record<Likeness, number>> = {
  same: 6,
  similar: 4,
  'former number': 2,
  'one letter off': 0,
};
const rank = ({ row, likeness }: SimilarPatient): number => RANKS[likeness] + (row.isActive ? 1 : 0);

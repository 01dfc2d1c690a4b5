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
import type { Db } from '#db/database.ts';
import { listBornOn, type BornRow } from './duplicate-repo.ts';

/** A person to compare with the patients of the practice. */
export interface Person extends NamedPerson {
  readonly dateOfBirth: string;
}

/** A patient with the same date of birth, and a name that is alike. */
export interface SimilarPatient {
  readonly row: BornRow;
  readonly likeness: NameLikeness;
}

/** The patients who were born on one day. */
interface Born {
  readonly byKey: Map<string, BornRow[]>;
  readonly spelled: { readonly row: BornRow; readonly spelling: string }[];
}

/** Finds, for each person, the patients with the same date of birth and a name that is alike: the most alike and active ones first. */
export async function findSimilarlyNamed(
  db: Db,
  people: readonly Person[],
): Promise<readonly (readonly SimilarPatient[])[]> {
  const rows = await listBornOn(
    db,
    people.map((person) => ({ dateOfBirth: person.dateOfBirth, words: lookupWords(person) })),
    MOST_BORN_ON_ONE_DAY,
  );
  const days = new Map(
    [...Map.groupBy(rows, (row) => row.date_of_birth)].map(([day, born]) => [day, bornOn(born)]),
  );
  return people.map((person) => {
    const born = days.get(person.dateOfBirth);
    return born === undefined ? [] : similarOf(person, born).toSorted((one, two) => rank(two) - rank(one));
  });
}

function bornOn(rows: readonly BornRow[]): Born {
  const byKey = new Map<string, BornRow[]>();
  for (const row of rows)
    for (const key of nameKeys(personOf(row))) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [row]);
      else known.push(row);
    }
  const spelled = rows.filter((row) => row.is_usual);
  return { byKey, spelled: spelled.map((row) => ({ row, spelling: spelling(personOf(row)) })) };
}

function similarOf(person: Person, { byKey, spelled }: Born): SimilarPatient[] {
  const found = new Set(lookupKeys(person).flatMap((key) => byKey.get(key) ?? []));
  const own = spelling(person);
  const misspelled = spelled.filter((each) => !found.has(each.row) && isOneLetterOff(own, each.spelling));
  return [
    ...[...found].map((row) => ({
      row,
      likeness: isSameName(personOf(row), person) ? ('same' as const) : ('similar' as const),
    })),
    ...misspelled.map(({ row }) => ({ row, likeness: 'one letter off' as const })),
  ];
}

const personOf = (row: BornRow): NamedPerson => ({
  firstName: row.first_name,
  lastName: row.last_name,
  gender: row.gender,
});

const RANKS: Readonly<Record<NameLikeness, number>> = { same: 4, similar: 2, 'one letter off': 0 };
const rank = ({ row, likeness }: SimilarPatient): number => RANKS[likeness] + (row.is_active ? 1 : 0);

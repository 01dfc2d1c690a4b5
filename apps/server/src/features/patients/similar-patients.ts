import { isSameName, lookupKeys, lookupWords, nameKeys } from '@portal/domain/similar-names';
import type { PersonName } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import { listBornWithWords, type AlikeRow } from './duplicate-repo.ts';

/** A person to compare with the patients of the practice. */
export interface Person extends PersonName {
  readonly dateOfBirth: string;
}

/** A patient with the same date of birth, and the same or a similar name. */
export interface SimilarPatient {
  readonly row: AlikeRow;
  readonly isSameName: boolean;
}

/** Finds, for each person, the patients with the same date of birth and the same or a similar name: the same names and active ones first. */
export async function findSimilarlyNamed(
  db: Db,
  people: readonly Person[],
): Promise<readonly (readonly SimilarPatient[])[]> {
  const rows = await listBornWithWords(
    db,
    people.map((person) => ({ dateOfBirth: person.dateOfBirth, words: lookupWords(person) })),
  );
  const byKey = new Map<string, AlikeRow[]>();
  for (const row of rows)
    for (const key of nameKeys(namesOf(row))) {
      const dayKey = `${row.date_of_birth}\t${key}`;
      const known = byKey.get(dayKey);
      if (known === undefined) byKey.set(dayKey, [row]);
      else known.push(row);
    }
  return people.map((person) => {
    const found = lookupKeys(person).flatMap((key) => byKey.get(`${person.dateOfBirth}\t${key}`) ?? []);
    const similar = [...new Set(found)].map((row) => ({ row, isSameName: isSameName(namesOf(row), person) }));
    return similar.toSorted((one, two) => rank(two) - rank(one));
  });
}

const namesOf = (row: AlikeRow): PersonName => ({ firstName: row.first_name, lastName: row.last_name });

const rank = ({ row, isSameName: same }: SimilarPatient): number => (same ? 2 : 0) + (row.is_active ? 1 : 0);

/** Words before a name that say it is the patient’s: "Patient Status" and "Pat F Name", never "Patients" from "Patient State". */
export const OWNERS: ReadonlySet<string> = new Set([
  'patient',
  'patients',
  'pt',
  'pat',
  'client',
  'clients',
  'person',
  'member',
]);

/** Words before a name that say it is somebody else’s. */
const OTHERS =
  /^(?:guarantor|guardian|resp party|responsible party|emergency contact|next of kin|employer|subscriber|insured|policy ?holder|spouse|partner|parent|mother|father|referring (?:provider|physician)|primary care (?:provider|physician)|pcp|provider|pharmacy|(?:secondary|tertiary|other) (?:insurance|address))\b/i;

/** The words of a name, without punctuation: "Patient’s D.O.B." is patients, dob. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/['’.]/g, '')
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** Whose the columns after this one are: "Guarantor" after "Guarantor Name". Blank if it does not say so. */
function ownerOf(column: string): string {
  const spaced = column.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  const [other] = OTHERS.exec(spaced) ?? [];
  if (other !== undefined) return other;
  return OWNERS.has(wordsOf(column)[0] ?? '') ? 'Patient' : '';
}

/** "City" of "Patient City". */
function withoutOwner(column: string): string {
  const words = wordsOf(column);
  return words.length > 1 && OWNERS.has(words[0] ?? '') ? words.slice(1).join(' ') : column.toLowerCase();
}

const PLACE = / \(\d+\)$/;

/** Whether the name of a column only tells its place among those with the same name: "City (2)". */
export const isRepeated = (column: string): boolean => PLACE.test(column);

/**
 * Gives each column a name of its own. Repeated names are told apart by the column before them, if that says whose they are ("Guarantor
 * City"), or else by their place ("City (2)"). Columns without a name, before one with a name, are "Column 3".
 */
export function distinctColumns(header: readonly string[]): readonly string[] {
  const last = header.findLastIndex((column) => column !== '');
  const named = header.map((column, at) => (column === '' && at < last ? `Column ${at + 1}` : column));
  const counts = Map.groupBy(named, withoutOwner);
  const isShared = (column: string) => (counts.get(withoutOwner(column))?.length ?? 0) > 1;
  const taken = new Set(named);
  const seen = new Set<string>();
  let owner = '';
  return named.map((column) => {
    if (column === '') return column;
    if (!isShared(column)) {
      owner = ownerOf(column);
      seen.add(column);
      return column;
    }
    const owned = `${owner} ${column}`;
    const isFirst = !seen.has(column);
    if (owner !== '' && !(isFirst && owner === 'Patient') && !taken.has(owned)) {
      taken.add(owned);
      return owned;
    }
    seen.add(column);
    if (isFirst) return column;
    let place = 2;
    while (taken.has(`${column} (${place})`)) place += 1;
    taken.add(`${column} (${place})`);
    return `${column} (${place})`;
  });
}

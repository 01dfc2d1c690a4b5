import { hash } from 'node:crypto';
import type { NewPatient } from '@portal/contract/patients';
import { significantDigits } from '@portal/domain/patient-import/former-number';
import {
  isOneLetterOff,
  lookupKeys,
  MOST_BORN_ON_ONE_DAY,
  nameKeys,
  spelling,
} from '@portal/domain/similar-names';

/** What is remembered of the rows that were read: about 90 bytes a row, because files have a million. */
export class SeenRows {
  readonly #lines = new LinesByHash();
  /** Spelling, former number and line of those who were born on one day. As one text, they take a third of the memory. */
  readonly #born = new Map<string, string>();

  /** Remembers a former number. The earlier line with the same one, also if that line or this one fails. */
  addNumber(number: string | null, line: number): number | undefined {
    if (number === null || number === '') return undefined;
    const key = shortHash(`number\t${number}`);
    const earlier = this.#lines.get(key);
    if (earlier === undefined) this.#lines.set(key, line);
    return earlier;
  }

  /** Remembers a person. Why it is likely the same one as on an earlier line. */
  addPerson(
    patient: NewPatient,
    line: number,
    { comparesSsn }: { readonly comparesSsn: boolean },
  ): readonly string[] {
    const names = new Map(
      lookupKeys(patient).map((key) => [key, shortHash(`${key}\t${patient.dateOfBirth}`)] as const),
    );
    const ssn =
      patient.socialSecurityNumber === null || !comparesSsn ? [] : [shortHash(patient.socialSecurityNumber)];
    const born = this.#addBorn(patient, line);
    const alike = this.#first(names.values());
    const reasons = [
      alike === undefined
        ? reason(born.misspelled, 'same birth date, name differs by one letter')
        : reason(alike, 'same birth date, same or similar name'),
      reason(born.numbered, 'same birth date, former MRN differs only by zeros before it'),
      reason(this.#first(ssn), 'same social security number'),
    ].flatMap((each) => each ?? []);
    for (const key of [...nameKeys(patient).flatMap((name) => names.get(name) ?? []), ...ssn])
      if (this.#lines.get(key) === undefined) this.#lines.set(key, line);
    return reasons;
  }

  /** Remembers how a name is spelled, and the former number. The earlier lines with a name one letter off, and with the same digits. */
  #addBorn({ dateOfBirth, formerMrn, ...names }: NewPatient, line: number): Born {
    const born = this.#born.get(dateOfBirth) ?? '';
    const earlier = born.split('\n');
    if (earlier.length > MOST_BORN_ON_ONE_DAY) return {};
    const own = spelling(names);
    this.#born.set(dateOfBirth, `${born}${own}\t${formerMrn ?? ''}\t${line}\n`);
    const digits = significantDigits(formerMrn);
    return {
      misspelled: lineOf(earlier.find((each) => isOneLetterOff(own, each))),
      numbered:
        digits === null
          ? undefined
          : lineOf(
              earlier.find((each) => {
                const number = each.includes(digits) ? numberOf(each) : undefined;
                return number !== formerMrn && significantDigits(number) === digits;
              }),
            ),
    };
  }

  #first(keys: Iterable<number>): number | undefined {
    for (const key of keys) {
      const line = this.#lines.get(key);
      if (line !== undefined) return line;
    }
    return undefined;
  }
}

interface Born {
  readonly misspelled?: number | undefined;
  readonly numbered?: number | undefined;
}

const numberOf = (born: string): string | undefined => born.split('\t').at(-2);
const lineOf = (born: string | undefined): number | undefined =>
  born === undefined ? undefined : Number(born.slice(born.lastIndexOf('\t') + 1));

const reason = (line: number | undefined, why: string): string | undefined =>
  line === undefined ? undefined : `Likely the same person as on line ${line}: ${why}`;

/** Lines by hash, in two arrays of numbers: a Map takes three times the memory. */
class LinesByHash {
  #hashes = new Float64Array(1024);
  #lines = new Uint32Array(1024);
  #size = 0;

  get(key: number): number | undefined {
    const at = this.#placeOf(key);
    return this.#hashes[at] === key ? this.#lines[at] : undefined;
  }

  /** The key must be a new one. */
  set(key: number, line: number): void {
    if (this.#size * 4 >= this.#hashes.length * 3) this.#grow();
    const at = this.#placeOf(key);
    this.#hashes[at] = key;
    this.#lines[at] = line;
    this.#size += 1;
  }

  /** Where the key is, or the free place for it. */
  #placeOf(key: number): number {
    const last = this.#hashes.length - 1;
    let at = key & last;
    while (this.#hashes[at] !== FREE && this.#hashes[at] !== key) at = (at + 1) & last;
    return at;
  }

  #grow(): void {
    const [hashes, lines] = [this.#hashes, this.#lines];
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#lines = new Uint32Array(hashes.length * 2);
    for (const [from, key] of hashes.entries()) {
      if (key === FREE) continue;
      const at = this.#placeOf(key);
      this.#hashes[at] = key;
      this.#lines[at] = lines[from] ?? 0;
    }
  }
}

const FREE = 0;

/** Six bytes, never FREE. */
const shortHash = (key: string): number => Number.parseInt(hash('sha256', key).slice(0, 12), 16) + 1;

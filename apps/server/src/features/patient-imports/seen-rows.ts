import { hash } from 'node:crypto';
import type { NewPatient } from '@portal/contract/patients';
import {
  isOneLetterOff,
  lookupKeys,
  MOST_BORN_ON_ONE_DAY,
  nameKeys,
  spelling,
} from '@portal/domain/similar-names';

/** What is remembered of the rows that were read: about 60 bytes a row, because files have a million. */
export class SeenRows {
  readonly #lines = new LinesByHash();
  /** By date of birth: the spelling of each name, and the line. */
  readonly #spelled = new Map<string, string[]>();

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
    const named = this.#first(names.values());
    const reasons = [
      reason(named, 'same birth date, same or similar name'),
      reason(
        this.#addSpelling(patient, line, named === undefined),
        'same birth date, name differs by one letter',
      ),
      reason(this.#first(ssn), 'same social security number'),
    ].flatMap((each) => each ?? []);
    for (const key of [...nameKeys(patient).flatMap((name) => names.get(name) ?? []), ...ssn])
      if (this.#lines.get(key) === undefined) this.#lines.set(key, line);
    return reasons;
  }

  /** Remembers how a name is spelled. The earlier line with one that is one letter off, if that is asked for. */
  #addSpelling(patient: NewPatient, line: number, finds: boolean): number | undefined {
    const { dateOfBirth } = patient;
    const known = this.#spelled.get(dateOfBirth) ?? [];
    if (known.length > MOST_BORN_ON_ONE_DAY) return undefined;
    const own = spelling(patient);
    const near = finds ? known.find((each) => isOneLetterOff(own, each)) : undefined;
    if (known.length === 0) this.#spelled.set(dateOfBirth, known);
    known.push(`${own}\t${line}`);
    return near === undefined ? undefined : Number(near.split('\t')[3]);
  }

  #first(keys: Iterable<number>): number | undefined {
    for (const key of keys) {
      const line = this.#lines.get(key);
      if (line !== undefined) return line;
    }
    return undefined;
  }
}

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

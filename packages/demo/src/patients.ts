import { foldLetters } from '@portal/domain/text';
import type { Insertable, Transaction } from 'kysely';
import type { Database, PatientsTable } from '@portal/server/db/schema';
import { patientKeys, ssnColumns, allocatePatientNumbers } from '@portal/server/features/patients/index';
import type { Keys } from '@portal/server/security/keys';
import { FAMILIES, INSURERS, MEN, PLACES, STREETS, WOMEN } from './patient-names.ts';
import { SeededRandom } from './random.ts';

const COUNT = 500;
const SEED = 20_261_121;
const DAY_MS = 86_400_000;

interface DemoPatient extends Omit<
  Insertable<PatientsTable>,
  'id' | 'gender' | 'medical_record_number' | 'ssn' | 'ssn_index' | 'name_key' | 'search_text'
> {
  readonly created_at: Date;
  readonly gender: PatientsTable['gender'];
  readonly phone: string | null;
  readonly socialSecurityNumber: string | null;
}

/** Adds the demo practice’s patients, always the same. Their phone and Social Security numbers are not real. */
export async function insertDemoPatients(tx: Transaction<Database>, keys: Keys): Promise<void> {
  const patients = demoPatients();
  const numbers = await allocatePatientNumbers(tx, patients.length);
  const rows = patients.flatMap(({ socialSecurityNumber, ...columns }, index) => {
    const taken = numbers[index];
    if (taken === undefined) return [];
    const { id, medicalRecordNumber } = taken;
    return {
      ...columns,
      id,
      medical_record_number: medicalRecordNumber,
      ...ssnColumns(keys, id, socialSecurityNumber),
      ...patientKeys({
        firstName: columns.first_name,
        lastName: columns.last_name,
        medicalRecordNumber,
        phone: columns.phone,
      }),
    };
  });
  await tx.insertInto('patients').values(rows).execute();
}

/** In order of admission. Two pairs are likely duplicates, to show the warning of the form. */
export function demoPatients(): readonly DemoPatient[] {
  const random = new SeededRandom(SEED);
  const patients = Array.from({ length: COUNT }, () => makePatient(random));
  for (const [original, copy] of [
    [40, 310],
    [123, 477],
  ] as const) {
    const from = patients[original];
    const to = patients[copy];
    if (from === undefined || to === undefined) continue;
    patients[copy] = {
      ...to,
      first_name: from.first_name,
      last_name: from.last_name,
      date_of_birth: from.date_of_birth,
      gender: from.gender,
    };
  }
  return patients.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

function makePatient(random: SeededRandom): DemoPatient {
  const woman = random.chance(0.54);
  const firstName = random.pick(woman ? WOMEN : MEN, 1.6);
  const lastName = random.pick(FAMILIES, 1.5);
  const place = random.pick(PLACES, 1.8);
  const dateOfBirth = birthDate(random);
  const hasAddress = random.chance(0.94);
  const created_at = new Date(
    Date.UTC(2019, 0, 7, 14) + random.int(0, 2870) * DAY_MS + random.int(0, 25_000_000),
  );
  return {
    first_name: firstName,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    gender: random.chance(0.03) ? null : random.chance(0.015) ? 'Other' : woman ? 'Female' : 'Male',
    socialSecurityNumber: random.chance(0.62) && dateOfBirth < '2011' ? unusedSsn(random) : null,
    address: hasAddress ? address(random) : null,
    city: hasAddress ? place.city : null,
    state: hasAddress ? 'MD' : null,
    zip_code: hasAddress ? random.pick(place.zipCodes) : null,
    phone: random.chance(0.95) ? fictionalPhone(random) : null,
    email: random.chance(0.62) ? email(random, firstName, lastName) : null,
    ...insurance(random, dateOfBirth),
    is_active: !random.chance(0.07),
    created_at,
    updated_at: created_at,
  };
}

/** Most are between 40 and 80, as in a spine and pain practice; a few children and some over 90. */
function birthDate(random: SeededRandom): string {
  const age = random.chance(0.04)
    ? random.int(9, 18)
    : Math.min(97, 18 + Math.round((random.next() + random.next() + random.next()) * 26.5));
  const day = new Date(Date.UTC(2026 - age, 0, 1) - random.int(0, 364) * DAY_MS);
  return day.toISOString().slice(0, 10);
}

/**
 * Valid by the rules. Areas from 850 on were first assigned in 2011, after the birth of every patient who gets one
 * here.
 */
function unusedSsn(random: SeededRandom): string {
  const part = (min: number, max: number, length: number) =>
    String(random.int(min, max)).padStart(length, '0');
  return part(850, 899, 3) + part(1, 99, 2) + part(1, 9999, 4);
}

/** Exchange 555 is fictional. Some numbers have a country code or extension. Digits only. */
function fictionalPhone(random: SeededRandom): string {
  const number = `${random.pick(['410', '443', '667', '240', '301'], 1.7)}555${random.digits(4)}`;
  const country = random.chance(0.08) ? '1' : '';
  return country + number + (random.chance(0.06) ? String(random.int(2, 4999)) : '');
}

function address(random: SeededRandom): string {
  const house = `${random.int(2, 9800)} ${random.pick(STREETS)}`;
  return random.chance(0.22)
    ? `${house}, Apt ${random.int(1, 24)}${random.pick(['', 'A', 'B', 'C'])}`
    : house;
}

function email(random: SeededRandom, firstName: string, lastName: string): string {
  const [first, last] = [asciiLetters(firstName), asciiLetters(lastName)];
  const account = random.pick([
    `${first}.${last}`,
    `${first.slice(0, 1)}${last}`,
    `${last}${random.int(1, 99)}`,
  ]);
  return `${account}@${random.pick(['example.com', 'example.net', 'example.org'])}`;
}

const asciiLetters = (name: string) => foldLetters(name).replaceAll(/[^a-z]/g, '');

/** Most patients who were 65 on the demo date have Medicare. */
function insurance(
  random: SeededRandom,
  dateOfBirth: string,
): Pick<Insertable<PatientsTable>, 'insurance_provider' | 'insurance_policy_number'> {
  if (random.chance(0.1)) return { insurance_provider: null, insurance_policy_number: null };
  const letters = random.pick(['XWG', 'MDC', 'UHC', 'AET', 'JHE', 'HUM']);
  return {
    insurance_provider:
      dateOfBirth < '1961-11-21' && random.chance(0.75) ? 'Medicare' : random.pick(INSURERS, 1.5),
    insurance_policy_number: random.chance(0.92) ? `${letters}${random.digits(9)}` : null,
  };
}

import { dateOfDeathProblem, type Death } from '../death.ts';
import { cleanSingleLine } from '../text.ts';
import { parseBirthDate, type DateOrder } from './birth-date.ts';
import type { RawPatient } from './columns.ts';
import { deathWord, isPlaceholderDate } from './death.ts';
import { notUnderstood, type ReadValue } from './values.ts';
import { BLANK, meaningOf, wordOf, type WordAnswers } from './words.ts';

/** FHIR knows dates without day or month. */
const PARTIAL = /^((?:19|20)\d\d)(?:-(?:0[1-9]|1[0-2]))?$/;
const PARTIAL_NOTE = 'Date of death without month or day left out; the patient is deceased';

/** How a row is read. `born`: YYYY-MM-DD, or blank if it is not known. */
interface StatusRules {
  readonly order: DateOrder;
  readonly today: string;
  readonly born: string;
  readonly words: WordAnswers;
  readonly asksBlankStatus?: boolean | undefined;
}

/** Whether a patient is active and alive. */
export interface ReadStatus extends Death {
  readonly isActive: boolean;
  /** Why the row is not imported at all, or null. */
  readonly skipped: string | null;
}

const ALIVE: Death = { isDeceased: false, dateOfDeath: null };

/** What a row says about the status and the death of its patient. Deceased patients are inactive. */
export function readStatus(raw: RawPatient, rules: StatusRules): ReadValue<ReadStatus> {
  const word = wordOf(raw.status);
  const asked = word === '' && rules.asksBlankStatus === true ? BLANK : word;
  const meaning = asked === '' ? 'Active' : meaningOf('status', asked, rules.words);
  if (meaning === 'Skip')
    return { value: { ...ALIVE, isActive: false, skipped: `Status “${asked}” is skipped` } };
  const death = readDeath(raw, rules);
  if ('problem' in death) return { problem: death.problem };
  const { value: known, ...note } = death;
  if (known?.isDeceased === true) return { value: { ...known, isActive: false, skipped: null }, ...note };
  if (meaning === undefined)
    return asked === BLANK
      ? { problem: 'Status is blank in this row; choose what that means' }
      : { problem: notUnderstood('Status') };
  const isDeceased = meaning === 'Deceased';
  if (isDeceased && known !== null) return { problem: 'Status and deceased contradict each other' };
  return { value: { isDeceased, dateOfDeath: null, isActive: meaning === 'Active', skipped: null } };
}

/** What a row says about a death. Both cells may have a date or a word; a contradiction is a problem. */
function readDeath(raw: RawPatient, rules: StatusRules): ReadValue<Death> {
  const cells = [raw.deathDate, raw.deceased].map((cell) => readDeathCell(cell, rules));
  for (const cell of cells) if ('problem' in cell) return cell;
  const said = cells.flatMap((cell) => ('value' in cell && cell.value !== null ? [cell.value] : []));
  const dates = new Set(said.flatMap(({ dateOfDeath }) => dateOfDeath ?? []));
  if (new Set(said.map(({ isDeceased }) => isDeceased)).size > 1 || dates.size > 1)
    return { problem: 'Deceased and date of death contradict each other' };
  const [first] = said;
  if (first === undefined) return { value: null };
  const [dateOfDeath = null] = dates;
  const note = dateOfDeath === null ? cells.find((cell) => 'note' in cell) : undefined;
  return {
    value: { isDeceased: first.isDeceased, dateOfDeath },
    ...(note !== undefined && 'note' in note ? { note: note.note } : {}),
  };
}

function readDeathCell(cell: string | undefined, rules: StatusRules): ReadValue<Death> {
  const clean = cleanSingleLine(cell ?? '');
  const word = deathWord(clean);
  if (word !== '') {
    const meaning = meaningOf('deceased', word, rules.words);
    if (meaning === undefined) return { problem: notUnderstood('Deceased') };
    return { value: { isDeceased: meaning === 'Yes', dateOfDeath: null } };
  }
  if (isPlaceholderDate(clean)) return { value: null };
  const year = PARTIAL.exec(clean)?.[1];
  const date = year === undefined ? parseBirthDate(clean, rules) : `${year}-12-31`;
  if (date === null) return { problem: 'Date of death is not a valid date' };
  const today = year === undefined ? rules.today : `${rules.today.slice(0, 4)}-12-31`;
  const problem = dateOfDeathProblem(date, { dateOfBirth: rules.born, today });
  if (problem !== null) return { problem };
  if (year === undefined) return { value: { isDeceased: true, dateOfDeath: date } };
  return { value: { isDeceased: true, dateOfDeath: null }, note: PARTIAL_NOTE };
}

import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import { defaultGroupName } from '@portal/domain/dictation';
import type { EditedFrom } from '@portal/domain/dictation/edited-text';
import { formatDateUs } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { autoPopulateValues } from '@portal/domain/template/auto-populate';
import { billedCodes, modifiersOf, suggestCodes } from '@portal/domain/template/billing';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { isOneSidedEntry, sideModifier, sideOf } from '@portal/domain/template/modifiers';
import type { FieldValues } from '@portal/domain/template/value';
import { sql, type Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';
import type { Settings } from '@portal/server/platform/config';
import {
  findDictations,
  HASH_VERSION,
  letterheadOf,
  storeSignedPrint,
} from '@portal/server/features/dictations/index';
import { findLogoId } from '@portal/server/features/practice/index';
import {
  findTemplateVersion,
  listRules,
  type TemplateVersion,
} from '@portal/server/features/templates/index';
import { SeededRandom } from '../random.ts';
import { begunFrom, FOLLOWED } from './carried.ts';
import { contentWithFindings, findLinesWithFindings, type Dictate, type Line } from './code-findings.ts';
import { courseOf, planNotes, type PlannedNote } from './plan.ts';
import { ADDENDA, COMPLICATIONS, GROUP_NOTES } from './texts.ts';
import { dictatedValues } from './values.ts';

const ADDENDA_COUNT = 14;
/** Days whose dictations are grouped. */
const GROUPED_LISTS = 18;
/** The injection of the patient who had four in a few months, and a fifth that is not signed. */
const COURSE_CODE = '64483';
const DAY_MS = 24 * 3_600_000;

interface User {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
}
interface Note extends PlannedNote {
  readonly id: string;
  readonly template: TemplateVersion;
  readonly patientId: string;
  readonly providerUser: User;
  readonly writerUser: User;
  readonly location: { readonly id: string; readonly name: string };
  readonly formData: FieldValues;
  readonly editedFrom?: EditedFrom;
  readonly complications: string | null;
  readonly codes: readonly Line[];
}

/**
 * Adds the dictations of the last four months with codes, signatures, addenda and groups, always the same relative to
 * today. Templates, codes and patients must exist.
 */
export async function insertDemoDictations(
  tx: Transaction<Database>,
  practice: Settings['practice'],
  now: Date,
): Promise<void> {
  const random = new SeededRandom(55);
  const notes = await writeNotes(tx, random, planNotes(random, practice.timeZone, now));
  await insertNotes(tx, notes);
  await insertGroups(tx, random, notes);
  await signNotes(tx, notes, practice);
  await insertAddenda(tx, random, notes, now);
  await countUses(tx);
}

async function writeNotes(
  tx: Transaction<Database>,
  random: SeededRandom,
  planned: readonly PlannedNote[],
): Promise<Note[]> {
  const templates = await loadTemplates(tx);
  const users = await loadUsers(tx);
  const offices = await tx
    .selectFrom('offices')
    .select(['id', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const patients = await loadPatients(tx);
  const linesWithFindings = await findLinesWithFindings(tx);
  const { rows: ids } = await sql<{ id: string }>`
    select uuidv7() as id from generate_series(1, ${planned.length}) n`.execute(tx);
  const isNext = courseOf(['Signed', 'Signed', 'Signed', 'Signed', 'Completed'], 14);
  const isFollowUp = courseOf(['Signed', 'Signed', 'Signed'], 28);
  let followed: Note | null = null;
  return planned.flatMap((plan, index): Note[] => {
    const picked = random.pick(patients);
    const { template, rules } = random.pick(templates, 1.3);
    const isOfCourse = hasCode(rules, COURSE_CODE) && isNext(plan);
    const isFollowed = template.name === FOLLOWED && isFollowUp(plan);
    const special = isOfCourse ? patients[0] : isFollowed || plan.isBegun ? patients[1] : undefined;
    const patient = special ?? picked;
    const [providerUser, writerUser] = [users.get(plan.provider), users.get(plan.writer)];
    const [location, id] = [offices[plan.office], ids[index]?.id];
    if (providerUser === undefined || writerUser === undefined || location === undefined || id === undefined)
      throw new Error('The demo practice lacks a provider or an office');
    const { procedureDate, billingOption } = plan;
    const defaultsOf = ({ content, autoPopulate }: TemplateVersion) =>
      autoPopulateValues(content, autoPopulate, {
        patient: {
          firstName: patient.first_name,
          lastName: patient.last_name,
          dateOfBirth: patient.date_of_birth,
          gender: patient.gender,
          medicalRecordNumber: patient.medical_record_number,
          phone: patient.phone,
          insuranceProvider: patient.insurance_provider,
        },
        provider: providerUser,
        locationName: location.name,
        procedureDate,
      });
    const dictate: Dictate = (from, version, answers = {}) =>
      dictatedValues(from, version.content, { procedureDate, answers, defaults: defaultsOf(version) });
    const formData = dictate(random, template);
    const codes = codesOf(rules, template, formData, billingOption);
    const complications = random.chance(0.06) ? random.pick(COMPLICATIONS) : 'None';
    const whose = { patientId: patient.id, providerUser, writerUser, location };
    const note = { ...plan, ...whose, id, template, formData, complications, codes };
    if (isFollowed) followed = note;
    if (plan.isBegun && followed !== null) {
      const { template: begun } = followed;
      return [{ ...note, template: begun, codes: [], ...begunFrom(followed, begun, defaultsOf(begun)) }];
    }
    return [
      plan.hasFindings ? { ...note, ...contentWithFindings(templates, linesWithFindings, dictate) } : note,
    ];
  });
}

/** The adults who have dictations. */
const loadPatients = (tx: Transaction<Database>) =>
  tx
    .selectFrom('patients')
    .selectAll()
    .where('is_active', '=', true)
    .where('date_of_birth', '<', '1996-01-01')
    .orderBy('created_at')
    .orderBy('id')
    .limit(180)
    .execute();

const hasCode = (rules: readonly BillingCodeRule[], code: string) =>
  rules.some(({ billingCodes }) => billingCodes.some((each) => each.code === code));

/** Active templates, those of the quick start first. */
async function loadTemplates(
  tx: Transaction<Database>,
): Promise<{ readonly template: TemplateVersion; readonly rules: readonly BillingCodeRule[] }[]> {
  const rows = await tx
    .selectFrom('templates')
    .select('id')
    .where('is_active', '=', true)
    .orderBy(sql`quick_access_order nulls last`)
    .orderBy('name')
    .execute();
  const loaded = [];
  for (const { id } of rows) {
    const template = await findTemplateVersion(tx, id);
    if (template !== undefined) loaded.push({ template, rules: await listRules(tx, { templateId: id }) });
  }
  return loaded;
}

async function loadUsers(tx: Transaction<Database>): Promise<ReadonlyMap<string, User>> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'user_name', 'first_name', 'last_name', 'title'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_name,
      { id: row.id, name: fullName(row.first_name, row.last_name), title: row.title },
    ]),
  );
}

/** The codes that the rules select by default, with suggested modifiers. */
function codesOf(
  rules: readonly BillingCodeRule[],
  { content }: TemplateVersion,
  formData: FieldValues,
  billingOption: PlannedNote['billingOption'],
): Line[] {
  const evaluation = evaluateTemplate(content, { entered: formData });
  const { codes } = suggestCodes(rules, evaluation, billingOption);
  // Staff replace the 50 of a one-sided note by its side before it is signed.
  const side = isOneSidedEntry(evaluation) ? sideModifier(sideOf(evaluation)) : null;
  const corrected = (modifier: string) => (modifier === '50' && side !== null ? side : modifier);
  return billedCodes(codes, billingOption)
    .filter(({ isDefault }) => isDefault)
    .map((line) => ({ ...line, modifiers: modifiersOf(line).map(corrected).join(',') }));
}

/** Signed dictations are signed after their codes are added. */
async function insertNotes(tx: Transaction<Database>, notes: readonly Note[]): Promise<void> {
  await tx
    .insertInto('dictations')
    .values(
      notes.map((note) => ({
        id: note.id,
        template_id: note.template.templateId,
        template_version: note.template.contentVersion,
        patient_id: note.patientId,
        provider_id: note.providerUser.id,
        location_id: note.location.id,
        procedure_location: note.location.name,
        procedure_date: note.procedureDate,
        status: note.status === 'Signed' ? ('Completed' as const) : note.status,
        form_data: JSON.stringify(note.formData),
        edited_fields: [],
        edited_from: JSON.stringify(note.editedFrom ?? {}),
        billing_option: note.billingOption,
        complications: note.complications,
        created_by: note.writerUser.id,
        created_at: note.written,
        updated_by: note.writerUser.id,
        updated_at: note.written,
      })),
    )
    .execute();
  await tx
    .insertInto('dictation_codes')
    .values(
      notes.flatMap(({ id, codes }) =>
        codes.map((line, place) => ({
          dictation_id: id,
          place,
          code_type: line.codeType,
          code: line.code,
          description: line.description,
          modifiers: line.modifiers,
          units: line.units,
          billing_code_id: line.billingCodeId,
        })),
      ),
    )
    .execute();
}

/**
 * Groups most of the longer lists of a provider, location and day. The latest list is left partly ungrouped, so that
 * users can try it.
 */
async function insertGroups(
  tx: Transaction<Database>,
  random: SeededRandom,
  notes: readonly Note[],
): Promise<void> {
  const lists = Map.groupBy(notes, (note) =>
    [note.procedureDate, note.providerUser.id, note.location.id].join(' '),
  );
  const longest = [...lists.values()]
    .filter(({ length }) => length > 1)
    .toSorted((a, b) => ((a[0]?.procedureDate ?? '') < (b[0]?.procedureDate ?? '') ? 1 : -1))
    .slice(0, GROUPED_LISTS);
  for (const list of longest) {
    const grouped = list.length > 8 ? list.slice(0, 4) : list;
    const [first] = grouped;
    if (first === undefined) continue;
    const written = grouped.at(-1)?.written ?? first.written;
    const { id } = await tx
      .insertInto('dictation_groups')
      .values({
        group_name: defaultGroupName(formatDateUs(first.procedureDate), grouped.length),
        notes: random.chance(0.3) ? random.pick(GROUP_NOTES) : null,
        provider_id: first.providerUser.id,
        location_id: first.location.id,
        procedure_date: first.procedureDate,
        created_by: first.writerUser.id,
        created_at: written,
        updated_at: written,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('dictations')
      .set({ group_id: id })
      .where(
        'id',
        'in',
        grouped.map((note) => note.id),
      )
      .execute();
  }
}

async function signNotes(
  tx: Transaction<Database>,
  notes: readonly Note[],
  practice: Settings['practice'],
): Promise<void> {
  const byId = new Map(notes.filter(({ status }) => status === 'Signed').map((note) => [note.id, note]));
  const logo = await findLogoId(tx);
  const letterheads = new Map<string, Awaited<ReturnType<typeof letterheadOf>>>();
  const signed = [];
  for (const row of await findDictations(tx, [...byId.keys()])) {
    const note = byId.get(row.id);
    if (note === undefined) continue;
    const { name, title } = note.providerUser;
    const letterhead =
      letterheads.get(row.location_id) ?? (await letterheadOf(tx, row.location_id, practice, logo));
    letterheads.set(row.location_id, letterhead);
    const hash = await storeSignedPrint(tx, row, {
      signer: { name, title },
      letterhead,
      now: note.signedAt,
    });
    signed.push({ id: row.id, at: note.signedAt.toISOString(), name, title, hash: hash.toString('hex') });
  }
  await sql`
    update dictations d set status = 'Signed', signed_at = s.at, signed_by = d.provider_id, signer_name = s.name,
      signer_title = s.title, content_hash = decode(s.hash, 'hex'), hash_version = ${HASH_VERSION}, updated_by = d.provider_id,
      updated_at = s.at, version = 2
    from jsonb_to_recordset(${JSON.stringify(signed)}::jsonb) as s (id uuid, at timestamptz, name text, title text, hash text)
    where d.id = s.id`.execute(tx);
}

async function insertAddenda(
  tx: Transaction<Database>,
  random: SeededRandom,
  notes: readonly Note[],
  now: Date,
): Promise<void> {
  const signed = notes.filter(({ status }) => status === 'Signed');
  const chosen = [...new Set(Array.from({ length: ADDENDA_COUNT }, () => random.pick(signed)))];
  await tx
    .insertInto('dictation_addenda')
    .values(
      chosen.map((note) => ({
        dictation_id: note.id,
        ...random.pick(ADDENDA),
        author_id: note.providerUser.id,
        author_name: note.providerUser.name,
        author_title: note.providerUser.title,
        created_at: new Date(Math.min(note.signedAt.getTime() + random.int(1, 6) * DAY_MS, now.getTime())),
      })),
    )
    .execute();
  await tx
    .updateTable('dictations')
    .set({ addendum_count: 1 })
    .where(
      'id',
      'in',
      chosen.map(({ id }) => id),
    )
    .execute();
}

async function countUses(tx: Transaction<Database>): Promise<void> {
  await sql`
    update templates t set usage_count = d.uses, last_used_at = d.last
    from (select template_id, count(*) as uses, max(created_at) as last from dictations group by template_id) d
    where d.template_id = t.id`.execute(tx);
  await sql`
    update template_versions v set is_used = true
    where not is_used and exists (select from dictations d where (d.template_id, d.template_version) = (v.template_id, v.content_version))`.execute(
    tx,
  );
}

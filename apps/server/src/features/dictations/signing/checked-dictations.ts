import type { Dictation } from '@portal/contract/dictations';
import { todayIn } from '@portal/domain/date';
import { outdatedTexts } from '@portal/domain/dictation/edited-text';
import { headerMessages, textsBesideFields } from '@portal/domain/dictation/left-over-tags';
import { NO_FILES, type Official } from '@portal/domain/code-files/official';
import {
  DAY_CHECKS,
  FILE_CHECKS,
  FIXED_CHECKS,
  NO_LIMITS,
  SIGNING_CHECKS,
  TEXT_CHECKS,
  type CheckedDictation,
  type CheckedLine,
  type SigningCheck,
} from '@portal/domain/dictation/signing-checks';
import { brokenRules } from '@portal/domain/template/broken-references';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import type { Db } from '#db/database.ts';
import { together } from '#db/together.ts';
import { mapInTurns } from '#platform/in-turns.ts';
import type { SignedInContext } from '#request/context.ts';
import { findOfficial } from '#features/code-files/index.ts';
import { getReportHeader, listRules } from '#features/templates/index.ts';
import { checkCodes, keyOf } from './checked-codes.ts';
import { otherLinesOf } from '../day-lines.ts';
import { contentOfDictation } from '../dictation-rules.ts';
import { limitsOf } from './limit-notes.ts';

/** A dictation as the checks see it. */
export interface CheckedNote {
  readonly id: string;
  readonly checked: CheckedDictation;
  /** The patient's other dictations, which were read. */
  readonly otherDictationIds: readonly string[];
}

/** Loads what the checks need to know about dictations, in their order. Reads only what these checks need. */
export async function checkedDictations(
  context: SignedInContext,
  db: Db,
  dictations: readonly Dictation[],
  checks: readonly SigningCheck[] = SIGNING_CHECKS,
): Promise<CheckedNote[]> {
  const isOfTexts = checks.every((name) => TEXT_CHECKS.has(name) || FIXED_CHECKS.has(name));
  const needsDay = checks.some((name) => DAY_CHECKS.has(name));
  const lines = isOfTexts ? [] : dictations.flatMap(({ billingCodes }) => billingCodes);
  const days = dictations.map(({ id: dictationId, patientId, procedureDate }) => ({
    dictationId,
    patientId,
    procedureDate,
  }));
  const ofDay = needsDay ? otherLinesOf(db, days) : Promise.resolve([]);
  const needsFiles = checks.some((name) => FILE_CHECKS.has(name));
  const [headers, codes, rules, others, official, limits] = await together([
    headersOf(context, db, dictations),
    checkCodes(db, lines),
    rulesOf(db, isOfTexts ? [] : dictations),
    ofDay,
    needsFiles && lines.length > 0 ? officialOf(db, dictations, ofDay) : [],
    checks.includes('payerLimit') ? limitsOf(db, dictations) : [],
  ]);
  const byCode = new Map(codes.map((each) => [keyOf(each), each]));
  const today = todayIn(context.deps.config.practice.timeZone, context.now);
  const placed = dictations.map((dictation, index) => ({
    dictation,
    other: others[index],
    files: official[index] ?? NO_FILES,
    limit: limits[index],
  }));
  return mapInTurns(placed, ({ dictation, other, files, limit }) => {
    const content = contentOfDictation(dictation);
    const ofTemplate = rules.get(dictation.templateId) ?? [];
    return {
      id: dictation.id,
      otherDictationIds: [...(other?.dictationIds ?? []), ...(limit?.dictationIds ?? [])],
      checked: {
        content,
        // As printed.
        evaluation: evaluateTemplate(content, { entered: dictation.formData }),
        editedFields: dictation.editedFields,
        editedFrom: dictation.editedFrom,
        outdated: outdatedTexts(content, dictation, dictation.editedFrom),
        rules: ofTemplate,
        billingOption: dictation.billingOption,
        lines: dictation.billingCodes.map((line): CheckedLine => ({
          ...(byCode.get(keyOf(line)) ?? UNREAD),
          ...line,
        })),
        otherLines: other?.lines ?? [],
        providerId: dictation.providerId,
        official: files,
        payerLimits: limit ?? NO_LIMITS,
        patient: { dateOfBirth: dictation.patientDOB || null, gender: dictation.patientGender || null },
        procedureDate: dictation.procedureDate,
        today,
        texts: textsBesideFields(dictation),
        brokenRules: brokenRules(content, ofTemplate),
        headerMessages: headers.get(dictation.locationId) ?? [],
      },
    };
  });
}

/** What the loaded files say about the codes of dictations and of the day's other lines, which must be known before. */
async function officialOf(
  db: Db,
  dictations: readonly Dictation[],
  ofDay: ReturnType<typeof otherLinesOf>,
): Promise<readonly Official[]> {
  const others = await ofDay;
  return findOfficial(
    db,
    dictations.map(({ procedureDate: day, billingCodes }, index) => ({
      day,
      codes: [...billingCodes, ...(others[index]?.lines ?? [])].map(({ code }) => code),
    })),
  );
}

/** A line whose code is not looked up, because no check needs it. */
const UNREAD = {
  lineType: 'other',
  bilateralIndicator: null,
  unitSize: null,
  unit: null,
  isBillable: true,
  validFrom: null,
  validTo: null,
  catalog: null,
} as const;

/** The billing code rules of the dictations' templates. */
async function rulesOf(
  db: Db,
  dictations: readonly Dictation[],
): Promise<ReadonlyMap<string, Awaited<ReturnType<typeof listRules>>>> {
  const rules = new Map<string, Awaited<ReturnType<typeof listRules>>>();
  for (const templateId of new Set(dictations.map((dictation) => dictation.templateId)))
    rules.set(templateId, await listRules(db, { templateId }));
  return rules;
}

/** What is wrong with the report headers of the dictations, by location. */
async function headersOf(
  { deps }: SignedInContext,
  db: Db,
  dictations: readonly Dictation[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const messages = new Map<string, readonly string[]>();
  for (const id of new Set(dictations.map(({ locationId }) => locationId))) {
    const header = await getReportHeader(db, id, deps.config.practice.name);
    if (header !== undefined) messages.set(id, headerMessages(header));
  }
  return messages;
}

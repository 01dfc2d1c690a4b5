import type { Dictation } from '@portal/contract/dictations';
import type { CheckFinding, dictationFindings, signingCheckSave } from '@portal/contract/signing-checks';
import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import { outdatedTexts } from '@portal/domain/dictation/edited-text';
import { headerMessages, textsBesideFields } from '@portal/domain/dictation/left-over-tags';
import {
  actionOf,
  findingsOf,
  FIXED_CHECKS,
  SIGNING_CHECKS,
  TEXT_CHECKS,
  type CheckedLine,
  type SigningCheck,
} from '@portal/domain/dictation/signing-checks';
import { brokenRules } from '@portal/domain/template/broken-references';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import { mapInTurns } from '#platform/in-turns.ts';
import type { SignedInContext } from '#request/context.ts';
import { recordRead } from '#request/record-read.ts';
import { inTransaction } from '#request/transaction.ts';
import { getReportHeader, listRules } from '#features/templates/index.ts';
import { findDictations } from './dictation-repo.ts';
import { contentOfDictation } from './dictation-rules.ts';
import { presentDictation } from './dictation-view.ts';
import {
  findCodeTraits,
  listCheckActions,
  saveCheckActions,
  type CheckSetting,
} from './signing-check-repo.ts';

/** Checks dictations before signing; those without findings are left out. Throws NOT_FOUND when one does not exist. */
export async function getFindings(
  context: SignedInContext,
  dictationIds: readonly string[],
): Promise<AnswerOf<typeof dictationFindings>> {
  const { db } = context.deps;
  const ids = [...new Set(dictationIds)];
  const dictations = await mapInTurns(await findDictations(db, ids), presentDictation);
  if (dictations.length < ids.length || dictations.some(({ isActive }) => !isActive))
    throw notFound('One of these dictations does not exist.');
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    newValues: { dictationIds: ids, patientIds: [...new Set(dictations.map(({ patientId }) => patientId))] },
  });
  const findings = await check(context, db, dictations);
  return dictations.flatMap(({ id, patientName, templateName }) => {
    const found = findings.get(id) ?? [];
    return found.length === 0 ? [] : [{ dictationId: id, patientName, templateName, findings: found }];
  });
}

/** Throws VALIDATION with errors per field if a check that prevents signing finds something in one of the dictations. */
export async function requireNoBlockingFindings(
  context: SignedInContext,
  db: Db,
  dictations: readonly Dictation[],
): Promise<void> {
  const actions = await listCheckActions(db);
  const checks = SIGNING_CHECKS.filter((name) => actionOf(name, actions) === 'block');
  const found = await check(context, db, dictations, checks);
  const blocking = [...found.values()].flat();
  if (blocking.length === 0) return;
  const byField = Map.groupBy(blocking, ({ fieldId, code }) => {
    if (fieldId !== null) return `formData.${fieldId}`;
    return code === null ? 'dictation' : 'billingCodes';
  });
  throw new AppError('VALIDATION', {
    // Findings quote the note.
    about: dictations.filter(({ id }) => (found.get(id)?.length ?? 0) > 0),
    otherwise: 'A check prevents signing. You do not have permission to view the dictation and correct it.',
    message: `Correct this before you sign: ${blocking.map(({ message }) => message).join(' ')}`,
    errors: Object.fromEntries(
      [...byField].map(([field, those]) => [field, those.map(({ message }) => message)]),
    ),
  });
}

/** Lists the checks and whether each warns or prevents signing. */
export async function getCheckSettings({ deps }: SignedInContext): Promise<CheckSetting[]> {
  return settingsOf(deps.db);
}

/** Changes the action of checks. */
export async function changeCheckSettings(
  context: SignedInContext,
  { checks }: BodyOf<typeof signingCheckSave>,
): Promise<CheckSetting[]> {
  return inTransaction(context, async (tx) => {
    const before = await settingsOf(tx.db);
    await saveCheckActions(tx.db, lastOfEach(checks), { by: context.user.id, now: context.now });
    const after = await settingsOf(tx.db);
    tx.audit({
      action: 'Updated',
      entityType: 'System',
      entityId: null,
      ...changedValues(auditFields(before), auditFields(after)),
    });
    return after;
  });
}

const lastOfEach = (settings: readonly CheckSetting[]): readonly CheckSetting[] => [
  ...new Map(settings.map((setting) => [setting.check, setting])).values(),
];

const auditFields = (settings: readonly CheckSetting[]) =>
  Object.fromEntries(settings.map(({ check: name, action }) => [`signingCheck.${name}`, action]));

async function settingsOf(db: Db): Promise<CheckSetting[]> {
  const actions = await listCheckActions(db);
  return SIGNING_CHECKS.map((name) => ({ check: name, action: actionOf(name, actions) }));
}

/** The findings of dictations, by ID. Reads only what the checks need. */
async function check(
  context: SignedInContext,
  db: Db,
  dictations: readonly Dictation[],
  checks: readonly SigningCheck[] = SIGNING_CHECKS,
): Promise<ReadonlyMap<string, CheckFinding[]>> {
  const actions = await listCheckActions(db);
  const isOfTexts = checks.every((name) => TEXT_CHECKS.has(name) || FIXED_CHECKS.has(name));
  const headers = await headersOf(context, db, dictations);
  const byCode = await traitsOf(db, isOfTexts ? [] : dictations);
  const rules = await rulesOf(db, isOfTexts ? [] : dictations);
  const findings = await mapInTurns(dictations, (dictation) => {
    const content = contentOfDictation(dictation);
    const ofTemplate = rules.get(dictation.templateId) ?? [];
    const checked = {
      content,
      // As printed.
      evaluation: evaluateTemplate(content, { entered: dictation.formData }),
      editedFields: dictation.editedFields,
      outdated: outdatedTexts(content, dictation, dictation.editedFrom),
      rules: ofTemplate,
      billingOption: dictation.billingOption,
      lines: dictation.billingCodes.map((line): CheckedLine => {
        const known = byCode.get(`${line.codeType} ${line.code}`);
        return { ...line, ...(known ?? defaultCodeTraits(line.codeType, line.code, false)) };
      }),
      patient: { dateOfBirth: dictation.patientDOB || null, gender: dictation.patientGender || null },
      procedureDate: dictation.procedureDate,
      texts: textsBesideFields(dictation),
      brokenRules: brokenRules(content, ofTemplate),
      headerMessages: headers.get(dictation.locationId) ?? [],
    };
    const found = findingsOf(checked, checks);
    return [dictation.id, found.map((each) => ({ ...each, action: actionOf(each.check, actions) }))] as const;
  });
  return new Map(findings);
}

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

/** The traits of the dictations' codes in the catalog. */
async function traitsOf(db: Db, dictations: readonly Dictation[]) {
  const codes = dictations.flatMap(({ billingCodes }) => billingCodes.map(({ code }) => code));
  const traits = codes.length === 0 ? [] : await findCodeTraits(db, codes);
  return new Map(traits.map((each) => [`${each.codeType} ${each.code}`, each]));
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

import type { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import type { BodyOf } from '@portal/contract/endpoint';
import { CODE_TYPE_LABELS, CODE_TYPES, FIRST_DISPLAY_ORDER, MAX_CODES } from '@portal/domain/billing-code';
import { splitModifiers } from '@portal/domain/template/billing';
import type { TemplateContent } from '@portal/domain/template/content';
import { fieldFinder, operandOf } from '@portal/domain/template/operands';
import { isSourceName } from '@portal/domain/template/sources';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';
import { lockCodes, type AssignedCode, type KnownCode } from './rule-repo.ts';

type Assignment = BodyOf<typeof billingCodeRuleCreate>['billingCodes'][number];

/** Message for the whole dialog, required by the specification. The reasons are reported per row. */
const NONE_VALID = 'Please select at least one valid billing code. Check the console for validation errors.';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMPTY_GUID = '00000000-0000-0000-0000-000000000000';

const isBlank = (id: string) => id.trim() === '' || id === EMPTY_GUID;

/**
 * Validates the codes of a rule and numbers them within their type. Rows without a code are skipped. Throws VALIDATION if no
 * valid code is left, for unknown, inactive or duplicate codes, for dose fields that the template does not have, and for more than 6 CPT
 * or 12 ICD-10 codes. An import accepts inactive codes and missing dose fields, which give no units, and lists them instead.
 */
export async function validateRuleCodes(
  db: Db,
  content: TemplateContent,
  assignments: readonly Assignment[],
  { isImport = false }: { readonly isImport?: boolean } = {},
): Promise<AssignedCode[]> {
  const known = await lockCodes(
    db,
    assignments.map(({ billingCodeId }) => billingCodeId).filter((id) => UUID.test(id)),
  );
  const fieldOf = fieldFinder(content);
  const errors: Record<string, string[]> = {};
  const doseErrors: Record<string, string[]> = {};
  const seen = new Set<string>();
  const valid = assignments.flatMap((assignment, index) => {
    const id = assignment.billingCodeId.toLowerCase();
    const code = known.get(id);
    const type = code?.type;
    const line = [id, ...splitModifiers(assignment.modifiers).toSorted()].join('-');
    const problem = problemOf(id, code, { isSeen: seen.has(line), isImport });
    seen.add(line);
    if (problem !== undefined) errors[`billingCodes.${index}.billingCodeId`] = [problem];
    const { doseFieldId } = assignment;
    if (
      typeof doseFieldId === 'string' &&
      (isSourceName(doseFieldId) || operandOf(doseFieldId, fieldOf) === undefined) &&
      !isImport
    )
      doseErrors[`billingCodes.${index}.doseFieldId`] = [`The template has no field "${doseFieldId}"`];
    const { count } = assignment;
    if (count !== null && count !== undefined && typeof doseFieldId !== 'string')
      doseErrors[`billingCodes.${index}.doseFieldId`] = ['Choose the field to count'];
    return type === undefined || problem !== undefined ? [] : [{ ...assignment, billingCodeId: id, type }];
  });
  if (valid.length === 0) refuse(NONE_VALID, { billingCodes: [NONE_VALID], ...errors });
  const reported = Object.entries(errors).filter(
    ([key]) => !isBlank(assignments[Number(key.split('.')[1])]?.billingCodeId ?? ''),
  );
  if (reported.length > 0 || Object.keys(doseErrors).length > 0)
    refuse('Some billing codes cannot be used. Correct the marked rows.', {
      ...Object.fromEntries(reported),
      ...doseErrors,
    });
  for (const type of CODE_TYPES) {
    if (valid.filter((code) => code.type === type).length <= MAX_CODES[type]) continue;
    const message = `Maximum ${MAX_CODES[type]} ${CODE_TYPE_LABELS[type]} codes allowed per rule`;
    refuse(message, { billingCodes: [message] });
  }
  return CODE_TYPES.flatMap((type) =>
    valid
      .filter((code) => code.type === type)
      .toSorted((a, b) => a.displayOrder - b.displayOrder)
      .map(({ billingCodeId, modifiers, isDefault, doseFieldId, count }, index) => ({
        billingCodeId,
        // Diagnoses have no modifiers.
        modifiers: type === 'CPT' ? [...new Set(splitModifiers(modifiers))].join(',') : '',
        isDefault,
        displayOrder: FIRST_DISPLAY_ORDER[type] + index,
        // A diagnosis has no units.
        doseFieldId: type === 'CPT' ? (doseFieldId ?? null) : null,
        count: type === 'CPT' ? (count ?? null) : null,
      })),
  );
}

function problemOf(
  id: string,
  code: KnownCode | undefined,
  { isSeen, isImport }: { readonly isSeen: boolean; readonly isImport: boolean },
): string | undefined {
  if (isBlank(id)) return 'Choose a billing code';
  if (code === undefined) return 'This billing code does not exist';
  if (!code.isActive && !isImport) return `${code.code} is inactive. Activate it, or choose another code.`;
  return isSeen ? 'This billing code is already in the rule with these modifiers' : undefined;
}

function refuse(message: string, errors: Record<string, string[]>): never {
  throw new AppError('VALIDATION', { message, errors });
}

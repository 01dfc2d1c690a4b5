import {
  billingCodeRuleCreate,
  type billingCodeRuleBody,
  type BillingCodeRule,
} from '@portal/contract/billing-code-rules';
import type { FileRule } from '@portal/contract/template-file';
import { billingCodeSearch } from '@portal/contract/billing-codes';
import { comparisonsOf } from '@portal/domain/template/condition';
import { EMPTY_CONTENT, fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { mapReferences } from '@portal/domain/template/references';
import { useState } from 'react';
import type { z } from 'zod';
import { saveErrorText } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { renamed, type Renamed } from '../builder/template-draft.ts';

/** A billing rule that is added when the template is saved: its field is not saved yet. */
export interface PendingRule {
  readonly body: Omit<z.output<typeof billingCodeRuleBody>, 'templateId'>;
  /** The codes, to show them. */
  readonly codes: readonly string[];
}

const headOf = (operand: string): string => operand.split('.')[0] ?? operand;

/** The rules that check a field or a column of it. */
export const rulesNaming = (rules: readonly BillingCodeRule[], id: string): readonly BillingCodeRule[] =>
  rules.filter(
    ({ fieldId, isTemplateDefault, when }) =>
      (!isTemplateDefault && headOf(fieldId) === id) ||
      (when !== null &&
        comparisonsOf(when).some(
          ({ sourceFieldId, sinceFieldId = '' }) =>
            headOf(sourceFieldId) === id || headOf(sinceFieldId) === id,
        )),
  );

/** Copies of rules that name other fields. */
export function copiesOf(rules: readonly BillingCodeRule[], ids: Renamed): readonly PendingRule[] {
  const parts = { content: EMPTY_CONTENT, autoPopulate: {}, rules, providerDefaults: [], cases: [] };
  return mapReferences(parts, ({ value, fieldId }) => value ?? renamed(fieldId, ids)).rules.map(
    ({ fieldId, fieldValue, priority, isTemplateDefault, when, billingCodes }) => ({
      body: {
        isTemplateDefault,
        fieldId: isTemplateDefault ? '' : fieldId,
        fieldValue: isTemplateDefault ? '' : fieldValue,
        priority,
        when,
        billingCodes: billingCodes.map(
          ({ billingCodeId, modifiers, isDefault, displayOrder, doseFieldId, count }) => ({
            billingCodeId,
            modifiers,
            isDefault,
            displayOrder,
            doseFieldId,
            count,
          }),
        ),
      },
      codes: billingCodes.map(({ code }) => code),
    }),
  );
}

/** The rules of a ready part with the practice's billing codes, and the codes that the practice does not have. */
export async function rulesOfPart(
  rules: readonly FileRule[],
): Promise<{ readonly pending: readonly PendingRule[]; readonly unknown: readonly string[] }> {
  const pending: PendingRule[] = [];
  const unknown: string[] = [];
  for (const { when, conditions, priority, billingCodes } of rules) {
    const found = await Promise.all(billingCodes.map(async (each) => ({ each, id: await findCode(each) })));
    unknown.push(...found.flatMap(({ each, id }) => (id === undefined ? [each.code] : [])));
    const known = found.flatMap(({ each, id }) => (id === undefined ? [] : [{ ...each, billingCodeId: id }]));
    if (known.length === 0) continue;
    pending.push({
      body: {
        isTemplateDefault: when === null,
        fieldId: when?.fieldId ?? '',
        fieldValue: when?.value ?? '',
        priority,
        when: conditions ?? null,
        billingCodes: known.map(({ code: _code, codeType: _type, ...rest }, displayOrder) => ({
          ...rest,
          displayOrder,
        })),
      },
      codes: known.map(({ code }) => code),
    });
  }
  return { pending, unknown };
}

async function findCode({ code, codeType }: FileRule['billingCodes'][number]): Promise<string | undefined> {
  const body = { searchTerm: code, codeType, isActive: true, isBillable: true, pageSize: 20 };
  const { items } = await call(billingCodeSearch, { body });
  return items.find((each) => each.code === code)?.id;
}

/** The rules whose field is in the content. A field can have been removed or undone. */
export function rulesWithField(
  rules: readonly PendingRule[],
  content: TemplateContent,
): readonly PendingRule[] {
  const ids = new Set(fieldsOf(content).map(({ id }) => id));
  return rules.filter(({ body }) => body.isTemplateDefault || ids.has(headOf(body.fieldId)));
}

/** Billing rules that wait for the template to be saved. */
export function usePendingRules() {
  const [rules, setRules] = useState<readonly PendingRule[]>([]);
  const create = useEndpointMutation(billingCodeRuleCreate);
  const toast = useToast();
  return {
    rules,
    add: (more: readonly PendingRule[]) => setRules((now) => [...now, ...more]),
    remove: (rule: PendingRule) => setRules((now) => now.filter((each) => each !== rule)),
    /** Adds the rules to the saved template. What fails is said; the template is saved anyway. */
    save: async (templateId: string, content: TemplateContent) => {
      for (const { body, codes } of rulesWithField(rules, content)) {
        try {
          await create.mutateAsync({ body: { ...body, templateId } });
        } catch (failure) {
          toast.error(
            `The billing rule with ${codes.join(', ')} was not added: ${saveErrorText(failure, 'Failed to save rule', 'whitelist')}`,
          );
        }
      }
      setRules([]);
    },
  };
}

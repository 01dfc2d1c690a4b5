import { billingCodeDescriptions } from '@portal/contract/billing-codes';
import { dictationTemplateRules } from '@portal/contract/billing-code-rules';
import {
  draftContent,
  draftGet,
  draftList,
  type Draft,
  type DraftContent,
} from '@portal/contract/dictation-drafts';
import { dictationSessionCurrent } from '@portal/contract/dictation-session';
import { dictationGet } from '@portal/contract/dictations';
import { officeList } from '@portal/contract/offices';
import { orderGet, type Order } from '@portal/contract/orders';
import type { CurrentUser } from '@portal/contract/session';
import { suggestionSettingsGet } from '@portal/contract/signing-checks';
import { practice } from '@portal/contract/system';
import { dictationTemplateGet } from '@portal/contract/templates';
import { CODE_TYPES, guessCodeType } from '@portal/domain/billing-code';
import { isDateOnly } from '@portal/domain/date';
import { maySign } from '@portal/domain/roles';
import type { BillingRule } from '@portal/domain/template/billing';
import { orderValues } from '@portal/domain/template/order-values';
import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { restoredValues } from '#lib/session/restored-values.ts';
import { linesOfDictation, newLineId, type CodeLine } from '../codes/code-lines.ts';
import {
  startEdit,
  startNew,
  type ProcedureDetails,
  type EditorStart,
  type RestoredDraft,
  type SuggestionSource,
} from './editor-start.ts';
import type { UnsentDraft } from '../save/editor-store.ts';
import { unsentKey } from '../save/use-dictation-save.ts';

/** Query parameters of the URL of a new dictation; '' when absent. */
export interface NewDictationAddress {
  readonly templateId: string;
  readonly providerId: string;
  readonly locationId: string;
  readonly date: string;
  readonly patientId: string;
  readonly draftId: string;
  readonly orderId: string;
}

/** Parses the query parameters of a new dictation. */
export function newDictationAddress(query: URLSearchParams): NewDictationAddress {
  const param = (name: string) => query.get(name) ?? '';
  return {
    templateId: param('template') === '' ? param('templateId') : param('template'),
    providerId: param('providerId'),
    locationId: param('locationId'),
    date: isDateOnly(param('date')) ? param('date') : '',
    patientId: param('patientId'),
    draftId: param('draft'),
    orderId: param('order'),
  };
}

/** Loads everything a new dictation starts with. Rejects with `ApiError`: 404 for a template that cannot be used. */
export async function loadNew(
  address: NewDictationAddress,
  user: CurrentUser,
  signal: AbortSignal,
): Promise<EditorStart> {
  const { templateId, draftId } = address;
  const draft = draftId === '' ? null : await readDraft(draftId, signal);
  const { order, orderProblem } = await readOrder(first(draft?.content.orderId, address.orderId), signal);
  const [template, source, details] = await Promise.all([
    call(dictationTemplateGet, {
      params: { id: templateId },
      // The author may finish a draft whose template was deactivated.
      query: draftId === '' ? {} : { includeInactive: 'true' },
      signal,
    }),
    sourceOf(templateId, signal),
    detailsFor(address, user, order, signal),
  ]);
  const restored =
    draftId === '' ? null : await restoreDraft(draft, draftId, { ...source, lines: [] }, signal);
  return startNew(template, source, details, restored, {
    draftId: draftId === '' ? null : draftId,
    order: order && { id: order.id, patientId: order.patient.id, values: orderValues(order) },
    orderProblem,
  });
}

/** Loads everything needed to edit a saved dictation, including unsaved changes. */
export async function loadEdit(id: string, signal: AbortSignal): Promise<EditorStart> {
  const [dictation, drafts] = await Promise.all([
    call(dictationGet, { params: { id }, signal }),
    call(draftList, { signal }),
  ]);
  const row = drafts.find(({ dictationId }) => dictationId === id);
  const [source, draft] = await Promise.all([
    sourceOf(dictation.templateId, signal),
    row === undefined ? null : readDraft(row.id, signal),
  ]);
  const restored = await restoreDraft(draft, id, { ...source, lines: linesOfDictation(dictation) }, signal);
  return startEdit(dictation, source, restored);
}

/** Billing suggestions are optional: a failed load yields none. */
async function sourceOf(templateId: string, signal: AbortSignal): Promise<SuggestionSource> {
  try {
    const [rules, { oneSidedModifier }] = await Promise.all([
      call(dictationTemplateRules, { params: { id: templateId }, signal }),
      call(suggestionSettingsGet, { signal }),
    ]);
    return { rules, oneSidedModifier };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { rules: [], oneSidedModifier: '50' };
  }
}

const first = (...texts: readonly (string | undefined)[]): string =>
  texts.find((text) => text !== undefined && text !== '') ?? '';

async function detailsFor(
  address: NewDictationAddress,
  user: CurrentUser,
  order: Order | null,
  signal: AbortSignal,
): Promise<ProcedureDetails> {
  const [session, { today }, offices] = await Promise.all([
    // A failed load of the session is ignored.
    call(dictationSessionCurrent, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    }),
    call(practice, { signal }),
    call(officeList, { query: {}, signal }),
  ]);
  const places = [order?.locationId, address.locationId, session?.locationId, user.officeId];
  const office = places
    .map((place) =>
      offices.find(({ id, isActive }) => id === place && (isActive || place !== order?.locationId)),
    )
    .find((found) => found !== undefined);
  return {
    patientId: first(address.patientId, order?.patient.id),
    procedureDate: first(address.date, session?.sessionDate, today),
    providerId: first(
      address.providerId,
      session?.providerId,
      maySign(user.roles) ? user.id : order?.orderedByUser.id,
    ),
    locationId: office?.id ?? '',
    procedureLocation: office?.name ?? '',
    billingOption: 'standard',
    complications: '',
  };
}

/** The order that a new note is started from, or why it cannot be used. */
async function readOrder(
  id: string,
  signal: AbortSignal,
): Promise<{ readonly order: Order | null; readonly orderProblem: string | null }> {
  if (id === '') return { order: null, orderProblem: null };
  try {
    return { order: await call(orderGet, { params: { id }, signal }), orderProblem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 403, 404].includes(error.status)) throw error;
    const reason = error.status === 403 ? 'You may not view orders' : 'The order does not exist';
    return { order: null, orderProblem: `${reason}, so the note is not started from it.` };
  }
}

/** The server's draft; null when it no longer exists. */
async function readDraft(id: string, signal: AbortSignal): Promise<Draft | null> {
  try {
    return await call(draftGet, { params: { id }, signal });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

const unsentDraft = z.object({
  content: draftContent,
  draftId: z.string(),
  baseVersion: z.int().nullable(),
  revision: z.int(),
}) satisfies z.ZodType<UnsentDraft>;

/** Restores a draft. Text from the last seconds of an expired session is newer than the server's copy and wins. */
async function restoreDraft(
  draft: Draft | null,
  name: string,
  known: { readonly rules: readonly BillingRule[]; readonly lines: readonly CodeLine[] },
  signal: AbortSignal,
): Promise<RestoredDraft | null> {
  const unsent = unsentDraft.safeParse(restoredValues(unsentKey(name))).data ?? null;
  const content = unsent?.content ?? draft?.content;
  if (content === undefined) return null;
  return { content, draft, unsent, lines: await linesOf(content, known, signal) };
}

/** The codes of a draft with their current descriptions; null when the draft used the suggested codes. */
async function linesOf(
  { billingCodes }: DraftContent,
  { rules, lines }: { readonly rules: readonly BillingRule[]; readonly lines: readonly CodeLine[] },
  signal: AbortSignal,
): Promise<readonly CodeLine[] | null> {
  if (billingCodes === null) return null;
  const known = new Map(
    [...rules.flatMap((rule) => rule.billingCodes), ...lines].map(({ code, codeType, description }) => [
      code,
      { codeType, description },
    ]),
  );
  const unknown = billingCodes.map(({ code }) => code).filter((code) => !known.has(code));
  if (unknown.length > 0) {
    await Promise.all(
      CODE_TYPES.map(async (type) => {
        const found = await call(billingCodeDescriptions, { params: { type }, body: unknown, signal });
        for (const [code, description] of Object.entries(found))
          known.set(code, { codeType: type, description });
      }),
    );
  }
  return billingCodes.map(({ code, modifiers, units = 1, diagnosisPointers = null }) => ({
    id: newLineId(),
    from: null,
    code,
    modifiers,
    units,
    diagnosisPointers,
    ...(known.get(code) ?? { codeType: guessCodeType(code), description: '' }),
  }));
}

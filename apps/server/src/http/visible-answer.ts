import { receipt, type Endpoint, type HealthRecord } from '@portal/contract/endpoint';
import type { Caller } from '#authz/caller.ts';
import { AppError } from '#platform/app-error.ts';
import type { RequestContext } from '#request/context.ts';
import { isObject, mayView, viewedEntry } from '#request/health-record.ts';
import { recordRead } from '#request/record-read.ts';

const UNSEEN_CHANGE =
  'Someone else changed this record in the meantime. You do not have permission to view it, so nothing was saved.';

/**
 * The part of a successful response that the caller may see: all of it, or a receipt (`receipt`) if the response holds a health
 * record that they may not view.
 */
export function visibleAnswer({ record }: Endpoint, context: RequestContext, answer: unknown): unknown {
  if (record === undefined || mayView(context, record) || !holdsRecord(answer)) return answer;
  return receipt.parse(answer);
}

/** Other responses only count what was changed. Also says it of the properties of a response's schema. */
export const holdsRecord = (answer: unknown): answer is Readonly<Record<string, unknown>> =>
  isObject(answer) && ('id' in answer || 'group' in answer);

/**
 * The part of a refusal that the caller may see. It holds a health record, or tells of one, only if the caller may view it, and that is
 * recorded first. Otherwise it names only the conflict. Throws AuditUnavailable if it cannot be recorded.
 */
export async function visibleRefusal(
  { healthData, record }: Endpoint,
  context: RequestContext,
  refusal: AppError,
): Promise<AppError> {
  const { current, about, otherwise, ...details } = refusal.details;
  const shown = about ?? (current === undefined ? [] : [current]);
  if (!healthData || shown.length === 0) return refusal;
  if (record !== undefined && mayView(context, record)) {
    await recordRead(context, viewedEntry(record, shown));
    return refusal;
  }
  const message = otherwise ?? (refusal.code === 'STALE' ? UNSEEN_CHANGE : details.message);
  const { errors, ...others } = details;
  return new AppError(refusal.code, {
    ...others,
    ...(message === undefined ? {} : { message }),
    // They say the same as the message.
    ...(about === undefined && errors !== undefined ? { errors } : {}),
  });
}

/**
 * The stored response of a repeated request, as the caller may see it now: rights may have been taken away since. Records the view in the
 * open transaction.
 */
export async function visibleReplay(
  { record }: Endpoint,
  context: RequestContext,
  { answer, body }: { readonly answer: unknown; readonly body: unknown },
): Promise<unknown> {
  if (record === undefined || !mayView(context, record)) return answer;
  // Not every response names the patient, but then the request did.
  const shown = isObject(answer) && isObject(body) ? { patientId: body['patientId'], ...answer } : answer;
  await recordRead(context, viewedEntry(record, [isObject(answer) ? (answer['group'] ?? shown) : shown]));
  return masked(record, context.user, answer);
}

/** Replaces the values of fields for which the caller lacks the permission. */
function masked({ masked: fields = {} }: HealthRecord, user: Caller | null, answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const rule = fields[name];
      const isHidden = rule !== undefined && value !== null && user?.permissions.has(rule.needs) !== true;
      return [name, isHidden ? rule.mask : value];
    }),
  );
}

import { apiKeyBody } from '@portal/contract/api-keys';
import { keyExpiryProblem } from '@portal/domain/api-key';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { isDateOnly } from '@portal/domain/date';
import { z } from 'zod';
import { typedText } from '#ui/form/text-limit.ts';

/** How long a new key is valid, in days, or until the end of a chosen date. */
export const VALIDITIES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'date', label: 'Until a date' },
] as const;

const inputs = z.object({
  name: typedText(apiKeyBody.shape.name),
  validity: z.enum(VALIDITIES.map(({ value }) => value)),
  /** YYYY-MM-DD. */
  date: z.string(),
  permissions: z.array(z.string()),
});
export type ApiKeyInput = z.input<typeof inputs>;
export type ApiKeyPayload = z.output<typeof apiKeyBody>;

/** The form of a new key. */
export const NEW_KEY: ApiKeyInput = { name: '', validity: '90', date: '', permissions: [] };

const DAY_MS = 86_400_000;

/** When a key with this input expires: at the end of the chosen date in the practice's time zone. Null without a valid date. */
export function expiryOf(
  { validity, date }: Pick<ApiKeyInput, 'validity' | 'date'>,
  timeZone: string,
  now: Date,
): Date | null {
  if (validity !== 'date') return new Date(now.getTime() + Number(validity) * DAY_MS);
  return isDateOnly(date) ? new Date(startOfDay(timeZone, addDays(date, 1))) : null;
}

/** Validates the input with the contract's rules. */
export const apiKeySchema = (timeZone: string, clock: () => Date): z.ZodType<ApiKeyPayload, ApiKeyInput> =>
  inputs.transform((input, context): ApiKeyPayload => {
    const now = clock();
    const expiry = expiryOf(input, timeZone, now);
    const problem = expiry === null ? 'Enter a date (MM/DD/YYYY)' : keyExpiryProblem(expiry, now);
    const parsed = apiKeyBody.safeParse({
      name: input.name,
      permissions: input.permissions,
      expiresAt: (expiry ?? now).toISOString(),
    });
    if (problem !== null)
      context.issues.push({ code: 'custom', message: problem, path: ['date'], input: input.date });
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues)
      context.issues.push({ code: 'custom', message, path: path.slice(0, 1), input });
    return z.NEVER;
  });

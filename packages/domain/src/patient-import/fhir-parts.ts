import { z } from 'zod';

/** Text; anything else is ignored. */
export const text = z.string().optional().catch(undefined);

/** A list without the items of another shape. */
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((each) => {
        const parsed = item.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** Parts that say whether something still holds. */
export const oldness = { use: text, period: z.object({ end: text }).optional().catch(undefined) };

/** Whether something is neither old nor ended before today (YYYY-MM-DD). An end such as 2020 lasts the whole year. */
export function isCurrent(
  {
    use,
    period,
  }: {
    readonly use?: string | undefined;
    readonly period?: { readonly end?: string | undefined } | undefined;
  },
  today: string,
): boolean {
  const end = period?.end?.slice(0, 10);
  return use !== 'old' && (end === undefined || end >= today.slice(0, end.length));
}

interface Coded {
  readonly coding: readonly { readonly code?: string | undefined }[];
}
/** Whether an identifier has a type with this code. */
export const typed = (type: Coded | undefined, code: string): boolean =>
  type?.coding.some((coded) => coded.code === code) === true;

/** What references have in common: "Patient/12", "https://server/Patient/12/_history/3" and an id of 12; also "urn:uuid:…". */
export const fhirKey = (reference: string): string =>
  reference.replace(/\/_history\/.*$/, '').replace(/^.*\/|^urn:uuid:/, '');

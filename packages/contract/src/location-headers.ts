import { plainLines } from '@portal/domain/text';
import { z } from 'zod';
import { permission } from './core/endpoint.ts';
import { id, printed } from './core/fields.ts';
import { acts, reads } from './core/verbs.ts';

/** Maximum length of a header or footer, in characters of HTML. */
export const MAX_HEADER_LENGTH = 20_000;

/** A location's report header and footer. */
export const locationHeader = z.object({
  locationId: id,
  headerHTML: z.string(),
  footerHTML: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type LocationHeader = z.output<typeof locationHeader>;

const html = (label: string) =>
  printed(
    z
      .string({ error: `${label} must be text` })
      .overwrite(plainLines)
      .max(MAX_HEADER_LENGTH, `${label} can have at most ${MAX_HEADER_LENGTH} characters`)
      .default(''),
  );

const manage = {
  tag: 'Location headers',
  guard: permission('Dictation.ManageTemplates'),
  healthData: false,
} as const;

export const locationHeaderList = reads('/admin/template/location-headers', manage, {
  summary: 'List the report headers and footers of locations as sanitized HTML',
  response: z.array(locationHeader),
  audit: null,
});
export const locationHeaderSave = acts('/admin/template/location-headers', manage, {
  summary: 'Save a location’s header and footer; disallowed markup is removed',
  body: z.strictObject({
    locationId: id,
    headerHTML: html('Header'),
    footerHTML: html('Footer'),
    /** The record version; 0 if the location had no header when the form was opened. */
    version: z.int({ error: 'Version must be a whole number' }).min(0).optional(),
  }),
  /** `removed` lists the removed tags and attributes: `script`, `onclick`, `img`. */
  response: locationHeader.extend({ removed: z.array(z.string()) }),
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE'],
});

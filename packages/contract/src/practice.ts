import { MAX_LOGO_BYTES } from '@portal/domain/letterhead';
import { z } from 'zod';
import { anyone, permission } from './core/endpoint.ts';
import { fileOf } from './core/file.ts';
import { acts, changes, reads } from './core/verbs.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'Unknown logo');

/** A logo as PNG. `id` is the SHA-256 of the file, so the same id always is the same picture. */
export const practiceLogo = z.object({ id: digest, width: z.int(), height: z.int() });
export type PracticeLogo = z.output<typeof practiceLogo>;

/** Phone and fax are digits only. */
export const letterheadOffice = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  phone: z.string(),
  fax: z.string().nullable(),
});

const tag = 'Practice';
const open = { tag, guard: anyone, healthData: false, audit: null } as const;

/** The name is null if the practice has none of its own. */
export const practiceMark = reads('/practice/mark', open, {
  summary: 'Get the practice’s name and logo for the sign-in screen',
  response: z.object({ name: z.string().nullable(), logo: practiceLogo.nullable() }),
});
export const practiceLogoFile = reads('/practice/logo/:id', open, {
  summary: 'Get a logo of the practice as PNG; it can be cached for good',
  params: z.strictObject({ id: digest }),
  ...fileOf('image/png'),
  errors: ['NOT_FOUND'],
});

const letterhead = z.object({ logo: practiceLogo.nullable(), version: z.int() });
const change = {
  tag,
  guard: permission('Admin.ManageOffices'),
  healthData: false,
  response: letterhead,
} as const;

export const letterheadGet = reads('/practice/letterhead', change, {
  summary: 'Get the logo of letterheads and the version that a change of it is based on',
  audit: null,
});
export const practiceLogoUpload = acts('/practice/logo', change, {
  summary: 'Upload a logo: a PNG or JPEG picture, stored as PNG of at most 600 × 200 pixels on white',
  body: z.strictObject({ version: z.coerce.number().int() }),
  upload: { maxBytes: MAX_LOGO_BYTES, anyContent: true },
  audit: 'Updated',
  errors: ['STALE', 'PAYLOAD_TOO_LARGE', 'STORAGE_FULL'],
});
export const practiceLogoChange = changes('/practice/logo', change, {
  summary: 'Remove the logo (null), or use an earlier one again; signed dictations keep theirs',
  body: z.strictObject({ logo: digest.nullable(), version: z.int() }),
  errors: ['STALE', 'NOT_FOUND'],
});

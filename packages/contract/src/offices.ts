import { isStateCode, isValidZip } from '@portal/domain/address';
import { parseIpRange } from '@portal/domain/ip-range';
import { z } from 'zod';
import { endpoint, permission, signedIn } from './core/endpoint.ts';
import {
  id,
  idParams,
  instant,
  optionalNpi,
  optionalText,
  printed,
  queryFlag,
  requiredText,
  version,
} from './core/fields.ts';
import { optionalPhone, requiredPhone } from './core/phone.ts';
import { flag, maybeText, record, text } from './core/record.ts';

/** An office. Phone and fax are digits only. `npi` is the National Provider Identifier of the organization. */
export const officeRecord = record({
  name: text('Office Name', printed(requiredText('Name', 100))),
  address: text('Address', printed(requiredText('Address', 200))),
  city: text('City', printed(requiredText('City', 100))),
  state: text(
    'State',
    requiredText('State', 2)
      .transform((typed) => typed.toUpperCase())
      .refine(isStateCode, 'State must be a two-letter US state code'),
  ),
  zipCode: text(
    'ZIP Code',
    requiredText('ZIP code', 100).refine(isValidZip, 'ZIP code must be 5 digits or 5+4 digits'),
  ),
  phone: { ...text('Phone', requiredPhone('Phone')), kind: 'phone' },
  fax: { ...maybeText('Fax', optionalPhone('Fax')), kind: 'phone' },
  npi: maybeText('NPI', optionalNpi.optional()),
  superAdminOnly: flag(
    'SuperAdmin only',
    z.boolean({ error: 'SuperAdmin only must be true or false' }).default(false),
    false,
  ),
  isSurgeryCenter: flag(
    'Surgery center',
    z.boolean({ error: 'Surgery center must be true or false' }).default(false),
    false,
  ),
  isActive: flag('Active', z.boolean({ error: 'Active must be true or false' }).optional(), undefined),
});
/** Body of an office create or update. */
export const officeBody = officeRecord.change;

/** An entry of an office's IP whitelist; `expiresAt` null never expires. */
export const ipWhitelistEntry = z.object({
  id,
  ipAddress: z.string(),
  description: z.string().nullable(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  version: z.int(),
});
export type IpWhitelistEntry = z.output<typeof ipWhitelistEntry>;

/** An office with what only holders of Admin.ManageOffices get. */
export const office = officeRecord.row.extend({
  userCount: z.int().optional(),
  ipWhitelists: z.array(ipWhitelistEntry).optional(),
});
export type Office = z.output<typeof office>;

const expiresAt = instant('Expiration')
  .nullish()
  .transform((text) => text ?? null);
const confirmLockout = z.boolean().optional();
/** Body of a new whitelist entry. */
export const ipWhitelistBody = z.strictObject({
  ipAddress: requiredText('IP address', 50).superRefine((text, context) => {
    const range = parseIpRange(text);
    if (!range.ok) context.addIssue({ code: 'custom', message: range.error });
  }),
  description: optionalText('Description', 200),
  expiresAt,
  /** Set after the user confirms a change that would lock them out. */
  confirmLockout,
});
/** Body of a whitelist entry update; the address cannot be changed. */
export const ipWhitelistChange = z.strictObject({
  description: optionalText('Description', 200),
  expiresAt,
  confirmLockout,
  version,
});

const tag = 'Offices';
const manage = { tag, guard: permission('Admin.ManageOffices'), healthData: false } as const;
const entryParams = z.strictObject({ id, entryId: id });

export const officeList = endpoint({
  method: 'GET',
  path: '/office',
  summary:
    'List active offices with their public fields; holders of Admin.ManageOffices also get user counts and whitelists',
  tag,
  guard: signedIn,
  query: z.strictObject({ includeInactive: queryFlag }),
  response: z.array(office),
  healthData: false,
  audit: null,
  allowedForKeys: true,
  background: true,
});
export const officeSurgeryCenters = endpoint({
  method: 'GET',
  path: '/office/surgery-centers',
  summary: 'List active offices that are surgery centers',
  tag,
  guard: signedIn,
  response: z.array(office),
  healthData: false,
  audit: null,
  allowedForKeys: true,
});
export const officeGet = endpoint({
  ...manage,
  method: 'GET',
  path: '/office/:id',
  summary: 'Get an office',
  params: idParams,
  response: office,
  audit: null,
  errors: ['NOT_FOUND'],
  background: true,
});
export const officeCreate = endpoint({
  ...manage,
  method: 'POST',
  path: '/office',
  summary: 'Create an office',
  body: officeBody,
  response: office,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const officeUpdate = endpoint({
  ...manage,
  method: 'PUT',
  path: '/office/:id',
  summary: 'Update an office',
  params: idParams,
  body: officeBody,
  response: office,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const officeDelete = endpoint({
  ...manage,
  method: 'DELETE',
  path: '/office/:id',
  summary: 'Delete an office that no record refers to',
  params: idParams,
  response: z.undefined(),
  status: 204,
  audit: 'Deleted',
  errors: ['NOT_FOUND', 'IN_USE'],
});
export const ipWhitelistList = endpoint({
  ...manage,
  method: 'GET',
  path: '/office/:id/ip-whitelist',
  summary: 'List the IP addresses that an office’s users may sign in from',
  params: idParams,
  response: z.array(ipWhitelistEntry),
  audit: null,
  errors: ['NOT_FOUND'],
  background: true,
});
export const ipWhitelistAdd = endpoint({
  ...manage,
  method: 'POST',
  path: '/office/:id/ip-whitelist',
  summary: 'Add an IP address to an office’s whitelist',
  params: idParams,
  body: ipWhitelistBody,
  response: ipWhitelistEntry,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['NOT_FOUND', 'CONFLICT', 'CONFIRMATION_REQUIRED', 'IDEMPOTENCY_MISMATCH'],
});
export const ipWhitelistUpdate = endpoint({
  ...manage,
  method: 'PUT',
  path: '/office/:id/ip-whitelist/:entryId',
  summary: 'Update a whitelist entry’s description or expiration; the address cannot be changed',
  params: entryParams,
  body: ipWhitelistChange,
  response: ipWhitelistEntry,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFIRMATION_REQUIRED'],
});
export const ipWhitelistDelete = endpoint({
  ...manage,
  method: 'DELETE',
  path: '/office/:id/ip-whitelist/:entryId',
  summary: 'Remove an IP address from an office’s whitelist',
  params: entryParams,
  query: z.strictObject({ confirmLockout: queryFlag }),
  response: z.undefined(),
  status: 204,
  audit: 'Deleted',
  errors: ['NOT_FOUND', 'CONFIRMATION_REQUIRED'],
});

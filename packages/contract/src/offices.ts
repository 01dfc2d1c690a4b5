import { isStateCode, isValidZip } from '@portal/domain/address';
import { parseIpRange } from '@portal/domain/ip-range';
import { z } from 'zod';
import { changeOf } from './core/change.ts';
import { permission, signedIn } from './core/endpoint.ts';
import {
  id,
  instant,
  optionalNpi,
  optionalText,
  printed,
  queryFlag,
  requiredText,
  version,
} from './core/fields.ts';
import { optionalPhone, requiredPhone } from './core/phone.ts';
import { flagField, maybeTextField, record, textField } from './core/record.ts';
import { changes, creates, reads, removes } from './core/verbs.ts';

/** An office. Phone and fax are digits only. `npi` is the National Provider Identifier of the organization. */
export const officeRecord = record({
  name: textField('Office Name', printed(requiredText('Name', 100))),
  address: textField('Address', printed(requiredText('Address', 200))),
  city: textField('City', printed(requiredText('City', 100))),
  state: textField(
    'State',
    requiredText('State', 2)
      .transform((text) => text.toUpperCase())
      .refine(isStateCode, 'State must be a two-letter US state code'),
  ),
  zipCode: textField(
    'ZIP Code',
    requiredText('ZIP code', 100).refine(isValidZip, 'ZIP code must be 5 digits or 5+4 digits'),
  ),
  phone: { ...textField('Phone', requiredPhone('Phone')), kind: 'phone' },
  fax: { ...maybeTextField('Fax', optionalPhone('Fax')), kind: 'phone' },
  npi: maybeTextField('NPI', optionalNpi),
  superAdminOnly: flagField(
    'SuperAdmin only',
    z.boolean({ error: 'SuperAdmin only must be true or false' }).default(false),
    false,
  ),
  isSurgeryCenter: flagField(
    'Surgery center',
    z.boolean({ error: 'Surgery center must be true or false' }).default(false),
    false,
  ),
  isActive: flagField('Active', z.boolean({ error: 'Active must be true or false' }).optional(), undefined),
});
/** Body of an office create. */
export const officeBody = officeRecord.body.extend({ version });

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
const entryFields = { description: optionalText('Description', 200), expiresAt };
/** Body of a new whitelist entry. */
export const ipWhitelistBody = z.strictObject({
  ...entryFields,
  ipAddress: requiredText('IP address', 50).superRefine((text, context) => {
    const range = parseIpRange(text);
    if (!range.ok) context.addIssue({ code: 'custom', message: range.error });
  }),
  /** Set after the user confirms a change that would lock them out. */
  confirmLockout,
});
/** Body of a whitelist entry update; the address cannot be changed. */
export const ipWhitelistChange = z.strictObject({
  ...changeOf(entryFields),
  confirmLockout,
  version,
});

const tag = 'Offices';
const manage = { tag, guard: permission('Admin.ManageOffices'), healthData: false } as const;
const entryParams = z.strictObject({ id, entryId: id });

export const officeList = reads('/office', {
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
export const officeSurgeryCenters = reads('/office/surgery-centers', {
  summary: 'List active offices that are surgery centers',
  tag,
  guard: signedIn,
  response: z.array(office),
  healthData: false,
  audit: null,
  allowedForKeys: true,
});
export const officeGet = reads('/office/:id', manage, {
  summary: 'Get an office',
  response: office,
  audit: null,
  background: true,
});
export const officeCreate = creates('/office', manage, {
  summary: 'Create an office',
  body: officeBody,
  response: office,
  errors: ['CONFLICT'],
});
export const officeUpdate = changes('/office/:id', manage, {
  summary: 'Update an office',
  body: officeRecord.change,
  response: office,
  errors: ['STALE', 'CONFLICT'],
});
export const officeDelete = removes('/office/:id', manage, {
  summary: 'Delete an office that no record refers to',
  errors: ['IN_USE'],
});
export const ipWhitelistList = reads('/office/:id/ip-whitelist', manage, {
  summary: 'List the IP addresses that an office’s users may sign in from',
  response: z.array(ipWhitelistEntry),
  audit: null,
  background: true,
});
export const ipWhitelistAdd = creates('/office/:id/ip-whitelist', manage, {
  summary: 'Add an IP address to an office’s whitelist',
  body: ipWhitelistBody,
  response: ipWhitelistEntry,
  errors: ['CONFLICT', 'CONFIRMATION_REQUIRED'],
});
export const ipWhitelistUpdate = changes('/office/:id/ip-whitelist/:entryId', manage, {
  summary: 'Update a whitelist entry’s description or expiration; the address cannot be changed',
  params: entryParams,
  body: ipWhitelistChange,
  response: ipWhitelistEntry,
  errors: ['NOT_FOUND', 'STALE', 'CONFIRMATION_REQUIRED'],
});
export const ipWhitelistDelete = removes('/office/:id/ip-whitelist/:entryId', manage, {
  summary: 'Remove an IP address from an office’s whitelist',
  params: entryParams,
  query: z.strictObject({ confirmLockout: queryFlag }),
  errors: ['NOT_FOUND', 'CONFIRMATION_REQUIRED'],
});

/** Audited entity types: those of the specification first, in its order. */
export const AUDIT_ENTITY_TYPES = [
  'User',
  'Patient',
  'Office',
  'Activity',
  'UserRoleAssignment',
  'OfficeIpWhitelist',
  'MedicalOrder',
  'Document',
  'Dictation',
  'PhoneMessage',
  'DictationGroup',
  'Template',
  'TemplateCategory',
  'LocationHeader',
  'BillingCode',
  'BillingCodeRule',
  'Title',
  'PillCount',
  'Timecard',
  'TimecardSchedule',
  'AuditLog',
  'Permission',
  'Session',
  'System',
  'TemplateCase',
  'Charge',
  'PatientImport',
  'Webhook',
  'ApiKey',
  'PatientAlert',
  'FormDraft',
  'Practice',
  'CodeFile',
  'PayerLimit',
  'Shortcut',
  'Speech',
] as const;
export type AuditEntityType = (typeof AUDIT_ENTITY_TYPES)[number];

/** Abbreviations that stay in capitals. */
const SPELLED: Readonly<Record<string, string>> = { Api: 'API', Ip: 'IP' };

/** Formats a name for display: "UserRoleAssignment" becomes "User Role Assignment". Also works for unknown names. */
export function auditLabel(name: string): string {
  return name
    .split(/(?<=[a-z])(?=[A-Z])/)
    .map((word) => SPELLED[word] ?? word)
    .join(' ');
}

/** Parses an entity type, as stored or as displayed ("Office IP Whitelist"); undefined if unknown. */
export function parseAuditEntityType(text: string): AuditEntityType | undefined {
  const plain = text.replaceAll(' ', '').toLowerCase();
  return AUDIT_ENTITY_TYPES.find((type) => type.toLowerCase() === plain);
}

/** Options of the action filter, the specification's values first. Synonyms are one option, which matches all of them. */
export const AUDIT_ACTION_GROUPS = [
  ['Added', 'Created'],
  ['Modified', 'Updated'],
  ['Deleted'],
  ['Accessed', 'Viewed'],
  ['AssignRoles'],
  ['RemoveRoles'],
  ['Login'],
  ['LoginFailed'],
  ['Logout'],
  ['Printed'],
  ['Exported'],
  ['Signed'],
  ['PermissionChanged'],
  ['AccessDenied'],
] as const;

/** Actions whose stored name is no word. */
const ACTION_WORDS: Readonly<Record<string, string>> = {
  AssignRoles: 'Roles assigned',
  RemoveRoles: 'Roles removed',
  Login: 'Signed in',
  LoginFailed: 'Failed sign-in',
  Logout: 'Signed out',
  PermissionChanged: 'Permission changed',
  AccessDenied: 'Access denied',
};

/** An action in words: "LoginFailed" becomes "Failed sign-in". */
export const auditActionLabel = (action: string): string => ACTION_WORDS[action] ?? auditLabel(action);

/** All synonyms of an action, including itself. */
export function auditSynonyms(action: string): readonly string[] {
  return AUDIT_ACTION_GROUPS.find((group) => group.some((word) => word === action)) ?? [action];
}

/** The chip color of an action. */
export function auditActionColor(action: string): 'success' | 'warning' | 'error' | 'default' {
  if (action === 'Added' || action === 'Created') return 'success';
  if (action === 'Modified' || action === 'Updated') return 'warning';
  return action === 'Deleted' || action === 'Removed' ? 'error' : 'default';
}

/** A parsed entity ID: an ID, or JSON text with `Id`, or with `UserId` and `RoleId`. */
export type AuditEntityId =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'assignment'; readonly userId: string; readonly roleId: string }
  | { readonly kind: 'unknown' };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Parses an entity ID. Any other text is `unknown`, never an error. */
export function parseAuditEntityId(text: string): AuditEntityId {
  if (isUuid(text)) return { kind: 'id', id: text.toLowerCase() };
  const value = parsedObject(text);
  const [id, userId, roleId] = [value['Id'], value['UserId'], value['RoleId']];
  if (isUuid(id)) return { kind: 'id', id: id.toLowerCase() };
  if (isUuid(userId) && isUuid(roleId))
    return { kind: 'assignment', userId: userId.toLowerCase(), roleId: roleId.toLowerCase() };
  return { kind: 'unknown' };
}

function parsedObject(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Fields that are always masked: social security numbers, secrets, and free text about patients. */
const SENSITIVE =
  /ssn|social.?security|password(?!expires)|secret|token|hash|recovery|^(?:notes?|text|message|content|dictationContent|formData|diagnosis|instructions|resolution|addendum)$/i;
export const AUDIT_MASK = '••••••';

/** One changed field as text before and after; null for no value. Sensitive values are masked. */
export interface AuditChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isMasked: boolean;
}
type Values = Readonly<Record<string, unknown>> | null;

/** Lists an entry's changes by field, in the order they were recorded. */
export function auditChanges(before: Values, after: Values): readonly AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => {
    const isMasked = SENSITIVE.test(field);
    const shown = (values: Values) => {
      const value = values?.[field];
      if (value === undefined || value === null || value === '') return null;
      return isMasked ? AUDIT_MASK : valueText(value);
    };
    return { field, before: shown(before), after: shown(after), isMasked };
  });
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((item) => valueText(item)).join(', ');
  // Nested fields may be sensitive too.
  if (typeof value === 'object' && value !== null)
    return auditChanges(null, { ...value })
      .map(({ field, after }) => `${field}: ${after ?? '—'}`)
      .join('; ');
  return String(value);
}

/** Masks sensitive values at every depth, before they leave the server. */
export function maskAuditValues(values: Values): Record<string, unknown> | null {
  if (values === null) return null;
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, maskedValue(field, value)]),
  );
}

function maskedValue(field: string, value: unknown): unknown {
  if (value === null || value === '') return value;
  if (SENSITIVE.test(field)) return AUDIT_MASK;
  if (Array.isArray(value)) return value.map((item) => maskedValue('', item));
  return typeof value === 'object' ? maskAuditValues({ ...value }) : value;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Formats an offset from JavaScript's getTimezoneOffset (minutes that UTC is ahead), for example "UTC-05:00". */
export function offsetName(minutesBehindUtc: number): string {
  const minutes = Math.abs(minutesBehindUtc);
  const sign = minutesBehindUtc > 0 ? '-' : '+';
  return `UTC${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

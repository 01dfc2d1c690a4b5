import type { PermissionName } from './permissions.ts';

/** The records whose editors are shown, with the permissions to see and to edit them. */
export const EDITED_RECORDS = {
  Dictation: { view: 'Dictation.View', edit: 'Dictation.Edit' },
  MedicalOrder: { view: 'Order.View', edit: 'Order.Edit' },
  Patient: { view: 'Patient.View', edit: 'Patient.Edit' },
  PhoneMessage: { view: 'Message.View', edit: 'Message.Edit' },
  Template: { view: 'Dictation.ManageTemplates', edit: 'Dictation.ManageTemplates' },
} as const satisfies Record<string, { readonly view: PermissionName; readonly edit: PermissionName }>;
export type EditedRecordType = keyof typeof EDITED_RECORDS;

/** A record that somebody may be editing. */
export interface EditedRecord {
  readonly entityType: EditedRecordType;
  readonly entityId: string;
}

/** How often an open form reports itself, and how long it counts without a report, in milliseconds. */
export const EDITING_REPORT_MS = 20_000;
export const EDITING_EXPIRES_MS = 60_000;

/** The topic of the live connection for changes of who is editing a record. */
export const editingTopic = ({ entityType, entityId }: EditedRecord): string =>
  `editing ${entityType} ${entityId}`;

/** "Keisha Brown is editing", "Keisha Brown and Omar Diaz are editing", with the names in order; null for nobody. */
export function editingText(names: readonly string[]): string | null {
  const [first, second, ...others] = names;
  if (first === undefined) return null;
  if (second === undefined) return `${first} is editing`;
  const last = others.at(-1);
  return last === undefined
    ? `${first} and ${second} are editing`
    : `${[first, second, ...others.slice(0, -1)].join(', ')} and ${last} are editing`;
}

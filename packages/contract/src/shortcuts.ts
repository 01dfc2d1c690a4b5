import { identifierIn, isShortcutName, MAX_SHORTCUT_NAME, MAX_SHORTCUT_TEXT } from '@portal/domain/shortcuts';
import { plainLines } from '@portal/domain/text';
import { z } from 'zod';
import { permission, signedIn } from './core/endpoint.ts';
import { printed, requiredLines, requiredText } from './core/fields.ts';
import { listCell, listOutcome, listRows, MAX_LIST_BYTES, type ListOutcome } from './core/list-import.ts';
import { record, textField } from './core/record.ts';
import { changes, creates, reads, removes } from './core/verbs.ts';

/** Names and numbers of patients would be copied into the notes of others. */
const withoutPatients = (text: string, context: z.core.$RefinementCtx<string>) => {
  const what = identifierIn(text);
  if (what === null) return;
  const message = `The text has ${what}. Shortcuts are for all patients: write *** where it belongs.`;
  context.addIssue({ code: 'custom', message });
};

/** A text that is inserted in notes and messages when its name is typed after a period. */
export const shortcutRecord = record({
  name: textField(
    'Name',
    // The period may be typed as in a text.
    requiredText('Name', MAX_SHORTCUT_NAME, (name) => name.replace(/^\./u, '').toLowerCase()).refine(
      isShortcutName,
      'A name begins with a letter and has letters, digits, hyphens and underscores only',
    ),
  ),
  text: textField('Text', printed(requiredLines('Text', MAX_SHORTCUT_TEXT).superRefine(withoutPatients))),
});

export const shortcut = shortcutRecord.row.extend({
  /** It belongs to the practice instead of the caller. */
  isPractice: z.boolean(),
});
export type SavedShortcut = z.output<typeof shortcut>;

/** The cells of a shortcut. */
const importRow = z.strictObject({
  name: listCell,
  text: z.string().overwrite(plainLines).max(20_000, 'A cell can have at most 20000 characters').optional(),
});
type ImportRow = z.output<typeof importRow>;

/** What happens to each row of a list, given the names that exist; `shortcut` is null if it is skipped. */
export function checkShortcutRows(rows: readonly ImportRow[], existing: readonly string[]) {
  const taken = new Set(existing);
  return rows.map(({ name = '', text = '' }, index) => {
    const { data, error } = shortcutRecord.body.safeParse({ name, text });
    const messages = (error?.issues ?? []).map(({ message }) => message);
    if (data !== undefined && taken.has(data.name)) messages.push('This name exists already');
    if (data !== undefined) taken.add(data.name);
    return { index, messages, notes: [], shortcut: messages.length === 0 ? (data ?? null) : null };
  }) satisfies readonly ListOutcome[];
}

const tag = 'Shortcuts';
const own = { tag, guard: signedIn, healthData: false } as const;
const ofPractice = { tag, guard: permission('Dictation.ManageTemplates'), healthData: false } as const;
const edited = { response: shortcut, errors: ['STALE', 'CONFLICT'] } as const;
const added = { body: shortcutRecord.body, response: shortcut, errors: ['CONFLICT'] } as const;
const imported = {
  maxBodyBytes: MAX_LIST_BYTES,
  body: listRows(importRow),
  response: z.object({ rows: z.array(listOutcome), created: z.int() }),
  errors: ['CONFLICT'],
} as const;

export const shortcutList = reads('/shortcuts', own, {
  summary: 'List your shortcuts and those of the practice, by name',
  response: z.object({ shortcuts: z.array(shortcut) }),
  audit: null,
});
export const shortcutCreate = creates('/shortcuts', own, { ...added, summary: 'Add a shortcut of your own' });
export const shortcutUpdate = changes('/shortcuts/:id', own, {
  ...edited,
  summary: 'Change one of your shortcuts',
  body: shortcutRecord.change,
});
export const shortcutDelete = removes('/shortcuts/:id', own, { summary: 'Delete one of your shortcuts' });
export const shortcutImport = creates('/shortcuts/import', own, {
  ...imported,
  summary: 'Add the shortcuts of a list to your own, all or none; rows with messages are skipped',
});

export const practiceShortcutCreate = creates('/admin/shortcuts', ofPractice, {
  ...added,
  summary: 'Add a shortcut of the practice',
});
export const practiceShortcutUpdate = changes('/admin/shortcuts/:id', ofPractice, {
  ...edited,
  summary: 'Change a shortcut of the practice',
  body: shortcutRecord.change,
});
export const practiceShortcutDelete = removes('/admin/shortcuts/:id', ofPractice, {
  summary: 'Delete a shortcut of the practice',
});
export const practiceShortcutImport = creates('/admin/shortcuts/import', ofPractice, {
  ...imported,
  summary:
    'Add the shortcuts of a list to those of the practice, all or none; rows with messages are skipped',
});

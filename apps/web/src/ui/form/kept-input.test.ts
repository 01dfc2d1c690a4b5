import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const files = globSync('{app,features,pickers,ui}/**/*.tsx', { cwd: SOURCES })
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const);
const filesWith = (...patterns: readonly RegExp[]) =>
  files.filter(([, text]) => patterns.every((pattern) => pattern.test(text))).map(([file]) => file);

/** Forms of secrets, which are never kept. */
const SECRETS = [
  'features/profile/SetupCodeStep.tsx',
  'features/session/ChangePasswordForm.tsx',
  'pickers/proof/ProofForm.tsx',
];
/** The page of components, whose form saves nothing. */
const EXAMPLE = 'app/design/Fields.tsx';
/** Forms whose input another component of the page keeps, because it outlives the form. */
const KEPT_BY_PAGE: Readonly<Record<string, readonly [keeper: string, how: RegExp]>> = {
  'features/documents/upload/UploadPanel.tsx': ['features/documents/upload/UploadPanel.tsx', /keepUpload\(/],
  'features/pill-counts/PillCountCalculator.tsx': [
    'features/pill-counts/PillCountOfPatient.tsx',
    /<FormGuard/,
  ],
};

/** Parts of forms, whose dialogs only ask for confirmation. */
const PARTS_OF_FORMS = [
  'features/templates/builder/SectionCard.tsx',
  'features/templates/headers/RichTextField.tsx',
];

it('every form asks before its input is lost, and keeps it when the session ends', () => {
  expect(filesWith(/useAppForm\(/).length).toBeGreaterThan(45);
  const unguarded = filesWith(/<Form\s[^>]*guardsChanges=\{false\}/);
  expect(unguarded.toSorted()).toEqual([EXAMPLE, ...SECRETS, ...Object.keys(KEPT_BY_PAGE)].toSorted());
  for (const [keeper, how] of Object.values(KEPT_BY_PAGE)) expect(filesWith(how)).toContain(keeper);
});

/** Why the input of a form is not kept as a draft. It asks before it is lost all the same. */
const NO_DRAFT: Readonly<Record<string, readonly string[]>> = {
  'it holds a secret': [...SECRETS, 'features/webhooks/WebhookDialog.tsx'],
  'its files cannot be kept': [
    'features/documents/upload/OwnDetailsDialog.tsx',
    'features/documents/upload/UploadPanel.tsx',
  ],
  'it decides about rights, which must be decided on what is true now': [
    'features/api-keys/ApiKeyDialog.tsx',
    'features/offices/AddEntryDialog.tsx',
    'features/offices/EditEntryDialog.tsx',
    'features/permissions/roles/CopyRoleDialog.tsx',
    'features/permissions/roles/SaveRoleDialog.tsx',
    'features/permissions/roles/TwoFactorDialog.tsx',
    'features/permissions/users/BulkAssignPage.tsx',
    'features/permissions/users/CopyUserDialog.tsx',
    'features/permissions/users/OverrideDialog.tsx',
  ],
  'it changes several records at once': [
    'features/dictations/lists/BatchStatusDialog.tsx',
    'features/timecards/schedules/CopyWeekDialog.tsx',
    'features/timecards/schedules/ScheduleEditPage.tsx',
    'ui/bulk/BulkDialog.tsx',
  ],
  'it belongs to a template, which has its own versions': [
    'features/templates/cases/CaseDialog.tsx',
    'features/templates/cases/PublishDialog.tsx',
    'features/templates/categories/CategoryDialog.tsx',
    'features/templates/edit/TemplateEditor.tsx',
    'features/templates/fields/FieldDialog.tsx',
  ],
  'it is a choice, a name or a line, typed again in seconds': [
    'features/billing-codes/AddCodeDialog.tsx',
    'features/billing-codes/EditCodeDialog.tsx',
    'features/billing-codes/SearchWordsDialog.tsx',
    'features/dictations/groups/GroupCreateDialog.tsx',
    'features/documents/DocumentDeletePage.tsx',
    'features/documents/MoveDialog.tsx',
    'features/messages/MessageAssignPage.tsx',
    'features/patient-imports/SaveMappingDialog.tsx',
    'features/patients/PatientAlertsBar.tsx',
    'features/profile/PasskeyList.tsx',
    'features/profile/PreferencesSection.tsx',
    'features/timecards/ClockInDialog.tsx',
    'features/titles/TitleDialog.tsx',
    'ui/list-view/SaveViewDialog.tsx',
  ],
  'it is copied once from a text that is at hand': [
    'features/payer-limits/PayerLimitDialog.tsx',
    'features/shortcuts/ShortcutDialogs.tsx',
  ],
  'it only shows how a form looks': [EXAMPLE],
};

it('every form keeps its input as a draft, or says here why not', () => {
  const forms = filesWith(/\buseAppForm\(|<Record(Form|Dialog)\b/).filter(
    (file) => file !== 'ui/form/RecordForm.tsx',
  );
  const withDraft = filesWith(/^\s+draft(: |=)/m);
  const withoutDraft = forms.filter((file) => !withDraft.includes(file));
  expect(withoutDraft.toSorted()).toEqual(Object.values(NO_DRAFT).flat().toSorted());
});

it('every form in a dialog says what it is about, so that input is never restored for another record', () => {
  const dialogs = filesWith(/<FormDialog/, /useAppForm\(/);
  expect(dialogs.length).toBeGreaterThan(25);
  expect(dialogs.filter((file) => !filesWith(/^\s+about(: |,)/m).includes(file))).toEqual([]);
});

/** The text of a file and of the components that it imports from its folder. */
function withParts(file: string, text: string): string {
  const parts = [...text.matchAll(/from '\.\/(\w+\.tsx)'/g)].map(([, name = '']) =>
    join(dirname(file), name),
  );
  return [text, ...files.filter(([path]) => parts.includes(path)).map(([, part]) => part)].join('\n');
}

it('every other dialog with a text field asks, too, and keeps the text', () => {
  const dialogs = files
    .filter(([, text]) => /<(Form|Confirm)?Dialog\b/.test(text))
    .map(([file, text]) => [file, withParts(file, text)] as const)
    .filter(
      ([, text]) => /<TextField(?![^>]*\bselect\b)|<TextSource/.test(text) && !text.includes('useAppForm('),
    )
    .filter(([file]) => file !== 'ui/FormDialog.tsx' && file !== 'ui/PartFailure.tsx')
    .map(([file]) => file);
  const guarded = filesWith(/useKeptInput\(/, /<DirtyDialog|<UnsavedGuard/);
  expect(dialogs).toContain('features/billing-codes/ImportDialog.tsx');
  const unguarded = dialogs.filter((file) => !guarded.includes(file));
  expect(unguarded.toSorted()).toEqual(PARTS_OF_FORMS);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const files = globSync('{app,features,pickers}/**/*.tsx', { cwd: SOURCES })
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const);
const filesWith = (...patterns: readonly RegExp[]) =>
  files
    .filter(([, text]) => patterns.every((pattern) => pattern.test(text)))
    .map(([file]) => file)
    .toSorted();

const NEWS = /<EditedRecordNews|\bnewsOf=/;

/** Forms and questions without news, by the reason. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  'it only shows how the parts of the portal look': ['app/design/Controls.tsx', 'app/design/Fields.tsx'],
  'what does not exist yet has no news': [
    'features/api-keys/ApiKeyDialog.tsx',
    'features/billing-codes/AddCodeDialog.tsx',
    'features/billing-codes/ImportDialog.tsx',
    'features/dictations/groups/GroupCreateDialog.tsx',
    'features/documents/upload/OwnDetailsDialog.tsx',
    'features/documents/upload/UploadPanel.tsx',
    'features/patient-imports/SaveMappingDialog.tsx',
    'features/pill-counts/PillCountOfPatient.tsx',
    'features/templates/transfer/ImportTemplatesDialog.tsx',
  ],
  'only the user changes it': [
    'features/api-keys/CreatedKeyDialog.tsx',
    'features/form-drafts/DraftsPanel.tsx',
    'features/dictations/drafts/DiscardDialog.tsx',
    'features/patient-imports/DraftImport.tsx',
    'features/profile/PasskeyList.tsx',
    'features/profile/PreferencesSection.tsx',
    'features/profile/SetupCodeStep.tsx',
    'features/session/ChangePasswordForm.tsx',
    'features/timecards/ClockButtons.tsx',
    'features/timecards/ClockInDialog.tsx',
    'pickers/proof/ProofForm.tsx',
  ],
  'the page or form around it has the news': [
    'features/dictations/carry/CarryForwardDialog.tsx',
    'features/dictations/editor/EditorDialogs.tsx',
    'features/dictations/signing/FindingsDialog.tsx',
    'features/messages/MessageAssignPage.tsx',
    'features/messages/MessageCompletePage.tsx',
    'features/messages/form/MessageForm.tsx',
    'features/messages/form/NoteForm.tsx',
    'features/offices/use-lockout-confirmation.tsx',
    'features/orders/OrderForm.tsx',
    'features/patients/form/PatientForm.tsx',
    'features/templates/builder/SectionCard.tsx',
    'features/templates/cases/PublishDialog.tsx',
    'features/templates/edit/TemplateEditor.tsx',
    'features/templates/fields/FieldDialog.tsx',
    'features/templates/headers/LocationHeaderForm.tsx',
    'features/templates/headers/RichTextField.tsx',
    'features/templates/parts/PartsDialog.tsx',
    'features/templates/references/ReferencesDialog.tsx',
    'features/users/form/UserForm.tsx',
  ],
  'BulkDialog has the news of the selected records': [
    'features/billing-codes/CodeBulk.tsx',
    'features/charges/ChargeBulk.tsx',
    'features/documents/DocumentBulk.tsx',
    'features/messages/MessageBulk.tsx',
    'features/orders/OrderBulk.tsx',
  ],
  'its records have no activities': [
    'features/billing-codes/SearchWordsDialog.tsx',
    'features/charges/UndoBatchDialog.tsx',
    'features/code-files/AddFiles.tsx',
    'features/code-files/FileHistory.tsx',
    'features/dictations/groups/GroupAddDialog.tsx',
    'features/patient-imports/ImportPatientsPage.tsx',
    'features/permissions/roles/TwoFactorDialog.tsx',
    'features/pill-counts/DeletePillCountDialog.tsx',
  ],
  'it shows what official files say': [
    'features/billing-codes/CodeDetailsDialog.tsx',
    'features/code-changes/ChangedNotes.tsx',
    'features/code-changes/ReplaceDialog.tsx',
  ],
  'it names no single records': [
    'features/dictations/lists/CleanupDialog.tsx',
    'features/permissions/users/BulkAssignPage.tsx',
  ],
};

it('every form and dialog of a record says at once what others did to it', () => {
  const parts = filesWith(/<(?:FormDialog|ConfirmDialog)\b|\bbulkDialogs<|\buseAppForm\(/);
  const silent = parts.filter((file) => !filesWith(NEWS).includes(file));
  expect(silent).toEqual(Object.values(WITHOUT).flat().toSorted());
});

/** Pages of a record that do not follow it, by the reason. */
const NOT_FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  'a part of the page follows it': [
    'app/PatientRecordRoute.tsx',
    'features/dictations/DictationEditorPage.tsx',
    'features/documents/DocumentPage.tsx',
    'features/permissions/roles/RoleDetailPage.tsx',
    'features/permissions/users/UserPermissionPage.tsx',
    'features/users/sign-in/ResetPasswordPage.tsx',
  ],
  'it is printed as it was when it was opened': ['features/patients/PatientPrintPage.tsx'],
  'its records have no activities': ['features/pill-counts/PillCountRecordPage.tsx'],
  'it shows no record': ['features/help/HelpPage.tsx', 'features/templates/TemplateRedirect.tsx'],
};

it('every page of a record follows what others do to it', () => {
  const pages = filesWith(/\buseParams\(/);
  const followed = filesWith(/\buseLiveRefresh\(|<EditedRecordNews/);
  const still = pages.filter((file) => !followed.includes(file));
  expect(still).toEqual(Object.values(NOT_FOLLOWED).flat().toSorted());
});

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
  expect(unguarded.toSorted()).toEqual([...SECRETS, ...Object.keys(KEPT_BY_PAGE)].toSorted());
  for (const [keeper, how] of Object.values(KEPT_BY_PAGE)) expect(filesWith(how)).toContain(keeper);
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

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync('{app,features,pickers,ui}/**/*.tsx', { cwd: root })
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

describe('dangerous dialogs', () => {
  // The compiler demands `records` of each dangerous ConfirmDialog, and ConfirmDialog.test.tsx shows that they are named.
  it('name their records, except where nothing that was saved is lost', () => {
    expect(filesWith(/records=\{\[\]\}/u)).toEqual([
      // The server's message names the office and the address.
      'features/offices/use-lockout-confirmation.tsx',
      'ui/form/LeaveQuestion.tsx',
      // Unsaved input of the page.
      'ui/form/use-sign-out.tsx',
    ]);
  });

  it('are a ConfirmDialog or a BulkDialog, or a form that shows its record', () => {
    const isDialog = /<(?:ConfirmDialog|BulkDialog)\b/u;
    const others = sources.filter(
      ({ text }) => /\bisDanger(?:\n|=|\s*\/?>)/u.test(text) && !isDialog.test(text),
    );
    expect(others.map(({ file }) => file).toSorted()).toEqual([
      // Shows the facts of the document.
      'features/documents/DocumentDeletePage.tsx',
      'features/profile/TwoFactorProofDialog.tsx',
      // Asks for a password or code; TwoFactorProofDialog.tsx names the passkey or the app.
      'pickers/proof/ProofForm.tsx',
      // Shows its question; the compiler demands the records.
      'ui/ConfirmDialog.tsx',
      // Lists its records.
      'ui/bulk/BulkDialog.tsx',
    ]);
  });
});

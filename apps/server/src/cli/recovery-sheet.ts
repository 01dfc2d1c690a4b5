import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import createQrCode from 'qrcode-generator';
import { findMasterKey, findMasterKeys, missingMasterKey } from '#backup/master-key.ts';
import { transact } from '#db/open-transaction.ts';
import { saveSheetFingerprint } from '#db/practice.ts';
import { openKeys } from '#db/migration/master-key.ts';
import { contentLeft, contentWidth, createPdf, write, type Pdf } from '#pdf/document.ts';
import { documentHead } from '#pdf/parts.ts';
import type { Config, Settings } from '#platform/config.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { fingerprintText, isSameFingerprint, wordsOf } from '#security/key-words.ts';
import { deriveKeys, loadKeys } from '#security/keys.ts';
import { currentLogo } from '#features/practice/index.ts';
import { CommandError } from './command-error.ts';
import type { Definition } from './definition.ts';
import { explainError } from './explain-error.ts';
import { recordCommand } from '#audit/record-command.ts';
import { withDatabase } from './with-database.ts';

const QR_POINTS = 150;
const COLUMNS = 4;

export const recoverySheetCommand: Definition = (command, run) =>
  command
    .argument('<file>', 'the PDF file to write')
    .option('--fingerprint <fingerprint>', 'that of an earlier master key that is kept')
    .action((file, { fingerprint }) => run((config) => printSheet(config, file, fingerprint)));

/** Writes a page with the master key for the practice’s safe, and records it. */
async function printSheet(config: Config, file: string, fingerprint: string | undefined): Promise<number> {
  if ((await findMasterKey(config)) === undefined) throw missingMasterKey(config.dataDir);
  const sheet = await writeRecoverySheet(config, file, { fingerprint, ...(await practiceOf(config)) });
  await recordSheet(config, sheet.fingerprint);
  console.log(sheet.note);
  return 0;
}

/** Records that the key was printed, and for the setup checklist which one. Without a database, the page is all there is. */
async function recordSheet(config: Config, fingerprint: Buffer): Promise<void> {
  try {
    await withDatabase(config, async ({ db, owner }) => {
      const keys = await openKeys(owner, () =>
        loadKeys(config.masterKey, config.dataDir, { mayCreate: false }),
      );
      await transact(db, async (tx) => {
        await saveSheetFingerprint(tx, fingerprint);
        await recordCommand(tx, keys.audit, {
          reason: 'recovery-sheet command',
          action: 'Printed',
          entityType: 'System',
          newValues: { masterKey: fingerprintText(fingerprint) },
          now: new Date(),
        });
      });
    });
  } catch (error) {
    console.error(`The audit log has no entry of it: ${explainError(error) ?? String(error)}`);
  }
}

/** The stored practice and its logo. The key is needed most when the database cannot be opened, so the page is printed without it then. */
async function practiceOf(config: Config): Promise<SheetPractice> {
  try {
    return await withDatabase(config, async ({ db, readSettings }) => ({
      practice: (await readSettings()).practice,
      logo: await currentLogo(db),
    }));
  } catch (error) {
    console.error(
      `The page has no name of the practice, because the database cannot be read: ${explainError(error) ?? String(error)}`,
    );
    return { practice: undefined };
  }
}

interface SheetPractice {
  readonly practice: Settings['practice'] | undefined;
  readonly logo?: Uint8Array | null;
}

/**
 * Writes the recovery sheet of the master key, or of the kept key with a fingerprint, to a new file that only this account can read. Returns what to tell the operator. Throws
 * `CommandError`.
 */
export async function writeRecoverySheet(
  config: Config,
  file: string,
  { fingerprint, ...practice }: SheetPractice & { readonly fingerprint?: string | undefined },
): Promise<{ note: string; fingerprint: Buffer }> {
  const keys = await findMasterKeys(config);
  if (keys.length === 0) throw missingMasterKey(config.dataDir);
  const masterKey = keys.find(
    (key) => fingerprint === undefined || isSameFingerprint(fingerprintOf(key), fingerprint),
  );
  if (masterKey === undefined)
    throw new CommandError(
      `There is no master key with this fingerprint. Those that are kept: ${keys.map(fingerprintOf).join(', ')}.`,
    );
  const pdf = await drawSheet(practice, masterKey, new Date());
  try {
    await writeFile(file, pdf, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST')
      throw new CommandError(`${file} already exists. Choose another name.`, { cause: error });
    if (code === 'ENOENT')
      throw new CommandError(`The folder ${dirname(resolve(file))} does not exist. Create it first.`, {
        cause: error,
      });
    if (code === 'EACCES' || code === 'EROFS')
      throw new CommandError(`This account may not write to ${dirname(resolve(file))}.`, { cause: error });
    throw error;
  }
  return {
    note: `The recovery sheet is in ${resolve(file)}. Print it, put it in a safe, and delete the file.`,
    fingerprint: deriveKeys(Buffer.from(masterKey, 'base64')).fingerprint,
  };
}

const fingerprintOf = (masterKey: string) =>
  fingerprintText(deriveKeys(Buffer.from(masterKey, 'base64')).fingerprint);

function drawSheet(
  { practice, logo = null }: SheetPractice,
  masterKey: string,
  now: Date,
): Promise<Uint8Array> {
  const name = practice?.name ?? 'Medical Portal';
  const master = Buffer.from(masterKey, 'base64');
  const clock = practice ?? ({ timeZone: 'UTC', clock: '24' } as const);
  return createPdf({ title: 'Recovery sheet', now, clock, footer: `Recovery sheet, ${name}` }, (doc) => {
    documentHead(doc, {
      letterhead: { practice: name, office: null, logo },
      title: 'Recovery sheet',
      lines: [],
    });
    write(doc, { size: 11 }).text(
      'This page is the master key of the portal. Without it, backups cannot be restored. Anyone who has it and a backup or the server’s disk can read all records. Keep it in a safe, apart from the backups. Do not photograph or e-mail it.',
    );
    doc.moveDown();
    write(doc, { font: 'bold', size: 11 }).text(
      `Fingerprint: ${fingerprintText(deriveKeys(master).fingerprint)}`,
    );
    write(doc, { size: 11 }).text(
      'The same fingerprint is shown when a backup is made, checked or restored. A backup with another one was not made by this portal, or with an earlier key.',
    );
    doc.moveDown();
    drawWords(doc, wordsOf(master));
    doc.moveDown();
    drawQr(doc, masterKey);
    write(doc, { font: 'bold', size: 11 }).text('To restore the key');
    write(doc, { size: 11 }).text(
      'Run: npm run portal -- restore-key, and type the 24 words in their order. Instead of the words, the text of the QR code works too. Compare the fingerprint that the command prints with this page.',
    );
  });
}

function drawWords(doc: Pdf, words: readonly string[]): void {
  const [left, top, width] = [contentLeft(doc), doc.y, contentWidth(doc) / COLUMNS];
  const rows = Math.ceil(words.length / COLUMNS);
  for (const [at, word] of words.entries()) {
    const [x, y] = [left + Math.floor(at / rows) * width, top + (at % rows) * 22];
    write(doc, { size: 13 }).text(`${at + 1}. ${word}`, x, y, { lineBreak: false });
  }
  doc.x = left;
  doc.y = top + rows * 22;
}

function drawQr(doc: Pdf, text: string): void {
  const code = createQrCode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = QR_POINTS / count;
  const [left, top] = [contentLeft(doc), doc.y + 8];
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) doc.rect(left + column * size, top + row * size, size, size);
  doc.fill('#000000');
  doc.x = left;
  doc.y = top + QR_POINTS + 20;
}

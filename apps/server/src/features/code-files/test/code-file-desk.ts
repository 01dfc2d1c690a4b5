import { readFile } from 'node:fs/promises';
import * as files from '@portal/contract/code-files';
import type { SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';

/** A small file in an official layout, made for tests. */
export const readSmallFile = (name: string) =>
  readFile(new URL(`../../../../../../packages/demo/code-files/${name}`, import.meta.url));

/** A pair: both codes, the first day, the last day or `*`, and the indicator. */
type Pair = readonly [string, string, string, string, number];

/** A file of pairs in the official layout. */
export const ptpFile = (pairs: readonly Pair[]): string =>
  [
    'Column1/Column2 Edits\t\t\t\t\t\t',
    'Column 1\tColumn 2\t*=in existence\tEffective\tDeletion\tModifier\tPTP Edit Rationale',
    '\t\tprior to 1996\tDate\tDate\t0=not allowed\t',
    '\t\t\t\t*=no data\t1=allowed\t',
    '\t\t\t\t\t9=not applicable\t',
    ...pairs.map(
      ([one, two, from, to, indicator]) => `${one}\t${two}\t \t${from}\t${to}\t${indicator}\tMisuse of codes`,
    ),
    '',
  ].join('\r\n');

/** Different pairs, in order. `start`: the first code of column 1. */
export const manyPairs = (count: number, start = 10_000): Pair[] =>
  Array.from({ length: count }, (_, n) => [
    String(start + Math.floor(n / 100)),
    String(70_000 + (n % 100)),
    '20200101',
    '*',
    1,
  ]);

/** A file of unit limits in the official layout. */
export const mueFile = (limits: readonly (readonly [string, number])[]): string =>
  [
    '"CPT codes are listed without descriptions.',
    '"',
    'HCPCS/CPT Code,Practitioner Services MUE Values,MUE Adjudication Indicator,MUE Rationale',
    ...limits.map(([code, units]) => `${code},${units},3 Date of Service Edit: Clinical,Clinical: Data`),
    '',
  ].join('\r\n');

type Content = string | Buffer<ArrayBuffer>;

/** Reads code files over HTTP as an administrator. */
export class CodeFileDesk {
  readonly #portal: TestPortal;
  readonly #admin: SignedInUser;

  constructor(portal: TestPortal, admin: SignedInUser) {
    this.#portal = portal;
    this.#admin = admin;
  }

  #upload(content: Content, { name = 'codes.txt', ...body }: UploadOptions) {
    return { body: { dryRun: 'true' as const, ...body }, file: new File([content], name) };
  }

  upload(content: Content, options: UploadOptions = {}) {
    return this.#portal.call(files.codeFileUpload, this.#upload(content, options), this.#admin);
  }

  /** Uploads a file and waits for the end of the work on it. */
  async read(content: Content, options: UploadOptions = {}): Promise<files.CodeFileDetails> {
    const { id } = await this.#portal.succeed(
      files.codeFileUpload,
      this.#upload(content, options),
      this.#admin,
    );
    return this.details(id);
  }

  /** The file once its work has ended. */
  async details(id: string): Promise<files.CodeFileDetails> {
    await this.#portal.deps.background.settled();
    return this.#portal.succeed(files.codeFileGet, { params: { id } }, this.#admin);
  }

  async list(): Promise<readonly files.CodeFile[]> {
    return (await this.#portal.succeed(files.codeFileList, {}, this.#admin)).data;
  }

  load(id: string, body: { editionFrom?: string; editionTo?: string } = {}) {
    return this.#portal.call(files.codeFileLoad, { params: { id }, body }, this.#admin);
  }

  cancel(id: string) {
    return this.#portal.call(files.codeFileCancel, { params: { id } }, this.#admin);
  }

  undo(id: string) {
    return this.#portal.call(files.codeFileUndo, { params: { id } }, this.#admin);
  }

  discard(id: string) {
    return this.#portal.call(files.codeFileDiscard, { params: { id } }, this.#admin);
  }

  /** The numbers of rows that are stored, of all files. */
  async countRows(): Promise<{ codes: number; pairs: number }> {
    await this.#portal.deps.background.settled();
    const { rows } = await this.#portal.owner.query<{ codes: number; pairs: number }>(
      `select (select count(*) from code_file_codes)::int as codes, (select count(*) from code_file_pairs)::int as pairs`,
    );
    return rows[0] ?? { codes: 0, pairs: 0 };
  }

  /** Undoes and discards all files. */
  async clear(): Promise<void> {
    await this.#portal.deps.background.settled();
    for (const { id, status } of await this.list()) {
      if (status === 'Loaded') await this.undo(id);
      else if (status !== 'Undone') await this.discard(id);
    }
    await this.#portal.deps.background.settled();
  }
}

interface UploadOptions {
  readonly name?: string;
  readonly dryRun?: 'true' | 'false';
  readonly editionFrom?: string;
  readonly editionTo?: string;
}

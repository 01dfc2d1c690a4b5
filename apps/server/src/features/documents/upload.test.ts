import * as documents from '@portal/contract/documents';
import { MAX_DOCUMENT_BYTES } from '@portal/domain/document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import type { SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { pdfFile } from '#test/sample-files.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';

/** One part of a multipart form. */
const part = (name: string, value: string, file = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;

describe('POST /document/upload', () => {
  let desk: DocumentDesk;
  let portal: TestPortal;
  let staff: SignedInUser;
  let otherId: string;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    ({ portal, staff, otherId } = desk);
  });
  afterAll(() => portal.close());

  const send: DocumentDesk['send'] = (...given) => desk.send(...given);
  const upload: DocumentDesk['upload'] = (...given) => desk.upload(...given);
  const count = () => desk.count();
  const pending = () => desk.pending();

  describe('a repeated request', () => {
    it('returns the first document for the same key and stores nothing twice', async () => {
      const file = pdfFile('once.pdf');
      const headers = { 'idempotency-key': 'upload-1' };
      const first = await send(file, {}, headers);
      const before = await count();
      const again = await send(file, {}, headers);
      expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
      expect(again).toMatchObject({ body: first.ok ? first.body : {} });
      expect(await count()).toBe(before);
      expect(await pending()).toBe(0);
      expect(await send(pdfFile('once.pdf'), {}, headers)).toMatchObject({ status: 422 });
      expect(await send(file, { type: 'Other' }, headers)).toMatchObject({ status: 422 });
    });

    it('stores one document for concurrent requests with the same key and answers both the same', async () => {
      const file = pdfFile();
      const before = await count();
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => send(file, {}, { 'idempotency-key': 'upload-at-once' })),
      );
      expect(new Set(answers.map((answer) => (answer.ok ? answer.body.id : answer.status))).size).toBe(1);
      expect(await count()).toBe((before ?? 0) + 1);
    });
  });

  describe('400', () => {
    it('requires type, category, patient and file, and reports all errors together', async () => {
      const before = await count();
      const body = { type: '', category: 'Odd', patientId: '', secret: 'x' };
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/document/upload',
        token: staff.token,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: `${Object.entries(body)
          .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
          .join('')}--b--\r\n`,
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION',
          errors: {
            type: ['Document type is required'],
            category: ['Choose a category'],
            patientId: ['Patient is required'],
            secret: ['Unknown field'],
            file: ['Choose a file'],
          },
        },
      });
      expect(await count()).toBe(before);
    });

    it('accepts the file before the fields', async () => {
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/document/upload',
        token: staff.token,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: [
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nfile first\r\n',
          ...Object.entries(desk.fields()).map(
            ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
          ),
          '--b--\r\n',
        ].join(''),
      });
      expect(answer).toMatchObject({ status: 201, body: { fileName: 'a.txt', fileType: 'txt' } });
    });

    it.each<[string, () => File, object, object?]>([
      ['an empty file', () => new File([], 'a.pdf'), { file: ['The file is empty'] }],
      [
        'a note that is too long',
        () => pdfFile(),
        { note: [expect.stringContaining('1000')] },
        { note: 'x'.repeat(1001) },
      ],
      [
        'a patient that does not exist',
        () => pdfFile(),
        { patientId: ['This patient does not exist'] },
        { patientId: NOBODY },
      ],
    ])('refuses %s and stores nothing', async (_what, file, errors, more = {}) => {
      const before = await count();
      expect(await send(file(), more)).toMatchObject({ status: 400, error: { code: 'VALIDATION', errors } });
      expect(await count()).toBe(before);
      expect(await pending()).toBe(0);
    });

    it('refuses a truncated form, two files and a repeated field, and leaves nothing behind', async () => {
      const whole = Object.entries(desk.fields())
        .map(([name, value]) => part(name, value))
        .join('');
      const one = part('file', 'some text', '; filename="a.txt"');
      const before = await count();
      for (const payload of [
        `${whole}${one}`.slice(0, -4),
        `${whole}${one}${one}--b--\r\n`,
        `${whole}${whole}${one}--b--\r\n`,
        `${whole}${part('other', 'some text', '; filename="a.txt"')}--b--\r\n`,
        'nothing of a form',
      ]) {
        const answer = await portal.raw({
          method: 'POST',
          url: '/api/document/upload',
          token: staff.token,
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          payload,
        });
        expect([answer.status, payload.length]).toEqual([400, payload.length]);
      }
      expect(await count()).toBe(before);
      expect(await pending()).toBe(0);
    });
  });

  it('decodes %22 in a file name, as sent by browsers, to a quote and keeps other percent signs', async () => {
    expect((await upload(new File(['1'], 'the "left" knee.txt'))).fileName).toBe('the "left" knee.txt');
    expect((await upload(new File(['2'], '50%20 dose.txt'))).fileName).toBe('50%20 dose.txt');
  });

  it('refuses a name that is too long instead of shortening it', async () => {
    const name = `${'😀'.repeat(251)}.txt`;
    expect((await upload(new File(['3'], name))).fileName).toBe(name);
    const answer = await send(new File(['4'], `x${name}`));
    expect(answer).toMatchObject({
      status: 400,
      error: { errors: { file: ['The file name can have at most 255 characters. Rename the file.'] } },
    });
  });

  describe('409', () => {
    it('warns of an identical file of the same patient with name and date, and can store it again', async () => {
      const file = pdfFile('twice.pdf');
      await upload(file);
      const day = portal.clock.now().toLocaleDateString('en-US', {
        timeZone: 'America/New_York',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      });
      const before = await count();
      expect(await send(file)).toMatchObject({
        status: 409,
        error: {
          code: 'CONFIRMATION_REQUIRED',
          message: `An identical file is already stored for this patient: twice.pdf, uploaded ${day}.`,
        },
      });
      expect(await count()).toBe(before);
      expect(await pending()).toBe(0);
      expect((await send(file, { acceptDuplicate: 'true' })).status).toBe(201);
    });

    it('warns of another patient’s identical file without naming it', async () => {
      const file = pdfFile('secret-name.pdf');
      await upload(file);
      const answer = await send(new File([file], 'b.pdf'), { patientId: otherId });
      expect(answer).toMatchObject({ status: 409, error: { code: 'CONFIRMATION_REQUIRED' } });
      expect(JSON.stringify(answer)).not.toMatch(/secret-name|Quillfeather|Wren/);
    });

    it('warns one of two concurrent uploads of the same file', async () => {
      const file = pdfFile();
      const statuses = (await Promise.all([send(file), send(file)])).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
    });
  });

  it('413 for more than 25 MB, whether declared or detected while reading, and leaves nothing behind', async () => {
    const before = await count();
    const large = Buffer.alloc(MAX_DOCUMENT_BYTES + 1, 'x');
    expect(await send(new File([large], 'large.txt'))).toMatchObject({
      status: 413,
      error: { code: 'PAYLOAD_TOO_LARGE', message: 'Files can be at most 25 MB.' },
    });
    const announced = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '40000000' };
    expect(
      await portal.raw({
        method: 'POST',
        url: '/api/document/upload',
        token: staff.token,
        headers: announced,
        payload: 'x',
      }),
    ).toMatchObject({ status: 413 });
    expect(await count()).toBe(before);
    expect(await pending()).toBe(0);
    expect((await send(new File([large.subarray(1)], 'largest.txt'))).status).toBe(201);
  });

  it.each([
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'lab.pdf'],
    ['a page', '<!DOCTYPE html><script>alert(1)</script>', 'lab.txt'],
    ['a drawing with script', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'xray.png'],
  ])('415 for %s, whatever its name', async (_what, content, name) => {
    const before = await count();
    expect(await send(new File([content], name))).toMatchObject({
      status: 415,
      error: { code: 'FILE_TYPE_NOT_ALLOWED', errors: { file: [expect.stringContaining('PDF')] } },
    });
    expect(await count()).toBe(before);
    expect(await pending()).toBe(0);
  });

  it('415 for a body that is not a form, and for viewing a file that is not viewable', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(
      await portal.raw({
        method: 'POST',
        url: '/api/document/upload',
        token: staff.token,
        headers,
        payload: '{}',
      }),
    ).toMatchObject({ status: 415, body: { message: 'Send the file as a form (multipart/form-data).' } });
    const { id } = await upload(new File([String.raw`{\rtf1 a}`], 'letter.rtf'));
    expect(await portal.call(documents.documentView, { params: { id } }, staff)).toMatchObject({
      status: 415,
      error: { message: 'This file type cannot be shown here. Download it instead.' },
    });
  });
});

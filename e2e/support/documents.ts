import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { documentUpload, type Document } from '@portal/contract/documents';
import type { Api } from './api.ts';

/** A file for upload. Each has unique content, because the portal asks before it stores a duplicate. */
export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A one-page PDF with text. */
export function pdf(name: string, text: string): TestFile {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = `%PDF-1.4\n%${randomUUID()}\n`;
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const buffer = Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
  return { name, mimeType: 'application/pdf', buffer };
}

/** A one-pixel image. */
export function png(name: string): TestFile {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]);
  const point = deflateSync(Buffer.concat([Buffer.alloc(1), randomBytes(4)]), { level: 0 });
  const buffer = Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', point),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** A two-page fax (G4 TIFF) whose directories follow the pixel data. */
export function fax(name: string): TestFile {
  const buffer = Buffer.from(
    'SUkqACAAAAA2////ABABAMwAAAABAAAAYgAAAAEAAAANAAABAwABAAAAEAAAAAEBAwABAAAACAAAAAIBAwABAAAAAQAAAAMBAwAB' +
      'AAAABAAAAAYBAwABAAAAAAAAABEBBAABAAAACAAAABIBAwABAAAAAQAAABUBAwABAAAAAQAAABYBAwABAAAACAAAABcBBAABAAAA' +
      'BwAAABoBBQABAAAAEAAAABsBBQABAAAAGAAAACgBAwABAAAAAgAAANoAAAA2////ABABAMgAAAABAAAAyAAAAAEAAAANAAABAwAB' +
      'AAAAEAAAAAEBAwABAAAACAAAAAIBAwABAAAAAQAAAAMBAwABAAAABAAAAAYBAwABAAAAAAAAABEBBAABAAAAwgAAABIBAwABAAAA' +
      'AQAAABUBAwABAAAAAQAAABYBAwABAAAACAAAABcBBAABAAAABwAAABoBBQABAAAAygAAABsBBQABAAAA0gAAACgBAwABAAAAAgAA' +
      'AAAAAAA=',
    'base64',
  );
  // 204 dpi, written as a different fraction each time.
  const denominator = randomInt(1, 2 ** 24);
  buffer.writeUInt32LE(204 * denominator, 16);
  buffer.writeUInt32LE(denominator, 20);
  return { name, mimeType: 'image/tiff', buffer };
}

/** The first bytes of a file. */
export const cut = (file: TestFile, bytes: number): TestFile => ({
  ...file,
  buffer: file.buffer.subarray(0, bytes),
});

/** Uploads a file for a patient as a lab result. */
export async function newDocument(api: Api, patientId: string, file: TestFile): Promise<Document> {
  const form = new FormData();
  const details: BodyInputOf<typeof documentUpload> = { type: 'LabResult', category: 'Clinical', patientId };
  for (const [name, value] of Object.entries(details)) form.append(name, String(value));
  form.append('file', new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }));
  const { method, path, response } = documentUpload;
  const { status, body } = await api.send(method, path, { token: await api.superToken(), body: form });
  if (status !== 201) throw new Error(`${file.name} failed with status ${status}: ${JSON.stringify(body)}`);
  return response.parse(body);
}

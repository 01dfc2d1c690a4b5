import { crc32, deflateSync } from 'node:zlib';

let counter = 0;

/** A small PDF, unique unless the text is given. */
export function pdfFile(name = 'lab.pdf', text = `sample ${(counter += 1)}`): File {
  return new File(
    [`%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`],
    name,
    { type: 'application/pdf' },
  );
}

/** A real PNG with one gray pixel, different each time. */
export function pngFile(name = 'card.png'): File {
  counter += 1;
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return new File(
    [
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      new Uint8Array(chunk('IHDR', header)),
      new Uint8Array(chunk('tEXt', Buffer.from(`Comment\0${counter}`))),
      new Uint8Array(chunk('IDAT', deflateSync(Buffer.from([0, 128])))),
      new Uint8Array(chunk('IEND', Buffer.alloc(0))),
    ],
    name,
    { type: 'image/png' },
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A zip archive of empty, uncompressed files with these names. `isEncrypted` marks them as encrypted. */
export function zipBytes(names: readonly string[], isEncrypted = false): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const text = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(isEncrypted ? 1 : 0, 6);
    local.writeUInt16LE(text.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 8);
    entry.writeUInt16LE(text.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, text);
    entries.push(entry, text);
    offset += local.length + text.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** The header and directory of an old Office file with these streams. */
export function compoundBytes(...streams: string[]): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  const entries = streams.map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry[66] = 2;
    return entry;
  });
  return Buffer.concat([header, ...entries]);
}

import { createHash } from 'node:crypto';
import { gzipSync, inflateSync } from 'node:zlib';
import {
  letterheadGet,
  practiceLogoChange,
  practiceLogoFile,
  practiceLogoUpload,
  practiceMark,
} from '@portal/contract/practice';
import { practice } from '@portal/contract/system';
import { MAX_LOGO_BYTES } from '@portal/domain/letterhead';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { auditOf, makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { CMYK_JPEG, pngFile, TURNED_JPEG } from '#test/logo-files.ts';

let portal: TestPortal;
let admin: SignedInUser;
let staff: SignedInUser;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await signedInAs(portal, 'Admin');
  staff = await signedInAs(portal, 'Staff');
});
afterAll(() => portal.close());

const file = (bytes: Uint8Array<ArrayBuffer> | string, name = 'logo.png') => new File([bytes], name);
const version = async () => (await portal.succeed(letterheadGet, {}, admin)).version;
const send = async (picture: Buffer | string, name?: string) =>
  portal.call(
    practiceLogoUpload,
    {
      body: { version: String(await version()) },
      file: file(typeof picture === 'string' ? picture : Uint8Array.from(picture), name),
    },
    admin,
  );
const upload = async (picture: Buffer) => {
  const answer = await send(picture);
  if (!answer.ok || answer.body.logo === null) throw new Error(JSON.stringify(answer));
  return { ...answer.body, logo: answer.body.logo };
};
const bytesOf = async (id: string) => {
  const { blob } = await portal.succeed(practiceLogoFile, { params: { id } });
  return Buffer.from(await blob.arrayBuffer());
};
/** The colors of the first and last pixel of a row of a logo whose rows are alike. */
async function colors(id: string) {
  const png = await bytesOf(id);
  const width = png.readUInt32BE(16);
  const size = png.readUInt32BE(33);
  const row = inflateSync(png.subarray(41, 41 + size)).subarray(0, 1 + 3 * width);
  const values = [...row.subarray(1)];
  // The first row has no row above, so only the filter "left" changes it.
  if (row[0] === 1)
    for (let at = 3; at < values.length; at += 1)
      values[at] = ((values[at] ?? 0) + (values[at - 3] ?? 0)) % 256;
  return [values.slice(0, 3), values.slice(-3)];
}
const NAVY_AND_WHITE = [
  [18, 53, 91],
  [255, 255, 255],
];

describe('a logo', () => {
  it.each([
    ['a PNG', pngFile()],
    ['16 bits a color', pngFile({ depth: 16 })],
    ['interlaced', pngFile({ isInterlaced: true })],
    ['the first picture of an animation', pngFile({ isAnimated: true })],
    ['transparent, on white', pngFile({ isTransparent: true })],
    ['a JPEG in the four colors of printers', CMYK_JPEG],
  ])('can be %s, and becomes an opaque PNG', async (_name, picture) => {
    const { logo } = await upload(picture);
    expect(logo).toMatchObject({ width: 48, height: 40 });
    const stored = await bytesOf(logo.id);
    expect(createHash('sha256').update(stored).digest('hex')).toBe(logo.id);
    expect([...stored.subarray(24, 29)]).toEqual([8, 2, 0, 0, 0]);
    const found = await colors(logo.id);
    for (const [at, color] of NAVY_AND_WHITE.entries())
      for (const [part, value] of color.entries())
        expect(Math.abs((found[at]?.[part] ?? 0) - value)).toBeLessThanOrEqual(3);
  });

  it('is scaled down to 600 × 200 pixels, and never up', async () => {
    expect((await upload(pngFile({ width: 1200, height: 100 }))).logo).toMatchObject({
      width: 600,
      height: 50,
    });
    expect((await upload(pngFile({ width: 300, height: 800 }))).logo).toMatchObject({
      width: 75,
      height: 200,
    });
    expect((await upload(pngFile({ width: 4000, height: 40 }))).logo).toMatchObject({
      width: 600,
      height: 6,
    });
  });

  it('has nothing of the file but its pixels, and is upright', async () => {
    const { logo } = await upload(TURNED_JPEG);
    expect(logo).toMatchObject({ width: 40, height: 48 });
    expect((await bytesOf(logo.id)).includes('Jane Roe')).toBe(false);
    const commented = await upload(pngFile({ comment: 'Jane Roe' }));
    expect((await bytesOf(commented.logo.id)).includes('Jane Roe')).toBe(false);
  });

  const NO_PICTURE =
    'This file is not a PNG or JPEG picture. Save the logo as PNG or JPEG, and upload that file.';
  const DAMAGED = 'The picture is damaged or incomplete. Save it again as PNG or JPEG, and upload that file.';
  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', NO_PICTURE],
    ['HTML', '<!doctype html><p>logo', NO_PICTURE],
    ['a GIF', Buffer.from('GIF89a'), NO_PICTURE],
    ['nothing', '', 'The file is empty'],
    ['a cut JPEG', CMYK_JPEG.subarray(0, -20), DAMAGED],
    ['a cut PNG', pngFile().subarray(0, -20), DAMAGED],
    ['only a signature', pngFile().subarray(0, 8), DAMAGED],
    ['broken pixels', withBrokenPixels(), DAMAGED],
    [
      'a line',
      pngFile({ width: 10_000, height: 1 }),
      'The picture has 10000 × 1 pixels. A logo can have at most 4,000 on each side. Make it smaller, and upload it again.',
    ],
    [
      'a bomb: few bytes that are 10 billion pixels',
      bomb(),
      'The picture has 100000 × 100000 pixels. A logo can have at most 4,000 on each side. Make it smaller, and upload it again.',
    ],
    [
      'a point',
      pngFile({ width: 1, height: 1 }),
      'The picture has 1 × 1 pixels. A logo needs at least 32 on each side. Choose a larger one.',
    ],
  ])('cannot be %s, whatever the name of the file is', async (_name, picture, message) => {
    const before = await portal.succeed(letterheadGet, {}, admin);
    expect(await send(picture)).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION', errors: { file: [message] } },
    });
    expect(await portal.succeed(letterheadGet, {}, admin)).toEqual(before);
  });

  it('can have at most 2 MB', async () => {
    const message = 'Files can be at most 2 MB.';
    for (const size of [MAX_LOGO_BYTES + 1, 5 * 1024 * 1024])
      expect(await send(Buffer.concat([pngFile(), Buffer.alloc(size)]))).toMatchObject({
        status: 413,
        error: { errors: { file: [message] } },
      });
  });

  it('leaves no file behind, uploaded or refused', async () => {
    await upload(pngFile());
    await send('<svg>');
    const { rows } = await portal.owner.query('select count(*)::int as count from pending_files');
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('the logo of letterheads', () => {
  it('is replaced, removed and put back by version, in the audit log', async () => {
    const first = await upload(pngFile());
    const second = await upload(pngFile({ width: 60 }));
    expect(second.version).toBe(first.version + 1);
    const choose = (logo: string | null, from: number) =>
      portal.call(practiceLogoChange, { body: { logo, version: from } }, admin);
    expect(await choose(null, first.version)).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { logo: second.logo, version: second.version } },
    });
    expect(await choose(null, second.version)).toMatchObject({ body: { logo: null } });
    expect(await portal.succeed(practiceMark, {})).toMatchObject({ logo: null });
    expect(await choose(second.logo.id, second.version + 1)).toMatchObject({ body: { logo: second.logo } });
    expect(await choose('0'.repeat(64), second.version + 2)).toMatchObject({ status: 404 });
    const entries = await auditOf(portal, 'Practice', null);
    expect(entries.slice(-3)).toMatchObject([
      {
        action: 'Updated',
        user_id: admin.id,
        old_values: { logo: first.logo.id },
        new_values: { logo: second.logo.id },
      },
      { old_values: { logo: second.logo.id }, new_values: { logo: null } },
      { old_values: { logo: null }, new_values: { logo: second.logo.id } },
    ]);
  });

  it('is never changed in place, also not by the owner of the database', async () => {
    await upload(pngFile());
    for (const statement of [
      "update practice_logos set png = '\\x00'",
      'delete from practice_logos',
      'truncate practice_logos cascade',
    ])
      await expect(portal.owner.query(statement)).rejects.toThrow('do not change');
  });
});

describe('what everyone may see', () => {
  it('is the name of the practice and its logo, which caches keep', async () => {
    const { logo } = await upload(pngFile());
    // A practice that was set up without a name shows none.
    expect(await portal.succeed(practiceMark, {})).toEqual({ name: null, logo });
    const named = await openTestPortal({ sameDatabaseAs: portal, env: { PRACTICE_NAME: 'Elm Spine' } });
    onTestFinished(() => named.close());
    expect(await named.succeed(practiceMark, {})).toEqual({ name: 'Elm Spine', logo });
    const answer = await portal.app.inject(`/api/practice/logo/${logo.id}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect((await portal.app.inject(`/api/practice/logo/${'0'.repeat(64)}`)).statusCode).toBe(404);
    expect((await portal.app.inject('/api/practice/logo/1')).statusCode).toBe(400);
  });
});

describe('the letterhead of what belongs to no office', () => {
  it('has the caller’s office, the practice’s only one, or none, and never one for SuperAdmins only', async () => {
    const office = async (user: SignedInUser) =>
      (await portal.succeed(practice, {}, user)).office?.name ?? null;
    await portal.owner.query('update offices set is_active = false');
    expect(await office(staff)).toBeNull();
    await makeOffice(portal, { name: 'Hidden', superAdminOnly: true });
    expect(await office(staff)).toBeNull();
    const elm = await makeOffice(portal, { name: 'Elm' });
    expect(await office(staff)).toBe('Elm');
    await makeOffice(portal, { name: 'Oak' });
    expect(await office(staff)).toBeNull();
    await portal.owner.query('update users set office_id = $1 where id = $2', [elm, staff.id]);
    expect(await office(staff)).toBe('Elm');
  });
});

/** A PNG whose header promises 100,000 × 100,000 pixels. */
function bomb(): Buffer {
  const png = Buffer.from(pngFile());
  png.writeUInt32BE(100_000, 16);
  png.writeUInt32BE(100_000, 20);
  return png;
}

/** A PNG with a whole structure, but without pixels where they should be. */
function withBrokenPixels(): Buffer {
  const png = Buffer.from(pngFile());
  gzipSync('not pixels').copy(png, 41);
  return png;
}

import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS, TEST_NOW } from '#test/settings.ts';
import { appendEntries } from './append.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Tampering } from './tampered-entry.ts';
import { entryMac } from './chain.ts';
import { readChain } from './read-chain.ts';
import { verifyAuditLog } from './verify.ts';

const ENTRIES = 10;

/** An entry with a value in every field. */
function entry(number: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: randomUUID(),
    at: new Date(TEST_NOW.getTime() + number * 1000),
    userId: randomUUID(),
    sessionId: randomUUID(),
    apiKeyId: randomUUID(),
    action: 'Viewed',
    entityType: 'Patient',
    entityId: randomUUID(),
    patientId: randomUUID(),
    ipAddress: '203.0.113.7',
    reason: `reason ${number}`,
    requestId: randomUUID(),
    oldValues: { number },
    newValues: { number: number + 1 },
    ...changes,
  };
}

const bad = (tampering: Tampering, seq: number, chain = 0) => ({ chain, seq, tampering });

/** Inserts a copy of the fifth entry, with its valid hash, at another position. */
const copy = (seq: string, chain = 'chain') =>
  `insert into audit_log (id, at, chain, seq, action, entity_type, mac)
   select uuidv7(), at, ${chain}, ${seq}, 'Viewed', 'Patient', mac from audit_log where seq = 5`;

describe('audit log verification', () => {
  let portal: TestPortal;
  /** Entries appended one at a time all go to chain 0. */
  beforeAll(async () => {
    portal = await openTestPortal();
    for (let number = 1; number <= ENTRIES; number += 1) await append(entry(number));
    await portal.owner.query('create table log_copy as table audit_log');
    await portal.owner.query('create table chains_copy as table audit_chains');
  });
  afterAll(() => portal.close());

  const append = (...entries: AuditEntry[]) =>
    portal.deps.db.transaction().execute((tx) => appendEntries(tx, TEST_KEYS.audit, entries));
  const verify = () => verifyAuditLog(portal.deps.db, TEST_KEYS.audit);

  /** Runs the statements as the table owner, verifies, and restores the log. */
  async function after(...statements: string[]) {
    for (const statement of statements) await portal.owner.query(statement);
    try {
      return await verify();
    } finally {
      await portal.owner.query(
        'delete from audit_log; delete from audit_chains; insert into audit_log table log_copy; insert into audit_chains table chains_copy',
      );
    }
  }

  it('finds nothing in an untouched log', async () => {
    expect(await verify()).toMatchObject({ entries: ENTRIES, chains: 32, firstBad: null, bad: [] });
  });

  it.each([
    "id = '00000000-0000-7000-8000-000000000000'",
    "at = at + interval '1 ms'",
    "at = at - interval '5 months'",
    // Below a Date’s precision; a similar year BC; infinite and out-of-range timestamps.
    "at = at + interval '1 microsecond'",
    "at = at - interval '4051 years'",
    "at = 'infinity'",
    "at = '-infinity'",
    "at = '290000-01-01'",
    'user_id = null',
    'session_id = user_id',
    'api_key_id = user_id',
    'api_key_id = null',
    "action = 'Deleted'",
    "entity_type = 'Office'",
    "entity_id = 'x'",
    'patient_id = null',
    "ip_address = '203.0.113.8'",
    "ip_address = '203.0.113.7/24'",
    "reason = 'another'",
    'reason = null',
    "request_id = ''",
    'old_values = null',
    "old_values = '{}'",
    `new_values = '{"number": 7}'`,
    `new_values = new_values || '{"more": 1}'`,
    // Nested too deeply to be hashed.
    `new_values = (repeat('{"a":', 3000) || '1' || repeat('}', 3000))::jsonb`,
    'mac = sha256(mac)',
    "mac = ''",
    'old_values = new_values, new_values = old_values',
  ])('reports a changed entry: %s', async (change) => {
    const found = await after(`update audit_log set ${change} where seq = 5`);
    expect(found.firstBad).toMatchObject(bad('changed', 5));
    expect(found.bad).toHaveLength(1);
  });

  it.each([1, 5])('reports the first of several removed entries, from %i on', async (seq) => {
    const found = await after(`delete from audit_log where seq in (${seq}, ${seq + 2})`);
    expect(found.firstBad).toMatchObject({ ...bad('removed', seq), id: null });
  });

  it('reports a removed entry when the others were renumbered to close the gap', async () => {
    const found = await after(
      'delete from audit_log where seq = 5',
      'update audit_log set seq = seq - 1 where seq > 5',
    );
    expect(found.firstBad).toMatchObject(bad('removed', 5));
  });

  it.each([
    ['neighbors', 4, 5],
    ['others', 3, 8],
    ['the first and the last', 1, ENTRIES],
  ])('reports the first of two swapped entries: %s', async (_what, one, two) => {
    const found = await after(
      `update audit_log set seq = case seq when ${one} then ${two} else ${one} end where seq in (${one}, ${two})`,
    );
    expect(found.firstBad).toMatchObject(bad('reordered', one));
  });

  it('reports an entry that was moved to the end', async () => {
    const found = await after(`update audit_log set seq = ${ENTRIES + 1} where seq = 5`);
    expect(found.firstBad).toMatchObject(bad('reordered', 5));
  });

  it.each([
    ['beside another', [copy('seq')], 5],
    ['before the first', [copy('0')], 1],
    ['after the last', [copy(String(ENTRIES + 1))], ENTRIES + 1],
    ['far after the last', [copy('9000')], ENTRIES + 1],
    ['between two', ['update audit_log set seq = seq + 1 where seq >= 6', copy('6')], 6],
  ])('reports an entry inserted %s', async (_where, statements, seq) => {
    const found = await after(...statements);
    expect(found.firstBad).toMatchObject(bad('inserted', seq));
  });

  it('reports an entry inserted into an unknown chain', async () => {
    const found = await after(copy('1', '99'));
    expect(found.firstBad).toMatchObject(bad('inserted', 1, 99));
  });

  it('reports an entry moved to another chain as removed from one and inserted into the other', async () => {
    const found = await after('update audit_log set chain = 7 where seq = 5');
    expect(found.bad).toMatchObject([bad('removed', 5), bad('inserted', 1, 7)]);
  });

  it.each([
    ['the last', [`delete from audit_log where seq = ${ENTRIES}`], ENTRIES],
    ['the last three', [`delete from audit_log where seq > 7`], 8],
    [
      'the last three, with the head set to what is left',
      [
        'delete from audit_log where seq > 7',
        'update audit_chains set seq = 7, mac = (select mac from audit_log where seq = 7) where chain = 0',
      ],
      8,
    ],
    ['all', ['delete from audit_log'], 1],
    ['all, with the heads', ['delete from audit_log', 'delete from audit_chains'], 1],
    ['the head alone', ['delete from audit_chains where chain = 0'], ENTRIES + 1],
    [
      'all, with a head copied from another chain',
      [
        'delete from audit_log',
        'update audit_chains c set (seq, mac, head_mac) = (select seq, mac, head_mac from audit_chains where chain = 1) where c.chain = 0',
      ],
      1,
    ],
  ])('reports where the end was cut off: %s', async (_what, statements, seq) => {
    const found = await after(...statements);
    expect(found.firstBad).toMatchObject(bad('cut off', seq));
  });

  it('reports the earliest entry when several chains are bad', async () => {
    await append(entry(20));
    await portal.deps.db.transaction().execute(async (tx) => {
      // While this transaction locks chain 0, the next writer uses another chain.
      await appendEntries(tx, TEST_KEYS.audit, [entry(21)]);
      await append(entry(2.5));
    });
    const found = await after("update audit_log set reason = 'x' where seq in (1, 9)");
    expect(found.bad).toMatchObject([bad('changed', 1), bad('changed', 1, 1)]);
    const later = await after("update audit_log set reason = 'x' where chain = 1 or seq = 9");
    expect(later.firstBad).toMatchObject(bad('changed', 9));
  });

  it('rejects hashes that were recalculated with another key', async () => {
    const rows = [];
    for await (const stored of readChain(portal.deps.db, 0)) rows.push(stored);
    const attackerKey = Buffer.alloc(32, 1);
    let previous = rows[3]?.mac ?? Buffer.alloc(0);
    const statements = ["update audit_log set reason = 'x' where seq = 5"];
    for (const { chain, seq, entry: written } of rows.slice(4)) {
      const changed = seq === 5 ? { ...written, reason: 'x' } : written;
      previous = entryMac(attackerKey, chain, seq, previous, changed);
      statements.push(`update audit_log set mac = '\\x${previous.toString('hex')}' where seq = ${seq}`);
    }
    expect((await after(...statements)).firstBad).toMatchObject(bad('changed', 5));
  });

  it('reports the first entry of every chain when checked with another key', async () => {
    const found = await verifyAuditLog(portal.deps.db, Buffer.alloc(32, 1));
    expect(found.bad[0]).toMatchObject(bad('changed', 1));
    expect(found.bad).toHaveLength(32);
  });

  it('reads back any JSON, text, id and address as it was written', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const odd = fc.record({
      entityId: fc.option(text),
      reason: fc.option(text),
      newValues: fc.option(fc.dictionary(text, fc.jsonValue({ stringUnit: 'binary' }), { maxKeys: 4 })),
      ipAddress: fc.constantFrom('::1', '1.2.3.4', '::102:304', '::ffff:0:0', '2001:db8::1', 'fe80::1', null),
    });
    const known: Partial<AuditEntry>[] = [
      { newValues: { at: new Date(), nothing: undefined, list: [undefined, Number.NaN] } },
      { newValues: { big: 1e21, small: 5e-324, third: 1 / 3, zero: -0, most: Number.MAX_VALUE } },
      { newValues: { ...JSON.parse('{"__proto__":1,"constructor":{"prototype":1},"":""}') } },
      { newValues: { nul: '\u0000', half: '\ud800', 'key\u0000': 'é', emoji: '👩‍⚕️' } },
      { newValues: { nested: { b: [1, { a: 2 }], a: [[[]]] } } },
      { newValues: { deep: JSON.parse('['.repeat(500) + ']'.repeat(500)) } },
      { reason: 'half \udc00 and nul \u0000', entityId: '\u0000' },
      { patientId: randomUUID().toUpperCase(), userId: randomUUID().toUpperCase() },
    ];
    await append(
      ...known.map((changes, index) => entry(100 + index, changes)),
      ...fc.sample(odd, 300).map((changes, index) => entry(200 + index, changes)),
    );
    expect(await verify()).toMatchObject({ firstBad: null });
  });

  it('appends and checks more entries than one statement takes', async () => {
    const before = (await verify()).entries;
    await append(...Array.from({ length: 4_500 }, (_, index) => entry(1000 + index)));
    expect(await verify()).toMatchObject({ firstBad: null, entries: before + 4_500 });
  });
});

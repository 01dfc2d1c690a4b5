import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuditEntry } from './audit-entry.ts';
import { canonicalJson, entryMac } from './chain.ts';
import { keyedHash } from '#security/keyed-hash.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const values = fc.option(fc.dictionary(text, fc.jsonValue(), { maxKeys: 4 }));
const entries: fc.Arbitrary<AuditEntry> = fc.record({
  id: fc.uuid(),
  at: fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
  userId: fc.option(fc.uuid()),
  sessionId: fc.option(fc.uuid()),
  apiKeyId: fc.option(fc.uuid()),
  action: text,
  entityType: text,
  entityId: fc.option(text),
  patientId: fc.option(fc.uuid()),
  ipAddress: fc.option(fc.ipV6()),
  reason: fc.option(text),
  requestId: fc.option(text),
  oldValues: values,
  newValues: values,
});

it('hashes the entire content and position of an entry as canonical JSON', () => {
  const key = Buffer.alloc(32, 3);
  const previous = Buffer.alloc(32, 5);
  fc.assert(
    fc.property(entries, (entry) => {
      const { id, at, userId, sessionId, action, entityType, entityId, patientId, ipAddress } = entry;
      const { reason, requestId, oldValues, newValues, apiKeyId } = entry;
      const who = [id, at.toISOString(), userId, sessionId];
      const what = [
        action,
        entityType,
        entityId,
        patientId,
        ipAddress,
        reason,
        requestId,
        oldValues,
        newValues,
        // Entries from before API keys existed have no such part.
        ...(apiKeyId === null ? [] : [apiKeyId]),
      ];
      const content = canonicalJson(['entry', 7, 123, previous.toString('base64'), ...who, ...what]);
      expect(entryMac(key, 7, 123, previous, entry)).toEqual(keyedHash(key, content));
    }),
  );
});

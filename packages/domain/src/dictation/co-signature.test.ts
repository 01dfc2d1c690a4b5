import { describe, expect, it } from 'vitest';
import {
  coSignatureText,
  mayCoSign,
  needsCoSignature,
  nextCoSignature,
  type CoSignatureState,
  type CoSignatureStep,
} from './co-signature.ts';

describe('needing a co-signature', () => {
  it.each([
    // roles, has a supervisor, template needs one, result
    ['ProviderMidLevel', false, false, false],
    ['ProviderMidLevel', true, false, true],
    ['ProviderMidLevel', false, true, true],
    ['ProviderMidLevel', true, true, true],
    ['ProviderPhysician', false, false, false],
    ['ProviderPhysician', false, true, false],
    ['ProviderPhysician', true, false, true],
    ['ProviderPhysician', true, true, true],
    ['ProviderPhysician ProviderMidLevel', false, true, false],
    ['SuperAdmin ProviderMidLevel', false, true, true],
  ])('of %s, with a supervisor: %s, template needs it: %s: %s', (roles, hasSupervisor, needs, expected) => {
    expect(needsCoSignature({ roles: roles.split(' '), hasSupervisor }, { needsCoSignature: needs })).toBe(
      expected,
    );
  });
});

describe('who may co-sign', () => {
  it.each([
    ['another physician', 'other', ['ProviderPhysician'], true],
    ['the provider', 'provider', ['ProviderPhysician'], false],
    ['a mid-level provider', 'other', ['ProviderMidLevel'], false],
    ['a SuperAdmin', 'other', ['SuperAdmin'], false],
    ['a SuperAdmin who is a physician', 'other', ['SuperAdmin', 'ProviderPhysician'], true],
    ['an assistant', 'other', ['MedicalAssistant'], false],
    ['nobody without roles', 'other', [], false],
  ])('%s', (_who, id, roles, expected) => {
    expect(mayCoSign({ id, roles }, { providerId: 'provider' })).toBe(expected);
  });
});

describe('steps of a co-signature', () => {
  it.each<[CoSignatureState, CoSignatureStep, CoSignatureState | undefined]>([
    ['Awaiting', 'coSign', 'CoSigned'],
    ['Awaiting', 'sendBack', 'Returned'],
    ['Awaiting', 'providerAddendum', 'Awaiting'],
    ['Returned', 'coSign', 'CoSigned'],
    ['Returned', 'sendBack', undefined],
    ['Returned', 'providerAddendum', 'Awaiting'],
    ['CoSigned', 'coSign', undefined],
    ['CoSigned', 'sendBack', undefined],
    ['CoSigned', 'providerAddendum', 'CoSigned'],
  ])('%s, %s: %s', (state, step, expected) => {
    expect(nextCoSignature(state, step)).toBe(expected);
  });
});

describe('text of a co-signature', () => {
  const supervisor = { firstName: 'Jane', lastName: 'Roe' };
  it.each([
    [{ state: 'Awaiting', supervisor }, 'Awaits co-signature of Jane Roe'],
    [{ state: 'Awaiting', supervisor: null }, 'Awaits co-signature of a physician'],
    [{ state: 'Returned', supervisor }, 'Sent back'],
    [{ state: 'CoSigned', supervisor }, 'Co-signed'],
  ] as const)('of %j is "%s"', (coSignature, expected) => {
    expect(coSignatureText(coSignature)).toBe(expected);
  });
});

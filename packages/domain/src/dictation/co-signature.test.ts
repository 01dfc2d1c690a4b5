import { describe, expect, it } from 'vitest';
import {
  answersReturn,
  coSignatureText,
  isCoSignatureStep,
  mayCoSign,
  needsCoSignature,
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
  it.each<[CoSignatureState, CoSignatureStep, boolean]>([
    ['Awaiting', 'coSign', true],
    ['Awaiting', 'sendBack', true],
    ['Returned', 'coSign', true],
    ['Returned', 'sendBack', false],
    ['CoSigned', 'coSign', false],
    ['CoSigned', 'sendBack', false],
  ])('%s, %s: %s', (state, step, expected) => {
    expect(isCoSignatureStep(state, step)).toBe(expected);
  });

  it.each<[CoSignatureState, string, boolean]>([
    ['Awaiting', 'ProviderMidLevel', false],
    ['Returned', 'ProviderMidLevel', true],
    ['Returned', 'ProviderPhysician', true],
    ['Returned', 'MedicalAssistant', false],
    ['Returned', 'SuperAdmin', false],
    ['CoSigned', 'ProviderMidLevel', false],
  ])('an addendum to one that is %s by a %s answers it: %s', (state, role, expected) => {
    expect(answersReturn(state, [role])).toBe(expected);
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

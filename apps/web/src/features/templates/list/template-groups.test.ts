import type { TemplateCategory } from '@portal/contract/template-categories';
import type { TemplateRow } from '@portal/contract/templates';
import { describe, expect, it } from 'vitest';
import { copiedMessage, copyName, copyNotice, groupTemplates } from './template-groups.ts';
import { failureMessage } from '../failure-message.ts';
import { errorFromResponse } from '#lib/api/api-error.ts';

const row = (name: string, categoryId: number | null): TemplateRow => ({
  id: '11111111-1111-4111-8111-111111111111',
  name,
  procedureType: 'Injection',
  shortDescription: null,
  categoryId,
  categoryName: null,
  quickAccessOrder: null,
  isActive: true,
  usageCount: 0,
  lastUsed: null,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: null,
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: null,
  version: 1,
});
const category = (id: number, name: string): TemplateCategory => ({
  id,
  name,
  displayOrder: id,
  reportHeading: null,
  icon: 'category',
  templateCount: 1,
  version: 1,
});

describe('template groups', () => {
  it('follow the categories’ order, with Uncategorized last', () => {
    const groups = groupTemplates(
      [row('Visit', null), row('ESI', 2), row('RFA', 1), row('TFESI', 2), row('Orphan', 99)],
      [category(2, 'Epidural'), category(1, 'Ablation'), category(3, 'Empty')],
    );
    expect(groups.map(({ name, templates }) => [name, templates.map((each) => each.name)])).toEqual([
      ['Epidural', ['ESI', 'TFESI']],
      ['Ablation', ['RFA']],
      ['Uncategorized', ['Visit', 'Orphan']],
    ]);
  });

  it('name copies "(Copy)", "(Copy 2)"', () => {
    expect(copyName('ESI', ['ESI'])).toBe('ESI (Copy)');
    expect(copyName('ESI', ['ESI', 'esi (copy)'])).toBe('ESI (Copy 2)');
    expect(copyName('ESI (Copy)', ['ESI', 'ESI (Copy)', 'ESI (Copy 2)'])).toBe('ESI (Copy 3)');
    expect(copyName('x'.repeat(150), [])).toBe(`${'x'.repeat(150)} (Copy)`);
  });

  it('describe which billing code rules a copy includes and which were skipped', () => {
    expect(copyNotice('ESI', 1)).toContain('its sections, fields, auto-populate and 1 billing code rule.');
    expect(copyNotice('ESI', 0)).toContain('ESI has no billing code rules.');
    expect(copiedMessage('ESI (Copy)', { copied: 3, leftOut: 0, reasons: [] })).toBe(
      'ESI (Copy) was added with 3 billing code rules',
    );
    expect(
      copiedMessage('ESI (Copy)', { copied: 3, leftOut: 2, reasons: ['Rule A is gone.', 'Rule B is gone.'] }),
    ).toBe(
      'ESI (Copy) was added with 3 billing code rules. 2 billing code rules were skipped: Rule A is gone. Rule B is gone.',
    );
  });

  it('format errors as "Failed to delete template: {message}"', () => {
    const refused = errorFromResponse(409, JSON.stringify({ message: 'It is in use' }), null);
    expect(failureMessage('Failed to delete template', refused)).toBe(
      'Failed to delete template: It is in use',
    );
    expect(failureMessage('Failed to delete template', new Error('bug'))).toBe('Failed to delete template');
  });
});

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showTemplates, TEMPLATE_ID, templateServer } from '../test/template-fixtures.ts';

describe('codes with a last day in billing code rules', () => {
  it('are listed for all templates, with what replaced them', async () => {
    const server = templateServer();
    server.on('GET /templatebillingcoderule/ended', {
      body: [
        {
          templateId: TEMPLATE_ID,
          templateName: 'Knee',
          isActive: false,
          code: 'J1040',
          validTo: '2024-03-31',
          rules: 2,
        },
      ],
    });
    await showTemplates('/admin/templates', server);
    const list = within(await screen.findByRole('list', { name: 'Codes with a last day' }));
    expect(list.getByRole('listitem').textContent).toBe(
      'Knee (inactive), 2 rules, J1040: Valid until 03/31/2024. After that, use J1010.',
    );
    expect(list.getByRole('link').getAttribute('href')).toBe(`/admin/templates/${TEMPLATE_ID}/edit`);
  });

  it('are not mentioned without any', async () => {
    await showTemplates('/admin/templates');
    await screen.findByRole('table', { name: 'Templates: Spine' });
    expect(screen.queryByRole('list', { name: 'Codes with a last day' })).toBeNull();
  });
});

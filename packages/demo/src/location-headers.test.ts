import { parseTextTemplate } from '@portal/domain/template/text-template';
import { sanitizeHeaderHtml } from '@portal/server/features/templates/headers/sanitize-html';
import { expect, it } from 'vitest';
import { DEMO_HEADERS } from './location-headers.ts';

it('the demo’s three report headers are sanitized and only use supported placeholders', () => {
  expect(DEMO_HEADERS).toHaveLength(3);
  for (const { header_html: header, footer_html: footer } of DEMO_HEADERS)
    for (const html of [header, footer]) {
      expect(sanitizeHeaderHtml(html)).toEqual({ html, removed: [] });
      for (const id of parseTextTemplate(html).operands)
        expect([
          'location_name',
          'location_address',
          'location_phone',
          'location_fax',
          'current_date',
          'provider_name',
          'provider_title',
          'dictation_date',
        ]).toContain(id);
    }
});

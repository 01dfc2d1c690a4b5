import { expect, it } from 'vitest';
import { cssString, reportStyles } from './print-styles.ts';

it('escapes text so that it cannot break out of a CSS string', () => {
  expect(cssString('Harbor Clinic · Week: 11-16')).toBe('"Harbor Clinic · Week: 11-16"');
  expect(cssString('a"}\n\\</style>')).toBe('"a\\22 \\7d \\a \\5c \\3c \\2f style\\3e "');
  expect(reportStyles('"; } body { display: none')).not.toContain('body { display: none');
});

import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { GuideText } from './GuideText.tsx';

const show = (markdown: string) => render(<GuideText markdown={markdown} />, { wrapper: MemoryRouter });

it('opens links to other sites in a new window, and links to pages of the guide in the portal', () => {
  show('[Site](https://example.com/a) www.example.com <mail@example.com> [Search](patients.md#search)');
  const links = screen.getAllByRole('link');
  expect(
    links.map((link) => [link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]),
  ).toEqual([
    ['https://example.com/a', '_blank', 'noopener noreferrer'],
    ['http://www.example.com', '_blank', 'noopener noreferrer'],
    ['mailto:mail@example.com', '_blank', 'noopener noreferrer'],
    ['/help/patients#search', null, null],
  ]);
});

it('shows quotes as notes that are not announced', () => {
  show('> Signing cannot be undone.');
  expect(screen.getByRole('note').textContent.trim()).toBe('Signing cannot be undone.');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('names a table after the heading above it', () => {
  const table = '| Key | Does |\n| --- | --- |\n| `F1` | Help |\n\n';
  show(`${table}## The **keys**\n\nText\n\n${table}`);
  expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
    'Table',
    'The keys',
  ]);
});

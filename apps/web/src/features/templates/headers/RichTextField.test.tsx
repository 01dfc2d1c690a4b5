import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm, useWatch } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { RichTextField } from './RichTextField.tsx';

const ALIGNED_LIST = '<div style="text-align:right"><ul><li>One</li></ul></div>';

function Page({ html }: { readonly html: string }) {
  const { control } = useForm({ defaultValues: { html } });
  const value = useWatch({ control, name: 'html' });
  return (
    <>
      <RichTextField
        control={control}
        name="html"
        label="Header"
        placeholders={[{ name: 'location_name', label: 'Location name' }]}
      />
      <output aria-label="Value">{value}</output>
    </>
  );
}
const show = (html: string) => {
  render(<Page html={html} />);
  return userEvent.setup();
};
const value = () => screen.getByLabelText('Value').textContent;

describe('report header editor', () => {
  it('shows a centered title without changing its HTML', async () => {
    const html = '<h1 style="text-align:center">Spine Center</h1><p>Line<br />two</p>';
    show(html);
    const title = await screen.findByRole('heading', { name: 'Spine Center', level: 1 });
    expect(title.style.textAlign).toBe('center');
    expect(value()).toBe(html);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
  });

  it('opens HTML that it would change as source, with a notice, and keeps it', async () => {
    const user = show(ALIGNED_LIST);
    expect(screen.getByText(/cannot show without changing it/u)).toBeTruthy();
    const source = screen.getByLabelText<HTMLTextAreaElement>('Header as HTML');
    expect(source.value).toBe(ALIGNED_LIST);
    await user.click(screen.getByText('Location name'));
    expect(value()).toContain('{{location_name}}');
    expect(value()).toContain('text-align:right');
  });

  it('simplifies such HTML only after confirmation', async () => {
    const user = show(ALIGNED_LIST);
    await user.click(screen.getByText('Edit visually'));
    await user.click(await screen.findByText('Cancel'));
    expect(value()).toBe(ALIGNED_LIST);
    await user.click(screen.getByText('Edit visually'));
    await user.click(await screen.findByText('Simplify'));
    await waitFor(() => expect(value()).toBe('<ul><li>One</li></ul>'));
    expect(await screen.findByRole('listitem')).toBeTruthy();
  });

  it('switches between source and visual editor', async () => {
    const user = show('<p>One</p>');
    await user.click(screen.getByText('Edit as HTML'));
    const source = screen.getByLabelText('Header as HTML');
    await user.clear(source);
    await user.type(source, '<h1>Two</h1>');
    await user.click(screen.getByText('Edit visually'));
    expect(await screen.findByRole('heading', { name: 'Two', level: 1 })).toBeTruthy();
    expect(value()).toBe('<h1>Two</h1>');
  });
});

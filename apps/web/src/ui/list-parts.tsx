import { formatPhone } from '@portal/domain/phone';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

interface PartProps {
  readonly children: ReactNode;
  /** Additional classes of list.css. */
  readonly className?: string;
}

/** A link in a list, in the color of text by default. */
export function ListLink({
  to,
  color = 'text',
  className = '',
  children,
  ...rest
}: PartProps & { readonly to: string; readonly color?: 'text' | 'primary' }) {
  const classes = `list-link${color === 'text' ? ' list-link-text' : ''}${className === '' ? '' : ` ${className}`}`;
  return (
    <RouterLink {...rest} to={to} className={classes}>
      {children}
    </RouterLink>
  );
}

/** A second line in small gray text. */
export const ListCaption = ({ children, className = '' }: PartProps) => (
  <div className={`list-caption${className === '' ? '' : ` ${className}`}`}>{children}</div>
);

/** A phone number, and its extension if it has one. */
export const phoneParts = (digits: string | null): readonly string[] =>
  formatPhone(digits).split(/(?<= )(?=ext\.)/);

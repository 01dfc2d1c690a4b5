import type { Placeholder } from './PlaceholderButtons.tsx';

/** What both ways to write HTML take. */
export interface HtmlFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholders: readonly Placeholder[];
  readonly hasError: boolean;
  readonly onValue: (html: string) => void;
  readonly onBlur: () => void;
}

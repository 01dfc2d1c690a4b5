import type { Placeholder } from './PlaceholderButtons.tsx';

/** Props of the visual and the source HTML editor. */
export interface HtmlFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholders: readonly Placeholder[];
  readonly hasError: boolean;
  readonly onValue: (html: string) => void;
  readonly onBlur: () => void;
}

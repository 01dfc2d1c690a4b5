import { useColorScheme } from '@mui/material/styles';

/** What the user chose. */
export type ThemeMode = 'system' | 'light' | 'dark';

/** The chosen mode, the scheme it comes to now, and the setter; the choice is kept in the browser. */
export function useThemeMode(): {
  readonly mode: ThemeMode;
  readonly scheme: 'light' | 'dark';
  readonly setMode: (mode: ThemeMode) => void;
} {
  const { mode = 'system', colorScheme = 'light', setMode } = useColorScheme();
  return { mode, scheme: colorScheme, setMode };
}

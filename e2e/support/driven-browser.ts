/** One step of an input device: a key, the pointer, or its button (W3C WebDriver, section 17, read on 2026-11-26). */
export type InputStep =
  | { readonly type: 'keyDown' | 'keyUp'; readonly value: string }
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: number };

/** The steps of one input device. */
export interface InputSource {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly InputStep[];
}

/** A browser on this machine that tests drive through WebDriver. */
export interface DrivenBrowser {
  readonly version: string;
  /** Loads a page and waits for its `load` event. */
  readonly open: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Evaluates an expression in the page that gives a string. */
  readonly evaluate: (expression: string) => Promise<string>;
  readonly act: (sources: readonly InputSource[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

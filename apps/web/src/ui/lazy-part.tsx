import type { ComponentType } from 'react';
import { createLazyPart, type Failure, type LazyOptions, type LazyPart } from './create-lazy-part.tsx';
import { PartFailure } from './PartFailure.tsx';
import { Waiting } from './Waiting.tsx';

const WAITING = (
  <div data-loads-code>
    <Waiting shape="section" />
  </div>
);
const inPlace = (failure: Failure) => <PartFailure {...failure} />;

const preloads = new Set<LazyPart<never>['preload']>();

/** A part of a page that is loaded when it is first shown or when the browser is idle. By default it fails in its place. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = WAITING, failed = inPlace }: Partial<LazyOptions<Props>> = {},
): LazyPart<Props> {
  const part = createLazyPart(load, { waiting, failed });
  preloads.add(part.preload);
  return part;
}

/**
 * Loads all known parts, one after the other, also those that the loaded code adds. Stops at the first that cannot be
 * loaded, and throws its LoadError.
 */
export async function preloadParts(
  isWanted: () => boolean,
  known: ReadonlySet<LazyPart<never>['preload']> = preloads,
): Promise<void> {
  for (const preload of known) {
    if (!isWanted()) return;
    await preload();
  }
}

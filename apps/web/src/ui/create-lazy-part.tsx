import { Component, createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { LoadError, toLoadError } from '#lib/code/load-error.ts';

/** Why a part is not shown, and another attempt to load it. */
export interface Failure {
  readonly error: LoadError;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** What a lazy part shows instead of itself. */
export interface LazyOptions<Props> {
  /** Shown while the code loads. Without it, the Suspense around the part decides. */
  readonly waiting?: ReactNode;
  /** Shown if the code cannot be loaded. */
  readonly failed: (failure: Failure, props: Props) => ReactNode;
}

/** A component whose code is loaded when it is first shown, or ahead of time. */
export type LazyPart<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/** Loads the code of a part once; only a failed attempt is repeated. */
interface Loader<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  /** What to render. It stays the same once it was rendered, because React would open the part anew. */
  readonly component: () => ComponentType<Props>;
  /** Lets the next `load` try again after a failure. */
  readonly reset: () => void;
}

/**
 * Creates a component whose code is loaded when it is shown. If it cannot be loaded, only the part itself is missing: it
 * says why and offers Retry, and the page around it stays.
 */
export function createLazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, failed }: LazyOptions<Props>,
): LazyPart<Props> {
  const loader = createLoader(load);
  const Loaded = (props: Props) => createElement(loader.component(), props);
  function Part(props: Props) {
    return (
      <PartBoundary loader={loader} failed={(failure) => failed(failure, props)}>
        {waiting === undefined ? (
          <Loaded {...props} />
        ) : (
          <Suspense fallback={waiting}>
            <Loaded {...props} />
          </Suspense>
        )}
      </PartBoundary>
    );
  }
  return Object.assign(Part, {
    preload: async () => {
      try {
        await loader.load();
      } catch (error) {
        loader.reset();
        throw error;
      }
    },
  });
}

function createLoader<Props>(load: () => Promise<ComponentType<Props>>): Loader<Props> {
  let attempt: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;
  let rendered: ComponentType<Props> | null = null;
  const start = async () => {
    try {
      loaded = await load();
      return loaded;
    } catch (error) {
      throw toLoadError(error);
    }
  };
  const loadOnce = () => (attempt ??= start());
  return {
    load: loadOnce,
    component: () => (rendered ??= loaded ?? lazy(async () => ({ default: await loadOnce() }))),
    reset: () => {
      if (loaded !== null) return;
      attempt = null;
      rendered = null;
    },
  };
}

interface BoundaryProps {
  readonly loader: Pick<Loader<never>, 'reset'> & { readonly load: () => Promise<unknown> };
  readonly failed: (failure: Failure) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly caught: { readonly error: unknown } | null;
  readonly isRetrying: boolean;
}

/** Catches the failure to load a part. Errors of the part itself go on to the next boundary. */
class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: null, isRetrying: false };
  private isMounted = false;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { caught: { error }, isRetrying: false };
  }

  override componentDidMount() {
    this.isMounted = true;
  }

  override componentDidCatch() {
    // The part is tried anew when it is opened again.
    this.props.loader.reset();
  }

  override componentWillUnmount() {
    this.isMounted = false;
  }

  private readonly retry = async () => {
    const { loader } = this.props;
    this.setState({ isRetrying: true });
    let caught: BoundaryState['caught'] = null;
    try {
      await loader.load();
    } catch (error) {
      loader.reset();
      caught = { error };
    }
    if (this.isMounted) this.setState({ caught, isRetrying: false });
  };

  override render() {
    const { caught, isRetrying } = this.state;
    if (caught === null) return this.props.children;
    if (!(caught.error instanceof LoadError)) throw caught.error;
    return this.props.failed({ error: caught.error, isRetrying, onRetry: () => void this.retry() });
  }
}

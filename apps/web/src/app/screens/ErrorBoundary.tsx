import { Component, type ReactNode } from 'react';
import { PAGE_ERROR } from './page-error-text.ts';
import { MessageScreen } from './MessageScreen.tsx';

interface Props {
  readonly children: ReactNode;
}

/** Catches errors that the router does not catch. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <MessageScreen {...PAGE_ERROR} action="Reload" onAction={() => window.location.reload()} />;
  }
}

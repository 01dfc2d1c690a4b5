import { Component } from 'react';
import type { ReactNode } from 'react';

interface Props {
  readonly onError: () => void;
  readonly children: ReactNode;
}

/** Catches what a viewer throws over a file, so that the rest of the page stays. */
export class ViewerBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

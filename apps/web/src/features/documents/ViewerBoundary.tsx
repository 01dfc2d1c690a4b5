import { Component, type ReactNode } from 'react';

interface Props {
  readonly onError: () => void;
  readonly children: ReactNode;
}

/** Error boundary for viewers, so that the rest of the page keeps working. */
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

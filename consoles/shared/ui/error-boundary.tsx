import { Component, type ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

interface Props {
  children: ReactNode;
  /** When it changes, for example with the address, the children are rendered again. */
  resetKey?: string;
}

/** Shows an error in place of the part that failed; everything around it keeps working. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ErrorState error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}

import { Component, type ReactNode } from 'react'
import { LazyFailurePage } from './LazyFailurePage.tsx'

/** `bare`: nothing of the application stands around it. */
type Props = { children: ReactNode; bare?: boolean }

/** A page that fails while it is drawn fails in its own place; the shell around it goes on. */
export class PageBoundary extends Component<Props, { failure: unknown; failed: boolean }> {
  override state = { failure: null, failed: false }

  static getDerivedStateFromError(failure: unknown) {
    return { failure, failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <LazyFailurePage
        bare={this.props.bare ?? false}
        error={this.state.failure}
        onRetry={() => this.setState({ failure: null, failed: false })}
      />
    )
  }
}

import { Component, type ReactNode } from 'react'
import { retryFailedImports } from '../../platform/ui/controls/lazyWithRetry.tsx'
import { Failure } from './ReadState.tsx'

/** `silent`: something besides the page, which is left out when it fails. */
type Props = { children: ReactNode; silent?: boolean }

/** An error while a page is rendered, or a chunk that could not be loaded, is shown in its place; the frame stays. */
export class ConsoleBoundary extends Component<Props, { failure: unknown; failed: boolean }> {
  override state = { failure: null, failed: false }

  static getDerivedStateFromError(failure: unknown) {
    return { failure, failed: true }
  }

  retry = (): void => {
    retryFailedImports()
    this.setState({ failure: null, failed: false })
  }

  override componentWillUnmount(): void {
    if (this.state.failed) retryFailedImports()
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.silent ? null : <Failure error={this.state.failure} onRetry={this.retry} />
  }
}

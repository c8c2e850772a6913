import { Component, type ReactNode } from 'react'
import { retryFailedImports } from '../ui/controls/lazyWithRetry.tsx'
import { LazyFailurePage } from './LazyFailurePage.tsx'

/**
 * `bare`: rendered without the application shell. `onClose`: it is a dialog, which closes and leaves the page beneath. `spare`: optional content; it is
 * retried when this value changes or when it is mounted again.
 */
type Props = { children: ReactNode; bare?: boolean; spare?: string; onClose?: () => void }

/** Error boundary of a page or dialog: an error while rendering, or a chunk that fails to load, is shown in its place; the rest of the page continues. */
export class PageBoundary extends Component<Props, { failure: unknown; failed: boolean }> {
  override state = { failure: null, failed: false }

  static getDerivedStateFromError(failure: unknown) {
    return { failure, failed: true }
  }

  again = (): void => {
    retryFailedImports()
    this.setState({ failure: null, failed: false })
  }

  override componentDidUpdate({ spare }: Props): void {
    if (this.state.failed && spare !== this.props.spare) this.again()
  }

  override componentWillUnmount(): void {
    if (this.state.failed) retryFailedImports()
  }

  override render(): ReactNode {
    const { children, bare = false, spare, onClose } = this.props
    if (!this.state.failed) return children
    if (spare !== undefined) return null
    const close = () => {
      onClose?.()
      this.again()
    }
    return <LazyFailurePage bare={bare} error={this.state.failure} onRetry={this.again} {...(onClose && { onClose: close })} />
  }
}

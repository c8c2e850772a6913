import { Component, type ReactNode } from 'react'
import { askForMissing } from '../ui/controls/later.tsx'
import { LazyFailurePage } from './LazyFailurePage.tsx'

/**
 * `bare`: nothing of the application stands around it. `onClose`: it is a dialog, which closes and leaves the page below as it is. `spare`: one can
 * go on without it; it is asked for again when this value changes, or when it is drawn anew.
 */
type Props = { children: ReactNode; bare?: boolean; spare?: string; onClose?: () => void }

/** A page or dialog that fails while it is drawn, or whose code does not come, fails in its own place; what stands around it goes on. */
export class PageBoundary extends Component<Props, { failure: unknown; failed: boolean }> {
  override state = { failure: null, failed: false }

  static getDerivedStateFromError(failure: unknown) {
    return { failure, failed: true }
  }

  again = (): void => {
    askForMissing()
    this.setState({ failure: null, failed: false })
  }

  override componentDidUpdate({ spare }: Props): void {
    if (this.state.failed && spare !== this.props.spare) this.again()
  }

  override componentWillUnmount(): void {
    if (this.state.failed) askForMissing()
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

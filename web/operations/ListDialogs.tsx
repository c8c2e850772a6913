import { Suspense } from 'react'
import { PageBoundary } from '../shell/PageBoundary.tsx'
import { useFirstPainted } from '../shell/useFirstPainted.ts'
import type { ListLaterProps } from './ListLater.tsx'
import { later } from '../ui/later.tsx'

// Fetched when first opened: the list is usable without them.
const ListLater = later(async () => (await import('./ListLater.tsx')).ListLater)
const SimulatorModal = later(async () => (await import('../simulator/SimulatorModal.tsx')).SimulatorModal)
const StatusGuideModal = later(async () => (await import('./StatusGuideModal.tsx')).StatusGuideModal)
const KeysModal = later(async () => (await import('./KeysModal.tsx')).KeysModal)
const BulkCaptureModal = later(async () => (await import('./BulkModal.tsx')).BulkCaptureModal)
const BulkRefundModal = later(async () => (await import('./BulkModal.tsx')).BulkRefundModal)
const ViewsModal = later(async () => (await import('./ViewsModal.tsx')).ViewsModal)
const ChangesModal = later(async () => (await import('./ChangesModal.tsx')).ChangesModal)
const SelectionExport = later(async () => (await import('./SelectionExport.tsx')).SelectionExport)

const dialogs = {
  simulator: SimulatorModal,
  guide: StatusGuideModal,
  keys: KeysModal,
  bulkCapture: BulkCaptureModal,
  bulkRefund: BulkRefundModal,
  bulkExport: SelectionExport,
  views: ViewsModal,
  changes: ChangesModal,
}

/** What lies over the list or comes after it: by its query simulator, meaning of the states (specification §2), keys and bulk actions. */
export function ListDialogs(props: ListLaterProps) {
  const { query, onDialog } = props
  const painted = useFirstPainted()
  const Modal = query.dialog && dialogs[query.dialog]
  return (
    <>
      <PageBoundary spare={query.dialog ?? ''}>
        <Suspense fallback={null}>{painted && <ListLater {...props} />}</Suspense>
      </PageBoundary>
      <PageBoundary key={query.dialog} onClose={() => onDialog(null)}>
        <Suspense fallback={null}>{Modal && <Modal query={query} onClose={() => onDialog(null)} />}</Suspense>
      </PageBoundary>
    </>
  )
}

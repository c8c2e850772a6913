import { lazy, Suspense } from 'react'
import { useFirstPainted } from '../shell/useFirstPainted.ts'
import type { ListLaterProps } from './ListLater.tsx'

// Fetched when first opened: the list is usable without them.
const ListLater = lazy(async () => ({ default: (await import('./ListLater.tsx')).ListLater }))
const SimulatorModal = lazy(async () => ({ default: (await import('../simulator/SimulatorModal.tsx')).SimulatorModal }))
const StatusGuideModal = lazy(async () => ({ default: (await import('./StatusGuideModal.tsx')).StatusGuideModal }))
const KeysModal = lazy(async () => ({ default: (await import('./KeysModal.tsx')).KeysModal }))
const BulkCaptureModal = lazy(async () => ({ default: (await import('./BulkModal.tsx')).BulkCaptureModal }))
const BulkRefundModal = lazy(async () => ({ default: (await import('./BulkModal.tsx')).BulkRefundModal }))
const ViewsModal = lazy(async () => ({ default: (await import('./ViewsModal.tsx')).ViewsModal }))
const ChangesModal = lazy(async () => ({ default: (await import('./ChangesModal.tsx')).ChangesModal }))
const SelectionExport = lazy(async () => ({ default: (await import('./SelectionExport.tsx')).SelectionExport }))

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
      <Suspense fallback={null}>{painted && <ListLater {...props} />}</Suspense>
      <Suspense fallback={null}>{Modal && <Modal query={query} onClose={() => onDialog(null)} />}</Suspense>
    </>
  )
}

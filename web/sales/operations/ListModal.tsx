import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'
import type { ListDialog, ListQuery } from '../../platform/lists/listQuery.ts'
import { ChangesModal } from './views/ChangesModal.tsx'
import { KeysModal } from './KeysModal.tsx'
import { SelectionExport } from './bulk/SelectionExport.tsx'
import { StatusGuideModal } from './StatusGuideModal.tsx'
import { ViewsModal } from './views/ViewsModal.tsx'

const SimulatorModal = lazyWithRetry(async () => (await import('../simulator/SimulatorModal.tsx')).SimulatorModal)
const BulkCaptureModal = lazyWithRetry(async () => (await import('./bulk/BulkModal.tsx')).BulkCaptureModal)
const BulkRefundModal = lazyWithRetry(async () => (await import('./bulk/BulkModal.tsx')).BulkRefundModal)

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

/** The dialog in the list's URL: simulator, status guide, shortcuts, saved views, changes or a bulk action. */
export function ListModal({ dialog, query, onClose }: { dialog: ListDialog; query: ListQuery; onClose: () => void }) {
  const Modal = dialogs[dialog]
  return <Modal query={query} onClose={onClose} />
}

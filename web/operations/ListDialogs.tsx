import { lazy, Suspense } from 'react'
import type { ListQuery } from '../operation/listQuery.ts'

// Fetched when first opened: the list is usable without them.
const SimulatorModal = lazy(async () => ({ default: (await import('../simulator/SimulatorModal.tsx')).SimulatorModal }))
const StatusGuideModal = lazy(async () => ({ default: (await import('./StatusGuideModal.tsx')).StatusGuideModal }))
const KeysModal = lazy(async () => ({ default: (await import('./KeysModal.tsx')).KeysModal }))

const dialogs = { simulator: SimulatorModal, guide: StatusGuideModal, keys: KeysModal }

/** What lies over the list by its query: simulator, meaning of the states (specification §2, information modal), keys. */
export function ListDialogs({ query, onClose }: { query: ListQuery; onClose: () => void }) {
  const Modal = query.dialog && dialogs[query.dialog]
  return <Suspense fallback={null}>{Modal && <Modal onClose={onClose} />}</Suspense>
}

import { Suspense } from 'react'
import { PageBoundary } from '../../platform/outage/PageBoundary.tsx'
import { useFirstPainted } from '../../platform/routes/useFirstPainted.ts'
import type { ListExtrasProps } from './ListExtras.tsx'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'

// Loaded when first opened: the list is usable without them.
const ListExtras = lazyWithRetry(async () => (await import('./ListExtras.tsx')).ListExtras)
const ListModal = lazyWithRetry(async () => (await import('./ListModal.tsx')).ListModal)

/** The list's deferred parts and the dialog in its URL: simulator, status guide, shortcuts, bulk actions. */
export function ListDialogs(props: ListExtrasProps) {
  const { query, onDialog } = props
  const painted = useFirstPainted()
  return (
    <>
      <PageBoundary spare={query.dialog ?? ''}>
        <Suspense fallback={null}>{painted && <ListExtras {...props} />}</Suspense>
      </PageBoundary>
      <PageBoundary key={query.dialog} onClose={() => onDialog(null)}>
        <Suspense fallback={null}>
          {query.dialog && <ListModal dialog={query.dialog} query={query} onClose={() => onDialog(null)} />}
        </Suspense>
      </PageBoundary>
    </>
  )
}

import { Suspense } from 'react'
import { PageBoundary } from '../../../platform/outage/PageBoundary.tsx'
import { lazyWithRetry } from '../../../platform/ui/controls/lazyWithRetry.tsx'

const PaperPicture = lazyWithRetry(async () => (await import('./PaperPicture.tsx')).PaperPicture)

/** The first page of a document, small: to see at once whether the right file was taken. */
export function PaperThumb({ file, label, large = false }: { file: Blob; label: string; large?: boolean }) {
  return (
    <div className={`flex-none ${large ? 'w-36' : 'w-18'}`}>
      <PageBoundary spare={label}>
        <Suspense fallback={null}>
          <PaperPicture file={file} label={label} />
        </Suspense>
      </PageBoundary>
    </div>
  )
}

import { joinTexts } from '#domain/platform/direction'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import FileCheck from 'lucide-react/icons/file-check'
import { Suspense, useState } from 'react'
import { documentDelete, type PaperFile } from '#contract/merchants/documents'
import { write } from '../../../platform/api/write.ts'
import { date } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { sizeText } from '../../../platform/lists/sizeText.ts'
import { failureMessage } from '../../../platform/feedback/failureMessage.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { PageBoundary } from '../../../platform/outage/PageBoundary.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { lazyWithRetry } from '../../../platform/ui/controls/lazyWithRetry.tsx'
import { Skeleton } from '../../../platform/ui/tables/Skeleton.tsx'
import { paperFileRead, papersRead } from '../companyReads.ts'
import { PaperThumb } from './PaperThumb.tsx'

const PaperPreview = lazyWithRetry(async () => (await import('./PaperPreview.tsx')).PaperPreview)

type PaperRowProps = {
  file: PaperFile
  card: boolean
  /** It can be seen again: by the account's owner, not by somebody who was asked for it. */
  mayBeSeen: boolean
  /** Its picture is fetched; else it is shown only if this device has it. Opening a document is recorded. */
  loadsPreview?: boolean
  /** It was removed; without it, it cannot be. */
  onGone?: (() => void) | undefined
}

/** An uploaded file: name, uploader and state, and what it looks like; when rejected, why and what to do. */
export function PaperRow({ file, card, mayBeSeen, loadsPreview = false, onGone }: PaperRowProps) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(false)
  const { data: content, isLoading, error } = useQuery({ ...paperFileRead(file.uuid), enabled: loadsPreview, staleTime: Infinity })
  const remove = async () => {
    try {
      await write(documentDelete, { params: { documentId: file.uuid }, mode: 'live' })
      onGone?.()
    } catch (error) {
      showToast(failureMessage(error))
    }
    await client.invalidateQueries(papersRead())
  }
  const facts = [
    ...(card ? [t(`company.side.${file.side}`)] : []),
    sizeText(file.size),
    t('company.paper.by', { who: file.uploadedBy ?? t('company.paper.nobody'), when: date(file.uploadedAt) }),
    ...(file.expiresOn === null ? [] : [t('company.paper.until', { when: date(file.expiresOn) })]),
  ]
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-3 border border-line px-4 py-2">
        {content ? (
          <PaperThumb file={content} label={file.fileName} />
        ) : isLoading ? (
          <Skeleton width={72} className="h-25" />
        ) : (
          <FileCheck aria-hidden className="flex-none text-ink-3" />
        )}
        <span className="min-w-32 flex-1">
          <span className="block text-md font-medium wrap-anywhere">{file.fileName}</span>
          <span className="block text-sm text-ink-3">{joinTexts(facts)}</span>
        </span>
        <span className="flex gap-1 empty:hidden">
          {mayBeSeen && (
            <Button
              size="small"
              variant="quiet"
              aria-label={t('company.paper.seeOf', { name: file.fileName })}
              onClick={() => setSeen(true)}
            >
              {t('company.paper.see')}
            </Button>
          )}
          {file.status === 'uploaded' && onGone && (
            <Button size="small" variant="quiet" onClick={() => void remove()}>
              {t('shell.remove')}
            </Button>
          )}
        </span>
      </div>
      <PageBoundary onClose={() => setSeen(false)}>
        <Suspense fallback={null}>{seen && <PaperPreview file={file} onClose={() => setSeen(false)} />}</Suspense>
      </PageBoundary>
      {loadsPreview && error !== null && <p className="text-md text-danger-ink">{failureMessage(error)}</p>}
      {file.rejectionReason !== null && (
        <p className="text-md text-danger-ink">
          {t(`company.paperReason.${file.rejectionReason}`)}
          {file.note !== null && <span className="block text-ink-2">{t('company.paper.note', { note: file.note })}</span>}
        </p>
      )}
    </div>
  )
}

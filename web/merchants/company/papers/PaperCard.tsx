import { joinTexts } from '#domain/platform/direction'
import { useQueryClient } from '@tanstack/react-query'
import FileCheck from 'lucide-react/icons/file-check'
import { type ReactNode, Suspense, useState } from 'react'
import { documentDelete, type Paper, type PaperFile } from '#contract/merchants/documents'
import type { PaperSide } from '#domain/merchants/company/papers'
import { write } from '../../../platform/api/write.ts'
import { date } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { sizeText } from '../../../platform/lists/sizeText.ts'
import { failureMessage } from '../../../platform/feedback/failureMessage.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../../platform/ui/feedback/StatusBadge.tsx'
import { PageBoundary } from '../../../platform/outage/PageBoundary.tsx'
import { lazyWithRetry } from '../../../platform/ui/controls/lazyWithRetry.tsx'
import { fieldId } from '../fieldId.ts'
import { papersRead } from '../companyReads.ts'
import { paperKinds } from './paperKinds.ts'
import { PaperSlot } from './PaperSlot.tsx'
import type { SendPaper } from './usePaperUpload.ts'

const PaperPreview = lazyWithRetry(async () => (await import('./PaperPreview.tsx')).PaperPreview)

type PaperCardProps = { paper: Paper; onKept: () => void; aside?: ReactNode; send?: SendPaper }

const mayReplace = (paper: Paper, file: PaperFile): boolean =>
  file.status === 'rejected' || file.status === 'expired' || (file.status === 'approved' && paper.renewable)

/** One document: why it is required, the state of its files, and the inputs of those still missing (docs/domain.md#papers). */
export function PaperCard({ paper, onKept, aside, send }: PaperCardProps) {
  const { type, files } = paper
  const [whole, setWhole] = useState(false)
  const card = type === 'signatory_dni'
  const has = (side: PaperSide) => files.some((file) => file.side === side && !mayReplace(paper, file))
  const sides: readonly PaperSide[] = !card || whole ? ['single'] : ['front', 'back']
  const open = has('single') ? [] : sides.filter((side) => !has(side) && !(side === 'single' && has('front') && has('back')))
  return (
    <section
      aria-labelledby={`paper-${type}`}
      id={fieldId(type)}
      tabIndex={-1}
      className="grid grid-cols-1 gap-3 border-t border-line pt-5 outline-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={`paper-${type}`} className="font-strong">
          {t(`company.paper.${type}`)}
        </h3>
        <StatusBadge kind={paperKinds[paper.status]} label={t(`company.paperStatus.${paper.status}`)} />
      </div>
      <p className="max-w-[68ch] text-md text-ink-2">{t(`company.paperWhy.${type}`)}</p>
      {files.map((file) => (
        <PaperRow key={file.uuid} file={file} card={card} {...(!send && { onGone: onKept })} />
      ))}
      {open.length > 0 && (
        <div className={`grid gap-4 ${open.length > 1 ? 'sm:grid-cols-2' : ''}`}>
          {open.map((side) => (
            <PaperSlot key={side} type={type} side={side} onKept={onKept} {...(send && { send })} />
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
        {card && open.length > 0 && (
          <Button size="small" variant="quiet" onClick={() => setWhole(!whole)}>
            {t(whole ? 'company.paper.twoFiles' : 'company.paper.oneFile')}
          </Button>
        )}
        {aside}
      </div>
    </section>
  )
}

type PaperRowProps = { file: PaperFile; card: boolean; onGone?: () => void }

/** An uploaded file: name, uploader and state; when rejected, why and what to do. */
function PaperRow({ file, card, onGone }: PaperRowProps) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(false)
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
      <div className="flex min-h-14 items-center gap-3 rounded-3 border border-line px-4 py-2">
        <FileCheck aria-hidden className="flex-none text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-md font-medium">{file.fileName}</span>
          <span className="block text-sm text-ink-3">{joinTexts(facts)}</span>
        </span>
        {onGone && (
          <Button size="small" variant="quiet" onClick={() => setSeen(true)}>
            {t('company.paper.see')}
          </Button>
        )}
        {file.status === 'uploaded' && onGone && (
          <Button size="small" variant="quiet" onClick={() => void remove()}>
            {t('shell.remove')}
          </Button>
        )}
      </div>
      <PageBoundary onClose={() => setSeen(false)}>
        <Suspense fallback={null}>{seen && <PaperPreview file={file} onClose={() => setSeen(false)} />}</Suspense>
      </PageBoundary>
      {file.rejectionReason !== null && (
        <p className="text-md text-danger-ink">
          {t(`company.paperReason.${file.rejectionReason}`)}
          {file.note !== null && <span className="block text-ink-2">{t('company.paper.note', { note: file.note })}</span>}
        </p>
      )}
    </div>
  )
}

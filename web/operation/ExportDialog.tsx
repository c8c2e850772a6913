import { useState, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureCard } from './FailureCard.tsx'
import { FormatChoice, type ExportFormat } from './FormatChoice.tsx'
import { ModeTag } from './ModeTag.tsx'
import { useFileDownload, type FetchFile } from './useFileDownload.ts'

type ExportDialogProps<F extends ExportFormat> = {
  title: string
  subtitle: string
  formats: readonly [F, ...F[]]
  /** What happens with the file, at the left of the buttons. */
  note: string
  /** The verb with number and total. */
  verb: string
  /** Why there is nothing to download. */
  disabledReason?: string | null
  fetchFile: (format: F, more: Parameters<FetchFile>[0]) => Promise<Blob>
  /** When the server gives the file no name. */
  nameOf: (format: F) => string
  onClose: () => void
  /** What is inside, above the choice of format. */
  children: ReactNode
  /** Another way to the same file, below the choice. */
  after?: (format: F) => ReactNode
}

/** The dialog of every download: what is inside, its format, progress, what became of it (REP-2 of the product). */
export function ExportDialog<F extends ExportFormat>(props: ExportDialogProps<F>) {
  const { title, subtitle, formats, note, verb, disabledReason = null, fetchFile, nameOf, onClose, children, after } = props
  const [format, setFormat] = useState(formats[0])
  const { progress, download } = useFileDownload()
  const start = () => void download((more) => fetchFile(format, more), nameOf(format))
  return (
    <Dialog
      title={title}
      tag={<ModeTag />}
      subtitle={subtitle}
      closeLabel={t('operations.close')}
      onClose={onClose}
      onSubmit={() => disabledReason === null && start()}
      note={note}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('operations.back')}
          </Button>
          <Button
            variant="filled"
            type="submit"
            busy={progress.state === 'running'}
            busyLabel={t('exports.busy')}
            disabledReason={disabledReason}
          >
            {progress.state === 'done' ? t('exports.again') : verb}
          </Button>
        </>
      }
    >
      {children}
      <FormatChoice formats={formats} format={format} onChange={setFormat} />
      <div role="status" className="pt-4 text-md empty:hidden">
        {progress.state === 'running' && <p className="text-ink-2">{t('exports.progress', { size: Math.ceil(progress.bytes / 1024) })}</p>}
        {progress.state === 'done' && <Banner title={t('exports.done', { name: progress.name })} />}
      </div>
      {progress.state === 'failed' && (
        <div className="pt-4">
          <FailureCard title={t('exports.failed')} error={progress.error} onRetry={start} />
        </div>
      )}
      {after?.(format)}
    </Dialog>
  )
}

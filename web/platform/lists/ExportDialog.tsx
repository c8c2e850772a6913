import { useState, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { DialogActions } from '../feedback/DialogActions.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { FailureCard } from '../requests/FailureCard.tsx'
import { FormatChoice, type ExportFormat } from './FormatChoice.tsx'
import { ModeTag } from '../requests/ModeTag.tsx'
import { useBackgroundExport, type BackgroundExport } from './useBackgroundExport.ts'
import { useFileDownload, type FetchFile } from './useFileDownload.ts'
import { WayChoice, type ExportWay } from './WayChoice.tsx'

type ExportDialogProps<F extends ExportFormat> = {
  title: string
  subtitle: string
  formats: readonly [F, ...F[]]
  /** Where the file ends up. */
  note: string
  /** The button’s label with count and total. */
  verb: string
  /** Why there is nothing to download. */
  disabledReason?: string | null
  fetchFile: (format: F, more: Parameters<FetchFile>[0]) => Promise<Blob>
  /** File name when the server gives none. */
  nameOf: (format: F) => string
  onClose: () => void
  /** The contents, above the choice of format. */
  children: ReactNode
  background?: BackgroundExport<F> | undefined
  /** Formats without a background job. */
  atOnce?: readonly F[]
}

/** The dialog of every export: contents, format, progress and result. */
export function ExportDialog<F extends ExportFormat>(props: ExportDialogProps<F>) {
  const { title, subtitle, formats, note, verb, disabledReason = null, fetchFile, nameOf, onClose, children, atOnce = [] } = props
  const [format, setFormat] = useState<F>(formats[0])
  const [chosenWay, setWay] = useState<ExportWay>('now')
  const background = atOnce.includes(format) ? undefined : props.background
  const { progress, download } = useFileDownload()
  const exporting = useBackgroundExport(background)
  const way = background?.blocked === null ? chosenWay : 'now'
  const start = () => (way === 'background' ? exporting.start(format) : void download((more) => fetchFile(format, more), nameOf(format)))
  const error = way === 'background' ? exporting.error : progress.state === 'failed' ? progress.error : null
  return (
    <Dialog
      title={title}
      tag={<ModeTag />}
      subtitle={subtitle}
      onClose={onClose}
      onSubmit={() => disabledReason === null && start()}
      footer={
        <DialogActions
          onBack={onClose}
          // Count and total may take a second line on phones.
          className="max-md:h-auto! max-md:flex-[3] max-md:min-h-(--control) max-md:py-1.5 max-md:whitespace-normal"
          busy={progress.state === 'running' || exporting.busy}
          busyLabel={t('exports.busy')}
          disabledReason={disabledReason}
        >
          {way === 'now' && progress.state === 'done' ? t('exports.again') : verb}
        </DialogActions>
      }
    >
      {children}
      <FormatChoice formats={formats} format={format} onChange={setFormat} />
      {background && <WayChoice way={way} onChange={setWay} blocked={background.blocked} />}
      {/* There is no space for it beside a button with count and total. */}
      <p className="pt-3 text-sm text-ink-3">{way === 'background' ? t('exports.way.note') : note}</p>
      <div role="status" className="pt-4 text-md empty:hidden">
        {progress.state === 'running' && <p className="text-ink-2">{t('exports.progress', { size: Math.ceil(progress.bytes / 1024) })}</p>}
        {way === 'now' && progress.state === 'done' && <Banner title={t('exports.done', { name: progress.name })} />}
      </div>
      {error !== null && (
        <div className="pt-4">
          <FailureCard title={t('exports.failed')} error={error} onRetry={start} />
        </div>
      )}
    </Dialog>
  )
}

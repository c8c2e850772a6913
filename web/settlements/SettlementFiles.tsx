import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { saveFile } from '../operation/saveFile.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

export const settlementFormats = ['csv', 'xlsx', 'pdf'] as const
export type SettlementFormat = (typeof settlementFormats)[number]

type Progress =
  | { state: 'idle' }
  | { state: 'running'; bytes: number }
  | { state: 'done'; name: string }
  | { state: 'failed'; error: unknown }

type SettlementFilesProps = {
  title: string
  subtitle: string
  /** What is inside, above the choice of format. */
  what: string
  verb: string
  fetchFile: (format: SettlementFormat, more: { signal: AbortSignal; onProgress: (bytes: number) => void }) => Promise<Blob>
  /** When the server gives the file no name. */
  nameOf: (format: SettlementFormat) => string
  onClose: () => void
}

/** The dialog of a download, of one settlement or of many: format, progress, what became of it. */
export function SettlementFiles({ title, subtitle, what, verb, fetchFile, nameOf, onClose }: SettlementFilesProps) {
  const [format, setFormat] = useState<SettlementFormat>('csv')
  const [progress, setProgress] = useState<Progress>({ state: 'idle' })
  const aborted = useRef<AbortController | null>(null)
  useEffect(() => () => aborted.current?.abort(), [])
  const running = progress.state === 'running'

  async function download() {
    if (running) return
    const controller = new AbortController()
    aborted.current = controller
    setProgress({ state: 'running', bytes: 0 })
    try {
      const onProgress = (bytes: number) => setProgress({ state: 'running', bytes })
      const file = await fetchFile(format, { signal: controller.signal, onProgress })
      if (file.size === 0) throw new TypeError('an empty file')
      const name = file instanceof File ? file.name : nameOf(format)
      saveFile(file, name)
      setProgress({ state: 'done', name })
    } catch (error) {
      if (!controller.signal.aborted) setProgress({ state: 'failed', error })
    }
  }

  return (
    <Dialog
      title={title}
      tag={<ModeTag />}
      subtitle={subtitle}
      closeLabel={t('operations.close')}
      onClose={onClose}
      onSubmit={() => void download()}
      note={t('settlements.zone')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('operations.back')}
          </Button>
          <Button variant="filled" type="submit" busy={running} busyLabel={t('settlements.files.busy')}>
            {progress.state === 'done' ? t('settlements.files.again') : verb}
          </Button>
        </>
      }
    >
      <p className="pb-4 text-md text-ink-2">{what}</p>
      <fieldset>
        <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('settlements.files.format')}</legend>
        <div className="grid gap-2">
          {settlementFormats.map((one) => (
            <label
              key={one}
              className="flex cursor-pointer items-start gap-2.5 rounded-2 border border-line-input px-3.5 py-3 has-checked:border-accent has-checked:bg-selected"
            >
              <input type="radio" name="format" className="mt-1 accent-accent" checked={format === one} onChange={() => setFormat(one)} />
              <span>
                <span className="block font-medium">{t(`settlements.files.${one}`)}</span>
                <span className="block text-sm text-ink-3">{t(`settlements.files.${one}Help`)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div role="status" className="pt-4 text-md empty:hidden">
        {running && <p className="text-ink-2">{t('settlements.files.progress', { size: Math.ceil(progress.bytes / 1024) })}</p>}
        {progress.state === 'done' && <Banner title={t('settlements.files.done', { name: progress.name })} />}
      </div>
      {progress.state === 'failed' && (
        <div className="pt-4">
          <FailureCard title={t('settlements.failed.download')} error={progress.error} onRetry={() => void download()} />
        </div>
      )}
    </Dialog>
  )
}

import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { Button } from '../ui/Button.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { CheckResult } from './CheckResult.tsx'
import { useCheck } from './useCheck.ts'

/** "¿Es auténtico?": a file dropped here is compared with the history; it never leaves this computer. */
export function CheckModal({ onClose }: { onClose: () => void }) {
  const { check, take } = useCheck()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      title={t('reports.check')}
      tag={<ModeTag />}
      subtitle={t('reports.check.about')}
      onClose={onClose}
      firstFocus="button[data-choose]"
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      <div
        className={`grid justify-items-center gap-3 rounded-4 border-[1.5px] border-dashed px-6 py-7 text-center ${over ? 'border-accent bg-selected' : 'border-line-input'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <p className="text-md text-ink-2 max-md:sr-only">{t('reports.check.drop')}</p>
        <input
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('shell.chooseFile')}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          data-choose
          variant={check.at === 'done' ? 'outlined' : 'filled'}
          icon={<FileUp aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t(check.at === 'done' ? 'reports.check.another' : 'shell.chooseFile')}
        </Button>
      </div>
      <div role="status" className="pt-5 empty:hidden">
        {check.at === 'reading' && (
          <>
            <p className="truncate pb-2 text-md text-ink-2">{t('reports.check.reading', { name: check.name })}</p>
            <ProgressBar percent={check.percent} label={t('reports.check.progress')} />
          </>
        )}
        {check.at === 'done' && <CheckResult {...check} />}
      </div>
      {check.at === 'failed' && (
        <div className="pt-5">
          <FailureCard title={t('reports.check.failed')} error={check.error} onRetry={() => take(check.file)} />
        </div>
      )}
    </Dialog>
  )
}

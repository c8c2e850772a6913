import FileUp from 'lucide-react/icons/file-up'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FileDrop } from '../../platform/ui/forms/FileDrop.tsx'
import { ProgressBar } from '../../platform/ui/feedback/ProgressBar.tsx'
import { CheckResult } from './CheckResult.tsx'
import { useCheck } from './useCheck.ts'

const fileInputId = 'report-check-file'

/** "¿Es auténtico?": compares a file's checksum with the history; the file is never uploaded. */
export function CheckModal({ onClose }: { onClose: () => void }) {
  const { check, readFile } = useCheck()
  return (
    <Dialog
      title={t('reports.check')}
      tag={<ModeTag />}
      subtitle={t('reports.check.about')}
      onClose={onClose}
      firstFocus={`#${fileInputId}`}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      <FileDrop
        id={fileInputId}
        invitation={t('reports.check.drop')}
        chooseLabel={t(check.at === 'done' ? 'reports.check.another' : 'shell.chooseFile')}
        icon={<FileUp aria-hidden />}
        filled={check.at !== 'done'}
        onFile={readFile}
      />
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
          <FailureCard title={t('reports.check.failed')} error={check.error} onRetry={() => readFile(check.file)} />
        </div>
      )}
    </Dialog>
  )
}

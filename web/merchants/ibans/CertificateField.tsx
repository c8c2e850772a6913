import Camera from 'lucide-react/icons/camera'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileCheck from 'lucide-react/icons/file-check'
import FileUp from 'lucide-react/icons/file-up'
import { maxPagesOf } from '#domain/merchants/company/papers'
import { fileProblem } from '../company/papers/fileProblem.ts'
import { t } from '../../platform/i18n/t.ts'
import { sizeText } from '../../platform/lists/sizeText.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FileDrop } from '../../platform/ui/forms/FileDrop.tsx'

const maxPages = maxPagesOf('bank_account_certificate')

type CertificateFieldProps = {
  file: File | null
  error?: string | undefined
  busy: boolean
  onChange: (file: File | null, problem?: string) => void
}

/** The bank's certificate of account ownership: dropped, chosen or photographed, and checked before upload. */
export function CertificateField({ file, error, busy, onChange }: CertificateFieldProps) {
  const take = async (chosenFile: File) => {
    const problem = await fileProblem(chosenFile, maxPages).catch(() => 'kind' as const)
    onChange(
      problem === null ? chosenFile : null,
      problem === null ? undefined : t(`bankAccounts.certificate.${problem}`, { name: chosenFile.name, most: String(maxPages) }),
    )
  }
  return (
    <div role="group" aria-labelledby="certificate-label">
      <p id="certificate-label" className="mb-1.5 text-sm font-medium text-ink-2">
        {t('bankAccounts.certificate')}
      </p>
      {file === null ? (
        <FileDrop
          id="certificate"
          describedBy="certificate-note"
          invitation={t('bankAccounts.certificate.drop')}
          chooseLabel={t('shell.chooseFile')}
          icon={<FileUp aria-hidden />}
          cameraLabel={t('bankAccounts.certificate.photo')}
          cameraIcon={<Camera aria-hidden />}
          accept="application/pdf,image/jpeg,image/png"
          onFile={(chosenFile) => void take(chosenFile)}
          limits={t('bankAccounts.certificate.limits', { most: String(maxPages) })}
        />
      ) : (
        <div className="flex min-h-14 items-center gap-3 rounded-3 border border-line px-4 py-2">
          <FileCheck aria-hidden className="flex-none text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-md font-medium">{file.name}</span>
            <span className="block text-sm text-ink-3">{sizeText(file.size)}</span>
          </span>
          {!busy && (
            <Button size="small" variant="quiet" id="certificate" onClick={() => onChange(null)}>
              {t('shell.remove')}
            </Button>
          )}
        </div>
      )}
      <p
        id="certificate-note"
        role={error ? 'alert' : undefined}
        className={`mt-1.5 flex items-start gap-1.5 text-sm ${error ? 'text-danger-ink' : 'text-ink-3'}`}
      >
        {error && <CircleAlert aria-hidden className="mt-0.5 size-3.75 flex-none" />}
        <span>{error || t('bankAccounts.certificate.help')}</span>
      </p>
    </div>
  )
}

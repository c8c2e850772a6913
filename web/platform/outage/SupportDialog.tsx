import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { buttonClass } from '../ui/controls/buttonClass.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Dialog } from '../feedback/Dialog.tsx'

/** The exact text of the support e-mail, before it is sent from the user’s own mail program. */
export function SupportDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { name, supportEmail } = settings().brand
  const subject = t('shell.support.subject', { brand: name })
  const mailto = `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`\n\n${text}\n`)}`
  return (
    <Dialog
      title={t('shell.support.tell')}
      subtitle={t('shell.support.subtitle')}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={text} label={t('shell.copy')} copiedLabel={t('shell.error.copied')} />
          {supportEmail !== '' && (
            <a className={buttonClass('filled')} href={mailto} onClick={onClose}>
              {t('shell.support.write')}
            </a>
          )}
        </>
      }
    >
      <pre className="rounded-2 bg-canvas p-3 font-code text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </Dialog>
  )
}

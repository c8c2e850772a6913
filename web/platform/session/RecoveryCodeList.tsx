import Download from 'lucide-react/icons/download'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'

type RecoveryCodeListProps = { codes: readonly string[]; saved: boolean; onSaved: (saved: boolean) => void }

/** New recovery codes, which are shown only once: to copy, download or write down, and to say that they are kept. */
export function RecoveryCodeList({ codes, saved, onSaved }: RecoveryCodeListProps) {
  const text = codes.join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('settings.recovery.file', { brand: settings().brand.name })}\n\n${text}\n`)}`
  return (
    <div className="grid gap-5">
      <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-3 border border-line bg-canvas px-5 py-4 font-code text-md max-[26rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <CopyButton text={text} label={t('shell.copy')} copiedLabel={t('settings.recovery.copied')} />
        <a className="copy-button" href={file} download={t('settings.recovery.fileName')}>
          <Download aria-hidden className="size-3.75" />
          {t('shell.download')}
        </a>
      </div>
      <Checkbox label={t('settings.recovery.kept')} checked={saved} onChange={(event) => onSaved(event.target.checked)} />
    </div>
  )
}

import { t } from '../../platform/i18n/t.ts'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'

/** A value to copy; what is copied has no surrounding whitespace. */
export function CopyLine({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-3 border border-line bg-canvas px-4 py-3">
      <code className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere">{text}</code>
      <CopyButton text={text.trim()} label={t('preferences.copyOf', { name })} copiedLabel={t('operations.copied')} iconOnly />
    </div>
  )
}

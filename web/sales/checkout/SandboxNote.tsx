import { t } from '../../platform/i18n/t.ts'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'

/** A notice at the top of the page that this is test mode. */
export function SandboxNote() {
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-sandbox-ink">
      <Tag kind="sandbox">{t('consumerScreens.sandbox.tag')}</Tag>
      {t('consumerScreens.sandbox')}
    </p>
  )
}

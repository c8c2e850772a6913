import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import type { IgnoredParameter } from '../../platform/lists/listQuery.ts'

/** Notice of invalid URL parameters, which were ignored. */
export function IgnoredNotice({ ignored, cleanHref }: { ignored: readonly IgnoredParameter[]; cleanHref: string }) {
  return (
    <div className="pb-3">
      <Banner
        live
        tone="warning"
        title={t('operations.ignored.title')}
        action={
          <Button size="small" href={cleanHref}>
            {t('operations.ignored.clean')}
          </Button>
        }
      >
        {t('operations.ignored.text')}{' '}
        {ignored.map(({ parameter, value }) => t('operations.ignored.item', { parameter, value: value.slice(0, 40) })).join(', ')}
      </Banner>
    </div>
  )
}

import type { Audience } from '#contract/sales/audiences'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'

/** Maximum number of named campaigns; the rest are counted. */
const shown = 2

/** Links to the campaigns that are limited to an audience. */
export function UsedBy({ campaigns }: Pick<Audience, 'campaigns'>) {
  const { merchantId, flag } = useMerchant()
  if (campaigns.length === 0) return <span className="text-ink-3">—</span>
  return (
    <ul className="grid min-w-0 gap-0.5">
      {campaigns.slice(0, shown).map(({ id, name }) => (
        <li key={id} className="truncate">
          <Anchor href={paths.campaign(merchantId, id, flag)} className={linkClass}>
            {name === '' ? t('audiences.noName') : name}
          </Anchor>
        </li>
      ))}
      {campaigns.length > shown && (
        <li className="text-sm text-ink-3">{t('audiences.moreCampaigns', { count: campaigns.length - shown })}</li>
      )}
    </ul>
  )
}

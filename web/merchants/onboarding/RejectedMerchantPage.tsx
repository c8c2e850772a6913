import { useQuery } from '@tanstack/react-query'
import { merchantDetail } from '#contract/merchants/merchants'
import { query } from '../../platform/api/query.ts'
import { settings } from '../../platform/api/settings.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useSession } from '../../platform/session/session.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'

const shopRead = (merchantId: string) => query(merchantDetail, { params: { merchantId }, mode: 'live' })

function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(shopRead(params['merchantId'] ?? ''))
}

/** A rejected merchant: why, whom to contact, and links to what still works. */
function RejectedMerchant() {
  const { merchant, merchants } = useSession()
  const { data } = useQuery(shopRead(merchant?.id ?? ''))
  const { supportEmail } = settings().brand
  const others = merchants.filter(({ id, status }) => id !== merchant?.id && status !== 'rejected')
  return (
    <section aria-labelledby="rejected-title" className="grid max-w-[640px] gap-7 py-4">
      <div className="grid gap-2">
        <h1 id="rejected-title" className="font-display text-title-lg font-title tracking-tight wrap-anywhere">
          {t('shell.rejected.title', { shop: merchant?.name ?? '' })}
        </h1>
        <p className="text-ink-2">{t('shell.rejected.detail')}</p>
      </div>
      {data?.rejection ? (
        <DefinitionList
          items={[
            { key: 'reason', term: t('shell.rejected.reason'), value: <span className="wrap-anywhere">{data.rejection.reason}</span> },
            { key: 'at', term: t('shell.rejected.at'), value: dateTime(data.rejection.at) },
          ]}
        />
      ) : (
        data && <p className="text-ink-2">{t('shell.rejected.who')}</p>
      )}
      {supportEmail !== '' && <p className="text-ink-2">{t('shell.rejected.next', { contact: supportEmail })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button href={paths.settings()}>{t('shell.pending.settings')}</Button>
      </div>
      {others.length > 0 && (
        <nav aria-labelledby="other-shops" className="grid gap-2">
          <h2 id="other-shops" className="text-title-sm font-strong">
            {t('shell.rejected.others')}
          </h2>
          <ul className="grid gap-1">
            {others.map(({ id, name }) => (
              <li key={id}>
                <Anchor href={paths.operations(id)} className={linkClass}>
                  {name}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </section>
  )
}

export const RejectedMerchantPage: Screen = { component: RejectedMerchant, loader }

import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { goLive } from '#contract/sales/lab'
import type { AnswerOf } from '#contract/platform/endpoint'
import { query } from '../../platform/api/query.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { chargeHref } from '../../platform/navigation/menuOf.ts'
import { goInSandbox } from '../../platform/navigation/merchantChanged.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { posterPrinted } from '../simulator/posterPrinted.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'

type Item = { name: 'try' | 'poster' | 'team' | 'connect' | 'sell'; doneAt: string | null; href: string | null }

/** What a new shop does on its first day; each item is ticked by what has happened, none by hand. */
export function FirstDay() {
  const shop = useMerchant()
  const { data } = useQuery({ ...query(goLive, { params: { merchantId: shop.merchantId } }), enabled: shop.may('goLive') })
  if (!data) return null
  const items = itemsOf(data, shop)
  const next = items.find(({ doneAt }) => doneAt === null)?.name
  return (
    <section aria-labelledby="first-day" className="mx-auto mb-16 max-w-[620px]">
      <h2 id="first-day" className="pb-2 text-title-sm font-strong">
        {t('operations.firstDay.title')}
      </h2>
      <ol className="border-t border-line">
        {items.map(({ name, doneAt, href }) => (
          <li key={name} className="flex flex-wrap items-center gap-3 border-b border-line py-3">
            <span
              aria-hidden
              className={`grid size-5 flex-none place-items-center rounded-full border [&_svg]:size-3.5 ${doneAt === null ? 'border-line-strong' : 'border-accepted-solid bg-accepted-solid text-sheet'}`}
            >
              {doneAt !== null && <Check />}
            </span>
            <div className="min-w-50 flex-1">
              <p className="font-strong">
                {t(`operations.firstDay.${name}`)}
                <span className="sr-only"> · {t(doneAt === null ? 'operations.firstDay.open' : 'operations.firstDay.done')}</span>
              </p>
              <p className="text-md text-ink-2">{doneAt === null ? t(`operations.firstDay.${name}.how`) : dateTime(doneAt)}</p>
            </div>
            {doneAt === null && href !== null && (
              <Button
                variant={name === next ? 'filled' : 'outlined'}
                {...(name === 'try' ? { onClick: () => goInSandbox(href) } : { href })}
              >
                {t(`operations.firstDay.${name}.go`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function itemsOf({ steps, colleagueSince }: AnswerOf<typeof goLive>, shop: ReturnType<typeof useMerchant>): Item[] {
  const doneAt = (...names: (typeof steps)[number]['step'][]) =>
    steps.find((one) => names.includes(one.step) && one.doneAt !== null)?.doneAt ?? null
  const { merchantId, merchant, may } = shop
  const charge = chargeHref(shop)
  const sells = charge !== null && merchant?.status !== 'pending'
  const tries = charge !== null && merchant?.sandboxEnabled === true
  return [
    {
      name: 'try',
      doneAt: doneAt('testOrder'),
      href: tries ? paths.checkoutOffline(merchantId, { view: 'counter' }) : null,
    },
    { name: 'poster', doneAt: posterPrinted(merchantId), href: sells ? paths.poster(merchantId) : null },
    { name: 'team', doneAt: colleagueSince, href: may('teamInvite') ? paths.usersPermissionsAdd() : null },
    {
      name: 'connect',
      doneAt: doneAt('notification', 'widget'),
      href: merchant?.status === 'pending' ? null : paths.preferencesPlugins(merchantId),
    },
    { name: 'sell', doneAt: doneAt('liveOrder'), href: charge },
  ]
}

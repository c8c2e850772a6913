import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { inboxEverywhere, type InboxEverywhere } from '#contract/merchants/inbox'
import { query } from '../../platform/api/query.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Unbroken } from '../../platform/ui/tables/Unbroken.tsx'
import { detailText, itemWhen } from './workText.ts'

type Elsewhere = InboxEverywhere['shops'][number]

/** For a member of several accounts: the open items of their other shops, under each shop's name; each opens in its shop. */
export function ElsewhereList({ now }: { now: Date }) {
  const { account, merchantId } = useMerchant()
  const several = account.accounts.length > 1
  const read = useQuery({ ...query(inboxEverywhere, { quiet: true }), enabled: several })
  if (!several) return null
  const shops = read.data?.shops.filter(({ merchant }) => merchant.id !== merchantId) ?? []
  return (
    <section aria-labelledby="elsewhere-title" className="mt-8 border-t border-line pt-4">
      <h2 id="elsewhere-title" className="text-lg font-strong">
        {t('inbox.elsewhere.title')}
      </h2>
      {read.isError && !read.data && (
        <p className="mt-2 flex flex-wrap items-center gap-3 text-md text-ink-2">
          {t('inbox.elsewhere.failed')}
          <Button size="small" onClick={() => void read.refetch()}>
            {t('shell.retry')}
          </Button>
        </p>
      )}
      {read.data && shops.length === 0 && <p className="mt-2 text-md text-ink-2">{t('inbox.elsewhere.none')}</p>}
      {shops.map((shop) => (
        <ShopItems key={shop.merchant.id} shop={shop} now={now} />
      ))}
    </section>
  )
}

function ShopItems({ shop: { account, merchant, items, count, more }, now }: { shop: Elsewhere; now: Date }) {
  const { flag } = useMerchant()
  const name = account.name === merchant.name ? merchant.name : joinTexts([account.name, merchant.name])
  return (
    <div className="mt-4">
      <h3 className="text-md font-strong text-ink-2">{name}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.key} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2.5">
            <span className="mr-auto min-w-0">
              <Anchor className={linkClass} href={paths.inbox(merchant.id, { item: item.key, ...flag })}>
                {t(`inbox.one.${item.kind}`)}
              </Anchor>
              <span className="block text-sm text-ink-3">
                <Unbroken>{detailText(item)}</Unbroken>
              </span>
            </span>
            <span className="flex items-baseline justify-between gap-x-4 max-md:w-full">
              <span className="text-md text-ink-2">{itemWhen(item, now)}</span>
              {item.amount !== null && <Money cents={item.amount} />}
            </span>
          </li>
        ))}
      </ul>
      {(count > items.length || more) && (
        <p className="pt-2 text-md">
          <Anchor className={linkClass} href={paths.inbox(merchant.id, flag)}>
            {t('inbox.elsewhere.all', { count, shop: merchant.name })}
          </Anchor>
        </p>
      )}
    </div>
  )
}

import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Star from 'lucide-react/icons/star'
import { type ReactNode, useState } from 'react'
import type { Merchant } from '#contract/merchants/merchants'
import { mePreferredMerchant } from '#contract/access/account'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { Menu, type MenuItem } from '../ui/controls/Menu.tsx'
import { mayEnter } from '../navigation/menuOf.ts'
import { modeOf } from '../navigation/modeOf.ts'
import { type Session, updateState, useSession } from '../session/session.ts'
import { showToast } from '../feedback/toasts.ts'
import { type Address, useAddress } from '../routes/useAddress.ts'

const searchFrom = 8

/** The same section for another merchant when it may be opened there, else that merchant’s list. */
function hrefIn(merchant: Merchant, session: Session, { route, params }: Address): string {
  const plain = route && Object.keys(params).length === 1 && route.over === undefined && mayEnter(route, { ...session, merchant })
  return plain ? route.path.replace('{merchantId}', merchant.id) : paths.operations(merchant.id)
}

const stateOf = ({ id, status }: Merchant): string =>
  t('shell.merchant.statusAndMode', { status: t(`shell.merchant.status.${status}`), mode: t(`shell.mode.${modeOf(id)}`) })

async function prefer(session: Session, merchant: Merchant): Promise<void> {
  try {
    await write(mePreferredMerchant, { body: { preferedMerchantUuid: merchant.id } })
    updateState({ account: { ...session.account, preferedMerchantUuid: merchant.id } })
    showToast(t('shell.merchant.preferred', { shop: merchant.name }))
  } catch {
    showToast(t('shell.merchant.notPreferred'))
  }
}

/** The merchant in the top bar: its name, the others, and which one is preferred. `below` is its second line on phones. */
export function MerchantMenu({ below }: { below: ReactNode }) {
  const session = useSession()
  const address = useAddress()
  const [wanted, setWanted] = useState('')
  const { merchant, merchants, account } = session
  const name = merchant?.name ?? t('shell.merchant.none')
  const words = (
    <span className="min-w-0 text-left max-md:leading-tight">
      <span className="block truncate font-strong">{name}</span>
      {below}
    </span>
  )
  if (!merchant || merchants.length === 1) return words
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const shops: MenuItem[] = merchants
    .filter(({ name }) => plain(name).includes(plain(wanted)))
    .map((shop) => ({
      key: shop.id,
      href: hrefIn(shop, session, address),
      checked: shop.id === merchant.id,
      label: (
        <>
          <span className="block truncate">{shop.name}</span>
          <span className="block text-sm font-normal text-ink-3">{stateOf(shop)}</span>
        </>
      ),
    }))
  const items =
    account.preferedMerchantUuid === merchant.id
      ? shops
      : [
          ...shops,
          {
            key: 'prefer',
            label: t('shell.merchant.prefer', { shop: merchant.name }),
            icon: <Star aria-hidden />,
            onSelect: () => void prefer(session, merchant),
          },
        ]
  return (
    <Menu
      label={t('shell.merchant.menu')}
      triggerClassName="flex min-w-0 items-center gap-2 rounded-2 py-1.5 max-md:min-h-11 max-md:py-0.5"
      trigger={
        <>
          {words}
          <span className="sr-only">{t('shell.merchant.change')}</span>
          <ChevronsUpDown aria-hidden className="size-3.75 text-ink-3" />
        </>
      }
      header={
        merchants.length < searchFrom ? undefined : (
          <input
            className="mb-1.5 h-10 w-full rounded-2 border border-line-input bg-sheet px-3"
            aria-label={t('shell.merchant.search')}
            placeholder={t('shell.merchant.search')}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        )
      }
      items={items}
    />
  )
}

import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import type { Merchant } from '#contract/merchants/merchants'
import { mePreferredMerchant } from '#contract/access/account'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { type MenuItem, MenuItems } from '../ui/controls/MenuItems.tsx'
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

/** The merchants of the account, with a search when there are many, and which one is preferred. */
export function MerchantMenuItems({ merchant }: { merchant: Merchant }) {
  const session = useSession()
  const address = useAddress()
  const [wanted, setWanted] = useState('')
  const { merchants, account } = session
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
  const search =
    merchants.length < searchFrom ? undefined : (
      <input
        className="mb-1.5 h-10 w-full rounded-2 border border-line-input bg-sheet px-3"
        aria-label={t('shell.merchant.search')}
        placeholder={t('shell.merchant.search')}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
    )
  return <MenuItems label={t('shell.merchant.menu')} header={search} items={items} />
}

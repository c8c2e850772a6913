import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import type { Merchant } from '#contract/merchants/merchants'
import { mePreferredMerchant } from '#contract/access/account'
import { openInAccount } from '../api/chosenAccount.ts'
import { write } from '../api/write.ts'
import { plainText } from '../i18n/plainText.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { type MenuItem, MenuItems } from '../ui/controls/MenuItems.tsx'
import { mayEnter } from '../navigation/menuOf.ts'
import { modeOf } from '../navigation/modeOf.ts'
import { mayAddShop } from '../session/mayAddShop.ts'
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

/** The merchants of this account, then those of the person's other accounts under their names. */
function itemsOf(session: Session, address: Address): (MenuItem & { words: string })[] {
  const { merchant, merchants, account } = session
  const several = account.accounts.length > 1
  const headed = (name: string | undefined) => (several && name !== undefined ? { group: name } : {})
  const own = account.accounts.find(({ id }) => id === account.id)
  const here = merchants.map((shop) => ({
    ...headed(own?.name),
    key: shop.id,
    words: `${shop.name} ${own?.name ?? ''}`,
    href: hrefIn(shop, session, address),
    checked: shop.id === merchant?.id,
    label: <ShopLabel name={shop.name} state={stateOf(shop)} />,
  }))
  const elsewhere = account.accounts
    .filter(({ id }) => id !== account.id)
    .flatMap(({ id, name, role, preset, merchants: shops }) => {
      const state = t(`shell.role.${preset ?? role}`)
      // An account without merchants begins at its own start page.
      const places = shops.length > 0 ? shops.map((shop) => ({ ...shop, href: paths.operations(shop.id) })) : [{ id, name, href: '/' }]
      return places.map((shop) => ({
        ...headed(name),
        key: shop.id,
        words: `${shop.name} ${name}`,
        checked: false,
        label: <ShopLabel name={shop.name} state={state} />,
        onSelect: () => openInAccount(id, shop.href),
      }))
    })
  return [...here, ...elsewhere]
}

const ShopLabel = ({ name, state }: { name: string; state: string }) => (
  <>
    <span className="block truncate">{name}</span>
    <span className="block text-sm font-normal text-ink-3">{state}</span>
  </>
)

/** The merchants of all accounts, with a search when there are many, which one is preferred, and the way to another one. */
export function MerchantMenuItems() {
  const session = useSession()
  const address = useAddress()
  const [searchText, setSearchText] = useState('')
  const { merchant, account } = session
  const all = itemsOf(session, address)
  const shops: MenuItem[] = all
    .filter(({ words }) => plainText(words).includes(plainText(searchText)))
    .map(({ words: _words, ...item }) => item)
  const items: MenuItem[] = [
    ...shops,
    ...(!merchant || account.preferedMerchantUuid === merchant.id
      ? []
      : [
          {
            key: 'prefer',
            label: t('shell.merchant.prefer', { shop: merchant.name }),
            icon: <Star aria-hidden />,
            onSelect: () => void prefer(session, merchant),
          },
        ]),
    ...(mayAddShop(session) ? [{ key: 'add', label: t('shell.route.addShop'), icon: <Plus aria-hidden />, href: paths.addShop() }] : []),
  ]
  const search =
    all.length < searchFrom ? undefined : (
      <input
        className="mb-1.5 h-10 w-full rounded-2 border border-line-input bg-sheet px-3"
        aria-label={t('shell.merchant.search')}
        placeholder={t('shell.merchant.search')}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
    )
  return <MenuItems label={t('shell.merchant.menu')} header={search} items={items} />
}

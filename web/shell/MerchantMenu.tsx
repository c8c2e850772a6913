import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import type { Merchant } from '#contract/merchants'
import { mePreferredMerchant } from '#contract/account'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { mayEnter } from './menuOf.ts'
import { readMode } from './modeStorage.ts'
import { type Session, updateState, useSession } from './session.ts'
import { showToast } from './toasts.ts'
import { type Address, useAddress } from './useAddress.ts'

const searchFrom = 8

/** The same section in another shop when it may be entered there, else that shop's list. */
function hrefIn(merchant: Merchant, session: Session, { route, params }: Address): string {
  const plain = route && Object.keys(params).length === 1 && route.over === undefined && mayEnter(route, { ...session, merchant })
  return plain ? route.path.replace('{merchantId}', merchant.id) : paths.operations(merchant.id)
}

function stateOf(merchant: Merchant, session: Session): string {
  const mode = t(`shell.mode.${readMode(merchant.id, session.merchants)}`)
  return merchant.status === 'active' ? mode : t('shell.merchant.statusAndMode', { status: t(`shell.merchant.status.${merchant.status}`), mode })
}

async function prefer(session: Session, merchant: Merchant): Promise<void> {
  try {
    await write(mePreferredMerchant, { body: { preferedMerchantUuid: merchant.id } })
    updateState({ account: { ...session.account, preferedMerchantUuid: merchant.id } })
    showToast(t('shell.merchant.preferred', { shop: merchant.name }))
  } catch {
    showToast(t('shell.merchant.notPreferred'))
  }
}

/** The shop in the strip: its name, the others, and which one opens first. */
export function MerchantMenu() {
  const session = useSession()
  const address = useAddress()
  const [wanted, setWanted] = useState('')
  const { merchant, merchants, account } = session
  if (!merchant) return <span className="truncate font-strong">{t('shell.merchant.none')}</span>
  if (merchants.length === 1) return <span className="truncate font-strong" title={merchant.name}>{merchant.name}</span>
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const shops: MenuItem[] = merchants.filter(({ name }) => plain(name).includes(plain(wanted))).map((shop) => ({
    key: shop.id, href: hrefIn(shop, session, address), checked: shop.id === merchant.id,
    label: <><span className="block truncate">{shop.name}</span><span className="block text-sm font-normal text-ink-3">{stateOf(shop, session)}</span></>,
  }))
  const items = account.preferedMerchantUuid === merchant.id ? shops
    : [...shops, { key: 'prefer', label: t('shell.merchant.prefer', { shop: merchant.name }), icon: <Star aria-hidden />, onSelect: () => void prefer(session, merchant) }]
  return (
    <Menu
      label={t('shell.merchant.menu')}
      triggerLabel={t('shell.merchant.change', { shop: merchant.name })}
      triggerClassName="flex min-w-0 items-center gap-2 rounded-2 py-1.5 font-strong max-md:min-h-11"
      trigger={<><span className="truncate">{merchant.name}</span><ChevronsUpDown aria-hidden className="size-3.75 text-ink-3" /></>}
      header={merchants.length < searchFrom ? undefined : (
        <input className="mb-1.5 h-10 w-full rounded-2 border border-line-input bg-sheet px-3" aria-label={t('shell.merchant.search')} placeholder={t('shell.merchant.search')} value={wanted} onChange={(event) => setWanted(event.target.value)} />
      )}
      items={items}
    />
  )
}

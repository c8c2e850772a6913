import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ReactNode } from 'react'
import type { Account } from '#contract/access/account'
import { t } from '../i18n/t.ts'
import { afterFirstPage } from '../routes/firstPage.ts'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'
import { mayAddShop } from '../session/mayAddShop.ts'
import { useSession } from '../session/session.ts'
import { LazyMenu } from './LazyMenu.tsx'

const MerchantMenuItems = lazyWithRetry(async () => (await import('./MerchantMenuItems.tsx')).MerchantMenuItems)
afterFirstPage(MerchantMenuItems.preload)

/** What is shown where no shop is open: that an application is under way, or else the name of the company, which has no shop yet. */
const nameWithout = ({ id, accounts, requiresOnboarding }: Account): string =>
  requiresOnboarding ? t('shell.route.onboarding') : accounts.find((one) => one.id === id)?.name || t('shell.merchant.none')

/** The merchant in the top bar: its name, and the menu of the others, of all accounts, and of another one to ask for. `below` is its second line on phones. */
export function MerchantMenu({ below }: { below: ReactNode }) {
  const session = useSession()
  const { merchant, merchants, account } = session
  const words = (
    <span className="min-w-0 text-left max-md:leading-tight">
      <span className="block font-strong md:truncate max-md:min-[18rem]:line-clamp-3">{merchant?.name ?? nameWithout(account)}</span>
      {below}
    </span>
  )
  if (merchants.length <= 1 && account.accounts.length <= 1 && !mayAddShop(session)) return words
  return (
    <LazyMenu
      triggerClassName="flex min-w-0 items-center gap-2 rounded-2 py-1.5 max-md:min-h-11 max-md:py-0.5"
      trigger={
        <>
          {words}
          <span className="sr-only">{t('shell.merchant.change')}</span>
          <ChevronsUpDown aria-hidden className="size-3.75 text-ink-3" />
        </>
      }
    >
      <MerchantMenuItems />
    </LazyMenu>
  )
}

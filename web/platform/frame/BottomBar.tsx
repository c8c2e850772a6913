import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Ellipsis from 'lucide-react/icons/menu'
import QrCode from 'lucide-react/icons/qr-code'
import Search from 'lucide-react/icons/search'
import SunMedium from 'lucide-react/icons/sun-medium'
import Undo2 from 'lucide-react/icons/undo-2'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { Menu } from '../ui/controls/Menu.tsx'
import { focusSearch } from '../quickActions/focusSearch.ts'
import { helpOpen } from '../help/helpOpen.ts'
import { go } from '../routes/go.ts'
import { chargeHref, sectionOf, sections, shopHref } from '../navigation/menuOf.ts'
import { refundMode } from '../quickActions/refundMode.ts'
import { SectionIcon } from './SectionIcon.tsx'
import { useSession } from '../session/session.ts'
import { useStore } from '../state/store.ts'
import { useAddress } from '../routes/useAddress.ts'
import { UserMenuHeader } from './UserMenuItems.tsx'
import { useUserMenu } from './useUserMenu.tsx'

const entry = 'bottom-entry flex h-full flex-1 flex-col items-center justify-center gap-1 leading-none font-medium'

/** The sections under "Más": all but the operations. */
const moreSections: ReadonlySet<string> = new Set(sections.filter((section) => section !== 'operations'))

/** The bottom navigation on phones, with the entries that this member may open. */
export function BottomBar() {
  const session = useSession()
  const { route, pathname, params, search } = useAddress()
  const operationId = params['operationId']
  const flag = search['sandbox'] === undefined ? {} : { sandbox: search['sandbox'] }
  const more = useUserMenu(true)
  const { merchant } = session
  const listHref = shopHref('operations', session)
  const todayHref = shopHref('inbox', session)
  const onList = route?.name === 'operations'
  const charge = chargeHref(session)
  const charging = route?.name === 'checkoutOffline'
  const refunding = useStore(refundMode) && onList
  const toSearch = () => {
    if (listHref === null) return
    refundMode.set(false)
    if (pathname !== listHref) go(listHref)
    focusSearch()
  }
  /** The refund of the operation on the screen, or the list to choose one. */
  const toRefund = () => {
    if (merchant === null || listHref === null) return
    if (operationId !== undefined) return go(paths.operationRefund(merchant.id, operationId, flag))
    refundMode.set(true)
    if (pathname !== listHref) go(listHref)
  }
  return (
    <nav
      aria-label={t('shell.nav.label')}
      className="bottom-bar fixed inset-x-0 bottom-0 z-8 flex h-17 border-t border-line bg-sheet px-1.5 pb-1.5 md:hidden"
    >
      {todayHref !== null && (
        <button
          type="button"
          className={entry}
          aria-current={route?.name === 'inbox' ? 'page' : undefined}
          onClick={() => (route?.name === 'inbox' ? scrollTo({ top: 0 }) : go(todayHref))}
        >
          <SunMedium aria-hidden />
          {t('shell.route.inbox')}
        </button>
      )}
      {charge !== null && (
        <button type="button" className={entry} aria-current={charging ? 'page' : undefined} onClick={() => go(charge)}>
          <QrCode aria-hidden />
          {t('offlineCheckout.charge')}
        </button>
      )}
      {listHref !== null && (
        <>
          {todayHref === null && (
            <button
              type="button"
              className={entry}
              aria-current={onList ? 'page' : undefined}
              onClick={() => (onList ? scrollTo({ top: 0 }) : go(listHref))}
            >
              <SectionIcon section="operations" />
              {t('shell.route.operations')}
            </button>
          )}
          <button
            type="button"
            className={entry}
            aria-current={onList && todayHref !== null && !refunding ? 'page' : undefined}
            onClick={toSearch}
          >
            <Search aria-hidden />
            {t('shell.bottom.search')}
          </button>
          {session.may('operationRefund') && (
            <button type="button" className={entry} aria-current={refunding ? 'page' : undefined} onClick={toRefund}>
              <Undo2 aria-hidden />
              {t('shell.bottom.refund')}
            </button>
          )}
        </>
      )}
      {listHref === null && (
        <button type="button" className={entry} onClick={() => helpOpen.set('screen')}>
          <CircleQuestionMark aria-hidden />
          {t('shell.route.help')}
        </button>
      )}
      <Menu
        label={t('shell.bottom.more')}
        triggerClassName={`${entry} ${moreSections.has(sectionOf(route) ?? 'operations') ? 'is-present' : ''}`}
        trigger={
          <>
            <Ellipsis aria-hidden />
            {t('shell.bottom.more')}
          </>
        }
        header={<UserMenuHeader />}
        items={more}
      />
    </nav>
  )
}

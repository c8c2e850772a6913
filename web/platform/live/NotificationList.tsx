import { joinTexts } from '#domain/platform/direction'
import { notificationRead } from '#contract/access/account'
import { isNotOffered } from '../api/apiFailure.ts'
import { call } from '../api/call.ts'
import { openInAccount } from '../api/chosenAccount.ts'
import { type MouseEvent, useReducer } from 'react'
import { nearTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { Anchor } from '../ui/controls/Anchor.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { linkClass } from '../ui/controls/linkClass.ts'
import { paths } from '../routes/paths.ts'
import { type Notice, noticesIn } from './readNotice.ts'
import { clientState, type Session, useSession } from '../session/session.ts'
import { loadNotifications } from '../session/startSession.ts'
import { useStore } from '../state/store.ts'
import { openTaskCount } from './openTaskCount.ts'

/** When the server does not receive it, the notification is unread again after the next load. */
function sendRead({ id }: Notice): void {
  if (id !== null) call(notificationRead, { params: { notificationId: id } }).catch((error) => isNotOffered(error) || loadNotifications())
}

/** Where a notification belongs: its account, for a member of several, and its shop, when there is more than one. */
function placeOf({ accountId, merchantId }: Notice, { account, merchants }: Session): string | undefined {
  const { id, accounts } = account
  if (accounts.length <= 1) return merchants.length > 1 ? merchants.find((one) => one.id === merchantId)?.name : undefined
  const own = accounts.find((one) => one.id === (accountId ?? id))
  const shop = own?.merchants.find((one) => one.id === merchantId)?.name
  return joinTexts([own?.name, shop !== own?.name && shop])
}

/** The list behind the bell: newest first, unread ones marked by a dot and in text. */
export function NotificationList() {
  const { notifications: storedNotices, notificationsStatus } = useStore(clientState)
  const notifications = noticesIn(storedNotices)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const read = (notice: Notice) => {
    notice.read = true
    drawAgain()
    sendRead(notice)
  }
  const session = useSession()
  const { merchant, may, account } = session
  const openTasks = useStore(openTaskCount)
  /** In its own account: another one is a new document. */
  const open = (event: MouseEvent, notice: Notice, href: string) => {
    read(notice)
    if (notice.accountId === null || notice.accountId === account.id || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    openInAccount(notice.accountId, href)
  }
  const unread = notifications.filter((one) => !one.read)
  return (
    <>
      <header className="sticky top-0 flex items-center justify-between gap-3 border-b border-line bg-sheet py-2 pr-2 pl-4">
        <h2 className="text-md">{t('shell.bell.title')}</h2>
        {unread.length > 0 && (
          <Button variant="quiet" size="small" onClick={() => unread.forEach(read)}>
            {t('shell.bell.readAll')}
          </Button>
        )}
      </header>
      {merchant && may('inboxList') && (
        <p className="flex items-center justify-between gap-3 border-b border-line py-2.5 pr-4 pl-4 text-md">
          <b className="font-strong">{openTasks === 0 ? t('shell.bell.noWork') : t('shell.bell.work', { count: openTasks })}</b>
          <Anchor href={paths.inbox(merchant.id)} className={linkClass}>
            {t('shell.showAll')}
          </Anchor>
        </p>
      )}
      {notificationsStatus === 'failed' && (
        <p className="flex items-center justify-between gap-3 px-4 py-3 text-md text-ink-2">
          {t('shell.bell.failed')}
          <Button size="small" onClick={loadNotifications}>
            {t('shell.retry')}
          </Button>
        </p>
      )}
      {notifications.length === 0 && notificationsStatus === 'success' && (
        <p className="px-4 py-5 text-md text-ink-2">{t('shell.bell.empty')}</p>
      )}
      <ul className="py-1.5">
        {notifications.map((one) => {
          const { href } = one
          const words = (
            <>
              <span aria-hidden className={`mt-2 size-2 flex-none rounded-full ${one.read ? '' : 'bg-accent'}`} />
              <span className="min-w-0">
                {!one.read && <span className="sr-only">{t('shell.bell.unread')}</span>}
                <span className={`block text-md ${one.read ? 'text-ink-2' : 'font-strong'}`}>{one.words}</span>
                <span className="block text-sm text-ink-3">
                  {joinTexts([one.created !== null && nearTime(one.created), placeOf(one, session), one.sandbox && t('shell.bell.test')])}
                </span>
              </span>
            </>
          )
          const look = 'flex w-full gap-2.5 px-4 py-2.5 text-left hover:bg-hover'
          return (
            <li key={one.uuid}>
              {href ? (
                <Anchor href={href} className={look} onClick={(event) => open(event, one, href)}>
                  {words}
                </Anchor>
              ) : (
                <button type="button" className={look} onClick={() => read(one)}>
                  {words}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

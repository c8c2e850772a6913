import BellIcon from 'lucide-react/icons/bell'
import { Suspense, useId, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { placePopover } from '../ui/controls/placePopover.ts'
import { PageBoundary } from '../outage/PageBoundary.tsx'
import { useStore } from '../state/store.ts'
import { openTaskCount } from './openTaskCount.ts'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'

const NotificationList = lazyWithRetry(async () => (await import('./NotificationList.tsx')).NotificationList)

/** The notifications, loaded at start and kept up to date; the badge counts the merchant’s open tasks. */
export function Bell() {
  const openTasks = useStore(openTaskCount)
  const [opened, setOpened] = useState(false)
  const id = useId()
  const opener = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={opener} className="inline-grid">
        <IconButton
          label={t('shell.bell.label', { count: openTasks })}
          icon={<BellIcon aria-hidden />}
          count={openTasks}
          popoverTarget={id}
        />
      </span>
      <section
        id={id}
        popover="auto"
        aria-label={t('shell.bell.title')}
        className="menu max-h-[min(560px,calc(100dvh-88px))] w-90 p-0"
        onToggle={(event) => {
          if (event.newState !== 'open' || !opener.current) return setOpened(false)
          setOpened(true)
          placePopover(event.currentTarget, opener.current)
        }}
      >
        {opened && (
          <PageBoundary>
            <Suspense fallback={null}>
              <NotificationList />
            </Suspense>
          </PageBoundary>
        )}
      </section>
    </>
  )
}

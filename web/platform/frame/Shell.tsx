import { type ReactNode, Suspense, useEffect } from 'react'
import { t } from '../i18n/t.ts'
import { Live } from '../ui/feedback/Live.tsx'
import { SandboxFrame } from '../ui/feedback/SandboxFrame.tsx'
import { useScreenSize } from '../ui/feedback/screenSize.ts'
import { Banners } from './Banners.tsx'
import type { Top } from '../routes/screen.ts'
import { setPageHead } from '../routes/pageHead.ts'
import { useSession } from '../session/session.ts'
import { Sidebar } from './Sidebar.tsx'
import { PageBoundary } from '../outage/PageBoundary.tsx'
import { TopBar } from './TopBar.tsx'
import { TopPlace } from './TopPlace.tsx'
import { useAddress } from '../routes/useAddress.ts'
import { useFirstPainted } from '../routes/useFirstPainted.ts'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'

// On phones only, and fixed over the page, so it causes no layout shift when it loads.
const BottomBar = lazyWithRetry(async () => (await import('./BottomBar.tsx')).BottomBar)
const ShellOverlays = lazyWithRetry(async () => (await import('./ShellOverlays.tsx')).ShellOverlays)

/** Top bar, menu and the page’s sheet; three size classes. */
export function Shell({ top, children }: { top: Top | undefined; children: ReactNode }) {
  const { isDefault } = useScreenSize()
  const painted = useFirstPainted()
  const { merchant, mode, sandbox, may } = useSession()
  const { route } = useAddress()
  const title = t(`shell.route.${route?.title ?? 'operations'}` as 'shell.route.operations') // every title of the route table has its text; a test compares them

  useEffect(() => setPageHead(title, mode), [title, mode])

  return (
    <>
      <a
        href="#contenido"
        className="skip-link"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('contenido')?.focus()
        }}
      >
        {t('shell.skip')}
      </a>
      {sandbox && <SandboxFrame />}
      <div className="min-h-dvh print:block max-md:flex max-md:flex-col max-md:pb-[calc(var(--bottom-bar)+8px)] md:grid md:grid-cols-[5.75rem_minmax(0,1fr)] md:grid-rows-[3.75rem_1fr] lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <TopBar />
        {!isDefault && <Sidebar />}
        <div className="flex min-w-0 flex-col max-md:flex-1">
          <Banners />
          {top && may('inboxList') && merchant && <TopPlace key={`${merchant.id}:${mode}`} top={top} />}
          <main
            id="contenido"
            tabIndex={-1}
            className="min-w-0 flex-1 border-line bg-sheet outline-none [--gutter:36px] max-lg:[--gutter:24px] max-md:rounded-t-4 max-md:border-t max-md:[--gutter:16px] md:rounded-tl-4 md:border-t md:border-l px-(--gutter) pt-7 pb-10 max-md:pt-5"
          >
            {children}
          </main>
        </div>
      </div>
      <PageBoundary spare={title}>
        <Suspense fallback={null}>{isDefault && <BottomBar />}</Suspense>
      </PageBoundary>
      <PageBoundary spare={title}>
        <Suspense fallback={null}>{painted && <ShellOverlays />}</Suspense>
      </PageBoundary>
      <Live message={merchant ? t('shell.context', { shop: merchant.name, mode: t(`shell.mode.${mode}`) }) : ''} />
    </>
  )
}
